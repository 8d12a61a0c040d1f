/** Progress in a peer's words as moments. */
import { number, text } from '../codec/read.ts'
import { defined } from '../lib/defined.ts'
import type { JsonObject } from '../lib/json-value.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'

/** `notifications/progress`: `progress` of `total`, if there is a total. */
export function mcpProgress({ progress, total, message }: JsonObject): Interim {
  const done = number(progress)
  const all = number(total)
  const fraction =
    done === undefined || all === undefined || all <= 0 ? undefined : Math.min(1, Math.max(0, done / all))
  return defined<Interim & { kind: 'progress' }>({ kind: 'progress', fraction, message: text(message) })
}

/** How far a task has come, as far as its state shows; undefined when it says nothing new. */
export function progressOf(outcome: Outcome): Interim | undefined {
  if (outcome.kind !== 'pending') return undefined
  const { message, progress } = outcome
  if (message === undefined && progress === undefined) return undefined
  return defined<Interim & { kind: 'progress' }>({ kind: 'progress', message, ...progress })
}
