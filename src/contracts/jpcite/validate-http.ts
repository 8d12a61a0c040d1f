/** Validates the status line and headers of an answer against its envelope. */
import type { StreamHead } from '../../codec/contract.ts'
import { checkStreamHead } from '../../codec/plain-reader.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type HttpWire, lacksHeader, mediaTypeOf } from '../../wire/http.ts'
import { mediaType, mergeVary } from './negotiation.ts'
import { errorRow, suits } from './status.ts'
import { rule } from './validate.ts'

/** Without a status there is no head to validate. */
export function validateHead(wire: HttpWire, envelope: JsonObject, findings: Finding[]): void {
  if (wire.status === undefined) return
  const { headers } = wire
  const add = (id: string, message?: string): number => findings.push(finding(rule(id), '', message))
  validateStatus(wire.status, envelope, findings)
  if (isOther(wire, 'x-envelope-version', said => said === 'v2')) add('jpcite/envelope-version')
  if (isOther(wire, 'vary', variesBy)) add('jpcite/vary')
  if (isOther(wire, 'content-type', isOwnType)) add('jpcite/content-type')
  const requestId = isObject(envelope.meta) ? envelope.meta.request_id : undefined
  const inHeader = headers['x-request-id']
  if (inHeader !== undefined && typeof requestId === 'string' && inHeader !== requestId) add('jpcite/request-id-header')
  validateWait(envelope.error, wire, findings)
}

/** What a stream's head has in addition to that of every stream: the same version and Vary as an answer. */
export function validateStreamHead(head: StreamHead): Finding[] {
  const findings = checkStreamHead(head)
  if (head.status === undefined) return findings
  if (isOther(head, 'x-envelope-version', said => said === 'v2'))
    findings.push(finding(rule('jpcite/envelope-version'), ''))
  if (isOther(head, 'vary', variesBy)) findings.push(finding(rule('jpcite/vary'), ''))
  return findings
}

/** Whether a header is missing, or says what it should not. */
export function isOther(wire: StreamHead, name: string, fits: (value: string) => boolean): boolean {
  const value = wire.headers[name]
  return value === undefined ? lacksHeader(wire, name) : !fits(value)
}

function isOwnType(contentType: string): boolean {
  const type = mediaTypeOf(contentType)
  return type === 'application/json' || type === mediaType
}

/** Body and header agree; a rate limit is in both. */
function validateWait(error: Json | undefined, wire: HttpWire, findings: Finding[]): void {
  if (!isObject(error) || typeof error.retry_after !== 'number') return
  const header = wire.headers['retry-after']
  const silent = lacksHeader(wire, 'retry-after') && error.code === 'RATE_LIMITED'
  const differ = header !== undefined && header !== String(error.retry_after)
  if (silent || differ) findings.push(finding(rule('jpcite/retry-after-header'), ''))
}

/** Whether Vary names both headers. */
export function variesBy(vary: string | undefined): boolean {
  if (vary === mergeVary()) return true
  const names = new Set(vary?.split(',').map(name => name.trim().toLowerCase()))
  return names.has('*') || (names.has('accept') && names.has('x-envelope-version'))
}

/** Whether a status says that all went well, and that a body comes with it. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299 && status !== 204 && status !== 205
}

function validateStatus(status: number, { status: says, error }: JsonObject, findings: Finding[]): void {
  const failed = status >= 400
  if (says === 'error' || (says === undefined && isObject(error))) {
    const row = isObject(error) ? errorRow(error.code) : undefined
    if (!failed) findings.push(finding(rule('jpcite/http-status'), '', `An error is not answered with ${status}.`))
    else if (row !== undefined && !suits(row, status)) {
      const message = `${row.code} typically goes with ${row.statuses.join(' or ')}.`
      findings.push(finding(rule('jpcite/typical-status'), '', message))
    }
  } else if (!isSuccess(status)) {
    if (says === 'partial' && status === 503) return
    findings.push(finding(rule('jpcite/http-status'), '', `${status} is not the status of a success with a body.`))
  }
}
