/** Everything that one revision of MCP finds wrong with the answer to a tool call. */
import { object, text } from '../../codec/read.ts'
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { blockSchema } from './blocks.ts'
import { fieldSchema } from './elicit.ts'
import { formOf } from './form.ts'
import { isMetaKey } from './meta-key.ts'
import { mirrorIndex } from './mirror.ts'
import { rules } from './rules.ts'
import { current, dataSchema, errorRow, isKnownCode, type Version } from './status.ts'
import { validators } from './validators.generated.js'

const rule = ruleTable(rules)

/** The validation of one body. */
class Validation {
  readonly #version: Version
  readonly #findings: Finding[]

  constructor(version: Version, findings: Finding[]) {
    this.#version = version
    this.#findings = findings
  }

  find(id: string, at: string, message?: string): void {
    this.#findings.push(finding(rule(id), at, message))
  }

  schema(name: string, value: Json | undefined, at: string): void {
    const validator = validators[this.#version]?.[name]
    if (validator !== undefined) this.#findings.push(...schemaFindings(validator, value, rule, at))
  }

  answer(body: JsonObject, at: string): void {
    const form = formOf(body)
    if (form === 'error') this.error(body.error, `${at}/error`)
    else if (this.#version === current) this.modern(body, form, at)
    else if (form === 'created' && this.#version === '2025-11-25') this.schema('task', body.task, `${at}/task`)
    else this.legacy(body, at)
    if (form !== 'error') this.meta(body._meta, `${at}/_meta`)
  }

  legacy(body: JsonObject, at: string): void {
    for (const member of ['resultType', 'inputRequests', 'requestState']) {
      if (body[member] === undefined) continue
      this.find('mcp/later-revision', `${at}/${member}`, `${member} came with revision ${current}.`)
    }
    this.result(body, at)
  }

  modern(body: JsonObject, form: string, at: string): void {
    if (form === 'input') this.input(body, at)
    else if (form === 'task') this.schema('task-result', body, at)
    else if (form === 'details') this.details(body, at)
    else if (form === 'other') this.find('mcp/known-result-type', `${at}/resultType`)
    else this.result(body, at)
  }

  input(body: JsonObject, at: string): void {
    this.schema('input-required', body, at)
    if (body.inputRequests === undefined && body.requestState === undefined) {
      this.find('mcp/input-required', `${at}/inputRequests`)
    }
    this.requests(body, at)
  }

  result(body: JsonObject, at: string): void {
    this.schema('result', body, at)
    const content = Array.isArray(body.content) ? body.content : []
    content.forEach((block, index) => {
      if (isObject(block)) this.block(block, `${at}/content/${index}`)
    })
    if (body.structuredContent === undefined || !Array.isArray(body.content)) return
    if (mirrorIndex(content, body.structuredContent, false) < 0) this.find('mcp/text-mirror', `${at}/content`)
  }

  block(block: JsonObject, at: string): void {
    const name = blockSchema(block)
    if (name === undefined) this.find('mcp/block-type', `${at}/type`)
    else this.schema(name, block, at)
    this.meta(block._meta, `${at}/_meta`)
  }

  meta(value: Json | undefined, at: string): void {
    for (const key in object(value)) if (!isMetaKey(key)) this.find('mcp/meta-key', at + pointer(key))
  }

  error(error: Json | undefined, at: string): void {
    this.schema('error', error, at)
    const { code, data } = object(error) ?? {}
    if (typeof code !== 'number' || !Number.isInteger(code)) return
    if (!isKnownCode(code, this.#version)) {
      const instead = errorRow(code)?.instead
      this.find(
        'mcp/error-code',
        `${at}/code`,
        instead === undefined ? undefined : `This revision says ${instead} instead.`,
      )
    }
    const schema = dataSchema(code, this.#version)
    if (schema !== undefined && data === undefined) this.find('mcp/error-data', `${at}/data`)
    else if (schema !== undefined) this.schema(schema, data, `${at}/data`)
  }

  requests(body: JsonObject, at: string): void {
    for (const [key, request] of Object.entries(object(body.inputRequests) ?? {})) {
      const place = `${at}/inputRequests${pointer(key)}`
      this.schema('input-request', request, place)
      const { method, params } = object(request) ?? {}
      if (method !== 'roots/list' && isObject(request) && params === undefined) {
        this.find('mcp/input-request', `${place}/params`)
      }
      if (method === 'elicitation/create' && isObject(params)) this.elicitation(params, `${place}/params`)
    }
  }

  elicitation(params: JsonObject, at: string): void {
    const url = params.mode === 'url' || (params.url !== undefined && params.requestedSchema === undefined)
    this.schema(url ? 'url-mode' : 'form', params, at)
    const properties = object(object(params.requestedSchema)?.properties) ?? {}
    for (const [name, field] of Object.entries(properties)) {
      const place = `${at}/requestedSchema/properties${pointer(name)}`
      const schema = isObject(field) ? fieldSchema(field) : undefined
      if (schema === undefined) this.find('mcp/flat-form', isObject(field) ? `${place}/type` : place)
      else this.schema(schema, field, place)
    }
  }

  details(body: JsonObject, at: string): void {
    this.schema('task-details', body, at)
    const inside = insides.get(text(body.status) ?? '')
    if (inside === undefined) return
    if (!isObject(body[inside])) this.find('mcp/task-outcome', `${at}/${inside}`)
    else if (inside === 'error') this.error(body.error, `${at}/error`)
    else if (inside === 'inputRequests') this.requests(body, at)
    else this.answer({ resultType: 'complete', ...(body.result as JsonObject) }, `${at}/result`)
  }
}

/** What each state of a task requires. */
const insides = new Map([
  ['completed', 'result'],
  ['failed', 'error'],
  ['input_required', 'inputRequests'],
])

/** Adds what is wrong with a body to the findings; `at` is where the body is. */
export function validate(body: Json, version: Version, findings: Finding[]): void {
  const validation = new Validation(version, findings)
  if (isObject(body)) validation.answer(body, '')
  else validation.find('mcp/result', '')
}
