/** Everything that one version of A2A finds wrong with an answer. */
import { object, text } from '../../codec/read.ts'
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer, valueAt } from '../../lib/pointer.ts'
import { type A2aVersion, normaliseState, spellState } from '../../wire/a2a-frame.ts'
import { type Frame, keys, wrappersOf } from './frame.ts'
import { wrongInMark } from './parts.ts'
import { rules } from './rules.ts'
import { isKnownCode, isRpcStatus, kindOfState } from './status.ts'
import { validators } from './validators.generated.js'

const rule = ruleTable(rules)

const otherVersion: Readonly<Record<A2aVersion, A2aVersion>> = { '0.3': '1.0', '1.0': '0.3' }

/** Words that only the other version has, by the rule that would miss them. */
const otherWords: Readonly<Record<string, (value: unknown, version: A2aVersion) => boolean>> = {
  'a2a/state': (value, version) => {
    if (typeof value !== 'string') return false
    const state = normaliseState(value)
    const other = otherVersion[version]
    return kindOfState(state, other) !== undefined && spellState(state, other) === value
  },
  'a2a/role': (value, version) =>
    version === '0.3' ? value === 'ROLE_AGENT' || value === 'ROLE_USER' : value === 'agent' || value === 'user',
  'a2a/kind': value => value === undefined,
  'a2a/spelling': () => true,
}

/** The validation of one answer. */
class Validation {
  readonly #version: A2aVersion
  readonly #findings: Finding[]

  constructor(version: A2aVersion, findings: Finding[]) {
    this.#version = version
    this.#findings = findings
  }

  find(id: string, at: string, message?: string): void {
    this.#findings.push(finding(rule(id), at, message))
  }

  /** A word of the other version is found as such, and the version named. */
  schema(name: string, value: Json | undefined, at: string): void {
    const validator = validators[this.#version]?.[name]
    if (validator === undefined) return
    for (const found of schemaFindings(validator, value, rule, at)) {
      const word = otherWords[found.rule]
      if (word?.(valueAt(value, found.pointer.slice(at.length)), this.#version)) this.misspelt(found.pointer)
      else this.#findings.push(found)
    }
  }

  misspelt(at: string): void {
    this.find('a2a/spelling', at, `This is the spelling of A2A ${otherVersion[this.#version]}.`)
  }

  frame({ form, node, at }: Frame): void {
    if (form === 'error') this.error(node.error, `${at}/error`)
    else this.schema(form, node, at)
    if (form === 'message') this.answer(node, at)
    if (form === 'task' || form === 'status-update') this.task(node, at)
    if (form === 'artifact-update' && isObject(node.artifact)) this.artifact(node.artifact, `${at}/artifact`)
  }

  /** A message that is the answer, not one of a task's. */
  answer(node: JsonObject, at: string): void {
    this.parts(node.parts, `${at}/parts`)
    if (node.role === 'user' || node.role === 'ROLE_USER') this.find('a2a/agent-role', `${at}/role`)
    if (this.#version === '1.0' && !text(node.contextId)) this.find('a2a/context', `${at}/contextId`)
  }

  task(node: JsonObject, at: string): void {
    const said = object(node.status)?.message
    if (isObject(said)) this.message(said, `${at}/status/message`)
    this.each(node.artifacts, `${at}/artifacts`, (artifact, place) => this.artifact(artifact, place))
    this.each(node.history, `${at}/history`, (message, place) => this.message(message, place))
  }

  message(node: JsonObject, at: string): void {
    this.schema('message', node, at)
    this.parts(node.parts, `${at}/parts`)
  }

  artifact(node: JsonObject, at: string): void {
    this.schema('artifact', node, at)
    const mark = object(node.metadata)?.[keys.payload]
    if (mark !== undefined && !isObject(mark)) this.find('a2a/carried', `${at}/metadata${pointer(keys.payload)}`)
    this.parts(node.parts, `${at}/parts`)
  }

  each(value: Json | undefined, at: string, visit: (item: JsonObject, at: string) => void): void {
    if (!Array.isArray(value)) return
    value.forEach((item, index) => {
      if (isObject(item)) visit(item, `${at}/${index}`)
    })
  }

  parts(value: Json | undefined, at: string): void {
    this.each(value, at, (part, place) => {
      if (this.#version === '1.0') this.modernPart(part, place)
      else this.legacyPart(part, place)
      for (const wrong of wrongInMark(part)) this.find('a2a/carried', place + wrong)
    })
  }

  modernPart(part: JsonObject, at: string): void {
    if (part.kind !== undefined) this.misspelt(`${at}/kind`)
    this.schema('part', part, at)
    const count = held.filter(name => part[name] !== undefined).length
    if (count !== 1 && !(count === 0 && part.kind === 'file')) this.find('a2a/part-content', at)
  }

  legacyPart(part: JsonObject, at: string): void {
    const schema = legacyParts.get(part.kind)
    if (schema === 'file') this.schema(object(part.file)?.bytes === undefined ? 'uri-part' : 'bytes-part', part, at)
    else if (schema !== undefined) this.schema(schema, part, at)
    else if (part.kind === undefined && held.some(name => part[name] !== undefined)) this.misspelt(`${at}/kind`)
    else this.find('a2a/kind', `${at}/kind`)
  }

  error(error: Json | undefined, at: string): void {
    const { code, status, details, data } = object(error) ?? {}
    const http = status !== undefined || details !== undefined || (typeof code === 'number' && code > 0)
    this.schema(http ? 'http-error' : 'error', error, at)
    if (typeof status === 'string' && !isRpcStatus(status)) this.find('a2a/error-status', `${at}/status`)
    if (typeof code === 'number' && !http && !isKnownCode(code, this.#version))
      this.find('a2a/error-code', `${at}/code`)
    if (this.#version === '1.0') this.details(http ? details : data, `${at}/${http ? 'details' : 'data'}`)
  }

  details(value: Json | undefined, at: string): void {
    if (value === undefined) return
    if (!Array.isArray(value)) this.find('a2a/error-details', at)
    this.each(value, at, (detail, place) => {
      if (!text(detail['@type'])) this.find('a2a/error-details', `${place}/@type`)
    })
  }
}

/** The choices of a part. */
const held = ['text', 'raw', 'url', 'data']

const legacyParts = new Map<Json | undefined, string>([
  ['text', 'text-part'],
  ['data', 'data-part'],
  ['file', 'file'],
])

/** Adds what is wrong with an answer to the findings; `at` is where the body is. */
export function validate(body: Json, frame: Frame | undefined, version: A2aVersion, findings: Finding[]): void {
  const validation = new Validation(version, findings)
  const wrappers = isObject(body) ? wrappersOf(body) : []
  if (frame === undefined) validation.find('a2a/answer', '')
  if (wrappers.length > 1) validation.find(version === '1.0' ? 'a2a/frame' : 'a2a/answer', '')
  if (wrappers.length > 0 && version === '0.3') validation.misspelt(`/${wrappers[0]}`)
  if (frame !== undefined) validation.frame(frame)
}
