/** Whether a stream of events stands between two of them. */

const lf = 10
const cr = 13

export class EventBoundary {
  /** The last bytes of what was sent, the newest last: an event ends with two line ends. */
  #last: readonly number[] = []
  #hasSent = false

  /** True before the first event, and after the blank line that ends one. */
  get isBetween(): boolean {
    if (!this.#hasSent) return true
    const [c, b, a] = [this.#last.at(-1), this.#last.at(-2), this.#last.at(-3)]
    if (c === cr) return b === cr || b === lf
    if (c !== lf) return false
    return b === lf || (b === cr && (a === lf || a === cr))
  }

  sent(chunk: Uint8Array): void {
    const size = chunk.byteLength
    if (size === 0) return
    this.#hasSent = true
    if (size >= 3) this.#last = [chunk[size - 3] as number, chunk[size - 2] as number, chunk[size - 1] as number]
    else this.#last = [...this.#last, ...chunk].slice(-3)
  }
}
