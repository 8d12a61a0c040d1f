/** What gateways share through a store, and the upkeep of it. */
import { freeLeases } from '../../runtime/recovery.ts'
import { type LazyStore, lazyStore } from '../../store/lazy.ts'
import { SharedPlaces } from './shared-places.ts'
import { SliceHolder } from './slice-holder.ts'
import { type LinkParts, StoreLink } from './store-link.ts'

export type SharedParts = Omit<LinkParts, 'store'>

/** So long a gateway waits at its start. */
const openMs = 5000
/** How often dead processes of this host are looked for. */
const lookMs = 5000
/** A stream that finds no place looks again, at most so often. */
const oftenMs = 1000
const pruneMs = 60_000
/** So many rows a transaction. */
const pruneLimit = 200

export class SharedLimits {
  readonly slices: SliceHolder
  readonly places: SharedPlaces
  readonly #link: StoreLink
  readonly #store: LazyStore
  #timers: NodeJS.Timeout[] = []
  #lookedAt = Number.NEGATIVE_INFINITY
  #pruning: Promise<void> = Promise.resolve()

  constructor(store: LazyStore, parts: SharedParts) {
    this.#store = store
    this.#link = new StoreLink({ ...parts, store })
    this.slices = new SliceHolder(this.#link)
    this.places = new SharedPlaces(this.#link, () => this.#freeDead(oftenMs))
    store.onOpen(() => {
      this.#timers = [
        setInterval(() => void this.#freeDead(lookMs / 2), lookMs).unref(),
        setInterval(() => this.#prune(), pruneMs).unref(),
      ]
    })
  }

  /** Opens the store, so that the first calls do not wait for that. False when it cannot be reached soon. */
  async open(): Promise<boolean> {
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), openMs)
    const opening = this.#store.open().then(
      () => true,
      () => false,
    )
    const isOpen = await Promise.race([opening, late.promise])
    clearTimeout(timer)
    return isOpen
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([this.slices.close(), this.places.close(), this.#pruning])
  }

  /** False when it was done a moment ago, or could not be done. */
  async #freeDead(atMostEveryMs: number): Promise<boolean> {
    if (performance.now() - this.#lookedAt < atMostEveryMs) return false
    this.#lookedAt = performance.now()
    try {
      await freeLeases(this.#store, this.#link.now())
      return true
    } catch {
      return false
    }
  }

  #prune(): void {
    this.#pruning = this.#pruning.then(async () => {
      try {
        while ((await this.#link.do('pruneLimits', { now: this.#link.now(), limit: pruneLimit })) > 0);
      } catch {
        // The next time.
      }
    })
  }
}

/** Stores by their address: one that a reload does not change stays open, with what was taken from it. */
export class StoreShelf {
  readonly #stores = new Map<string, SharedStore & { holders: number }>()

  take(url: string | undefined, parts: SharedParts): StoreLease {
    if (url === undefined) return { release: async () => {} }
    const known = this.#stores.get(url) ?? { ...openShared(url, parts), holders: 0 }
    this.#stores.set(url, known)
    known.holders += 1
    return {
      store: known.store,
      limits: known.limits,
      release: async () => {
        if (--known.holders > 0) return
        this.#stores.delete(url)
        await known.limits?.close()
        await known.store.close()
      },
    }
  }
}

interface SharedStore {
  readonly store: LazyStore
  /** None for a store in memory, which nobody shares. */
  readonly limits: SharedLimits | undefined
}

function openShared(url: string, parts: SharedParts): SharedStore {
  const store = lazyStore(url)
  return { store, limits: url === 'sqlite::memory:' ? undefined : new SharedLimits(store, parts) }
}

export interface StoreLease {
  /** Opened when it is first needed. */
  readonly store?: LazyStore | undefined
  readonly limits?: SharedLimits | undefined
  release(): Promise<void>
}
