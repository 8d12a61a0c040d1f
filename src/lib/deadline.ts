/** A moment that work must not go beyond, by a clock that may be set. */

export interface Deadline {
  /** Aborted when the moment has come. */
  readonly signal: AbortSignal
  /** The work is over: nothing waits for the moment any more. */
  clear(): void
}

/** The clock is looked at this often at least: it may be set meanwhile, and timers of more than 24 days do not work. */
const mostMs = 60_000

/** Aborts at a time in milliseconds since the epoch; never, without one. */
export function deadline(at: number | undefined, now: () => number): Deadline {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    if (at === undefined) return
    const left = at - now()
    // Said this way round, a time that is no number has come.
    if (left > 0) timer = setTimeout(look, Math.min(left, mostMs)).unref()
    else ending.abort()
  }
  look()
  return { signal: ending.signal, clear: () => clearTimeout(timer) }
}
