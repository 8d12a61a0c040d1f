/** Answers that are looked up once for many: remembered for a time, bounded, and asked for once at a time. */

/** An answer, and for how long it is good; 0: it is not remembered. */
export interface LookedUp<V> {
  readonly value: V
  readonly ttlMs: number
}

export class SharedLookups<V> {
  readonly #known = new Map<string, { value: V; until: number }>()
  readonly #flights = new Map<string, Promise<V>>()
  readonly #most: number
  readonly #now: () => number

  constructor(most: number, now: () => number) {
    this.#most = most
    this.#now = now
  }

  get size(): number {
    return this.#known.size
  }

  /** What is remembered of a key. */
  known(key: string): V | undefined {
    const found = this.#known.get(key)
    if (found === undefined) return undefined
    this.#known.delete(key)
    // Said this way round, a time that is no number has passed.
    if (!(this.#now() < found.until)) return undefined
    this.#known.set(key, found)
    return found.value
  }

  /** Looks a key up, unless somebody does already. What fails is not remembered. */
  lookUp(key: string, look: () => Promise<LookedUp<V>>): Promise<V> {
    const flying = this.#flights.get(key)
    if (flying !== undefined) return flying
    const flight = look()
      .then(({ value, ttlMs }) => {
        if (ttlMs > 0) this.#remember(key, value, this.#now() + ttlMs)
        return value
      })
      .finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }

  #remember(key: string, value: V, until: number): void {
    this.#known.delete(key)
    this.#known.set(key, { value, until })
    if (this.#known.size <= this.#most) return
    const [oldest] = this.#known.keys()
    if (oldest !== undefined) this.#known.delete(oldest)
  }
}
