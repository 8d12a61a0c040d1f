/** What is answered where a shared limit cannot be counted, because its store cannot be reached. */
import { type Fault, fault } from '../outcome/fault.ts'

/** What ends a stream whose place could not be kept: another may have it now. */
export const lostPlace: Fault = fault('unavailable', 'The limits could not be counted for too long.', {
  code: 'LIMITS_UNAVAILABLE',
  retryAfterMs: 5000,
})

export const uncounted: Fault = fault('unavailable', 'The limits cannot be counted at the moment.', {
  code: 'LIMITS_UNAVAILABLE',
  retryAfterMs: 5000,
  began: false,
})
