/** From an outcome to a response in the caller's contract. */
import { challenge } from '../auth/auth-error.ts'
import { headerReference, type Loss } from '../codec/loss.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import { httpFaults } from '../outcome/fault.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { HttpWire } from '../wire/http.ts'
import type { Served } from './negotiate.ts'
import { withReferences } from './uri-reference.ts'

export interface AnswerOptions {
  served: Served
  vary: readonly string[]
  /** Headers beside the contract's own. */
  headers?: Record<string, string | undefined>
  /** Another status than the contract's for a completed outcome. */
  status?: number | undefined
  /** HEAD: the head alone. */
  headOnly?: boolean
  /** What a 401 asks for; a bearer token unless said. */
  challenge?: string
}

export interface Answered {
  response: Response
  losses: Loss[]
}

/** Writes an outcome. */
export function answer(outcome: Outcome, exchange: SealedExchange, options: AnswerOptions): Answered {
  const { wire, losses } = options.served.face.encode(withReferences(outcome), exchange)
  return { response: responseOf(wire, outcome, exchange, options), losses }
}

function responseOf(wire: HttpWire, outcome: Outcome, exchange: SealedExchange, options: AnswerOptions): Response {
  const headers = new Headers({ ...wire.headers })
  for (const [name, id] of [
    ['x-request-id', exchange.requestId],
    ['x-correlation-id', exchange.correlationId],
  ] as const) {
    // A body may bring an id that no header can hold.
    if (/^[\x21-\x7e]{1,128}$/.test(id)) headers.set(name, id)
    else headers.delete(name)
  }
  const wait = outcome.kind === 'failed' ? outcome.fault.retryAfterMs : undefined
  if (wait !== undefined && !headers.has('retry-after')) headers.set('retry-after', String(Math.ceil(wait / 1000)))
  const status = options.status ?? statusOf(wire, outcome)
  const statusUrl = headerReference(outcome.task?.statusUrl)
  if (status === 202 && statusUrl !== undefined && !headers.has('location')) headers.set('location', statusUrl)
  // RFC 9110 §15.5.2: every 401 says what it asks for. A contract does not know how this server takes credentials.
  if (status === 401 && (outcome.kind === 'failed' || !headers.has('www-authenticate'))) {
    headers.set('www-authenticate', options.challenge ?? challenge())
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) if (value !== undefined) headers.set(name, value)
  mergeVary(headers, options.vary)
  if (status === 204) return new Response(null, { status, headers })
  const body = wire.body.bytes
  headers.set('content-length', String(body.byteLength))
  return new Response(options.headOnly ? null : (body as Uint8Array<ArrayBuffer>), {
    status,
    headers,
  })
}

/** HTTP's own faults have their own statuses in every contract. */
function statusOf(wire: HttpWire, outcome: Outcome): number {
  const own =
    outcome.kind === 'failed' && outcome.fault.category === 'invalid' ? httpFaults[outcome.fault.code] : undefined
  return own ?? wire.status ?? 200
}

/** Adds to Vary what was looked at, once each. */
export function mergeVary(headers: Headers, names: readonly string[]): void {
  const there = (headers.get('vary') ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
  const all = [...there, ...names]
  const once = all.filter((name, index) => all.findIndex(other => other.toLowerCase() === name.toLowerCase()) === index)
  if (once.length > 0) headers.set('vary', once.toSorted().join(', '))
}
