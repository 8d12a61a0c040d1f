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
  /** When it was last looked up because it lacked something, be it in vain. */
  readonly againAt: number
}

/** How seldom a name is looked up again because its value lacked something. */
const cooldownMs = 30_000
/** What is younger lacks what it lacks. */
const newMs = 1000

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
    if (entry !== undefined && this.#isWithin(entry.at, entry.isGood ? freshMs : Math.min(failedMs, 60_000))) {
      return entry.value
    }
    return this.#load(name, load)
  }

  /**
   * Looks up again, unless that was done a moment ago. What is good and fresh stays when the new lookup fails: anyone can
   * cause one, by asking for something that does not exist.
   */
  async again(name: string, load: () => Promise<T>): Promise<T> {
    const entry = this.#entries.get(name)
    const isRecent =
      entry !== undefined && (this.#isWithin(entry.at, newMs) || this.#isWithin(entry.againAt, cooldownMs))
    return isRecent ? entry.value : this.#load(name, load, true)
  }

  /** A clock that was set back makes nothing young. */
  #isWithin(at: number, span: number): boolean {
    const age = this.#settings.now() - at
    return age >= 0 && age < span
  }

  #load(name: string, load: () => Promise<T>, isAgain = false): Promise<T> {
    const flying = this.#flights.get(name)
    if (flying !== undefined) return flying
    const flight = load()
      .then(value => this.#keep(name, value, isAgain))
      .finally(() => this.#flights.delete(name))
    this.#flights.set(name, flight)
    return flight
  }

  #keep(name: string, value: T, isAgain: boolean): T {
    const { now, freshMs, most } = this.#settings
    const [at, before] = [now(), this.#entries.get(name)]
    const isGood = this.#isGood(value)
    const isKept = !isGood && before?.isGood === true && this.#isWithin(before.at, freshMs)
    const againAt = isAgain ? at : (before?.againAt ?? Number.NEGATIVE_INFINITY)
    const entry = isKept ? { ...before, againAt } : { value, isGood, at, againAt }
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    if (this.#entries.size > most) this.#entries.delete(this.#entries.keys().next().value as string)
    return entry.value
  }
}
