/** How much work waits in a store, for those who ask often: they share one look, and none waits long for it. */
import { noWork, type Workload } from '../store/operations/workload.ts'
import type { Store } from '../store/store.ts'

/** How long what a look found is good for. */
const goodMs = 2000
/** How long to wait for a look. */
const patienceMs = 2000
/** Counting ends here. */
const most = 10_000

export class WorkloadReader {
  readonly #store: Store
  readonly #now: () => number
  readonly #isUsed: () => boolean
  #look: { at: number; found: Promise<Workload | undefined> } | undefined

  /** A store that `isUsed` says nobody has opened yet is empty, and is not opened to be counted. */
  constructor(store: Store, now: () => number, isUsed: () => boolean = () => true) {
    this.#store = store
    this.#now = now
    this.#isUsed = isUsed
  }

  /** Undefined when the store does not answer. */
  async read(): Promise<Workload | undefined> {
    if (!this.#isUsed()) return noWork
    const at = performance.now()
    if (this.#look === undefined || at - this.#look.at > goodMs) this.#look = { at, found: this.#count() }
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), patienceMs)
    try {
      return await Promise.race([this.#look.found, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  #count(): Promise<Workload | undefined> {
    return this.#store.do('workload', { now: this.#now(), most }).catch(() => undefined)
  }
}
