/** A lease that is renewed while work goes on, and says when it is lost. */
import { FencedError, StoreUnavailableError } from '../store/store.ts'

export interface LeaseOptions {
  leaseMs: number
  until: number
  now(): number
  /** Extends it; throws when another has taken over. */
  renew(until: number): Promise<{ cancelRequested: boolean } | undefined>
  /** Nobody may write under it any more. */
  onLost(): void
  onCancel(): void
}

export class Lease {
  readonly #options: LeaseOptions
  #until: number
  #timer: NodeJS.Timeout | undefined
  #open = true

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#until = options.until
    this.#schedule(options.leaseMs / 3)
  }

  /** Whether this lease may still be ours. */
  holds(): boolean {
    return this.#open && this.#options.now() < this.#until
  }

  /** Looks now, not at the next beat: somebody may want it canceled. */
  check(): void {
    if (this.#open) this.#schedule(0)
  }

  stop(): void {
    this.#open = false
    clearTimeout(this.#timer)
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#beat(), ms)
    this.#timer.unref()
  }

  async #beat(): Promise<void> {
    const { leaseMs, now, renew, onLost, onCancel } = this.#options
    const until = now() + leaseMs
    try {
      const renewal = await renew(until)
      if (!this.#open) return
      this.#until = until
      if (renewal?.cancelRequested) onCancel()
      this.#schedule(leaseMs / 3)
    } catch (error) {
      if (!this.#open) return
      if (error instanceof FencedError || !this.holds() || !(error instanceof StoreUnavailableError)) {
        this.stop()
        onLost()
      } else this.#schedule(Math.min(500, leaseMs / 10))
    }
  }
}
