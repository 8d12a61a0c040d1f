/** Removes what is past its time from the store, a little at a time, while a server or a worker runs. */
import type { Prune } from '../store/operations/prune.ts'
import type { Runtime } from './runtime.ts'

/** How long something is kept after its end, in milliseconds. */
export interface RetentionSettings {
  /** Tasks with their events and steps. Default: 30 days. */
  tasksMs?: number
  /** Webhook deliveries. Default: 30 days. */
  deliveriesMs?: number
  /** Approvals, after they expired; never before their task is over. Default: 30 days. */
  approvalsMs?: number
  /** Idempotency keys, after they expired. Default: 1 hour, so that a late repeat is recognised as one. */
  keysMs?: number
  /** How often to look. Default: 10 minutes. */
  everyMs?: number
}

export interface PrunerOptions {
  retention?: RetentionSettings | undefined
  onError?: (error: unknown) => void
}

const day = 24 * 60 * 60 * 1000

/** Few rows of each kind a transaction: a write that waits for it waits for milliseconds. */
const limit = 20

export class Pruner {
  readonly #runtime: Pick<Runtime, 'store' | 'now'>
  readonly #retention: Required<RetentionSettings>
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #batch: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(runtime: Pick<Runtime, 'store' | 'now'>, { retention = {}, onError = () => {} }: PrunerOptions = {}) {
    this.#runtime = runtime
    this.#onError = onError
    this.#retention = {
      tasksMs: retention.tasksMs ?? 30 * day,
      deliveriesMs: retention.deliveriesMs ?? 30 * day,
      approvalsMs: retention.approvalsMs ?? 30 * day,
      keysMs: retention.keysMs ?? 60 * 60 * 1000,
      everyMs: retention.everyMs ?? 10 * 60 * 1000,
    }
  }

  /** The first look comes soon, but not at once: a process that starts has other things to do. */
  start(): void {
    this.#after(Math.min(this.#retention.everyMs, 60_000))
  }

  /** Waits for the batch that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#batch
  }

  #after(waitMs: number): void {
    if (this.#isStopped) return
    const longestTimer = 2 ** 31 - 1
    this.#timer = setTimeout(
      () => {
        this.#batch = this.#prune()
      },
      Math.min(waitMs, longestTimer),
    )
    this.#timer.unref()
  }

  /** One batch. While there is more, the next comes after a pause as long as this one took, so that others work too. */
  async #prune(): Promise<void> {
    const began = performance.now()
    try {
      const gone = await this.#runtime.store.do('prune', this.#pastTime())
      this.#after(gone === 0 ? this.#retention.everyMs : Math.max(10, performance.now() - began))
    } catch (error) {
      this.#onError(error)
      this.#after(this.#retention.everyMs)
    }
  }

  #pastTime(): Prune {
    const now = this.#runtime.now()
    const { tasksMs, deliveriesMs, approvalsMs, keysMs } = this.#retention
    // `Infinity` keeps everything.
    const before = (ms: number) => Math.max(0, now - ms)
    return {
      claimsBefore: before(keysMs),
      tasksBefore: before(tasksMs),
      deliveriesBefore: before(deliveriesMs),
      approvalsBefore: before(approvalsMs),
      now,
      limit,
    }
  }
}
