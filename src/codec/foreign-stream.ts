/**
 * Streams of contracts that define no events: those of others are legal, and opaque. A stream with an event of our own
 * vocabulary (`plainStream`) is read by its rules.
 */
import type { Json } from '../lib/json-value.ts'
import { fault } from '../outcome/fault.ts'
import type { Moment } from '../outcome/moment.ts'
import { completed, failed, type Outcome } from '../outcome/outcome.ts'
import { defaultJsonLimits } from '../wire/json.ts'
import type { SseEvent } from '../wire/sse.ts'
import type { ReadMoments, Stream, StreamReader } from './contract.ts'
import { type Finding, finding, type Rule } from './rule.ts'
import { mostFindings } from './schema-findings.ts'

/** What holds for the events of others too. */
export const framingRule: Rule = {
  id: 'sse/framing',
  level: 'must',
  clause: 'WHATWG HTML, 9.2.6',
  title: 'Every event ends with a blank line, the last included.',
  why: 'A reader that keeps to the standard drops an event that is not ended.',
  fix: 'Write two line breaks after the data of every event.',
}

/** Events that only this vocabulary has. An `error` may also end the stream of others: a gateway adds it when one fails. */
const ours: ReadonlySet<string> = new Set(['progress', 'delta', 'outcome'])

/** The mark by which services of language models end a stream. It is no part of the text. */
const endMark = '[DONE]'

/** The stream, with a reader for events of any vocabulary. */
export function withForeignEvents<S extends Pick<Stream, 'reader'>>(contract: string, stream: S): S {
  return { ...stream, reader: () => foreignReader(contract, stream.reader()) }
}

function foreignReader(contract: string, own: StreamReader): StreamReader {
  const texts: string[] = []
  let size = 0
  let isOurs = false
  let isEmpty = true
  /** What our rules have against the events so far; it counts when the stream turns out to be ours. */
  let held: Finding[] = []

  function read(event: SseEvent): ReadMoments {
    isEmpty = false
    if (!isOurs && (ours.has(event.event) || event.event === 'error')) {
      isOurs = true
      texts.length = 0
      const earlier = ours.has(event.event) ? held : []
      held = []
      const { moments, findings } = own.read(event)
      return { moments, findings: [...earlier, ...findings] }
    }
    const reading = own.read(event)
    if (isOurs) return reading
    if (held.length < mostFindings) held.push(...reading.findings)
    if (event.data !== endMark) add(event.data)
    const moments = reading.moments.length > 0 ? reading.moments : [opaque(contract, event, event.data)]
    return { moments, findings: [] }
  }

  /** Collects the text, up to what a message may have. */
  function add(text: string): void {
    size += text.length + 1
    if (size <= defaultJsonLimits.maxBytes) texts.push(text)
    else texts.length = 0
  }

  function end(isUnterminated = false): ReadMoments {
    if (isOurs || isEmpty) return own.end(isUnterminated)
    const findings = isUnterminated ? [finding(framingRule, '', 'The last event is unfinished.')] : []
    return { moments: [{ kind: 'outcome', outcome: outcome(isUnterminated) }], findings }
  }

  function outcome(isUnterminated: boolean): Outcome {
    if (isUnterminated) return failed(fault('dependency', 'The stream broke off.', { code: 'STREAM_CUT' }))
    if (size <= defaultJsonLimits.maxBytes) return completed(texts.join('\n'))
    return failed(fault('integrity', 'The stream is too long for one answer.', { code: 'STREAM_TOO_LONG' }))
  }

  return { read, end, exchange: () => own.exchange() }
}

function opaque(contract: string, { event, id }: SseEvent, data: Json): Moment {
  return { kind: 'opaque', contract, event, data, ...(id === undefined ? undefined : { id }) }
}
