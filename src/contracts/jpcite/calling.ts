/** What a caller does about each error ("Error codes"): a mismatch is tried once more, a lookup that missed never. */
import type { Calling } from '../../codec/calling.ts'

export const calling: Calling = { attempts: { INTEGRITY_ERROR: 2, NOT_FOUND: 1 } }
