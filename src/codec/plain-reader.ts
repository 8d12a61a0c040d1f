/** Reads the streams of `plainStream`: apart from their writer, for clients. */
import { isObject, type Json } from '../lib/json-value.ts'
import type { Exchange } from '../outcome/exchange.ts'
import { fault } from '../outcome/fault.ts'
import { guardOf } from '../outcome/guard.ts'
import type { Moment } from '../outcome/moment.ts'
import { failed } from '../outcome/outcome.ts'
import { part } from '../outcome/tables.ts'
import { readPartTag } from '../outcome/tags.ts'
import { Body } from '../wire/body.ts'
import { type HttpWire, httpWire, lacksHeader, mediaTypeOf } from '../wire/http.ts'
import type { SseEvent } from '../wire/sse.ts'
import type { Decoded, Face, ReadMoments, StreamHead, StreamReader } from './contract.ts'
import { readBody } from './json-rules.ts'
import { extraMembers } from './read.ts'
import { type Finding, finding, type Rule } from './rule.ts'

/**
 * The rules of `plainStream`. An edition that has such a stream lists them.
 *
 * @example
 * const rules: readonly Rule[] = [...jsonRules, ...streamRules]
 */
export const streamRules: readonly Rule[] = [
  {
    id: 'sse/json',
    level: 'must',
    clause: 'SSE vocabulary',
    title: 'The data of every event is one JSON text.',
    why: 'A reader that cannot parse an event cannot know what it missed.',
    fix: 'Serialise the data with a JSON library.',
  },
  {
    id: 'sse/terminal',
    level: 'must',
    clause: 'SSE vocabulary',
    title: 'A stream ends with one outcome or error, and nothing follows it.',
    why: 'Without it a reader cannot tell an answer from a broken connection.',
    fix: 'Send one event named outcome, or error, last; end it with a blank line.',
  },
  {
    id: 'sse/content-type',
    level: 'must',
    clause: 'WHATWG HTML, 9.2.3',
    title: 'A stream is answered with status 200 and Content-Type: text/event-stream.',
    why: 'An event source fails the connection for any other status or type, and does not try again.',
    fix: 'Answer 200 with Content-Type: text/event-stream; answer a failure before the first event without a stream.',
  },
  {
    id: 'sse/cache-control',
    level: 'should',
    clause: 'WHATWG HTML, 9.2.7',
    title: 'The head of a stream keeps caches from storing it: Cache-Control has no-cache or no-store.',
    why: 'A cache that stores a stream may hold events back, or replay old ones to another caller.',
    fix: 'Send Cache-Control: no-cache.',
  },
]

const [jsonRule, terminalRule, contentTypeRule, cacheRule] = streamRules as readonly [Rule, Rule, Rule, Rule]

/**
 * What is wrong with the head of a stream, whatever its contract. Without a status the head is not known.
 *
 * @example
 * checkStreamHead({ status: 200, headers: { 'content-type': 'application/json' } }).map(({ rule }) => rule)
 * // ['sse/content-type', 'sse/cache-control']
 */
export function checkStreamHead(head: StreamHead): Finding[] {
  const findings: Finding[] = []
  const mediaType = mediaTypeOf(head.headers['content-type'])
  const isKnown = head.status !== undefined
  const isOtherType = mediaType === undefined ? isKnown && lacksHeader(head, 'content-type') : mediaType !== sseType
  if (isOtherType || (isKnown && head.status !== 200)) findings.push(finding(contentTypeRule, ''))
  const cache = head.headers['cache-control']
  const isCached =
    cache === undefined ? isKnown && lacksHeader(head, 'cache-control') : !/\bno-(?:cache|store)\b/i.test(cache)
  if (isCached) findings.push(finding(cacheRule, ''))
  return findings
}

const sseType = 'text/event-stream'

/** Reads a stream around the answers that `decode` reads. */
export function plainReader(contract: string, decode: Face<HttpWire>['decode']): StreamReader {
  let exchange: Exchange = {}
  let ended = false

  function read(event: SseEvent): ReadMoments {
    if (ended) return { moments: [], findings: [finding(terminalRule, '', 'An event follows the end.')] }
    if (event.event === 'outcome' || event.event === 'error') {
      ended = true
      const decoded = decode(bodyAlone(Body.ofText(event.data)))
      exchange = decoded.exchange
      if (event.event === 'error' && decoded.outcome.kind === 'completed') return notAFailure(decoded)
      return { moments: [{ kind: 'outcome', outcome: decoded.outcome }], findings: decoded.findings }
    }
    const body = Body.ofText(event.data)
    const reading = body.json()
    if (!reading.ok) return { moments: [], findings: [finding(jsonRule, '', reading.problem.message)] }
    const findings: Finding[] = []
    readBody(body, findings)
    return {
      moments: [momentOf(contract, event.event, reading.value) ?? opaque(contract, event, reading.value)],
      findings,
    }
  }

  function end(unterminated = false): ReadMoments {
    const findings: Finding[] = []
    if (ended) {
      if (unterminated) findings.push(finding(terminalRule, '', 'An unfinished event follows the end.'))
      return { moments: [], findings }
    }
    findings.push(finding(terminalRule, '', unterminated ? 'The last event is unfinished.' : 'The stream has no end.'))
    const cut = failed(fault('dependency', 'The stream ended without an outcome.', { code: 'STREAM_CUT' }))
    return { moments: [{ kind: 'outcome', outcome: cut }], findings }
  }

  return { read, end, exchange: () => exchange }
}

/** An `error` is one, whatever its data: only the contract's own failures can be read. */
function notAFailure({ outcome, findings }: Decoded): ReadMoments {
  const { payload } = outcome
  const error = fault('internal', 'The stream ended with an error.', { code: 'STREAM_ERROR' })
  return {
    moments: [{ kind: 'outcome', outcome: failed(error, payload === undefined ? {} : { payload }) }],
    findings: [...findings, finding(terminalRule, '', 'The error event holds no failure of the contract.')],
  }
}

/** What the events of this vocabulary hold; what else they hold is kept as their contract's own. */
export const knownMembers: Readonly<Record<string, ReadonlyMap<string, (value: Json) => boolean>>> = {
  progress: new Map<string, (value: Json) => boolean>([
    ['fraction', Number.isFinite],
    ['message', value => typeof value === 'string'],
    ['step', Number.isFinite],
    ['total', Number.isFinite],
  ]),
  delta: new Map<string, (value: Json) => boolean>([
    ['mode', value => value === 'append' || value === 'replace'],
    ['part', guardOf(part).fits],
    ['artifact', value => typeof value === 'string'],
  ]),
}

/** A progress or a delta; undefined when the event is neither. */
export function momentOf(contract: string, event: string, data: Json): Moment | undefined {
  const members = Object.hasOwn(knownMembers, event) ? knownMembers[event] : undefined
  if (members === undefined || !isObject(data)) return undefined
  const own: Record<string, Json> = {}
  for (const [name, fits] of members) {
    const came = Object.hasOwn(data, name) ? data[name] : undefined
    const value = name === 'part' && came !== undefined ? readPartTag(came) : came
    if (value !== undefined && fits(value)) own[name] = value
  }
  if (event === 'delta' && own.part === undefined) return undefined
  const mode = event === 'delta' ? { mode: own.mode ?? 'append' } : {}
  return {
    kind: event,
    ...own,
    ...mode,
    ...extraMembers(contract, data, new Set(Object.keys(own))),
  } as unknown as Moment
}

function opaque(contract: string, { event, id }: SseEvent, data: Json): Moment {
  return { kind: 'opaque', contract, event, data, ...(id === undefined ? undefined : { id }) }
}

/** The answer as the end of a stream has it: its body alone. */
export function bodyAlone(body: Body): HttpWire {
  return httpWire({ headers: {}, body })
}
