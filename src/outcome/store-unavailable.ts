/** The fault while the store cannot be reached. */
import { fault } from './fault.ts'
import { failed, type Outcome } from './outcome.ts'

export const storeUnavailable: Outcome = failed(
  fault('unavailable', 'The store is temporarily unavailable.', { code: 'STORE_UNAVAILABLE', retryAfterMs: 2000 }),
)
