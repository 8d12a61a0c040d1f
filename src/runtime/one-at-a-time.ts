/** Runs pieces of work one after the other, for what needs much memory: however many wait, one has it. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work)
    this.#last = next.catch(() => {})
    return next
  }
}
