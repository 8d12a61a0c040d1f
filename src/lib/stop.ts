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
  #unfollow: (() => void) | undefined
  #signalReason: unknown

  /** A stop that follows a signal until `unfollow`. */
  static of(signal: AbortSignal): Stop {
    const stop = new Stop()
    const follow = () => stop.stop(signal.reason)
    if (signal.aborted) follow()
    else {
      signal.addEventListener('abort', follow, { once: true })
      const unfollow = () => signal.removeEventListener('abort', follow)
      stop.#unfollow = unfollow
    }
    return stop
  }

  /** What it would stop is over: a signal that it follows forgets it. */
  unfollow(): void {
    this.#unfollow?.()
    this.#unfollow = undefined
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
      if (this.#isStopped) this.#controller.abort(this.#signalReason)
    }
    return this.#controller.signal
  }

  /** Only the first call counts. `signalReason` is what the signal gives as its reason; undefined: an `AbortError`. */
  stop(reason?: unknown, signalReason: unknown = reason): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#reason = reason
    this.#signalReason = signalReason
    this.#controller?.abort(signalReason)
    const first = this.#listener
    this.#listener = undefined
    first?.()
    // One that is taken back meanwhile is not called.
    for (const listener of this.#others ?? []) listener()
    this.#others = undefined
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
