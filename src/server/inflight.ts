/** The calls that are open, so that a server can wait for them and, at last, stop them. */
import type { Outcome } from '../outcome/outcome.ts'

/** One call, from its head until its answer is made or its stream has ended. */
export interface OpenCall {
  /** Aborted when the caller leaves; with an outcome as its reason, when the call has to end with that. */
  readonly signal: AbortSignal
  stop(outcome?: Outcome): void
  /** Waits for work; rejects with the signal's reason when the call is stopped first. */
  orStopped<T>(work: Promise<T>): Promise<T>
  /** Keeps the call open beyond `leave`, as a stream does, until what is returned is called. */
  hold(): () => void
  leave(): void
}

export class Inflight {
  readonly #open = new Set<AbortController>()
  readonly #drained: (() => void)[] = []
  #idle: PromiseWithResolvers<void> | undefined
  #draining = false

  /** Told to stop: no longer ready for new callers. */
  get draining(): boolean {
    return this.#draining
  }

  set draining(draining: boolean) {
    this.#draining = draining
    if (draining) for (const told of this.#drained) told()
  }

  /** Tells when the server is told to stop: what would wait for ever has to end then. */
  onDrain(told: () => void): void {
    this.#drained.push(told)
  }

  get size(): number {
    return this.#open.size
  }

  /** Opens a call whose caller is there until `caller` is aborted. */
  enter(caller: AbortSignal): OpenCall {
    const controller = new AbortController()
    const { signal } = controller
    const gone = () => controller.abort()
    let holders = 1
    const release = () => {
      if (--holders > 0) return
      caller.removeEventListener('abort', gone)
      this.#open.delete(controller)
      if (this.#open.size === 0) this.#idle?.resolve()
    }
    this.#open.add(controller)
    if (caller.aborted) gone()
    else caller.addEventListener('abort', gone, { once: true })
    return {
      signal,
      stop: outcome => controller.abort(outcome),
      orStopped: work => orStopped(work, signal),
      hold() {
        holders++
        return release
      },
      leave: release,
    }
  }

  /** Ends every open call with this outcome. */
  stop(outcome: Outcome): void {
    for (const controller of this.#open) controller.abort(outcome)
  }

  /** Waits until no call is open. */
  async idle(): Promise<void> {
    if (this.#open.size === 0) return
    this.#idle ??= Promise.withResolvers()
    await this.#idle.promise
    this.#idle = undefined
  }
}

async function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, stopped.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
