/** Runs the laws of `replywire/testing` over the contract. Ends with an error at the first one that does not hold. */
import { join } from 'node:path'
import { contracts } from '../../src/index.ts'
import { laws, readFixtures } from '../../src/testing/index.ts'
import { jsend } from './index.ts'

const fixtures = readFixtures(jsend, join(import.meta.dirname, 'fixtures'))

for (const { name, run } of laws(jsend, { fixtures, others: contracts })) {
  await run()
  console.log(`ok ${name}`)
}
