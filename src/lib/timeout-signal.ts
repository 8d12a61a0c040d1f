/** Signals of timeouts, for times that may be longer than a timer. */

/** No timer is longer. */
export const longestTimerMs = 2 ** 31 - 1

/** A signal that aborts after a time; undefined where there is no limit, or one that no timer can hold. */
export function timeoutSignal(ms: number | undefined): AbortSignal | undefined {
  return ms === undefined || ms > longestTimerMs ? undefined : AbortSignal.timeout(ms)
}
