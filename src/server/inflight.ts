/** The calls that are open, so that a server can wait for them and, at last, stop them. */
import type { Outcome } from '../outcome/outcome.ts'

export class Inflight {
  readonly #open = new Set<AbortController>()
  #idle = Promise.withResolvers<void>()
  /** Told to stop: no longer ready for new callers. */
  draining = false

  get size(): number {
    return this.#open.size
  }

  enter(): { signal: AbortSignal; abort(): void; leave(): void } {
    const controller = new AbortController()
    this.#open.add(controller)
    return {
      signal: controller.signal,
      abort: () => controller.abort(),
      leave: () => {
        this.#open.delete(controller)
        if (this.#open.size === 0) this.#idle.resolve()
      },
    }
  }

  /** Waits until no call is open, at most so long; then stops those that are, each with this outcome. */
  async drain(ms: number, outcome: Outcome): Promise<void> {
    this.draining = true
    if (this.#open.size === 0) return
    this.#idle = Promise.withResolvers()
    const timer = setTimeout(() => {
      for (const controller of this.#open) controller.abort(outcome)
    }, ms)
    await this.#idle.promise
    clearTimeout(timer)
  }
}
