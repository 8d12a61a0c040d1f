/**
 * A stream of events, read while it comes. One that breaks off is resumed where its server allows it, without loss and
 * without a repeat. Whatever happens, there is one outcome.
 */
import type { StreamReader } from '../../codec/contract.ts'
import { plainReader } from '../../codec/plain-reader.ts'
import type { Finding } from '../../codec/rule.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import type { Moment } from '../../outcome/moment.ts'
import { failed, type Outcome } from '../../outcome/outcome.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
// Whole, with its slow part: the events of a stream are read without a pause.
import { defaultJsonLimits } from '../../wire/json.ts'
import { type SseEvent, SseReader } from '../../wire/sse.ts'
import type { Clock } from '../clock.ts'
import type { OnMoment, Reply } from '../connection.ts'
import type { Limits } from './limits.ts'
import { type AnswerReader, contractOf, type GivenContract } from './read.ts'
import {
  AnswerTooLarge,
  chunksOf,
  faultOf,
  type HttpBounds,
  type RequestResult,
  request,
  streamType,
} from './request.ts'

/** The agent ended a stream that has no outcome. */
const streamCut = 'STREAM_CUT'
/** How often in a row a stream is opened again that brings nothing new. */
const mostTries = 5
/** Ids of events that were seen: a server may begin again from the start. */
const mostIds = 10_000
/** The characters of all ids that are kept, and of one. A stream with a longer id is not resumed. */
const mostIdText = 512 * 1024
const longestId = 1024
/** The pause before a stream is opened again, also when the server names one (`retry`). */
const shortestPauseMs = 250
const longestPauseMs = 5000

export interface EventSource {
  readonly response: Response
  readonly head: HttpWire
  /** Where the events can be read again; undefined: nowhere. */
  readonly resumeAt: URL | undefined
  /** Sent when they are read again. */
  readonly headers: Readonly<Record<string, string>>
  readonly given: GivenContract | undefined
  /** The last event that was seen before. */
  readonly last?: string | undefined
}

export interface StreamTools {
  readonly answers: AnswerReader
  readonly bounds: HttpBounds
  readonly limits: Limits
  readonly clock: Clock
  readonly onMoment?: OnMoment | undefined
}

/** What was read of a stream so far. */
class EventLog {
  outcome: Outcome | undefined
  readonly findings: Finding[] = []
  readonly #seen = new Set<string>()
  #seenText = 0
  last: string | undefined
  /** Whether an event with a new id came since the stream was opened last. */
  isAhead = false
  /** An id was too long to be kept. */
  hasLongId = false
  /** The pause that the server asks for. */
  retryMs = 0

  /** Whether an event is new. */
  take({ id, retry }: SseEvent): boolean {
    if (retry !== undefined) this.retryMs = retry
    if (id === undefined) return true
    if (id.length > longestId) {
      this.hasLongId = true
      return true
    }
    if (this.#seen.has(id)) return false
    this.isAhead = true
    this.last = id
    this.#seen.add(id)
    this.#seenText += id.length
    for (const oldest of this.#seen) {
      if (this.#seen.size <= mostIds && this.#seenText <= mostIdText) break
      this.#seen.delete(oldest)
      this.#seenText -= oldest.length
    }
    return true
  }

  pauseMs(tries: number): number {
    return Math.min(Math.max(shortestPauseMs * 2 ** tries, this.retryMs), longestPauseMs)
  }
}

export async function readEvents(source: EventSource, tools: StreamTools): Promise<Reply> {
  const { answers, bounds, limits, clock } = tools
  const chosen = await answers.choose(source.head, source.given)
  const stream = chosen?.edition.stream ?? (await chosen?.edition.loadStream?.())
  const reader = stream?.reader() ?? plainReader('', unread)
  const isPlain = stream === undefined
  const log = new EventLog()
  log.last = source.last
  let received: RequestResult = { kind: 'stream', head: source.head, response: source.response }
  let cut: Fault = fault('dependency', 'The stream has no outcome.', { code: streamCut })
  for (let tries = 1; ; tries++) {
    // Why it broke off stays the reason when it cannot be resumed.
    if (received.kind === 'stream') cut = await readOnce(received.response, reader, log, tools, isPlain)
    if (log.outcome !== undefined) break
    if (log.isAhead) tries = 0
    log.isAhead = false
    const isOver = cut.code === 'ANSWER_TOO_LARGE' || cut.category === 'timeout' || log.hasLongId
    if (source.resumeAt === undefined || isOver || tries >= mostTries) return endedReply(reader, log, cut)
    // Nothing can come during the pause. A server that ends each stream after one event must not cause a busy loop.
    limits.touch(undefined)
    await clock.sleep(log.pauseMs(tries), limits.signal).catch(() => {})
    const late = limits.fault()
    if (late !== undefined) return endedReply(reader, log, late)
    limits.touch(bounds.idleMs)
    received = await reopen(source, source.resumeAt, log.last, tools)
    if (received.kind === 'wire' && (received.wire.status ?? 500) < 400)
      return answers.read(received.wire, source.given)
  }
  return replyOf(reader.exchange(), log, chosen)
}

/** Reads nothing: the end of a stream of an unknown contract is read by what it says. */
const unread = () => ({ outcome: failed(fault('internal', '')), exchange: {}, findings: [] })

/** Reads a stream to its end or its outcome; why it ended without one. */
async function readOnce(
  response: Response,
  reader: StreamReader,
  log: EventLog,
  tools: StreamTools,
  isPlain: boolean,
): Promise<Fault> {
  const { bounds, limits, answers } = tools
  const lines = new SseReader({ maxEvent: bounds.maxBytes })
  const decoder = new TextDecoder()
  // A stream may be silent from its head on.
  limits.touch(bounds.idleMs)
  try {
    for await (const chunk of chunksOf(response, limits.signal)) {
      limits.touch(bounds.idleMs)
      for (const event of readLines(lines, decoder.decode(chunk, { stream: true }))) {
        if (!log.take(event)) continue
        if (isPlain && (event.event === 'outcome' || event.event === 'error')) {
          const wire = httpWire({
            isHeadPartial: true,
            body: Body.ofText(event.data, { ...defaultJsonLimits, maxBytes: bounds.maxBytes }),
          })
          const reply = await answers.read(wire)
          log.outcome = reply.outcome
          log.findings.push(...reply.findings)
        } else await pass(reader.read(event), log, tools)
        // What follows the outcome does not matter.
        if (log.outcome !== undefined) return fault('internal', '')
      }
    }
    const { unterminated } = lines.end()
    const message = unterminated ? 'The stream broke off in the middle of an event.' : 'The stream has no outcome.'
    return fault('dependency', `${message} Whether the call took effect is unknown.`, { code: streamCut })
  } catch (error) {
    return limits.fault() ?? faultOf(error, response, new URL(response.url || 'http://unknown'))
  }
}

function readLines(lines: SseReader, text: string): SseEvent[] {
  try {
    return lines.read(text)
  } catch (cause) {
    throw new AnswerTooLarge('', { cause })
  }
}

async function pass(
  read: { moments: Moment[]; findings: Finding[] },
  log: EventLog,
  tools: StreamTools,
): Promise<void> {
  log.findings.push(...read.findings.slice(0, Math.max(0, 1000 - log.findings.length)))
  for (const moment of read.moments) {
    if (moment.kind === 'outcome') log.outcome = moment.outcome
    else await tools.onMoment?.(moment)
  }
}

async function reopen(
  { headers }: EventSource,
  url: URL,
  last: string | undefined,
  { limits, bounds }: StreamTools,
): Promise<RequestResult> {
  const all = { ...headers, accept: streamType, ...(last === undefined ? undefined : { 'last-event-id': last }) }
  return request({ method: 'GET', url, headers: all }, limits, bounds)
}

function replyOf(exchange: Exchange, log: EventLog, chosen: GivenContract | undefined): Reply {
  return {
    outcome: log.outcome as Outcome,
    exchange,
    findings: log.findings,
    notes: [],
    declined: [],
    ...(chosen === undefined ? undefined : { contract: contractOf(chosen, chosen.reason) }),
  }
}

/** The stream ended without an outcome: what its contract finds about that, and why. */
function endedReply(reader: StreamReader, log: EventLog, cut: Fault): Reply {
  // A connection that breaks is no fault of a contract.
  if (cut.code === streamCut) log.findings.push(...reader.end().findings)
  log.outcome = failed(cut)
  return replyOf(reader.exchange(), log, undefined)
}

/** Where events can be read again. Headers go to the origin that they were given for only. */
export function resumeUrl(head: HttpWire, called: URL): URL | undefined {
  const location = head.headers['content-location']
  const url = location === undefined ? null : URL.parse(location, called)
  return url === null || url.origin !== called.origin ? undefined : url
}
