/** When an exchange over HTTP has to end: the caller's signal, the time in all, and the time without news. */
import { longestTimerMs } from '../../lib/timeout-signal.ts'
import { type Fault, fault } from '../../outcome/fault.ts'

export interface Limits {
  readonly signal: AbortSignal
  /** Something came: the time without news begins again, and is so long from now on. */
  touch(idleMs: number | undefined): void
  /** Why it ended, if these limits ended it. Throws when the caller's signal did. */
  fault(): Fault | undefined
  clear(): void
}

export function limitsOf(caller: AbortSignal | undefined, timeoutMs: number | undefined): Limits {
  const controller = new AbortController()
  let reason: Fault | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => controller.abort(caller?.reason)
  const timer = (ms: number | undefined, message: string) =>
    ms === undefined || ms > longestTimerMs
      ? undefined
      : setTimeout(() => {
          reason ??= fault('timeout', message)
          controller.abort()
        }, ms)
  const total = timer(timeoutMs, 'The agent did not answer in time.')
  if (caller?.aborted) stop()
  else caller?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    touch(idleMs) {
      clearTimeout(idle)
      idle = timer(idleMs, 'The agent sent nothing for too long.')
    },
    fault() {
      if (caller?.aborted) throw caller.reason
      return reason
    },
    clear() {
      clearTimeout(total)
      clearTimeout(idle)
      caller?.removeEventListener('abort', stop)
    },
  }
}
