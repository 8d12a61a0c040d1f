/** What belongs to one call and not to what happened: a replay is a stored outcome in a new exchange. */
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Extra } from './outcome.ts'

/** How the request was understood. */
export interface QueryEcho {
  input?: JsonObject
  filters?: JsonObject
  unparsed?: string[]
  extra?: Extra
}

/** What surrounds an outcome: ids, times, the caller's context. */
export interface Exchange {
  requestId?: string
  correlationId?: string
  conversationId?: string
  /** The operation that this answers: a task type, a tool, a skill. */
  operation?: string
  /** The caller's opaque context as its JSON text, so that it is echoed to the letter. */
  context?: string
  governance?: string
  replayed?: boolean
  /** When the answer was made: an RFC 3339 date-time, as it was spelled. */
  at?: string
  durationMs?: number
  query?: QueryEcho
  billing?: { units?: number; tag?: string }
  /** The push-notification registration, echoed to the caller who made it. */
  push?: Json
  extra?: Extra
}

/** An exchange that can be written in any contract. A duration that nobody measured is not made up here. */
export type SealedExchange = Exchange & {
  requestId: string
  correlationId: string
  at: string
}

/** Where a seal takes what an exchange lacks. Injected, so that contracts stay pure. */
export interface SealSource {
  id(): string
  now(): Date
}

const system: SealSource = { id: () => crypto.randomUUID(), now: () => new Date() }

/**
 * Fills in what every contract can rely on. A missing correlation id is the request id.
 *
 * @example
 * seal({ requestId: 'req-1' }).correlationId // 'req-1'
 */
export function seal(exchange: Exchange, source: SealSource = system): SealedExchange {
  // An empty id is none.
  const requestId = exchange.requestId || source.id()
  return {
    ...exchange,
    requestId,
    correlationId: exchange.correlationId || requestId,
    at: exchange.at ?? source.now().toISOString(),
  }
}
