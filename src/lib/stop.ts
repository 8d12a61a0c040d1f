/** Ending work early. */

/**
 * Says that something has to end, and why. Cheaper than an `AbortController`: a signal is made only for those who ask
 * for one.
 */
export class Stop {
  #isStopped = false
  #reason: unknown
  #listeners: Set<() => void> | undefined
  #controller: AbortController | undefined

  /** A stop that follows a signal. */
  static of(signal: AbortSignal): Stop {
    const stop = new Stop()
    if (signal.aborted) stop.stop(signal.reason)
    else signal.addEventListener('abort', () => stop.stop(signal.reason), { once: true })
    return stop
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  get reason(): unknown {
    return this.#reason
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#isStopped) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** Only the first call counts. */
  stop(reason?: unknown): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#reason = reason
    this.#controller?.abort(reason)
    const listeners = this.#listeners
    this.#listeners = undefined
    for (const listener of listeners ?? []) listener()
  }

  /** Calls back once, at once where it is stopped already. Returns how to be called no more. */
  onStop(listener: () => void): () => void {
    if (this.#isStopped) {
      listener()
      return () => {}
    }
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
    return () => void this.#listeners?.delete(listener)
  }

  /** Waits for work; rejects with the reason when it is stopped first. */
  async race<T>(work: Promise<T>): Promise<T> {
    const stopped = Promise.withResolvers<never>()
    const forget = this.onStop(() => stopped.reject(this.#reason))
    try {
      return await Promise.race([work, stopped.promise])
    } finally {
      forget()
    }
  }
}
