import { isStoreUnavailable } from '../errors.ts'

interface QueuedWork {
  begin(): Promise<void>
  reject(error: unknown): void
}

/**
 * Runs work items one after the other, for work that needs much memory. When the store is unavailable for one, all
 * waiting items fail at once: each would wait for it as long as the first.
 */
export class OneAtATime {
  #waiting: QueuedWork[] = []
  #isBusy = false

  run<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting.push({ begin: async () => resolve(await work()), reject })
    if (!this.#isBusy) void this.#runAll()
    return promise
  }

  async #runAll(): Promise<void> {
    this.#isBusy = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await next.begin()
      } catch (error) {
        next.reject(error)
        if (isStoreUnavailable(error)) for (const { reject } of this.#waiting.splice(0)) reject(error)
      }
    }
    this.#isBusy = false
  }
}
