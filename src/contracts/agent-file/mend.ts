/**
 * Mending a file. All or nothing: what comes back has no `must` finding, or it is the file as it was with the reasons
 * why not. Nothing is invented: what only the caller knows comes from `MendFacts`, or the file is left alone.
 */
import type { Mended, MendFacts } from '../../codec/contract.ts'
import type { Finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { type FileWire, fileWire } from '../../wire/file.ts'
import type { Wire } from '../../wire/wire.ts'
import { decode } from './decode.ts'
import { fileBody } from './encode.ts'
import { responseFields } from './fields.ts'
import { documentOf } from './judge.ts'
import { withoutNaN } from './loose.ts'
import { requestWay, responseWay, type Step, type StepContext, type Way } from './mend-steps.ts'
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
 * Mends what can be mended safely; undefined when there is nothing to mend.
 *
 * @example
 * const mended = mend(wire, 'response', { requestId: request.request_id })
 * if (mended !== undefined && mended.wire !== wire) console.log(mended.done.join('\n'))
 */
export function mend(wire: Wire, message: string, known: MendFacts = {}): Mended | undefined {
  const kind = kinds.get(message)
  if (wire.carrier !== 'file' || kind === undefined) return undefined
  const before = kind.findings(wire)
  const source = readSource(wire.body, before)
  if (source === undefined) return refusal(wire, before)
  const context = { known, textOf: source.textOf }
  const opened = walk(kind.way.opening, source, context)
  if (!kind.way.holds(opened.value)) return refusal(wire, before)
  const { value, done } = walk(kind.way.steps, opened, context)
  if (done.length === 0) return refusal(wire, before)
  if (source.inexact) return { wire, done: ['Not mended: a number that a double cannot hold would change.'] }
  const mended = fileWire(fileBody(ordered(value, kind.fields)), wire.name)
  return refusal(wire, kind.findings(mended)) ?? { wire: mended, done }
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

/** The file as it was, with what stands in the way; undefined when nothing does. */
function refusal(wire: FileWire, findings: readonly Finding[]): Mended | undefined {
  const grave = findings.filter(({ level }) => level === 'must')
  if (grave.length === 0) return undefined
  return { wire, done: grave.map(({ pointer, message, fix }) => `Not mended: ${place(pointer)}${message} ${fix}`) }
}

function place(pointer: string): string {
  return pointer === '' ? '' : `${pointer}: `
}

interface Source {
  value: Json
  done: string[]
  /** Whether a number stands where it would be changed by writing the file again. */
  inexact: boolean
  textOf(value: Json, pointer: string): string
}

/** What a file says, when it can be read without a choice. */
function readSource(body: Body, findings: readonly Finding[]): Source | undefined {
  // Of two members with one name nobody knows which is meant.
  if (findings.some(({ rule, pointer }) => rule === 'json/unique-keys' && pointer !== '/response')) return undefined
  const bom = body.text().charCodeAt(0) === 0xfeff
  const text = bom ? body.text().slice(1) : body.text()
  const done = bom ? ['Removed the byte order mark.'] : []
  const reading = body.json()
  if (reading.ok) return sourceOf(text, reading.value, done, findings)
  const loose = reading.problem.code === 'not-json' ? withoutNaN(text)?.text : undefined
  const again = loose === undefined ? undefined : Body.ofText(loose).json()
  if (loose === undefined || !again?.ok) return undefined
  const told = [...done, 'Wrote null for NaN and Infinity, which JSON does not have.']
  return sourceOf(loose, again.value, told, findings)
}

function sourceOf(text: string, value: Json, done: string[], findings: readonly Finding[]): Source {
  const inexact = findings
    .filter(({ rule, pointer }) => rule === 'json/exact-numbers' && pointer !== '/response')
    .map(({ pointer }) => pointer)
  // An output that becomes a text keeps the spelling of its numbers.
  const kept = documentOf(value).form === 'output' ? /^/ : /^\/(?:response|result)\//
  return {
    value,
    done,
    inexact: inexact.some(pointer => !kept.test(pointer)),
    textOf: (part, pointer) =>
      (inexact.length > 0 ? Body.ofText(text).source(pointer) : undefined) ?? JSON.stringify(part),
  }
}

/** The fields in the order in which they are written. */
function ordered(value: Json, fields: readonly string[]): Json {
  if (!isObject(value)) return value
  const known = fields
    .filter(name => Object.hasOwn(value, name))
    .map((name): [string, Json] => [name, value[name] as Json])
  const others = Object.entries(value).filter(([name]) => !fields.includes(name))
  return Object.fromEntries([...known, ...others]) as JsonObject
}
