/** Ending work early. */

/**
 * Says that something has to end, and why. Cheaper than an `AbortController`: a signal is made only for those who ask
 * for one.
 */
export class Stop {
  #isStopped = false
  #reason: unknown
  /** Most have one listener at a time. */
  #listener: (() => void) | undefined
  #others: Set<() => void> | undefined
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
    const first = this.#listener
    const others = this.#others
    this.#listener = undefined
    this.#others = undefined
    first?.()
    for (const listener of others ?? []) listener()
  }

  /** Calls back once, at once where it is stopped already. Returns how to be called no more. */
  onStop(listener: () => void): () => void {
    if (this.#isStopped) {
      listener()
      return () => {}
    }
    if (this.#listener === undefined) this.#listener = listener
    else {
      this.#others ??= new Set()
      this.#others.add(listener)
    }
    return () => {
      if (this.#listener === listener) this.#listener = undefined
      else this.#others?.delete(listener)
    }
  }

  /** Waits for work; rejects with the reason when it is stopped first. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.onStop(() => reject(this.#reason))
      work.then(
        value => {
          forget()
          resolve(value)
        },
        error => {
          forget()
          reject(error)
        },
      )
    })
  }
}
