/** Looking at a task until it ends or waits for somebody. */
import type { Interim } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { type Deadline, pollAfter } from './deadline.ts'
import { progressOf } from './progress.ts'

export interface FollowOptions<T> {
  readonly deadline: Deadline
  readonly onMoment?: ((moment: Interim) => void) | undefined
  /** Looks once; undefined when there was no time for it. */
  look(): Promise<T | undefined>
}

/** The first state that is no longer pending; the last one when time is up. Repeated progress is shown once. */
export async function followTask<T extends { readonly outcome: Outcome }>(
  first: T,
  following: FollowOptions<T>,
): Promise<T> {
  const { deadline, onMoment, look } = following
  let last = first
  let said: string | undefined
  for (;;) {
    await deadline.wait(pollAfter(last.outcome.task?.pollAfterMs))
    if (deadline.isOver()) return last
    const now = await look()
    if (now === undefined) return last
    if (now.outcome.kind !== 'pending') return now
    last = now
    const moment = progressOf(now.outcome)
    if (moment !== undefined && JSON.stringify(moment) !== said) onMoment?.(moment)
    said = JSON.stringify(moment)
  }
}
