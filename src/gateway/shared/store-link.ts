/** The store as limits ask it: an answer soon, or none. While it is away, nobody waits for it. */
import {
  type ResultOf,
  type Store,
  type StoreInput,
  type StoreOperationName,
  StoreUnavailableError,
} from '../../store/store.ts'

export interface LinkParts {
  readonly store: Store
  /** Unix milliseconds, as rows have them. */
  now(): number
  /** Counts what became of a question. */
  readonly onAnswer: (result: 'answered' | 'failed') => void
}

/** So long a question may take. */
const answerMs = 3000
/** So long after a failure nothing is asked that a call would wait for. */
const pauseMs = 1000

export class StoreLink {
  readonly now: () => number
  readonly store: Store
  readonly #onAnswer: LinkParts['onAnswer']
  #awayUntil = 0

  constructor({ store, now, onAnswer }: LinkParts) {
    this.store = store
    this.now = now
    this.#onAnswer = onAnswer
  }

  get isAway(): boolean {
    return performance.now() < this.#awayUntil
  }

  /** Rejects when there was no answer. What was asked may have been done, or be done later. */
  async do<N extends StoreOperationName>(name: N, input: StoreInput<N>): Promise<ResultOf<N>> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new StoreUnavailableError()), answerMs)
    try {
      const result = await Promise.race([this.store.do(name, input), late.promise])
      this.#awayUntil = 0
      this.#onAnswer('answered')
      return result
    } catch (error) {
      this.#awayUntil = performance.now() + pauseMs
      this.#onAnswer('failed')
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
