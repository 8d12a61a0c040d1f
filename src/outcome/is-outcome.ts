/**
 * What is an outcome, and what a handler's answer becomes. Recognised by shape and not by a brand: an outcome written as a
 * literal, copied with spread or read back from a store is as good as one that a constructor made.
 */
import { isObject } from '../lib/json-value.ts'
import { plainJson } from '../lib/plain-json.ts'
import { fault } from './fault.ts'
import { momentGuards, outcomeGuards } from './guard.ts'
import type { Interim } from './moment.ts'
import { completed, type Data, failed, type Outcome } from './outcome.ts'

/**
 * Whether a value is an outcome: of a known kind, with all that this kind cannot lack, each member of its type and no
 * other. Data that merely have a member `kind` are none.
 *
 * @example
 * isOutcome(completed('Hello')) // true
 * isOutcome({ kind: 'hello' }) // false
 */
export function isOutcome(value: unknown): value is Outcome {
  return isObject(value) && outcomeGuards.get(value.kind)?.fits(value) === true
}

/** Where a value is not what an outcome of its kind is. */
export function misfitsOf(value: unknown): string[] {
  const found: string[] = []
  const plain = plainJson(value)
  if (!isObject(plain)) return ['']
  const guard = outcomeGuards.get(plain.kind)
  if (guard === undefined) return ['/kind']
  guard.places(plain, '', at => found.push(at))
  return found
}

/** Whether what makes a kind looks the part: nobody's data do so by chance. */
function isMeant({ kind, payload, needs, fault: cause, phase, task }: Record<string, unknown>): boolean {
  switch (kind) {
    case 'completed':
      return isObject(payload) && typeof payload.kind === 'string'
    case 'pending':
      return (phase === 'queued' || phase === 'working') && isObject(task)
    case 'paused':
      return Array.isArray(needs) && needs.some(need => isObject(need) && typeof need.kind === 'string')
    case 'failed':
      return isObject(cause) && typeof cause.category === 'string'
    default:
      return false
  }
}

/** What went wrong when an agent's own answer cannot be sent. */
export const invalidOutput: Outcome = failed(fault('internal', 'The run failed.', { code: 'OUTPUT_INVALID' }))

/** A handler's answer: an outcome as it is, one that was meant and is malformed as a failure, all else as data. */
export function outcomeOf(answer: unknown): Outcome {
  if (isOutcome(answer)) return answer
  if (!isObject(answer) || !isMeant(answer)) return completed(answer as Data | undefined)
  const plain = plainJson(answer)
  return isOutcome(plain) ? plain : invalidOutput
}

/** Whether a value is a moment that an outcome may follow. */
export function isInterim(value: unknown): value is Interim {
  return isObject(value) && momentGuards.get(value.kind)?.fits(value) === true
}
