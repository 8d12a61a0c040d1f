/** Agent HTTP contract, "Response envelope": one envelope, validated and read as it was meant. */

import { object, text } from '../../codec/read.ts'
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { schemaFindings, type Validator } from '../../codec/schema-findings.ts'
import { holdsStackTrace } from '../../codec/stack-trace.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { version } from './endpoints.ts'
import { spellsPhi } from './phi.ts'
import { rules } from './rules.ts'
import { type Says, statusOf, statusRow, taskFailed } from './status.ts'
import { validators } from './validators.generated.js'

export const rule = ruleTable(rules)

export function validator(name: string): Validator {
  return validators[version]?.[name] as Validator
}

/** An envelope in one spelling. */
export interface Envelope {
  /** Undefined when the status is one that nobody knows; it then is in `status`. */
  says: Says | undefined
  status: string
  degraded: boolean
  /** The members, variants spelt as the document has them. */
  body: JsonObject
}

/** Members that say whether a run succeeded, in envelopes with and without a status. */
const indicators = ['ok', 'success'] as const

/** `message`: a terminal event must have its status whatever else says how the run went. */
export function validateEnvelope(
  source: JsonObject,
  at: string,
  message: 'response' | 'terminal',
  findings: Finding[],
): Envelope {
  const report = (id: string, place: string) => findings.push(finding(rule(`agent-run/${id}`), at + place))
  let body = withoutNulls(source, report)
  if (body.outputs === undefined && isObject(body.data)) {
    report('data-outputs', '/data')
    const { data, ...rest } = body
    body = { ...rest, outputs: data }
  }
  const indicator = indicators.find(name => typeof body[name] === 'boolean')
  const isVariant = body.status === undefined && indicator !== undefined
  if (isVariant) {
    if (message === 'response') report('ok-envelope', `/${indicator}`)
    else report('status', '/status')
    body = withIndicatedStatus(body, body[indicator] === true)
  }
  const row = statusRow(body.status)
  if (row?.degraded) {
    report('degraded', '/status')
    body = { ...body, status: statusOf(row.says) }
  }
  if (typeof body.error === 'string') {
    report(isVariant ? 'error-text' : 'error', '/error')
    body = { ...body, error: { code: taskFailed, message: body.error } }
  }
  findings.push(...schemaFindings(validator('agent-run-response'), body, rule, at))
  const says = row?.says ?? saidOtherwise(body)
  validateError(body, says, report)
  for (const name of indicators) {
    const value = body[name]
    if (typeof value === 'boolean' && says !== undefined && value !== (says === 'success'))
      report('indicator', `/${name}`)
  }
  return { says, status: text(source.status) ?? '', degraded: row?.degraded === true, body }
}

type Report = (id: string, place: string) => void

function validateError(body: JsonObject, says: Says | undefined, report: Report): void {
  const { error } = body
  if (says === 'error' && error === undefined) report('error-missing', '/error')
  if (says === 'success' && error !== undefined) report('error-on-success', '/error')
  if (!isObject(error)) return
  if (error.code === '') report('error-code-empty', '/error/code')
  if (typeof error.message !== 'string') return
  if (spellsPhi(error.message)) report('phi', '/error/message')
  if (holdsStackTrace(error.message)) report('stack-trace', '/error/message')
}

/** An envelope without a status that holds an error is meant as one. */
function saidOtherwise({ status, error }: JsonObject): Says | undefined {
  return typeof status !== 'string' && isObject(error) ? 'error' : undefined
}

const optionalMembers = ['artifacts', 'provenance', 'usage', 'grounding', 'error'] as const
const nestedMembers = { grounding: ['sources', 'citations', 'span_refs'], error: ['details'] } as const

/** Absent members are omitted, never null; read as absent. With the status `error` an error is not optional: it is missing. */
function withoutNulls(source: JsonObject, report: Report): JsonObject {
  let body = source
  for (const name of optionalMembers) {
    if (body[name] !== null) continue
    if (name !== 'error' || body.status !== 'error') report('null-member', `/${name}`)
    body = without(body, name)
  }
  for (const outer of ['grounding', 'error'] as const) {
    for (const name of nestedMembers[outer]) {
      const node = body[outer]
      if (!isObject(node) || node[name] !== null) continue
      report('null-member', `/${outer}/${name}`)
      body = { ...body, [outer]: without(node, name) }
    }
  }
  return body
}

function without(node: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = node
  return rest
}

/** Such an envelope need not hold an error: its text is in `outputs` or in the first warning. */
function withIndicatedStatus(body: JsonObject, success: boolean): JsonObject {
  const status = statusOf(success ? 'success' : 'error')
  if (success || body.error !== undefined) return { ...body, status }
  const outputs = object(body.outputs)
  const [warning] = Array.isArray(body.warnings) ? body.warnings : []
  const message = [outputs?.error, outputs?.warning, warning].find(value => typeof value === 'string')
  return { ...body, status, error: { code: taskFailed, message: message ?? 'Unknown agent error' } }
}

/** Whether an object could be an envelope, however broken. */
export function resemblesEnvelope(value: JsonObject): boolean {
  return ['status', 'ok', 'request_id', 'outputs', 'error'].some(name => value[name] !== undefined)
}
