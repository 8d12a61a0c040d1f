/** For contracts that have no word for an outcome that nobody knows. */
import { fault } from '../outcome/fault.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'

/**
 * A run of which it is not known whether it took effect, as a conflict that no repeat can fix: readers of these contracts
 * repeat what is reported as a failure of the server. Other outcomes stay as they are.
 *
 * @example
 * const serving: Serving = { present: unknownAsConflict }
 */
export function unknownAsConflict(outcome: Outcome): Outcome {
  if (outcome.kind !== 'unknown' || outcome.status !== 'unknown') return outcome
  const { message = 'Whether this was done is not known.', task } = outcome
  const resource = task === undefined ? undefined : { resourceId: task.id }
  return failed(fault('conflict', message, { code: 'OUTCOME_UNKNOWN', recovery: 'stop', ...resource }))
}
