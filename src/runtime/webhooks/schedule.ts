/** When a webhook is tried again: exponential back-off with jitter, never beyond a day (AdCP 3.1 webhook retries). */

/** A back-off as data. */
export interface Schedule {
  /** Tries in all, the first one included. */
  attempts: number
  /** Before the second try. */
  baseMs: number
  factor: number
  /** The longest wait, before jitter. */
  capMs: number
  /** The share by which a wait is made longer or shorter: 0.25 is ±25 %. */
  jitter: number
  /** No try begins later than this after the first. */
  horizonMs: number
}

const day = 24 * 60 * 60 * 1000

/** `lasting` outlives a receiver's bad night: ten tries over about ten hours. `brisk` is over within the minute. */
export const schedules = {
  lasting: { attempts: 10, baseMs: 5000, factor: 3, capMs: 6 * 60 * 60 * 1000, jitter: 0.25, horizonMs: day },
  brisk: { attempts: 5, baseMs: 1000, factor: 2, capMs: 60_000, jitter: 0.25, horizonMs: day },
} as const satisfies Record<string, Schedule>

/** A try that failed. */
export interface FailedTry {
  /** Counted from 1. */
  attempt: number
  /** Since the first try began. */
  elapsedMs: number
  /** What the receiver asked for: waits are longer for it, never shorter. */
  retryAfterMs?: number | undefined
}

/** How long to wait before the next try; undefined: there is none. `random` gives numbers from 0 to 1. */
export function nextDelay(
  { attempt, elapsedMs, retryAfterMs = 0 }: FailedTry,
  schedule: Schedule = schedules.lasting,
  random: () => number = Math.random,
): number | undefined {
  if (attempt >= schedule.attempts) return undefined
  const wait = Math.min(schedule.baseMs * schedule.factor ** (attempt - 1), schedule.capMs)
  const jittered = wait * (1 + schedule.jitter * (2 * random() - 1))
  const delay = Math.round(Math.max(jittered, retryAfterMs))
  return elapsedMs + delay > Math.min(schedule.horizonMs, day) ? undefined : delay
}
