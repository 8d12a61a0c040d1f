/** Hands moments from a call to a loop, one at a time: a call waits while the loop is busy. */
import type { Moment } from '../outcome/moment.ts'

export class MomentChannel {
  #next: Moment | undefined
  #isOver = false
  #error: { readonly thrown: unknown } | undefined
  #isLeft = false
  #wake: (() => void) | undefined
  #taken: (() => void) | undefined
  readonly #leave: () => void

  constructor(leave: () => void) {
    this.#leave = leave
  }

  /** Waits until the moment was taken. */
  async send(moment: Moment): Promise<void> {
    if (this.#isLeft) return
    this.#next = moment
    this.#wake?.()
    await new Promise<void>(resolve => {
      this.#taken = resolve
    })
  }

  end(moment: Moment): void {
    this.#next = moment
    this.#isOver = true
    this.#wake?.()
  }

  /** The call was rejected: the loop throws why. */
  fail(thrown: unknown): void {
    this.#error = { thrown }
    this.#isOver = true
    this.#wake?.()
  }

  async *read(): AsyncGenerator<Moment, void> {
    try {
      for (;;) {
        while (this.#next === undefined) {
          if (this.#error !== undefined) throw this.#error.thrown
          await new Promise<void>(resolve => {
            this.#wake = resolve
          })
        }
        const moment = this.#next
        this.#next = undefined
        const isLast = this.#isOver
        this.#taken?.()
        yield moment
        if (isLast) return
      }
    } finally {
      this.#isLeft = true
      if (!this.#isOver) this.#leave()
      this.#taken?.()
    }
  }
}
