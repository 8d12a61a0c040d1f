/** Takes over from the dead: at the start, and every few seconds. What is free then goes to workers and callers. */
import type { Store } from '../store/store.ts'
import type { Runtime } from './runtime.ts'

const everyMs = 5_000

export class Recovery {
  readonly #store: Store
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor({ store, now }: Pick<Runtime, 'store' | 'now'>, onError: (error: unknown) => void = () => {}) {
    this.#store = store
    this.#now = now
    this.#onError = onError
  }

  start(): void {
    if (this.#timer !== undefined) return
    this.#timer = setInterval(() => this.#look(), everyMs).unref()
    this.#look()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#looking
  }

  #look(): void {
    this.#looking = this.#looking.then(() => freeLeases(this.#store, this.#now())).catch(this.#onError)
  }
}

/** Frees what dead processes of this host hold, and what a clock that was set back keeps. */
export async function freeLeases(store: Store, now: number): Promise<void> {
  await store.do('shortenLeases', { now })
  if (store.processFolder === undefined) return
  // Loaded with the first store that has such a folder: it needs SQLite.
  const { deadProcesses } = await import('../store/process-lock.ts')
  for (const dead of deadProcesses(store.processFolder)) {
    try {
      await store.do('releaseProcess', { process: dead.id, now })
      dead.remove()
    } finally {
      dead.close()
    }
  }
}
