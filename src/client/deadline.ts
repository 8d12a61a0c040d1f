/** How long a call with several exchanges may still take. */
import { type Clock, systemClock } from './clock.ts'
import type { ExchangeOptions } from './connection.ts'

export interface CallDeadline {
  /** What one exchange may have: the caller's signal, and the time that is left, but no more than `mostMs`. */
  options(mostMs?: number): { signal: AbortSignal | undefined; timeoutMs: number | undefined }
  isOver(): boolean
  /** Waits, but not longer than there is time; rejects when the signal aborts. */
  wait(ms: number): Promise<void>
}

export function deadlineOf(
  { signal, timeoutMs }: Pick<ExchangeOptions, 'signal' | 'timeoutMs'>,
  clock: Clock = systemClock,
): CallDeadline {
  const end = timeoutMs === undefined ? undefined : clock.now() + timeoutMs
  const left = (): number | undefined => (end === undefined ? undefined : Math.max(1, Math.ceil(end - clock.now())))
  return {
    options(mostMs) {
      const ms = left()
      return { signal, timeoutMs: ms === undefined || mostMs === undefined ? (ms ?? mostMs) : Math.min(ms, mostMs) }
    },
    isOver: () => end !== undefined && clock.now() >= end,
    wait: ms => clock.sleep(Math.min(ms, left() ?? ms), signal),
  }
}

/** How long one look at a task may take. */
export const lookMs = 60_000

/** How long to wait before the next look at a task: as its agent says, within reason. */
export function pollAfter(ms: number | undefined): number {
  return Math.min(60_000, Math.max(20, ms ?? 1000))
}
