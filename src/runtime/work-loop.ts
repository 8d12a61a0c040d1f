/** A loop that takes what is due and works on it, so much at once: woken by the store, or looking now and then. */

import { concerns } from '../store/listeners.ts'
import type { Store } from '../store/store.ts'

/** Why a run stops whose task somebody else will go on with. */
export const leftBehind = Symbol('left behind')

export interface WorkLoopOptions<R> {
  store: Store
  /** What wakes it. */
  topic: string
  concurrency: number
  /** How often to look when nothing wakes it. */
  pollMs: number
  take(limit: number): Promise<readonly R[]>
  work(row: R): Promise<void>
  onError(error: unknown): void
}

export class WorkLoop<R> {
  readonly #options: WorkLoopOptions<R>
  #open = 0
  #running = false
  #awake = false
  #idle = Promise.withResolvers<void>()
  #ended: Promise<void> = Promise.resolve()

  constructor(options: WorkLoopOptions<R>) {
    this.#options = options
  }

  get open(): number {
    return this.#open
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    const { store, topic } = this.#options
    const stopListening = store.onWake(topics => {
      if (concerns(topics, topic)) this.#wake()
    })
    this.#ended = this.#loop().finally(stopListening)
  }

  /** Takes nothing new. */
  async stop(): Promise<void> {
    this.#running = false
    this.#wake()
    await this.#ended
  }

  /** Waits until nothing is worked on. */
  async drained(): Promise<void> {
    while (this.#open > 0) {
      this.#idle = Promise.withResolvers()
      await this.#idle.promise
    }
  }

  #wake(): void {
    this.#awake = true
    this.#idle.resolve()
  }

  async #loop(): Promise<void> {
    const { concurrency, pollMs } = this.#options
    while (this.#running) {
      this.#awake = false
      const free = concurrency - this.#open
      const taken = free > 0 ? await this.#take(free) : []
      for (const row of taken) void this.#work(row)
      // A full hand may mean that there is more.
      if (this.#awake || (taken.length > 0 && taken.length === free)) continue
      this.#idle = Promise.withResolvers()
      const timer = setTimeout(() => this.#idle.resolve(), pollMs)
      timer.unref()
      await this.#idle.promise
      clearTimeout(timer)
    }
  }

  async #take(limit: number): Promise<readonly R[]> {
    try {
      return await this.#options.take(limit)
    } catch (error) {
      this.#options.onError(error)
      return []
    }
  }

  async #work(row: R): Promise<void> {
    this.#open += 1
    try {
      await this.#options.work(row)
    } catch (error) {
      // The lease was lost or the store is away: it is another's, or will be taken again.
      this.#options.onError(error)
    } finally {
      this.#open -= 1
      this.#wake()
    }
  }
}
