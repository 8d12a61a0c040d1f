/** The last stage: sends the call to an upstream, and keeps what it answers for the stage that verifies it. */
import { serverResult } from '../agent/run.ts'
import { fault } from '../outcome/fault.ts'
import { isOutcome } from '../outcome/is-outcome.ts'
import { canceled } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { Stage } from '../server/pipeline/call-record.ts'
import { mediaTypeOf } from '../wire/http.ts'
import { heldApprovals, tokensOf } from './durable/hold-tokens.ts'
import { upstreamKey } from './durable/upstream-key.ts'
import { requestHeaders } from './forward-headers.ts'
import type { GatewayCall } from './gateway-call.ts'
import { pipeStream } from './stream/pipe-stream.ts'
import { pipeBody } from './stream/piped-body.ts'
import type { BodyPlan, UpstreamHead, UpstreamRequest } from './upstream/upstream-call.ts'
import { UpstreamError } from './upstream/upstream-error.ts'
import { upstreamFault } from './upstream-faults.ts'
import { isRead } from './verify.ts'

/** §11.6 of the profile: streams have so much more time. */
const streamExtraMs = 30_000

/** Bodies that nobody verifies are collected up to this length, which costs less than handing them on. */
const shortBytes = 64 * 1024

export const forward: Stage<GatewayCall> = async call => {
  const body = await call.requestBytes()
  if (body === undefined) {
    const message = `The body is larger than ${call.gatewayRoute.maxBodyBytes} bytes.`
    return serverResult(fault('invalid', message, { code: 'PAYLOAD_TOO_LARGE', began: false }))
  }
  const began = performance.now()
  try {
    const { answer, target } = await call.compiled.pool.send(requestOf(call, body), {
      expiresAt: expiryOf(call),
      open: call.stop,
      plan: head => planOf(call, head),
    })
    call.upstreamMs = performance.now() - began
    if (answer.body instanceof Uint8Array) {
      call.received = { ...answer, body: answer.body, target }
      return notRead
    }
    if (!call.stream || !isEventStream(answer)) return pipeBody(call, answer, answer.body, target)
    if (isCompressed(answer)) {
      answer.body.cancel()
      throw new UpstreamError('broken', true)
    }
    return pipeStream(call, answer, answer.body, target)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    call.failure = error.failure
    call.upstreamMs = performance.now() - began
    return error.failure === 'stopped' ? stopped(call) : serverResult(upstreamFault(error))
  }
}

/** Stands for an answer until it was verified. */
const notRead: RunResult = { outcome: { kind: 'pending', phase: 'working' }, exchange: {} }

/** The gateway stops; or the caller has left, and nobody reads the answer. */
function stopped({ stop }: GatewayCall): RunResult {
  return { outcome: isOutcome(stop.reason) ? stop.reason : canceled(), author: 'server', exchange: {} }
}

/** When the time of a call is over, by the clock of `performance.now()`; 0: never. */
export function expiryOf({ gatewayRoute: { executionTimeoutSeconds }, stream }: GatewayCall): number {
  if (executionTimeoutSeconds === 0) return 0
  return performance.now() + executionTimeoutSeconds * 1000 + (stream ? streamExtraMs : 0)
}

/** Methods that change nothing, however often they are called (RFC 9110 §9.2.1). */
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

function requestOf(call: GatewayCall, body: Uint8Array): UpstreamRequest {
  const { http, stream } = call
  const sent = http.allHeaders()
  return {
    method: http.method,
    path: `${call.path}${http.search}`,
    headers: requestHeaders({ sent, set: gatewayHeaders(call, sent), isVerified: isVerified(call) || stream }),
    body: body.byteLength === 0 ? undefined : body,
    mayRepeat: mayRepeat(call, sent),
    stream,
  }
}

/** A request without effects, or one with a key that the upstream knows. */
function mayRepeat({ http, compiled }: GatewayCall, sent: Readonly<Record<string, string>>): boolean {
  if (safe.has(http.method)) return true
  return sent['idempotency-key'] !== undefined && compiled.durability?.idempotency?.upstreamKnowsKeys !== false
}

/** What the gateway says of a call, and what its plugins add. */
export function gatewayHeaders(
  call: GatewayCall,
  sent: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const { exchange, http, address, forwardHeaders } = call
  const headers = forwardHeaders
  headers['x-request-id'] = exchange.requestId
  if (call.compiled.durability !== undefined) addDurableHeaders(call, headers)
  headers['x-correlation-id'] = exchange.correlationId
  headers.traceparent = call.trace?.traceparent
  // Without the one that it belongs to, it says nothing.
  if (call.trace === undefined) headers.tracestate = undefined
  if (address !== undefined) {
    const before = sent['x-forwarded-for']
    headers['x-forwarded-for'] = before === undefined ? address : `${before}, ${address}`
  }
  const at = http.origin.indexOf('://')
  headers['x-forwarded-proto'] = http.origin.slice(0, at)
  headers['x-forwarded-host'] = http.origin.slice(at + 3)
  return headers
}

/** The key that stands for the call, and no token of this gateway. */
function addDurableHeaders(call: GatewayCall, headers: Record<string, string | undefined>): void {
  const { durability } = call.compiled
  if (call.terms !== undefined) headers['idempotency-key'] = upstreamKey(call.request, call.caller)
  if (durability?.approval !== undefined) headers['x-approval-token'] = heldTokens(call)
  if (durability?.tasks !== undefined) headers.prefer = undefined
}

function heldTokens(call: GatewayCall): string | undefined {
  const tokens = tokensOf(heldApprovals(call))
  return tokens.length === 0 ? undefined : tokens.join(',')
}

function isVerified({ compiled }: GatewayCall): boolean {
  return isRead(compiled)
}

/** Whether an upstream answers with a stream of events. */
export function isEventStream({ status, headers }: UpstreamHead): boolean {
  return status === 200 && mediaTypeOf(headers['content-type']) === 'text/event-stream'
}

/** Where one event ends cannot be seen in compressed bytes. */
function isCompressed({ headers }: UpstreamHead): boolean {
  return !['', 'identity'].includes(String(headers['content-encoding'] ?? ''))
}

/** How the body of an answer is taken. */
export function planOf(
  call: Pick<GatewayCall, 'gatewayRoute' | 'compiled' | 'method' | 'stream'>,
  head: UpstreamHead,
): BodyPlan {
  const { enforce } = call.gatewayRoute
  if (call.method === 'HEAD') return { most: Number.POSITIVE_INFINITY, beyond: 'refuse' }
  const isEvents = isEventStream(head)
  if (isEvents && (call.stream || enforce === 'report' || enforce === 'off')) return 'stream'
  const most = call.compiled.limits.maxVerifiedBodyBytes
  if (call.compiled.durability !== undefined) return { most, beyond: 'refuse' }
  if (enforce === 'off') {
    const isShort = Number(head.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= shortBytes
    return isShort ? { most: shortBytes, beyond: 'stream' } : 'stream'
  }
  if (isEvents) return new UpstreamError('unwanted-stream', true)
  return { most, beyond: enforce === 'report' ? 'stream' : 'refuse' }
}
