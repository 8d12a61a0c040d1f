/** Whether the store can be written, looked at once a second at most. */
import type { Store } from '../store/store.ts'

/** How long the result of a look is reused. */
const reusedMs = 1000

export class StoreProbe {
  readonly #store: Store
  #last: { at: number; result: Promise<boolean> } | undefined

  constructor(store: Store) {
    this.#store = store
  }

  isWritable(): Promise<boolean> {
    const now = performance.now()
    if (this.#last === undefined || now - this.#last.at > reusedMs) {
      const result = this.#store.do('probe', {}).then(
        () => true,
        () => false,
      )
      this.#last = { at: now, result }
    }
    return this.#last.result
  }
}
