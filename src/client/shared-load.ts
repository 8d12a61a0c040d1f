/** Work that several callers need at once, such as connecting: done once, and stopped by none of them for the others. */
import { type WaitOptions, within } from './within.ts'

interface Load<T> {
  readonly loading: Promise<T>
  readonly controller: AbortController
  /** How many callers wait for it. */
  waiting: number
  /** What it came to. */
  loaded?: { readonly value: T }
}

export class SharedLoad<T> {
  readonly #start: (signal: AbortSignal) => Promise<T>
  #current: Load<T> | undefined

  /** `start` does the work. A value of `undefined` and an error are not kept: the next caller starts again. */
  constructor(start: (signal: AbortSignal) => Promise<T>) {
    this.#start = start
  }

  /** The value, if there is one now. */
  get value(): T | undefined {
    return this.#current?.loaded?.value
  }

  /** The value, within the time and the signal of this caller. Work that nobody waits for any longer is stopped. */
  async get(waiting: WaitOptions): Promise<T> {
    this.#current ??= this.#begin()
    const current = this.#current
    current.waiting++
    try {
      return await within(current.loading, waiting)
    } finally {
      current.waiting--
      if (current.waiting === 0 && current.loaded === undefined) {
        this.#drop(current)
        current.controller.abort()
      }
    }
  }

  /** Starts again with the next caller, if this value is still the one that is kept. Without one: whatever there is. */
  forget(value?: T): void {
    if (value === undefined || this.value === value) this.#current = undefined
  }

  #begin(): Load<T> {
    const controller = new AbortController()
    const load: Load<T> = { controller, waiting: 0, loading: this.#start(controller.signal) }
    load.loading.then(
      value => {
        load.loaded = { value }
        if (value === undefined) this.#drop(load)
      },
      () => this.#drop(load),
    )
    return load
  }

  #drop(load: Load<T>): void {
    if (this.#current === load) this.#current = undefined
  }
}
