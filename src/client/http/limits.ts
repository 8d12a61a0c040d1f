/** When an exchange over HTTP has to end: the caller's signal, the time in all, and the time without news. */
import { type Fault, fault } from '../../outcome/fault.ts'

export interface Limits {
  readonly signal: AbortSignal
  /** Something came: the time without news begins again, and is so long from now on. */
  touch(idleMs: number | undefined): void
  /** Why it ended, if these limits ended it. Throws when the caller's signal did. */
  fault(): Fault | undefined
  clear(): void
}

/** No timer is longer. */
const longestMs = 2 ** 31 - 1

export function limitsOf(caller: AbortSignal | undefined, timeoutMs: number | undefined): Limits {
  const controller = new AbortController()
  let reason: Fault | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  const end = (why: Fault): void => {
    reason ??= why
    controller.abort()
  }
  const stop = (): void => controller.abort(caller?.reason)
  const late = (message: string) => (): void => end(fault('timeout', message))
  const total =
    timeoutMs === undefined
      ? undefined
      : setTimeout(late('The agent did not answer in time.'), Math.min(timeoutMs, longestMs))
  if (caller?.aborted) stop()
  else caller?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    touch(idleMs) {
      clearTimeout(idle)
      if (idleMs !== undefined) idle = setTimeout(late('The agent sent nothing for too long.'), idleMs)
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
