/** The one way out over HTTP: an outcome as an answer in the caller's contract, and the head that all answers share. */
import { challenge } from '../../auth/auth-error.ts'
import { abandonBody, type HttpAnswer } from '../../carriers/http/message.ts'
import { headerReference, type Loss } from '../../codec/loss.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { httpFaults } from '../../outcome/fault.ts'
import { canceled, type Outcome } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { HttpWire } from '../../wire/http.ts'
import { sendableHeaders } from '../author-headers.ts'
import { preferencesOf } from '../durable/call-terms.ts'
import { wantedExport, writeExport } from '../exports.ts'
import { setIds } from '../ids.ts'
import type { HttpEdition } from '../negotiate.ts'
import { account, sealed } from '../pipeline/account.ts'
import { finish } from '../pipeline/finish.ts'
import type { EventStream } from './event-stream.ts'
import type { ForwardedAnswer, HttpCall } from './http-call.ts'
import { mergeVary } from './vary.ts'

/** Answers with what came of a call. */
export function writeResult(call: HttpCall, result: RunResult): HttpAnswer | Promise<HttpAnswer> {
  if (call.http.isGone) {
    abandonBody(call.forwarded?.body)
    return goneAnswer(call)
  }
  if (call.forwarded !== undefined) {
    if (call.forwarded.outcome === result.outcome) return forwardedAnswer(call, call.forwarded)
    abandonBody(call.forwarded.body)
  }
  const outcome = finish(call, result)
  const exchange = sealed(call, result.exchange)
  const form = wantedExport(call, outcome)
  if (form === undefined || outcome.kind !== 'completed') {
    const answer = plainAnswer(call, outcome, exchange, result)
    account(call, outcome, { status: answer.status })
    return answer
  }
  return writeExport(call, form, outcome, exchange).then(answer => {
    account(call, outcome, { status: answer.status })
    return answer
  })
}

/** The answer of an upstream as it came: nothing has changed what it says. */
function forwardedAnswer(call: HttpCall, forwarded: ForwardedAnswer): HttpAnswer {
  const { status, headers, cookies, body, outcome } = forwarded
  setIds(headers, call.exchange)
  for (const name in call.headers) headers[name] = call.headers[name] as string
  mergeVary(headers, call.vary)
  // A stream is accounted for when it has ended.
  if (!forwarded.isStream) account(call, outcome, { status })
  return { status, headers, cookies, body }
}

function plainAnswer(call: HttpCall, outcome: Outcome, exchange: SealedExchange, result: RunResult): HttpAnswer {
  const definition = call.target?.operation
  const chosen = outcome.kind === 'completed' ? definition?.status?.(outcome, result.input) : undefined
  const status = call.isBroken ? 500 : sendableStatus(call, chosen)
  return writeOutcome(outcome, exchange, {
    served: call.contractEdition,
    noteTo: call,
    vary: call.vary,
    status,
    challenge: call.server.challenge,
    headers: { ...call.headers, ...resultHeaders(call, outcome, result) },
  })
}

/** A status of an author's making; none where HTTP has no such final status. */
function sendableStatus(call: HttpCall, status: number | undefined): number | undefined {
  if (status === undefined || (Number.isInteger(status) && status >= 200 && status <= 599)) return status
  call.log.warn({ status: String(status) }, 'a status cannot be sent')
  return undefined
}

/** What a run adds to the head of its answer. */
function resultHeaders(call: HttpCall, outcome: Outcome, { input }: RunResult): Record<string, string> {
  const { approvals, base, server, target, http } = call
  return {
    ...(outcome.kind === 'completed' ? sendableHeaders(call, target?.operation?.headers?.(outcome, input)) : undefined),
    // RFC 7240 §3: for callers who preferred it, and for no one else.
    ...(outcome.kind === 'pending' && outcome.task !== undefined && prefersAsync(http.header('prefer'))
      ? { 'preference-applied': 'respond-async' }
      : undefined),
    ...(approvals === undefined
      ? undefined
      : { link: approvals.map(id => `<${base}${server.prefix}/approvals/${id}>; rel="approval"`).join(', ') }),
  }
}

function prefersAsync(prefer: string | undefined): boolean {
  return prefer !== undefined && preferencesOf(prefer)?.async === true
}

/** The caller left before there was an answer: nobody reads this, and nothing failed. */
export function goneAnswer(call: HttpCall): HttpAnswer {
  account(call, canceled(), { status: 499, code: 'CLIENT_GONE' })
  return { status: 499, headers: {} }
}

/** The reader of a stream has left: its place is free at once, though its run may take a while to stop. */
export function readerLeft(call: HttpCall): void {
  call.onEnd?.()
  call.open.stop()
}

export interface WriteOptions {
  served: HttpEdition
  vary: readonly string[]
  /** Headers in addition to the contract's own. */
  headers?: Readonly<Record<string, string | undefined>>
  /** Another status than the contract's for a completed outcome. */
  status?: number | undefined
  /** What a 401 asks for. Default: a bearer token. */
  challenge?: string
  /** Receives what the contract had no place for. */
  noteTo?: { losses: readonly Loss[] | undefined }
}

/** Writes an outcome in a contract. */
export function writeOutcome(outcome: Outcome, exchange: SealedExchange, options: WriteOptions): HttpAnswer {
  const { wire, losses } = options.served.face.encode(outcome, exchange)
  if (options.noteTo !== undefined) options.noteTo.losses = losses
  const headers: Record<string, string> = { ...wire.headers }
  setIds(headers, exchange)
  const wait = outcome.kind === 'failed' ? outcome.fault.retryAfterMs : undefined
  if (wait !== undefined) headers['retry-after'] ??= String(Math.ceil(wait / 1000))
  const status = options.status ?? statusOf(wire, outcome)
  const statusUrl = status === 202 ? headerReference(outcome.task?.statusUrl) : undefined
  if (statusUrl !== undefined) headers.location ??= statusUrl
  // RFC 9110 §15.5.2: every 401 says what it asks for. A contract does not know how this server takes credentials.
  if (status === 401 && (outcome.kind === 'failed' || headers['www-authenticate'] === undefined)) {
    headers['www-authenticate'] = options.challenge ?? challenge()
  }
  for (const name in options.headers) {
    const value = options.headers[name]
    if (value !== undefined) headers[name] = value
  }
  mergeVary(headers, options.vary)
  if (status === 204) return { status, headers }
  // As a text, head and body are one write.
  const body = wire.body.payload
  headers['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength)
  return { status, headers, body }
}

/** HTTP's own faults have their own statuses in every contract. */
function statusOf(wire: HttpWire, outcome: Outcome): number {
  const chosen =
    outcome.kind === 'failed' && outcome.fault.category === 'invalid' ? httpFaults[outcome.fault.code] : undefined
  return chosen ?? wire.status ?? 200
}

export interface StreamParts {
  body: EventStream
  /** The task whose log the events are read from, or will be. */
  taskId?: string | undefined
}

/** The head of a stream: the contract's own, and what keeps a stream flowing. */
export function streamAnswer(call: HttpCall, exchange: SealedExchange, { body, taskId }: StreamParts): HttpAnswer {
  // Work goes on: no header may claim an end, how long it took, or where to ask for it.
  const working: Outcome = { kind: 'pending', phase: 'working' }
  const { contractEdition: served, vary, base, server, contract } = call
  const { headers } = writeOutcome(working, exchange, { served, vary, headers: call.headers })
  for (const name of ['content-length', 'server-timing', 'location', 'retry-after']) delete headers[name]
  headers['content-type'] = 'text/event-stream'
  headers['cache-control'] = 'no-cache'
  headers['x-accel-buffering'] = 'no'
  // RFC 9110 §8.7: where the same events can be had again, in the same contract.
  if (taskId !== undefined) {
    headers['content-location'] = `${base}${server.prefix}/operations/${taskId}/events?envelope=${contract}`
  }
  return { status: 200, headers, body }
}
