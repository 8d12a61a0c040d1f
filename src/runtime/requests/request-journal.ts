/**
 * The request journal: a bounded record of calls. A call is noted when it is answered, in one step that costs next to
 * nothing; its entry is made after the answer was written, and stored in batches. What the store cannot take in time is
 * dropped and counted: no answer ever waits for the journal.
 */
import type { Json } from '../../lib/json-value.ts'
import type { RequestFilter } from '../../store/operations/list-requests.ts'
import type { JournalLimits } from './journal-settings.ts'
import { redact } from './redact.ts'
import type { PlacedEntry, RequestBodies, RequestEntry } from './request-entry.ts'

/** Which entries: the newest first, or with `after` those that follow it. */
export type JournalFilter = Omit<RequestFilter, 'now' | 'limit'> & {
  /** Default: 100. */
  limit?: number
}

/** Where entries go. */
export interface JournalPlace {
  add(entries: readonly RequestEntry[]): void
  list(filter: RequestFilter): Promise<PlacedEntry[]>
  close(): Promise<void>
}

/** What becomes of an entry. */
export interface JournalCount {
  written(entries: number): void
  dropped(entries: number): void
}

/** What a call was sent and answered with: looked at only where bodies are switched on. */
export interface PlainBodies {
  readonly operation: string
  readonly input: Json | undefined
  readonly answer: Json | undefined
}

export class RequestJournal {
  readonly #place: JournalPlace
  readonly #limits: JournalLimits
  readonly #now: () => number
  readonly #count: JournalCount
  #noted: (() => RequestEntry)[] = []
  #closing: Promise<void> | undefined

  constructor(place: JournalPlace, limits: JournalLimits, now: () => number, count: JournalCount) {
    this.#place = place
    this.#limits = limits
    this.#now = now
    this.#count = count
  }

  /** Notes a call. `make` is called once its answer has been written. */
  note(make: () => RequestEntry): void {
    if (this.#closing !== undefined || this.#limits.readOnly) return
    if (this.#noted.length === 0) setImmediate(() => this.#make())
    this.#noted.push(make)
  }

  list({ limit = 100, ...filter }: JournalFilter = {}): Promise<PlacedEntry[]> {
    this.#make()
    return this.#place.list({ ...filter, limit, now: this.#now() })
  }

  /** Stores what was noted. */
  close(): Promise<void> {
    this.#make()
    this.#closing ??= this.#place.close()
    return this.#closing
  }

  /** The bodies as they may be kept; undefined where they are not switched on. */
  bodies(plain: () => PlainBodies): RequestBodies | undefined {
    if (this.#limits.bodies === undefined) return undefined
    const { operation, input, answer } = plain()
    const kept = {
      input: this.#kept(input, operation, 'input'),
      answer: this.#kept(answer, operation, 'answer'),
    }
    return kept.input === undefined && kept.answer === undefined ? undefined : kept
  }

  #kept(body: Json | undefined, operation: string, part: 'input' | 'answer'): Json | undefined {
    const { bodies } = this.#limits
    if (body === undefined || bodies === undefined) return undefined
    try {
      const safe = redact(body)
      const kept = bodies.redact === undefined ? safe : bodies.redact(safe, { operation, part })
      return kept !== undefined && Buffer.byteLength(JSON.stringify(kept)) <= bodies.maxBytes ? kept : undefined
    } catch {
      return undefined
    }
  }

  #make(): void {
    if (this.#noted.length === 0) return
    const noted = this.#noted
    this.#noted = []
    const entries: RequestEntry[] = []
    for (const make of noted) {
      try {
        entries.push(make())
      } catch {
        this.#count.dropped(1)
      }
    }
    this.#place.add(entries)
  }
}
