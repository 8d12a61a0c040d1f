/**
 * Server-sent events for contracts that give no vocabulary of their own: `progress`, `delta`, and one terminal
 * `outcome` (or `error`), whose data is the very body that the call would have had without a stream.
 */
import { ReplywireError } from '../errors.ts'
import { defined } from '../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import type { Exchange, SealedExchange } from '../outcome/exchange.ts'
import { fault } from '../outcome/fault.ts'
import type { Moment } from '../outcome/moment.ts'
import { failed, type Part } from '../outcome/outcome.ts'
import { Body } from '../wire/body.ts'
import { type HttpWire, httpWire } from '../wire/http.ts'
import type { SseEvent } from '../wire/sse.ts'
import type { Face, ReadMoments, Stream, StreamReader, StreamWriter, WrittenEvents } from './contract.ts'
import { Losses } from './loss.ts'
import { number, object, text } from './read.ts'
import { type Finding, finding, type Rule } from './rule.ts'

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
]

const [jsonRule, terminalRule] = streamRules as readonly [Rule, Rule]

/** A stream around the answers of a contract's HTTP face. */
export function plainStream(contract: string, face: Face<HttpWire>): Stream {
  return { reader: () => reader(contract, face), writer: exchange => writer(contract, face, exchange) }
}

function reader(contract: string, face: Face<HttpWire>): StreamReader {
  let exchange: Exchange = {}
  let ended = false

  function read(event: SseEvent): ReadMoments {
    if (ended) return { moments: [], findings: [finding(terminalRule, '', 'An event follows the end.')] }
    if (event.event === 'outcome' || event.event === 'error') {
      ended = true
      const decoded = face.decode(httpWire({ headers: {}, body: Body.ofText(event.data) }))
      exchange = decoded.exchange
      return { moments: [{ kind: 'outcome', outcome: decoded.outcome }], findings: decoded.findings }
    }
    const reading = Body.ofText(event.data).json()
    if (!reading.ok) return { moments: [], findings: [finding(jsonRule, '', reading.problem.message)] }
    return { moments: [momentOf(contract, event.event, reading.value)], findings: [] }
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

function momentOf(contract: string, event: string, data: Json): Moment {
  if (event === 'progress' && isObject(data)) {
    return defined<Moment>({
      kind: 'progress',
      fraction: number(data.fraction),
      message: text(data.message),
      step: number(data.step),
      total: number(data.total),
    } as Moment)
  }
  const part = isObject(data) ? object(data.part) : undefined
  if (event === 'delta' && isObject(data) && part !== undefined) {
    const mode = data.mode === 'replace' ? 'replace' : 'append'
    const artifact = text(data.artifact)
    return {
      kind: 'delta',
      mode,
      part: part as unknown as Part,
      ...(artifact === undefined ? undefined : { artifact }),
    }
  }
  return { kind: 'opaque', contract, event, data }
}

function writer(contract: string, face: Face<HttpWire>, exchange: SealedExchange): StreamWriter {
  let ended = false

  function write(moment: Moment): WrittenEvents {
    if (ended) throw new ReplywireError('ERR_MISUSE', 'A stream has ended with its outcome.')
    const losses = new Losses(contract)
    if (moment.kind === 'outcome') {
      ended = true
      const { wire, losses: lost } = face.encode(moment.outcome, exchange)
      const event = moment.outcome.kind === 'failed' ? 'error' : 'outcome'
      if (event === 'error') losses.add('/outcome/fault/category', 'a stream has no HTTP status that would tell it')
      return { events: [{ event, data: wire.body.text() }], losses: [...lost, ...losses.list] }
    }
    if (moment.kind === 'opaque') {
      if (moment.contract === contract && /^[\w.-]{1,64}$/.test(moment.event) && !reserved.has(moment.event)) {
        return { events: [{ event: moment.event, data: JSON.stringify(moment.data) }], losses: [] }
      }
      losses.add('/moment', `an event that only ${moment.contract} knows`)
      return { events: [], losses: losses.list }
    }
    losses.closed(moment, '/moment')
    const { kind, extra: _, ...data } = moment
    return { events: [{ event: kind, data: JSON.stringify(data as JsonObject) }], losses: losses.list }
  }

  return { start: () => [], write }
}

const reserved = new Set(['progress', 'delta', 'outcome', 'error'])
