/** The request journal in a store: entries wait a moment, and are written together. */
import { isStoreUnavailable } from '../../errors.ts'
import type { RequestFilter } from '../../store/operations/list-requests.ts'
import type { NewRequest } from '../../store/operations/request-row.ts'
import type { Store } from '../../store/store.ts'
import type { JournalLimits } from './journal-settings.ts'
import { entryOf, type PlacedEntry, type RequestEntry, rowOf } from './request-entry.ts'
import type { JournalCount, JournalPlace } from './request-journal.ts'

/** Entries of this time are written together. */
const batchMs = 250
/** How long to wait for a store that is away. */
const retryMs = 1000
/** So many entries a transaction. */
const rowsAtOnce = 500
/** So many entries wait for the store; what comes then is dropped. */
const mostWaiting = 5000
/** The same where they have bodies. */
const mostWaitingBodies = 500
/** How long the last entries may take when the server stops. */
const lastMs = 2000

export class StorePlace implements JournalPlace {
  readonly #store: Store
  readonly #limits: JournalLimits
  readonly #now: () => number
  readonly #count: JournalCount
  readonly #mostWaiting: number
  #waiting: NewRequest[] = []
  /** How many entries have left `#waiting`. */
  #gone = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<boolean> | undefined

  constructor(store: Store, limits: JournalLimits, now: () => number, count: JournalCount) {
    this.#store = store
    this.#limits = limits
    this.#now = now
    this.#count = count
    this.#mostWaiting = limits.bodies === undefined ? mostWaiting : mostWaitingBodies
  }

  add(entries: readonly RequestEntry[]): void {
    const room = Math.max(0, this.#mostWaiting - this.#waiting.length)
    const { keepMs, bodies } = this.#limits
    for (const entry of entries.slice(0, room)) this.#waiting.push(rowOf(entry, keepMs, bodies?.keepMs ?? 0))
    if (entries.length > room) this.#count.dropped(entries.length - room)
    this.#after(batchMs)
  }

  /** What waits now is written first. What comes meanwhile is not waited for: under load that would have no end. */
  async list(filter: RequestFilter): Promise<PlacedEntry[]> {
    const last = this.#gone + this.#waiting.length
    while (this.#gone < last && (await this.#write()));
    return (await this.#store.do('listRequests', filter)).map(entryOf)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), lastMs)
    while (this.#waiting.length > 0 && (await Promise.race([this.#write(), late.promise])));
    clearTimeout(timer)
    this.#count.dropped(this.#waiting.length)
    this.#waiting = []
  }

  #after(ms: number): void {
    if (this.#timer !== undefined || this.#waiting.length === 0) return
    this.#timer = setTimeout(async () => {
      const isDone = await this.#write()
      this.#timer = undefined
      this.#after(isDone ? (this.#waiting.length < rowsAtOnce ? batchMs : 0) : retryMs)
    }, ms)
    this.#timer.unref()
  }

  /** Writes a batch, one at a time; false when the store is away, and the batch waits on. */
  #write(): Promise<boolean> {
    this.#writing ??= this.#writeBatch().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #writeBatch(): Promise<boolean> {
    const rows = this.#waiting.slice(0, rowsAtOnce)
    if (rows.length === 0) return true
    const { entries: perTenant, total, bodies } = this.#limits
    try {
      await this.#store.do('addRequests', { rows, perTenant, total, bodies: bodies?.entries ?? 0, now: this.#now() })
      this.#count.written(rows.length)
    } catch (error) {
      if (isStoreUnavailable(error)) return false
      this.#count.dropped(rows.length)
    }
    this.#waiting.splice(0, rows.length)
    this.#gone += rows.length
    return true
  }
}
