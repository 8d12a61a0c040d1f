/** What `orThrow` throws. */
import { ReplywireError } from '../errors.ts'
import type { Completed, Outcome } from '../outcome/outcome.ts'
import type { Reply } from './connection.ts'

/**
 * A call that did not complete, for those who prefer exceptions.
 *
 * @example
 * const client = connect('http://127.0.0.1:8080')
 * try { await client.call('plan', { goal: 'x' }).orThrow() } catch (error) {
 *   if (error instanceof OutcomeError && error.outcome.kind === 'paused') console.log(error.outcome.needs)
 * }
 */
export class OutcomeError extends ReplywireError {
  readonly outcome: Exclude<Outcome, Completed>
  readonly reply: Reply

  constructor(outcome: Exclude<Outcome, Completed>, reply: Reply) {
    super('ERR_OUTCOME', textOf(outcome))
    this.name = 'OutcomeError'
    this.outcome = outcome
    this.reply = reply
  }
}

function textOf(outcome: Exclude<Outcome, Completed>): string {
  switch (outcome.kind) {
    case 'failed':
      return `${outcome.fault.code}: ${outcome.fault.message}`
    case 'paused':
      return 'The agent needs an answer or an approval.'
    case 'pending':
      return 'The work goes on as a task.'
    case 'canceled':
      return 'The call was stopped.'
    case 'unknown':
      return 'The agent answered with an unknown status.'
  }
}

/**
 * The data of a completed outcome.
 *
 * @example
 * const { outcome } = await connect('http://127.0.0.1:8080').call('greet', { name: 'Ada' })
 * if (outcome.kind === 'completed') console.log(dataOf(outcome))
 */
export function dataOf<T>({ payload }: Completed<T>): T {
  if (payload === undefined) return undefined as T
  if (payload.kind === 'value') return payload.value as T
  if (payload.kind === 'rows') return payload.rows as T
  return (payload.kind === 'text' ? payload.text : payload.base64) as T
}
