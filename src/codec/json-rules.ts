/** Rules that hold for every contract: a body is one readable JSON text that all readers understand alike. */
import type { Json } from '../lib/json-value.ts'
import type { Body } from '../wire/body.ts'
import type { JsonNote } from '../wire/json.ts'
// What is wrong with a text is found by the slow part of JSON reading.
import '../wire/json.ts'
import { type Finding, finding, type Rule } from './rule.ts'

const clause = (section: string): string => `RFC 8259 §${section}`

/**
 * The rules of JSON itself. Every edition lists them before its own.
 *
 * @example
 * const edition: Edition = { version: '1', rules: jsonRules }
 */
export const jsonRules: readonly Rule[] = [
  {
    id: 'json/readable',
    level: 'must',
    clause: clause('2'),
    title: 'The body is one JSON text.',
    why: 'A message that cannot be parsed cannot be used.',
    fix: 'Serialise the body with a JSON library; send it whole.',
  },
  {
    id: 'json/utf8',
    level: 'must',
    clause: clause('8.1'),
    title: 'The text is UTF-8.',
    why: 'A reader that expects UTF-8 shows wrong characters, or rejects the text.',
    fix: 'Encode the text as UTF-8.',
  },
  {
    id: 'json/bounded',
    level: 'must',
    clause: clause('9'),
    title: 'The text is within the limits of size and depth.',
    why: 'A reader without limits can be stopped by one message.',
    fix: 'Send less, or nest less; or raise the limit where the message is read.',
  },
  {
    id: 'json/no-bom',
    level: 'must',
    clause: clause('8.1'),
    title: 'There is no byte order mark.',
    why: 'Many parsers refuse a text that starts with one.',
    fix: 'Write the file without a byte order mark (in Python: encoding="utf-8", not "utf-8-sig").',
  },
  {
    id: 'json/unique-keys',
    level: 'must',
    clause: clause('4'),
    title: 'Member names are unique within an object.',
    why: 'Readers differ in which of the two values they use, so the message has no single meaning.',
    fix: 'Remove all but one of the members with this name.',
  },
  {
    id: 'json/exact-numbers',
    level: 'should',
    clause: clause('6'),
    title: 'Every number fits into a double without a change.',
    why: 'Most readers hold numbers as doubles and would silently change this one.',
    fix: 'Send the number as a string.',
  },
  {
    id: 'json/well-formed-strings',
    level: 'should',
    clause: clause('8.2'),
    title: 'Strings hold no lone surrogate.',
    why: 'Half a character cannot be stored or sent as UTF-8; readers replace or refuse it.',
    fix: 'Cut strings between characters, not between UTF-16 units.',
  },
]

const byCode: Readonly<Record<string, Rule>> = Object.fromEntries(
  [
    ['empty', 'json/readable'],
    ['not-json', 'json/readable'],
    ['not-utf8', 'json/utf8'],
    ['too-large', 'json/bounded'],
    ['too-deep', 'json/bounded'],
    ['bom', 'json/no-bom'],
    ['duplicate-key', 'json/unique-keys'],
    ['inexact-number', 'json/exact-numbers'],
    ['lone-surrogate', 'json/well-formed-strings'],
  ].map(([code, id]) => [code, jsonRules.find(rule => rule.id === id)]),
)

function ruleFor(code: string): Rule {
  return byCode[code] as Rule
}

/** The rules without which nothing else can be checked. */
export const unreadableRules: ReadonlySet<string> = new Set(['json/readable', 'json/utf8', 'json/bounded'])

/** The finding that says why a body could not be read at all. */
export function unreadableBody(findings: readonly Finding[]): Finding | undefined {
  return findings.find(({ rule, pointer }) => pointer === '' && unreadableRules.has(rule))
}

const mostNotes = 1000

const noteMessages: Readonly<Record<JsonNote['code'], string>> = {
  bom: 'The text starts with a byte order mark.',
  'duplicate-key': 'This member is given twice.',
  'inexact-number': 'A double cannot hold this number.',
  'lone-surrogate': 'This text holds half of a surrogate pair.',
}

/**
 * A body's JSON value, undefined when it has none; what is odd about it goes into `findings`.
 *
 * @example
 * const findings: Finding[] = []
 * const value = readBody(wire.body, findings)
 */
export function readBody(body: Body, findings: Finding[]): Json | undefined {
  const reading = body.json()
  if (!reading.ok) {
    findings.push(finding(ruleFor(reading.problem.code), '', reading.problem.message))
    return undefined
  }
  for (const note of reading.notes.slice(0, mostNotes)) {
    findings.push(finding(ruleFor(note.code), note.pointer, noteMessages[note.code]))
  }
  if (reading.notes.length > mostNotes) findings.push(...summaries(reading.notes.slice(mostNotes)))
  return reading.value
}

/** The finding for bytes that are not UTF-8, also of a text that is no JSON, such as a stream. */
export function notUtf8(body: Body): Finding | undefined {
  const reading = body.json()
  if (reading.ok || reading.problem.code !== 'not-utf8') return undefined
  return finding(ruleFor('not-utf8'), '', reading.problem.message)
}

/** One finding a rule for all that are too many to list. */
function summaries(notes: readonly JsonNote[]): Finding[] {
  const counts = new Map<string, number>()
  for (const { code } of notes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].map(([code, count]) =>
    finding(ruleFor(code), '', `The same problem occurs in ${count} more places.`),
  )
}
