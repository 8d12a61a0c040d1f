/** Every edition and face of every contract that ships, in each dialect. */
import { contracts } from '../src/contracts/registry.ts'
import { type End, endsOf } from '../src/testing/laws/ends.ts'

export { faceAt } from '../src/testing/laws/ends.ts'

export const ends: readonly End[] = endsOf(contracts)
