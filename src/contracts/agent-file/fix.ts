/**
 * Fixing a file. All or nothing: what comes back has no `must` finding, or it is the file as it was with the reasons
 * why not. Nothing is invented: what only the caller knows comes from `FixFacts`, or the file is left alone.
 */
import type { FixFacts, FixResult } from '../../codec/contract.ts'
import type { Finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type FileWire, fileWire } from '../../wire/file.ts'
import type { Wire } from '../../wire/wire.ts'
import { decode } from './decode.ts'
import { fileBody } from './encode.ts'
import { responseFields } from './fields.ts'
import { readFixSource } from './fix-source.ts'
import { requestWay, responseWay, type Step, type StepContext, type Way } from './fix-steps.ts'
import { decodeRequest, requestFields } from './request.ts'

interface Kind {
  fields: readonly string[]
  way: Way
  findings(wire: FileWire): Finding[]
}

const kinds: ReadonlyMap<string, Kind> = new Map([
  ['response', { fields: responseFields, way: responseWay, findings: wire => decode(wire).findings }],
  ['request', { fields: requestFields, way: requestWay, findings: wire => decodeRequest(wire).findings }],
])

/**
 * Fixes what can be fixed safely; undefined when there is nothing to fix.
 *
 * @example
 * const wire = fileWire({ version: '1.0', status: 'success' })
 * const fixed = fix(wire, 'response', { requestId: 'r-1' })
 * if (fixed !== undefined && fixed.wire !== wire) console.log(fixed.done.join('\n'))
 */
export function fix(wire: Wire, message: string, known: FixFacts = {}): FixResult | undefined {
  const kind = kinds.get(message)
  if (wire.carrier !== 'file' || kind === undefined) return undefined
  const before = kind.findings(wire)
  const source = readFixSource(wire.body)
  if (source === undefined) return refusal(wire, before)
  const context = { known, textOf: source.textOf }
  const opened = walk(kind.way.opening, source, context)
  if (!kind.way.holds(opened.value)) return { wire, done: [`Not fixed: ${kind.way.why(opened.value)}.`] }
  const { value, done } = walk(kind.way.steps, opened, context)
  if (done.length === 0) return refusal(wire, before)
  if (source.inexact) return { wire, done: ['Not fixed: a number that a double cannot hold would change.'] }
  const fixed = fileWire(fileBody(ordered(value, kind.fields)), wire.name)
  return refusal(wire, kind.findings(fixed)) ?? { wire: fixed, done }
}

function walk(steps: readonly Step[], start: { value: Json; done: string[] }, context: StepContext) {
  let { value } = start
  const done = [...start.done]
  for (const step of steps) {
    const next = step(value, context)
    if (next === undefined) continue
    value = next.value
    done.push(next.done)
  }
  return { value, done }
}

/** The file as it was, with what stands in the way and why; undefined when nothing does. */
function refusal(wire: FileWire, findings: readonly Finding[]): FixResult | undefined {
  const grave = findings.filter(({ level }) => level === 'must')
  if (grave.length === 0) return undefined
  const reasons = Map.groupBy(grave, ({ rule }) => whyNot.get(rule) ?? unknown)
  return { wire, done: [...reasons].map(([why, found]) => `Not fixed: ${placesOf(found)}${why}.`) }
}

function placesOf(findings: readonly Finding[]): string {
  const places = [...new Set(findings.map(({ pointer }) => pointer))].filter(pointer => pointer !== '')
  return places.length === 0 ? '' : `${places.join(', ')}: `
}

const unknown = 'the file does not show what was meant, and a guess could be wrong'

/** Why what breaks a rule is left as it is. */
const whyNot: ReadonlyMap<string, string> = new Map([
  ['json/utf8', 'which characters were meant is not known'],
  ['json/unique-keys', 'which of the two is meant is not known'],
  ['json/readable', 'the text is cut or broken, and what was meant is not known'],
  ['json/bounded', 'it is too large or too deep to be read'],
  ['agent-file/required', 'the file does not contain it, and it cannot be guessed'],
  ['agent-file/request-required', 'the file does not contain it, and it cannot be guessed'],
  ['agent-file/created-at', 'the intended time is unknown'],
  ['agent-file/auto-wrapped', 'the request that it answers is unknown'],
  ['agent-file/inner-whole', 'the end of the inner JSON is missing'],
  ['agent-file/inner-json', 'what the broken inner JSON was meant to be is not known'],
  ['agent-file/content-encoding', 'how the response is encoded is not known here, or it is damaged'],
  ['agent-file/success-response', 'there is no answer in it, so that it may be no success'],
  ['agent-file/success-errors', 'it reports both a success and an error, and it is not known which is right'],
])

/** The fields in the order in which they are written. */
function ordered(value: Json, fields: readonly string[]): Json {
  if (!isObject(value)) return value
  const known = fields
    .filter(name => Object.hasOwn(value, name))
    .map((name): [string, Json] => [name, value[name] as Json])
  const others = Object.entries(value).filter(([name]) => !fields.includes(name))
  return Object.fromEntries([...known, ...others]) as JsonObject
}
