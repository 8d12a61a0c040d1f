/**
 * `AsyncLocalStorage` for one call at a time: what was given to the last `run` stays until the next. A page has one
 * connection for each call.
 */
export class AsyncLocalStorage<T> {
  #store: T | undefined

  run<R>(store: T, work: () => R): R {
    this.#store = store
    return work()
  }

  getStore(): T | undefined {
    return this.#store
  }
}
