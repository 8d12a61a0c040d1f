/** Looking at a task until it ends or waits for somebody. */
import type { Interim } from '../outcome/moment.ts'
import type { Reply } from './connection.ts'
import { type CallDeadline, pollAfter } from './deadline.ts'
import { progressOf } from './progress.ts'

export interface FollowOptions {
  readonly deadline: CallDeadline
  readonly onMoment?: ((moment: Interim) => void) | undefined
  /** Looks once; undefined when there is no more to see. */
  look(): Promise<Reply | undefined>
}

/** The pause after a look that failed: doubled each time. */
const firstPauseMs = 250
const longestPauseMs = 30_000
/** So many looks in a row that fail end the wait: about five minutes. */
const mostFailures = 15

/**
 * The first state that is no longer pending; the last one when time is up. A look that failed on its way says nothing
 * about the task: the next look follows after a pause. Repeated progress is shown once.
 */
export async function followTask(first: Reply, { deadline, onMoment, look }: FollowOptions): Promise<Reply> {
  let last = first
  let shown: string | undefined
  let failures = 0
  for (;;) {
    const backOff = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
    await deadline.wait(failures === 0 ? pollAfter(last.outcome.task?.pollAfterMs) : backOff)
    const now = deadline.isOver() ? undefined : await look()
    const isLost = now !== undefined && failedOnTheWay(now)
    if (now === undefined || (isLost && deadline.isOver())) {
      return failures === 0 ? last : { ...last, notes: [...last.notes, notSeen] }
    }
    if (isLost) {
      if (++failures >= mostFailures) return now
      continue
    }
    if (now.outcome.kind !== 'pending') return now
    failures = 0
    last = now
    const moment = progressOf(now.outcome)
    const text = JSON.stringify(moment)
    if (moment !== undefined && text !== shown) onMoment?.(moment)
    shown = text
  }
}

/** Whether a look did not get as far as the task, and the next one may. */
export function failedOnTheWay({ outcome, wire }: Reply): boolean {
  return outcome.kind === 'failed' && wire === undefined && outcome.fault.recovery === 'retry'
}

const notSeen = 'The last looks at the task failed: the agent could not be reached.'
