/** Streams from one contract to another: read the moments, then write them, as a stream or as the response at its end. */
import { seal } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import { Body } from '../wire/body.ts'
import { httpWire } from '../wire/http.ts'
import type { Wire } from '../wire/wire.ts'
import { editionOf, faceOf } from './check.ts'
import type { Loss } from './loss.ts'
import { readStream, writeStream } from './stream.ts'
import { isMinted, minting, type TranslateOptions, type Translation, targetCarrier } from './translate.ts'

/** How a stream is translated. */
export interface TranslateStreamOptions extends TranslateOptions {
  /** Write the outcome alone, as a plain response. Default: only where the target has no stream. */
  final?: boolean | undefined
}

/**
 * Translates a finished stream. The result is a stream, or the response that the call would have had without one.
 *
 * @example
 * const text = 'event: outcome\ndata: {"text":"Hello"}\n\n'
 * const { wire, losses } = translateStream(text, { from: contract('problem'), to: contract('agent-run') })
 */
export function translateStream(text: string, options: TranslateStreamOptions): Translation {
  const { from, to, dialect } = options
  const source = editionOf(from, options.fromVersion)
  const target = editionOf(to, options.toVersion)
  const { moments, exchange, findings } = readStream(from, source, text)
  const outcome = outcomeOf(moments)
  const decoded = { outcome, exchange, findings }
  const carrier = options.carrier ?? targetCarrier(to, options.toVersion, 'http')
  const isStream = options.final !== true && carrier === 'http' && target.stream !== undefined
  if (isStream && source === target) return { ...decoded, wire: streamWire(text), losses: [] }
  const sealed = seal(exchange, options.seal ?? minting(to))
  const named = (losses: readonly Loss[]): Loss[] => losses.filter(loss => !isMinted(loss, decoded, sealed))
  if (isStream) {
    const written = writeStream(to, target, moments, sealed)
    const working = faceOf<Wire>(to, target, 'http').encode({ kind: 'pending', phase: 'working' }, sealed)
    return { ...decoded, wire: streamWire(written.text, working.wire), losses: named(written.losses) }
  }
  const encoded = faceOf<Wire>(to, target, carrier).encode(outcome, sealed, dialect)
  const before = moments.length - 1
  const reason = `a response has no place for the ${before === 1 ? 'event' : `${before} events`} before the outcome`
  const dropped = before > 0 ? [{ pointer: '/moments', reason }] : []
  return { ...decoded, wire: encoded.wire, losses: [...dropped, ...named(encoded.losses)] }
}

/** A reader always leaves one outcome behind, as the last moment. */
function outcomeOf(moments: readonly Moment[]): Translation['outcome'] {
  const last = moments.findLast(moment => moment.kind === 'outcome')
  if (last === undefined) throw new TypeError('A stream was read without an outcome.')
  return last.outcome
}

/** Headers that speak of an answer that is whole. */
const ofAnswer = new Set(['content-length', 'server-timing', 'location', 'retry-after'])

/** A stream with the head that the contract gives its answers. */
function streamWire(text: string, like?: Wire): Wire {
  const headers = like?.carrier === 'http' ? Object.entries(like.headers).filter(([name]) => !ofAnswer.has(name)) : []
  const own = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
  return httpWire({ status: 200, headers: { ...Object.fromEntries(headers), ...own }, body: Body.ofText(text) })
}
