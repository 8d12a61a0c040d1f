/** Answers that are kept in memory: bounded by their number and their bytes; those that were not used for long go first. */

export interface KeptAnswer<V> {
  readonly value: V
  readonly bytes: number
  readonly until: number
  /** The request headers that it depends on, and their values. */
  readonly vary: readonly (readonly [name: string, value: string])[]
}

export class AnswerCache<V> {
  readonly #entries = new Map<string, KeptAnswer<V>[]>()
  readonly #mostBytes: number
  readonly #mostEntries: number
  #bytes = 0
  #count = 0

  constructor(mostBytes: number, mostEntries: number) {
    this.#mostBytes = mostBytes
    this.#mostEntries = mostEntries
  }

  get bytes(): number {
    return this.#bytes
  }

  /** A fresh answer to a request with these headers. */
  find(key: string, header: (name: string) => string | undefined, now: number): KeptAnswer<V> | undefined {
    const list = this.#entries.get(key)
    if (list === undefined) return undefined
    const fresh = list.filter(({ until }) => now < until)
    this.#replace(key, list, fresh)
    return fresh.find(({ vary }) => vary.every(([name, value]) => (header(name) ?? '') === value))
  }

  keep(key: string, answer: KeptAnswer<V>): void {
    if (answer.bytes > this.#mostBytes) return
    const list = this.#entries.get(key) ?? []
    const same = JSON.stringify(answer.vary)
    this.#replace(key, list, [...list.filter(({ vary }) => JSON.stringify(vary) !== same), answer])
    while (this.#bytes > this.#mostBytes || this.#count > this.#mostEntries) {
      const [oldest] = this.#entries
      if (oldest === undefined) return
      const [first, answers] = oldest
      this.#replace(first, answers, first === key ? answers.slice(1) : [])
    }
  }

  /** Puts a list at the end: it was used last. */
  #replace(key: string, before: readonly KeptAnswer<V>[], after: KeptAnswer<V>[]): void {
    this.#entries.delete(key)
    if (after.length > 0) this.#entries.set(key, after)
    for (const { bytes } of before) this.#bytes -= bytes
    for (const { bytes } of after) this.#bytes += bytes
    this.#count += after.length - before.length
  }
}
