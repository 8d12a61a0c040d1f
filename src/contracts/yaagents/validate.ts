/** Status, Content-Type and body, validated together (profile §§4–8, 11.4). */
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type HttpWire, lacksHeader, mediaTypeOf } from '../../wire/http.ts'
import { rules } from './rules.ts'
import {
  executionTimeout,
  limitExceeded,
  type Row,
  rowByBodyType,
  rowByMediaType,
  rowByStatus,
  rowOf,
  vendorPrefix,
} from './status.ts'
import { validators } from './validators.generated.js'

const rule = ruleTable(rules)

/** The peer's spelling of the concurrency limit, which §11.4 spells otherwise. */
const otherLimitCode = 'SSE_CONCURRENCY_LIMIT_EXCEEDED'

/** Finds the row that an answer is meant to be, and everything that is wrong with it. */
export function validate(wire: HttpWire, body: Json | undefined, version: string, findings: Finding[]): Row {
  const mediaType = mediaTypeOf(wire.headers['content-type'])
  const type = isObject(body) ? body.type : undefined
  if (wire.status !== undefined) validateHead(wire.status, mediaType, wire, version, findings)
  const row = meant(wire.status, mediaType, type)
  if (body === undefined) return row
  if (row.body === undefined) validateOwnBody(body, type, mediaType, wire, findings)
  else validateBody(row, body, wire, version, findings)
  return row
}

/** The media type decides; without one the status; without that the body. The error rows differ by status and type. */
function meant(status: number | undefined, mediaType: string | undefined, type: unknown): Row {
  const bySays = rowByBodyType(type)
  const byMedia = mediaType === undefined ? undefined : rowByMediaType(mediaType)
  const byStatus = status === undefined ? undefined : rowByStatus(status)
  if (byMedia === undefined) return byStatus ?? bySays ?? rowOf('success')
  if (byMedia.body === undefined) return byStatus?.body === undefined ? (byStatus ?? byMedia) : byMedia
  return [byStatus, bySays].find(row => row?.mediaType === byMedia.mediaType) ?? byMedia
}

function validateHead(
  status: number,
  mediaType: string | undefined,
  wire: HttpWire,
  version: string,
  findings: Finding[],
): void {
  const profile = wire.headers['x-yaagents-profile']
  if (lacksHeader(wire, 'x-yaagents-profile') || (profile !== undefined && profile !== `v${version}`)) {
    const what = profile === undefined ? 'is missing' : `does not say v${version}`
    findings.push(finding(rule('yaagents/profile-header'), '', `The header X-YAAgents-Profile ${what}.`))
  }
  if (mediaType?.startsWith(vendorPrefix) && rowByMediaType(mediaType) === undefined) {
    findings.push(finding(rule('yaagents/media-type'), ''))
    return
  }
  const row = rowByStatus(status)
  if (row === undefined) {
    findings.push(finding(rule('yaagents/table'), '', `Status ${status} is in no row of the table.`))
  } else if (lacksHeader(wire, 'content-type') || (mediaType !== undefined && mediaType !== row.mediaType)) {
    findings.push(finding(rule('yaagents/table'), '', `Status ${status} goes with Content-Type ${row.mediaType}.`))
  }
}

/** Whether a service's own body has the type of a vendor body, and would be taken for one. */
export function isDisguised({ type }: JsonObject): boolean {
  return rowByBodyType(type) !== undefined
}

/** A 200 or 201 body belongs to the service; what it must not be is a vendor body in disguise. */
function validateOwnBody(
  body: Json,
  type: unknown,
  mediaType: string | undefined,
  wire: HttpWire,
  findings: Finding[],
): void {
  const disguised = rowByBodyType(type)
  if (disguised?.body !== undefined && isObject(body) && isObject(body.trace) && mediaType !== undefined) {
    const message = `This is a body of the type ${disguised.body.type}, which goes with ${disguised.mediaType}.`
    findings.push(finding(rule('yaagents/body-type'), '/type', message))
  }
  if (!isObject(body)) return
  if (body.trace === undefined) {
    if (wire.status === undefined || wire.status < 300)
      findings.push(finding(rule('yaagents/trace-recommended'), '/trace'))
  } else validateTraceHeaders(body.trace, wire, findings)
}

function validateBody(row: Row, body: Json, wire: HttpWire, version: string, findings: Finding[]): void {
  const { schema, type } = row.body as NonNullable<Row['body']>
  const validator = validators[version]?.[schema]
  if (validator !== undefined) findings.push(...schemaFindings(validator, body, rule))
  if (!isObject(body)) return
  const says = body.type
  if (
    typeof says === 'string' &&
    says !== type &&
    schema === 'agentic-error' &&
    rowByBodyType(says)?.body?.schema === schema
  ) {
    const message = `Status ${wire.status ?? row.status} goes with the type ${type}.`
    if (wire.status !== undefined) findings.push(finding(rule('yaagents/body-type'), '/type', message))
  }
  validateTraceHeaders(body.trace, wire, findings)
  if (schema === 'agentic-error' && version !== '0.1') validateCodes(body.code, body.retryAfter, wire, findings)
}

/** §11.4. */
function validateCodes(
  code: Json | undefined,
  retryAfter: Json | undefined,
  wire: HttpWire,
  findings: Finding[],
): void {
  const limited = wire.status === limitExceeded.status
  if (limited && retryAfter === undefined) findings.push(finding(rule('yaagents/retry-after'), '/retryAfter'))
  if (code === otherLimitCode || (code === limitExceeded.code && !limited && wire.status !== undefined)) {
    findings.push(finding(rule('yaagents/limit-exceeded'), '/code'))
  }
  if (code === executionTimeout.code && wire.status !== undefined && wire.status !== executionTimeout.status) {
    findings.push(finding(rule('yaagents/execution-timeout'), '/code'))
  }
}

function validateTraceHeaders(trace: Json | undefined, wire: HttpWire, findings: Finding[]): void {
  if (!isObject(trace)) return
  for (const [member, header] of traceHeaders) {
    const inHeader = wire.headers[header]
    if (inHeader !== undefined && typeof trace[member] === 'string' && trace[member] !== inHeader) {
      findings.push(finding(rule('yaagents/trace-headers'), `/trace/${member}`))
    }
  }
}

/** Which header each id of the trace comes from. */
export const traceHeaders = [
  ['correlationId', 'x-correlation-id'],
  ['requestId', 'x-request-id'],
] as const
