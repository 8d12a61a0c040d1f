/**
 * A stream of events from an upstream to the caller: each piece is sent as it comes (§11.3 of the profile). Comments that
 * keep it open, and the event that ends it after a failure, are put between events only; where the upstream breaks off in
 * the middle of one, the connection is cut, so that no reader takes the half of an event for a whole.
 */
import type { BodySink, StreamBody } from '../../carriers/http/message.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import { canceled, completed, failed, type Outcome } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { account, sealed } from '../../server/pipeline/account.ts'
import { finish } from '../../server/pipeline/finish.ts'
import { writeSse } from '../../wire/sse.ts'
import { answerHeaders } from '../forward-headers.ts'
import type { GatewayCall } from '../gateway-call.ts'
import type { SseErrorKind } from '../metrics.ts'
import type { Target } from '../upstream/target.ts'
import type { BodyReader, UpstreamBody, UpstreamHead } from '../upstream/upstream-call.ts'
import type { UpstreamError } from '../upstream/upstream-error.ts'
import { upstreamFault } from '../upstream-faults.ts'
import { EventBoundary } from './event-boundary.ts'
import { mostUnread } from './piped-body.ts'
import { upstreamErrorKind } from './stream-ceiling.ts'

const keepAlive = Buffer.from(': keep-alive\n\n')
const flows = completed({})

/** Hands on a stream. */
export function pipeStream(
  call: GatewayCall,
  { headers: received }: UpstreamHead,
  source: UpstreamBody,
  { origin, prefix }: Target,
): RunResult {
  const { headers, cookies } = answerHeaders(received, origin, prefix)
  Object.assign(headers, call.compiled.contractHeaders)
  headers['content-type'] = 'text/event-stream'
  headers['cache-control'] = 'no-cache'
  headers['x-accel-buffering'] = 'no'
  const body = new PipedStream(call, source)
  call.forwarded = { status: 200, headers, cookies, body, outcome: flows, isStream: true }
  return { outcome: flows, exchange: {} }
}

class PipedStream implements StreamBody, BodyReader {
  readonly #call: GatewayCall
  readonly #source: UpstreamBody
  readonly #release: () => void
  readonly #boundary = new EventBoundary()
  #sink: BodySink | undefined
  #timer: NodeJS.Timeout | undefined
  #isQuiet = true
  #isPaused = false
  #isOver = false

  constructor(call: GatewayCall, source: UpstreamBody) {
    this.#call = call
    this.#source = source
    this.#release = call.open.hold()
  }

  open(sink: BodySink): { taken(): void; gone(): void } {
    this.#sink = sink
    this.#timer = setInterval(() => this.#keepOpen(), this.#call.compiled.limits.keepAliveMs)
    this.#timer.unref()
    this.#source.read(this)
    return {
      taken: () => {
        this.#isPaused = false
        this.#source.resume()
      },
      gone: () => this.#left(),
    }
  }

  data(chunk: Buffer): void {
    const sink = this.#sink as BodySink
    this.#isQuiet = false
    this.#boundary.sent(chunk)
    sink.write(chunk)
    if (sink.unread <= mostUnread) return
    this.#isPaused = true
    this.#source.pause()
  }

  end(): void {
    this.#close(flows, 200)
    this.#sink?.end()
  }

  failed(error: UpstreamError): void {
    if (this.#isOver) return
    const { open } = this.#call
    if (error.failure === 'stopped' && !isOutcome(open.reason)) {
      this.#left()
      return
    }
    const isOurs = error.failure === 'stopped'
    const outcome = isOurs ? (open.reason as Outcome) : failed(upstreamFault(error))
    const last = this.#boundary.isBetween ? this.#terminal(outcome) : undefined
    if (!isOurs) this.#count(upstreamErrorKind(error.failure))
    this.#close(outcome, 200)
    if (last === undefined) this.#sink?.abort()
    else {
      this.#sink?.write(last)
      this.#sink?.end()
    }
  }

  /** The caller has left, or took nothing for so long that its connection was closed. */
  #left(): void {
    if (this.#isOver) return
    this.#count('client_disconnect')
    this.#close(canceled(), 499, this.#isPaused ? 'READER_STALLED' : 'CLIENT_GONE')
    this.#source.cancel()
  }

  #keepOpen(): void {
    const isQuiet = this.#isQuiet
    this.#isQuiet = true
    if (isQuiet && this.#boundary.isBetween && (this.#sink?.unread ?? 1) === 0) this.#sink?.write(keepAlive)
  }

  /** As the contract ends a stream; without one of its own, an error whose data is the body of a plain answer. */
  #terminal(outcome: Outcome): Buffer {
    const call = this.#call
    const { face, edition } = call.contractEdition
    const finished = finish(call, { outcome, author: 'server' })
    const exchange = sealed(call, {})
    const events = edition.stream?.writer(exchange).write({ kind: 'outcome', outcome: finished }).events ?? [
      { event: 'error', data: face.encode(finished, exchange).wire.body.text() },
    ]
    return Buffer.from(events.map(writeSse).join(''))
  }

  #count(kind: SseErrorKind): void {
    const { compiled, gatewayRoute, tenant } = this.#call
    compiled.metrics.streamFailed(gatewayRoute.id, tenant, kind)
  }

  #close(outcome: Outcome, status: number, code?: string): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#timer)
    this.#call.onEnd?.()
    account(this.#call, outcome, { status, stream: true, ...(code === undefined ? undefined : { code }) })
    this.#release()
  }
}
