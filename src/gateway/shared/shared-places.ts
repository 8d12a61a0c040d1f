/** Places of open streams in the store: the ceiling of a tenant is exact over all processes and machines. */
import { processId } from '../../store/process-id.ts'
import type { StoreLink } from './store-link.ts'

/** Places that a process does not renew are free after this time, and five seconds for clocks that differ. */
const usualLeaseMs = 30_000
/** After a failure. */
const retryMs = 1000

export class SharedPlaces {
  readonly #link: StoreLink
  /** Frees what dead processes of this host held; false when that was done just now. */
  readonly #freeDead: () => Promise<boolean>
  readonly #leaseMs: number
  readonly #renewMs: number
  readonly #holder = crypto.randomUUID()
  /** Places of streams that are open, and how to end those that lose theirs. */
  readonly #open = new Map<string, () => void>()
  readonly #entering = new Set<string>()
  readonly #leaving = new Set<string>()
  #sending: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Ends the streams whose leases could not be renewed. */
  #deadline: NodeJS.Timeout | undefined

  constructor(link: StoreLink, freeDead: () => Promise<boolean>, leaseMs = usualLeaseMs) {
    this.#leaseMs = leaseMs
    this.#renewMs = leaseMs / 4
    this.#link = link
    this.#freeDead = freeDead
  }

  /**
   * Takes a place; what is returned frees it. Undefined when there are too many. Rejects when the store does not answer.
   * `onLost`: the place may be another's now, because its lease could not be renewed in time.
   */
  async enter(key: string, most: number, onLost: () => void): Promise<(() => void) | undefined> {
    const id = crypto.randomUUID()
    this.#entering.add(id)
    try {
      const isTaken =
        (await this.#take(id, key, most)) || ((await this.#freeDead()) && (await this.#take(id, key, most)))
      if (!isTaken) return undefined
      this.#open.set(id, onLost)
    } catch (error) {
      // It may be taken all the same, now or later.
      this.#leave(id)
      throw error
    } finally {
      this.#entering.delete(id)
    }
    this.#renewIn(this.#renewMs)
    return () => this.#leave(id)
  }

  /** Gives all places back. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#deadline)
    for (const id of this.#open.keys()) this.#leave(id)
    await this.#sending
  }

  async #take(id: string, key: string, most: number): Promise<boolean> {
    const now = this.#link.now()
    // The first one: there was nothing to renew.
    if (this.#open.size === 0) this.#setDeadline(performance.now())
    const leaseUntil = now + this.#leaseMs
    return this.#link.do('takePlace', { id, key, most, holder: this.#holder, process: processId(), now, leaseUntil })
  }

  #leave(id: string): void {
    this.#open.delete(id)
    this.#leaving.add(id)
    this.#sending ??= this.#sendLeft().finally(() => {
      this.#sending = undefined
    })
  }

  async #sendLeft(): Promise<void> {
    // What one turn of the event loop leaves travels together.
    await Promise.resolve()
    while (this.#leaving.size > 0) {
      const ids = [...this.#leaving].slice(0, 100)
      try {
        await this.#link.do('leavePlaces', { ids })
      } catch {
        this.#renewIn(retryMs)
        return
      }
      for (const id of ids) this.#leaving.delete(id)
    }
  }

  #renewIn(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#renew()
    }, ms).unref()
  }

  async #renew(): Promise<void> {
    const isIdle = this.#open.size + this.#entering.size + this.#leaving.size === 0
    if (isIdle) return
    const began = performance.now()
    const before = [...this.#open.keys()]
    try {
      const leaseUntil = this.#link.now() + this.#leaseMs
      const kept = new Set(await this.#link.do('renewPlaces', { holder: this.#holder, leaseUntil }))
      this.#setDeadline(began)
      for (const id of before) if (!kept.has(id)) this.#lose(id)
      for (const id of kept) if (!this.#open.has(id) && !this.#entering.has(id)) this.#leave(id)
      this.#renewIn(this.#renewMs)
    } catch {
      this.#renewIn(retryMs)
    }
  }

  /** By a clock that nobody sets, from when the question was sent. */
  #setDeadline(renewedAt: number): void {
    clearTimeout(this.#deadline)
    const loseAll = () => {
      for (const id of [...this.#open.keys()]) this.#lose(id)
    }
    this.#deadline = setTimeout(loseAll, renewedAt + this.#leaseMs - performance.now()).unref()
  }

  #lose(id: string): void {
    const onLost = this.#open.get(id)
    if (onLost === undefined) return
    this.#leave(id)
    onLost()
  }
}
