/** What comes of running a call. */
import type { Exchange } from './exchange.ts'
import type { Outcome } from './outcome.ts'

/** The result of one run: the outcome, what the run adds to the exchange, and who made the outcome. */
export interface RunResult {
  outcome: Outcome
  /** Set where the server made the outcome and not the handler: a refusal, a timeout, a failure. */
  author?: 'server'
  /** The input as its schema made it; undefined when it was refused. */
  input?: unknown
  /** What the run adds to the exchange. */
  exchange: Pick<
    Exchange,
    'query' | 'billing' | 'durationMs' | 'replayed' | 'context' | 'conversationId' | 'governance' | 'push'
  >
}

/** The decision of a person on an approval. */
export interface Decision {
  by: string
  at: string
  note?: string
}
