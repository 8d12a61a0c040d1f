/** What is remembered of each caller, for no more than so many callers. */
import { createHmac, randomBytes } from 'node:crypto'

export const maxCallers = 100_000

/** So many of those who were away for longest are looked at when there is no place. */
const looks = 16
const sharedStates = 256

export interface StateOptions<T> {
  /** Who answers for the caller, such as its tenant or network. One group takes no more than half of the places. */
  readonly group: string
  make(): T
  /** Whether forgetting a state changes nothing: a bucket that is full again, a count of a day that is over. */
  isAsNew(state: T): boolean
}

/**
 * States by caller. A state that still limits its caller is never forgotten, however many others come: callers for whom
 * there is no place share a state with others, their own group's first.
 */
export class CallerStates<T> {
  readonly #states = new Map<string, { readonly state: T; readonly group: string }>()
  readonly #groups = new Map<string, number>()
  readonly #shared = new Map<number, T>()
  readonly #secret = randomBytes(16)
  readonly #most: number
  readonly #mostOfGroup: number

  constructor(most = maxCallers) {
    this.#most = most
    this.#mostOfGroup = Math.max(1, Math.floor(most / 2))
  }

  get(key: string, { group, make, isAsNew }: StateOptions<T>): T {
    const known = this.#states.get(key)
    if (known !== undefined) {
      this.#states.delete(key)
      this.#states.set(key, known)
      return known.state
    }
    const isFull = this.#states.size >= this.#most || (this.#groups.get(group) ?? 0) >= this.#mostOfGroup
    if (isFull) this.#forgetSome(isAsNew)
    const taken = this.#groups.get(group) ?? 0
    if (this.#states.size >= this.#most || taken >= this.#mostOfGroup) return this.#sharedOf(group, make)
    const state = make()
    this.#states.set(key, { state, group })
    this.#groups.set(group, taken + 1)
    return state
  }

  #forgetSome(isAsNew: (state: T) => boolean): void {
    let left = looks
    for (const [key, { state, group }] of this.#states) {
      if (left-- === 0) return
      if (!isAsNew(state)) continue
      this.#states.delete(key)
      const others = (this.#groups.get(group) ?? 1) - 1
      if (others === 0) this.#groups.delete(group)
      else this.#groups.set(group, others)
    }
  }

  /** Nobody can choose whom they share a state with: the hash has a secret. */
  #sharedOf(group: string, make: () => T): T {
    const place = createHmac('sha256', this.#secret).update(group).digest().readUInt32BE() % sharedStates
    const state = this.#shared.get(place) ?? make()
    this.#shared.set(place, state)
    return state
  }
}
