/** What was looked up, for a while: one lookup at a time for each name, failures for a short time, all of it bounded. */

export interface LookupSettings {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** How long a success is used. */
  readonly freshMs: number
  /** How long a failure is: at most 60 s. */
  readonly failedMs: number
  /** So many names; beyond them the one that was looked up longest ago is forgotten. */
  readonly most: number
}

interface Entry<T> {
  readonly value: T
  readonly isGood: boolean
  readonly at: number
}

/** How seldom a name is looked up again because its value lacked something. */
const cooldownMs = 30_000

export class Lookups<T> {
  readonly #settings: LookupSettings
  readonly #isGood: (value: T) => boolean
  readonly #entries = new Map<string, Entry<T>>()
  readonly #flights = new Map<string, Promise<T>>()

  constructor(isGood: (value: T) => boolean, settings: LookupSettings) {
    this.#isGood = isGood
    this.#settings = settings
  }

  /** What is known of a name, or what a lookup finds. `load` never rejects. */
  async get(name: string, load: () => Promise<T>): Promise<T> {
    const entry = this.#entries.get(name)
    const { freshMs, failedMs } = this.#settings
    if (entry !== undefined && this.#isWithin(entry, entry.isGood ? freshMs : Math.min(failedMs, 60_000))) {
      return entry.value
    }
    return this.#load(name, load)
  }

  /** Looks up again, unless that was done a moment ago. */
  async again(name: string, load: () => Promise<T>): Promise<T> {
    const entry = this.#entries.get(name)
    return entry !== undefined && this.#isWithin(entry, cooldownMs) ? entry.value : this.#load(name, load)
  }

  /** A clock that was set back makes nothing young. */
  #isWithin({ at }: Entry<T>, span: number): boolean {
    const age = this.#settings.now() - at
    return age >= 0 && age < span
  }

  #load(name: string, load: () => Promise<T>): Promise<T> {
    const flying = this.#flights.get(name)
    if (flying !== undefined) return flying
    const flight = load()
      .then(value => {
        this.#entries.delete(name)
        this.#entries.set(name, { value, isGood: this.#isGood(value), at: this.#settings.now() })
        if (this.#entries.size > this.#settings.most) {
          this.#entries.delete(this.#entries.keys().next().value as string)
        }
        return value
      })
      .finally(() => this.#flights.delete(name))
    this.#flights.set(name, flight)
    return flight
  }
}
