/** Time and chance, as the client needs them. Injected, so that tests need neither. */

export interface Clock {
  /** Milliseconds; only differences count. */
  now(): number
  /** Waits; rejects with the reason of the signal when that aborts. */
  sleep(ms: number, signal?: AbortSignal | undefined): Promise<void>
  /** Between 0 and 1. */
  random(): number
}

export const systemClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      if (signal?.aborted) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    }),
}
