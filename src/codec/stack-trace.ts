/**
 * A message is for people. A stack trace in it shows code, paths and often inputs. Every contract has a rule against it:
 * its readers report one, its writers send a fixed text in its place.
 */
import { isObject, type Json } from '../lib/json-value.ts'
import { escapeToken } from '../lib/pointer.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Wire } from '../wire/wire.ts'
import type { Face, ReadMoments, Stream } from './contract.ts'
import type { Loss } from './loss.ts'
import { type Finding, finding, type Rule } from './rule.ts'

/** Python, JavaScript and C#, Java, Go, Rust: each by the line that no sentence has. */
const patterns: readonly RegExp[] = [
  /Traceback \(most recent call last\)/,
  /^\s*File "[^"\n]{1,500}", line \d+/m,
  /^\s*at .{1,500}(?::\d+:\d+\)?|:line \d+)\s*$/m,
  /^\s*at [\w$.<>/]{1,500}\((?:[\w$]{1,200}\.(?:java|kt|scala):\d+|Native Method|Unknown Source)\)/m,
  /^goroutine \d+ \[[^\]\n]{1,100}\]:/m,
  /^thread '[^'\n]{1,200}' panicked at /m,
]

/** What each of these lines has at least one of, and many sentences have none of: one fast look at most messages. */
const anyMark = /["'(:]/

/**
 * Whether a text holds lines of a stack trace.
 *
 * @example
 * holdsStackTrace('Error: boom\n    at run (/srv/agent.js:10:5)') // true
 */
export function holdsStackTrace(text: string): boolean {
  return anyMark.test(text) && patterns.some(pattern => pattern.test(text))
}

/**
 * The rule of a contract against stack traces.
 *
 * @example
 * const rules: readonly Rule[] = [stackTraceRule('mine', '§4')]
 */
export function stackTraceRule(contract: string, clause: string): Rule {
  return {
    id: `${contract}/stack-trace`,
    level: 'should',
    clause,
    title: 'The messages of a failure, and of notices, hold no stack trace.',
    why: 'It shows code, paths and often inputs to people who cannot use them and should not have them.',
    fix: 'Log the trace where operators read it; send a sentence and the id of the request.',
  }
}

/**
 * The face with a reader that reports stack traces and a writer that sends none. The answer of a call that completed may
 * be about one: only failures, waits and notices are looked at.
 *
 * @example
 * const rule = stackTraceRule('mine', '§4')
 * const face = withoutStackTraces(faceOf<HttpWire>(yaagents, editionOf(yaagents), 'http'), rule)
 */
export function withoutStackTraces<W extends Wire>(face: Face<W>, rule: Rule): Face<W> {
  return {
    ...face,
    decode(wire) {
      const decoded = face.decode(wire)
      const texts = messagesOf(decoded.outcome)
      if (!texts.some(holdsStackTrace)) return decoded
      const places = new Set(texts.filter(holdsStackTrace).map(text => placeOf(wire, text)))
      for (const { rule: id, pointer } of decoded.findings) if (id === rule.id) places.delete(pointer)
      const more = [...places].map((pointer): Finding => finding(rule, pointer))
      return { ...decoded, findings: [...decoded.findings, ...more] }
    },
    encode(outcome, exchange, dialect) {
      if (!isTraced(outcome)) return face.encode(outcome, exchange, dialect)
      const losses: Loss[] = []
      const encoded = face.encode(cleaned(outcome, losses), exchange, dialect)
      return { ...encoded, losses: [...losses, ...encoded.losses] }
    },
  }
}

/** The same for a stream that is not made of a face's answers. Its reader knows the event, not the place in it. */
export function streamWithoutStackTraces(stream: Stream, rule: Rule): Stream {
  const read = ({ moments, findings }: ReadMoments): ReadMoments => {
    const isKnown = findings.some(({ rule: id }) => id === rule.id)
    const isFound = moments.some(moment => moment.kind === 'outcome' && isTraced(moment.outcome))
    return { moments, findings: isFound && !isKnown ? [...findings, finding(rule, '')] : findings }
  }
  return {
    ...stream,
    reader() {
      const reader = stream.reader()
      return {
        read: event => read(reader.read(event)),
        end: unterminated => read(reader.end(unterminated)),
        exchange: () => reader.exchange(),
      }
    },
    writer(exchange) {
      const writer = stream.writer(exchange)
      return {
        start: () => writer.start(),
        write(moment) {
          if (moment.kind !== 'outcome' || !isTraced(moment.outcome)) return writer.write(moment)
          const losses: Loss[] = []
          const written = writer.write({ ...moment, outcome: cleaned(moment.outcome, losses) })
          return { ...written, losses: [...losses, ...written.losses] }
        },
      }
    },
  }
}

/** Whether a message of an outcome holds a stack trace. */
function isTraced(outcome: Outcome): boolean {
  return messagesOf(outcome).some(holdsStackTrace)
}

const noTexts: readonly string[] = []

/** The texts of an outcome that are messages for people, not its result. */
function messagesOf(outcome: Outcome): readonly string[] {
  const { kind, message, notices } = outcome
  if (kind === 'completed' && notices === undefined) return noTexts
  const texts: string[] = []
  if (kind !== 'completed' && message !== undefined) texts.push(message)
  if (kind === 'failed') {
    const { fault } = outcome
    texts.push(fault.message)
    if (fault.detail !== undefined) texts.push(fault.detail)
    for (const issue of fault.issues) texts.push(issue.message)
  }
  for (const notice of notices ?? []) texts.push(notice.message)
  return texts
}

const standing = 'An internal error occurred.'
const reason = 'it holds a stack trace; a fixed text is sent'

/** The outcome with a fixed text for each stack trace. A change in a list is a loss of the list: its items stay. */
function cleaned(outcome: Outcome, losses: Loss[]): Outcome {
  const replace = (text: string, pointer: string): string => {
    if (!holdsStackTrace(text)) return text
    losses.push({ pointer, reason })
    return standing
  }
  const each = <T extends { message: string }>(items: readonly T[], pointer: string): T[] =>
    items.map(item => ({ ...item, message: replace(item.message, pointer) }))
  let clean: Outcome = outcome
  if (clean.message !== undefined && clean.kind !== 'completed') {
    clean = { ...clean, message: replace(clean.message, '/outcome/message') }
  }
  if (clean.notices !== undefined) clean = { ...clean, notices: each(clean.notices, '/outcome/notices') }
  if (clean.kind !== 'failed') return clean
  const { fault } = clean
  return {
    ...clean,
    fault: {
      ...fault,
      message: replace(fault.message, '/outcome/fault/message'),
      ...(fault.detail === undefined ? undefined : { detail: replace(fault.detail, '/outcome/fault/detail') }),
      issues: each(fault.issues, '/outcome/fault/issues'),
    },
  }
}

/** Where a message is in a body: at the string that is equal to it, else at one that contains it. */
function placeOf({ body }: Wire, text: string): string {
  const reading = body.json()
  if (!reading.ok) return ''
  return (
    pointerTo(reading.value, value => value === text) ??
    pointerTo(reading.value, value => value.includes(text) || (holdsStackTrace(value) && text.includes(value))) ??
    ''
  )
}

function pointerTo(value: Json, fits: (text: string) => boolean, at = ''): string | undefined {
  if (typeof value === 'string') return fits(value) ? at : undefined
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = pointerTo(item, fits, `${at}/${index}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isObject(value)) return undefined
  for (const [name, member] of Object.entries(value)) {
    const found = pointerTo(member, fits, `${at}/${escapeToken(name)}`)
    if (found !== undefined) return found
  }
  return undefined
}
