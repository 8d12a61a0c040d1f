/** What a status of HTTP means when the answer says no more. */
import { type Fault, type FaultCategory, fault } from './fault.ts'

const rows: readonly (readonly [status: number, category: FaultCategory, words: string])[] = [
  [401, 'unauthenticated', 'wants credentials, or others'],
  [403, 'forbidden', 'does not allow this'],
  [404, 'not-found', 'knows nothing at this address'],
  [408, 'timeout', 'did not answer in time'],
  [413, 'invalid', 'takes no request of this size'],
  [429, 'rate-limited', 'is asked too often'],
  [503, 'unavailable', 'is not available'],
  [504, 'timeout', 'did not answer in time'],
]

/** The fault of an answer that is nothing but a status. `who` is the subject of the sentence. */
export function faultOfStatus(status: number, who: string): Fault {
  const [, category = 'dependency', words = 'answers with an error'] = rows.find(([known]) => known === status) ?? []
  return fault(category, `${who} ${words} (HTTP ${status}).`)
}
