/**
 * At the start and every few seconds: takes over from the dead, so that what they held is free for workers and callers,
 * and lets tasks ask again whose approval has expired.
 */
import type { Store } from '../store/store.ts'
import type { Runtime } from './runtime.ts'

const everyMs = 5_000
/** Clocks differ, and a task that was at work when its approval expired pauses a while later. */
const overlapMs = 60 * 60 * 1000
/** So many tasks a transaction. */
const limit = 20

export class RunRecovery {
  readonly #store: Store
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  /** Approvals that expired before this were looked at. */
  #since = 0
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
    this.#looking = this.#looking
      .then(() => freeLeases(this.#store, this.#now()))
      .then(() => this.#askAgain())
      .catch(this.#onError)
  }

  async #askAgain(): Promise<void> {
    const now = this.#now()
    while ((await this.#store.do('resumeExpired', { now, since: this.#since, limit })) === limit);
    this.#since = now - overlapMs
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
