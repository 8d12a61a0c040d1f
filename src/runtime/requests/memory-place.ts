/** The request journal of a server without a store: the newest entries, in a ring. */
import type { RequestFilter } from '../../store/operations/list-requests.ts'
import type { JournalLimits } from './journal-settings.ts'
import type { PlacedEntry, RequestBodies, RequestEntry } from './request-entry.ts'
import type { JournalCount, JournalPlace } from './request-journal.ts'

export class MemoryPlace implements JournalPlace {
  readonly #limits: JournalLimits
  readonly #count: JournalCount
  readonly #ring: PlacedEntry[] = []
  /** By place, the oldest first. */
  readonly #bodies = new Map<number, { until: number; bodies: RequestBodies }>()
  #seq = 0

  constructor(limits: JournalLimits, count: JournalCount) {
    this.#limits = limits
    this.#count = count
  }

  add(entries: readonly RequestEntry[]): void {
    const { entries: most, bodies: bodyLimits } = this.#limits
    for (const { bodies, ...entry } of entries) {
      this.#seq += 1
      // Entry n is at n modulo the size of the ring, where the one that it replaces was.
      this.#ring[(this.#seq - 1) % most] = { ...entry, seq: this.#seq }
      if (bodies === undefined || bodyLimits === undefined) continue
      this.#bodies.set(this.#seq, { until: entry.at + bodyLimits.keepMs, bodies })
      if (this.#bodies.size > bodyLimits.entries) this.#bodies.delete(this.#bodies.keys().next().value as number)
    }
    this.#count.written(entries.length)
  }

  async list({ limit, now, ...filter }: RequestFilter): Promise<PlacedEntry[]> {
    this.#expire(now)
    const found = this.#ring
      .filter(entry => entry.at + this.#limits.keepMs > now && fits(entry, filter))
      .sort((one, other) => (filter.after === undefined ? other.seq - one.seq : one.seq - other.seq))
      .slice(0, limit)
    return found.map(entry => {
      const kept = filter.withBodies === false ? undefined : this.#bodies.get(entry.seq)
      return kept === undefined ? entry : { ...entry, bodies: kept.bodies }
    })
  }

  async close(): Promise<void> {}

  #expire(now: number): void {
    for (const [seq, { until }] of this.#bodies) if (until <= now) this.#bodies.delete(seq)
  }
}

function fits(entry: PlacedEntry, filter: Omit<RequestFilter, 'now' | 'limit'>): boolean {
  const { tenant, requestId, operation, contract, status, since, until, before, after } = filter
  const is = (wanted: string | undefined, found: string) => wanted === undefined || wanted === found
  return (
    is(tenant, entry.tenant) &&
    is(requestId, entry.requestId) &&
    is(operation, entry.operation) &&
    is(contract, entry.contract) &&
    (status === undefined || (entry.status >= status.from && entry.status <= status.to)) &&
    (since === undefined || entry.at >= since) &&
    (until === undefined || entry.at < until) &&
    (before === undefined || entry.seq < before) &&
    (after === undefined || entry.seq > after)
  )
}
