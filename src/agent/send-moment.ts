/** Sending what a handler says while it runs. */
import { plainJson } from '../lib/plain-json.ts'
import { isInterim } from '../outcome/is-outcome.ts'
import type { Interim, Moment } from '../outcome/moment.ts'
import { unsendableIn } from './check-output.ts'
import { reportProblem } from './problem.ts'
import type { HandlerCall } from './run.ts'

/** What is no moment, or none that JSON can hold, is not sent. */
export function sendMoment(given: Moment, run: HandlerCall): Promise<void> | void {
  const moment = given?.kind === 'progress' ? withFraction(given, run) : given
  const plain = plainJson(moment)
  if (isInterim(plain)) return run.onMoment?.(plain)
  if (moment === undefined) return
  const issues = unsendableIn(moment)
  const fix = 'A moment is progress(0.5), delta(text), or { kind, … } as its type says.'
  reportProblem(run.log, { summary: 'a moment was not sent', fields: { issues: issues.length }, issues, fix })
}

type Progress = Extract<Interim, { kind: 'progress' }>

/** Sums of fractions may end a little above 1. */
const tolerance = 1e-6

const reported = new WeakSet<HandlerCall>()

/**
 * Progress with a fraction that can be sent. A wrong number is no reason to lose the work: it is left out and reported,
 * once a run. Undefined when nothing is left to send.
 */
function withFraction(progress: Progress, run: HandlerCall): Progress | undefined {
  const { fraction, ...rest } = progress
  if (fraction === undefined || (fraction >= 0 && fraction <= 1)) return progress
  if (fraction > 1 && fraction <= 1 + tolerance) return { ...rest, fraction: 1 }
  if (!reported.has(run)) {
    reported.add(run)
    const message = 'progress is a fraction between 0 and 1: write progress(0.5) for half'
    // Nothing was thrown: it shows where progress was called.
    const thrown = new RangeError(message)
    reportProblem(run.log, { summary: 'progress is not between 0 and 1', fields: {}, thrown })
  }
  return rest.message === undefined ? undefined : rest
}
