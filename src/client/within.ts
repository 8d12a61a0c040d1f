/** Waiting for work within the time and the signal of one caller. The work itself goes on. */
import { ReplywireError } from '../errors.ts'
import type { Fault } from '../outcome/fault.ts'
import { limitsOf } from './http/limits.ts'

/** How long a caller waits. */
export interface WaitOptions {
  /** Stops waiting when it aborts. */
  readonly signal?: AbortSignal | undefined
  /** The longest time in all, in milliseconds, the repeats of a call included. `Infinity`: no limit. */
  readonly timeoutMs?: number | undefined
}

/** Thrown when the time of a caller is up; `fault` is the same as an outcome. */
export class LateError extends ReplywireError {
  readonly fault: Fault

  constructor(fault: Fault) {
    super('ERR_UNREADABLE', fault.message)
    this.fault = fault
  }
}

/** The result of work. Throws the reason of the signal when that aborts, and a `LateError` when time is up. */
export async function within<T>(work: Promise<T>, { signal, timeoutMs }: WaitOptions): Promise<T> {
  const limits = limitsOf(signal, timeoutMs)
  const ended = new Promise<undefined>(resolve => {
    if (limits.signal.aborted) resolve(undefined)
    limits.signal.addEventListener('abort', () => resolve(undefined))
  })
  try {
    const first = await Promise.race([work.then(value => ({ value })), ended])
    if (first !== undefined) return first.value
    throw new LateError(limits.fault() as Fault)
  } finally {
    limits.clear()
  }
}
