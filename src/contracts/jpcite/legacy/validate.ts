/** Validates a legacy answer: the schema of its shape, its status and its headers. */
import { type Finding, finding, ruleTable } from '../../../codec/rule.ts'
import { schemaFindings } from '../../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import { type HttpWire, lacksHeader } from '../../../wire/http.ts'
import { isOther, isSuccess, variesBy } from '../validate-http.ts'
import { validators } from '../validators.generated.js'
import { legacyRules } from './rules.ts'
import { isFlat, isProblemList, type LegacyShape, shapeOf } from './shape.ts'
import { isLegacyCode, legacyCategory } from './status.ts'

const rule = ruleTable(legacyRules)

/** The members of the body, by the schema of its shape. */
export function validateLegacyBody(
  body: Json,
  status: number | undefined,
  findings: Finding[],
): LegacyShape | undefined {
  if (!isObject(body)) {
    findings.push(finding(rule('jpcite/legacy-body'), '', 'A legacy answer is a JSON object.'))
    return undefined
  }
  const shape = shapeOf(body, status)
  if (shape === undefined) {
    findings.push(finding(rule('jpcite/legacy-body'), '', 'This is a v2 envelope.'))
    return undefined
  }
  const validator = validators.legacy?.[shape]
  if (validator !== undefined) findings.push(...schemaFindings(validator, body, rule))
  if (shape === 'health' && worstOf(body) !== body.status && typeof body.status === 'string') {
    if (worstOf(body) !== undefined) findings.push(finding(rule('jpcite/legacy-health-status'), '/status'))
  }
  if (shape === 'error') validateError(body, findings)
  return shape
}

/** The status that the checks of a report add up to. */
function worstOf({ checks }: JsonObject): string | undefined {
  if (!isObject(checks)) return undefined
  const found = Object.values(checks).map(check => (isObject(check) ? check.status : undefined))
  return found.includes('fail') ? 'unhealthy' : found.includes('warn') ? 'degraded' : 'ok'
}

function validateError(body: JsonObject, findings: Finding[]): void {
  const add = (id: string, pointer: string): number => findings.push(finding(rule(id), pointer))
  const { error, detail } = body
  const flat = isFlat(body) && error === undefined
  if (error === undefined && detail === undefined && !flat) add('jpcite/legacy-error', '')
  if (Array.isArray(detail) && !isProblemList(detail)) add('jpcite/legacy-error', '/detail')
  if (flat) add('jpcite/legacy-flat-error', '/code')
  if (typeof error === 'string') add('jpcite/legacy-flat-error', '/error')
  const nested = isObject(error) ? error.code : undefined
  if (typeof nested === 'string' && !isLegacyCode(nested)) add('jpcite/legacy-code', '/error/code')
  if (flat && !isLegacyCode(String(body.code))) add('jpcite/legacy-code', '/code')
}

export function validateLegacyHead(wire: HttpWire, shape: LegacyShape, body: JsonObject, findings: Finding[]): void {
  const { status } = wire
  if (status === undefined) return
  const add = (id: string): number => findings.push(finding(rule(id), ''))
  const fits = shape === 'error' ? status >= 400 : isSuccess(status) || isSick(shape, status, body)
  if (!fits) add('jpcite/legacy-status')
  if (isOther(wire, 'x-envelope-version', said => said === 'v1')) add('jpcite/legacy-version-header')
  if (isOther(wire, 'vary', variesBy)) add('jpcite/legacy-vary')
  if (status === 429) validateWait(body, wire, findings)
}

function validateWait(body: JsonObject, wire: HttpWire, findings: Finding[]): void {
  const header = wire.headers['retry-after']
  const nested = isObject(body.error) ? body.error : {}
  const seconds = nested.retry_after ?? body.retry_after
  const code = nested.code ?? body.code
  const isQuota = legacyCategory(typeof code === 'string' ? code : undefined, 429) === 'quota-exceeded'
  const silent = seconds === undefined && lacksHeader(wire, 'retry-after') && !isQuota
  const differ = seconds !== undefined && header !== undefined && String(seconds) !== header
  if (silent || differ) findings.push(finding(rule('jpcite/legacy-retry-after'), ''))
}

function isSick(shape: LegacyShape, status: number, body: JsonObject): boolean {
  return shape === 'health' && status === 503 && body.status !== 'ok'
}
