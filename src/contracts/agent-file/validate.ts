/** Validates a response file: its nine fields, and how they go together. */
import { type Finding, finding } from '../../codec/rule.ts'
import { schemaFindings, type Validator } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { Body } from '../../wire/body.ts'
import { responseFields } from './fields.ts'
import { type NotNumbers, readLoosely } from './loose.ts'
import { rule } from './rules.ts'
import { rowOfType, statusOf } from './status.ts'
import { timestampProblem } from './timestamp.ts'
import { validators } from './validators.generated.js'

/** The id that one reader gives to a file without an envelope. */
export const autoWrapped = 'auto-wrapped'

/** What a file holds: an envelope, an agent's output with none, or neither. */
export type Document =
  | { form: 'envelope'; envelope: JsonObject }
  | { form: 'output'; output: JsonObject }
  | { form: 'other'; value: Json | undefined }

/** Reads a file and validates the envelope that it holds. */
export function readResponse(body: Body, findings: Finding[], notNumbers: NotNumbers): Document {
  const value = readLoosely(body, findings, notNumbers)
  const document = documentOf(value)
  if (document.form === 'envelope') validate(document.envelope, findings)
  else if (typeof value === 'string') return readTwice(value, findings)
  else if (value !== undefined) findings.push(finding(rule('agent-file/envelope'), '', whatItIs(value)))
  return document
}

/** A file that is a JSON string was encoded once too often: what is inside is read as it was meant. */
function readTwice(text: string, findings: Finding[]): Document {
  const reading = Body.ofText(text).json()
  const document = documentOf(reading.ok ? reading.value : text)
  findings.push(finding(rule(document.form === 'other' ? 'agent-file/envelope' : 'agent-file/double-encoded'), ''))
  return document
}

const fieldNames: ReadonlySet<string> = new Set(responseFields)

/** An object of nothing but fields of the envelope is one, however few there are. */
export function documentOf(value: Json | undefined): Document {
  if (!isObject(value)) return { form: 'other', value }
  if (Object.hasOwn(value, 'response') || Object.hasOwn(value, 'result')) return { form: 'envelope', envelope: value }
  const sections = Object.hasOwn(value, 'sections')
  const unanswered = sections && !Object.hasOwn(value, 'request_id')
  const isFragment =
    !sections && Object.keys(value).length > 0 && Object.keys(value).every(name => fieldNames.has(name))
  if (isFragment || (Object.hasOwn(value, 'status') && !unanswered)) return { form: 'envelope', envelope: value }
  return sections ? { form: 'output', output: value } : { form: 'other', value }
}

function whatItIs(value: Json): string | undefined {
  if (!isObject(value)) return 'The file holds no object.'
  if ('prompt' in value && 'agent_name' in value) return 'This is a request, not a response.'
  return 'sections' in value ? 'The file holds the output of the agent without its envelope.' : undefined
}

/** What is wrong with an envelope, the inner text aside. */
export function validate(envelope: JsonObject, findings: Finding[]): void {
  const schema = validatorOf('agent-response')
  const fits = schema.check(envelope)
  if (!fits) findings.push(...missing(envelope), ...validateStatus(envelope))
  validateTime(envelope, findings)
  if (envelope.request_id === autoWrapped) findings.push(finding(rule('agent-file/auto-wrapped'), '/request_id'))
  if (!fits) addSchemaFindings('agent-response', envelope, findings, isRenamed(envelope))
  const status = typeof envelope.status === 'string' ? statusOf(envelope.status) : undefined
  if (status === 'success') validateSuccess(envelope, findings)
  else if (status !== undefined) validateFailure(status, envelope, findings)
}

function validatorOf(name: string): Validator {
  return validators['1.0']?.[name] as Validator
}

/** Whether the response is in a field of the wrong name: there is none in its own, or null where one is due. */
export function isRenamed(envelope: JsonObject): boolean {
  if (!Object.hasOwn(envelope, 'result')) return false
  if (!Object.hasOwn(envelope, 'response')) return true
  const { response, result, status } = envelope
  if (response !== null || result === null) return false
  return typeof status === 'string'
    ? statusOf(status) === 'success'
    : !errorFields.some(name => isFilled(envelope[name]))
}

const errorFields = ['error_message', 'error_type'] as const
const isFilled = (value: Json | undefined): boolean => typeof value === 'string' && value !== ''

/** Adds what the schema says where nothing was reported yet: at a pointer of an earlier finding one complaint is enough. */
export function addSchemaFindings(name: string, value: JsonObject, findings: Finding[], renamed = false): void {
  const reported = new Set(findings.filter(found => found.rule.startsWith('agent-file/')).map(found => found.pointer))
  if (renamed) reported.add('/response')
  findings.push(...schemaFindings(validatorOf(name), value, rule).filter(found => !reported.has(found.pointer)))
}

function missing(envelope: JsonObject): Finding[] {
  const renamed = isRenamed(envelope)
  const absent = responseFields.filter(name => !Object.hasOwn(envelope, name) && !(renamed && name === 'response'))
  return [
    ...(renamed ? [finding(rule('agent-file/result-field'), '/result')] : []),
    ...absent.map(name => finding(rule('agent-file/required'), `/${name}`, `The field "${name}" is missing.`)),
  ]
}

function validateStatus({ status }: JsonObject): Finding[] {
  if (typeof status !== 'string') return []
  const meant = statusOf(status)
  return meant === undefined || meant === status ? [] : [finding(rule('agent-file/status-case'), '/status')]
}

/** Both kinds of files say when they were made. */
export function validateTime({ created_at: at }: JsonObject, findings: Finding[]): void {
  const problem = typeof at === 'string' ? timestampProblem(at) : undefined
  if (problem !== undefined) findings.push(finding(rule('agent-file/created-at'), '/created_at', problem))
}

function validateSuccess(envelope: JsonObject, findings: Finding[]): void {
  if (envelope.response === null && !isRenamed(envelope))
    findings.push(finding(rule('agent-file/success-response'), '/response'))
  for (const name of errorFields) {
    if (typeof envelope[name] === 'string') findings.push(finding(rule('agent-file/success-errors'), pointer(name)))
  }
}

function validateFailure(status: 'error' | 'timeout', envelope: JsonObject, findings: Finding[]): void {
  const { response, error_type: type } = envelope
  if (typeof response === 'string') findings.push(finding(rule('agent-file/error-response'), '/response'))
  for (const name of errorFields) {
    if (envelope[name] === null) findings.push(finding(rule('agent-file/error-told'), pointer(name)))
  }
  if (status === 'error' && typeof type === 'string' && rowOfType(type)?.row.status === 'timeout') {
    findings.push(finding(rule('agent-file/timeout-status'), '/status'))
  }
}
