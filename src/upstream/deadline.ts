/** How long a call with several exchanges may still take. */
import type { CallOptions } from './upstream.ts'

export interface Deadline {
  /** What one exchange may have: the caller's signal, and the time that is left. */
  options(): { signal: AbortSignal | undefined; timeoutMs: number | undefined }
  isOver(): boolean
  /** Waits, but not longer than there is time; rejects when the signal says so. */
  wait(ms: number): Promise<void>
}

export function deadlineOf({ signal, timeoutMs }: Pick<CallOptions, 'signal' | 'timeoutMs'>): Deadline {
  const end = timeoutMs === undefined ? undefined : performance.now() + timeoutMs
  const left = (): number | undefined =>
    end === undefined ? undefined : Math.max(1, Math.ceil(end - performance.now()))
  return {
    options: () => ({ signal, timeoutMs: left() }),
    isOver: () => end !== undefined && performance.now() >= end,
    wait(ms) {
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(timer)
          reject(signal?.reason)
        }
        const timer = setTimeout(
          () => {
            signal?.removeEventListener('abort', stop)
            resolve()
          },
          Math.min(ms, left() ?? ms),
        )
        if (signal?.aborted) stop()
        else signal?.addEventListener('abort', stop, { once: true })
      })
    },
  }
}

/** How long to wait before a task is looked at again: as it says, within reason. */
export function pollAfter(hintMs: number | undefined): number {
  return Math.min(60_000, Math.max(20, hintMs ?? 1000))
}
