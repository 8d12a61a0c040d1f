/** Status, Content-Type and body, validated together (profile §§4–8, 11.4). */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type HttpWire, lacksHeader, mediaTypeOf } from '../../wire/http.ts'
import {
  type BodySchema,
  executionTimeout,
  limitExceeded,
  otherLimitCode,
  type Row,
  rowByBodyType,
  rowByMediaType,
  rowByStatus,
  rowOf,
  vendorPrefix,
} from './status.ts'

/** A rule that an answer breaks. All texts are in rules.ts and breach-message.ts, which a client loads for findings. */
export interface Breach {
  readonly rule: string
  readonly pointer: string
  /** What the message says in place of what the rule demands, and of what. */
  readonly says?: readonly [BreachMessage, ...(string | number)[]]
}

export type BreachMessage = 'noRow' | 'rowType' | 'noProfile' | 'otherProfile' | 'disguised' | 'statusType'

/** Receives what is wrong with an answer. */
export interface Check {
  report(breach: Breach): void
  /** Checks a body against the schema of its row. */
  checkBody(schema: BodySchema, body: Json): void
}

/** Finds the row that an answer is meant to be, and everything that is wrong with it. */
export function validate(wire: HttpWire, body: Json | undefined, version: string, check: Check): Row {
  const mediaType = mediaTypeOf(wire.headers['content-type'])
  const type = isObject(body) ? body.type : undefined
  if (wire.status !== undefined) validateHead(wire.status, mediaType, wire, version, check)
  const row = meant(wire.status, mediaType, type)
  if (body === undefined) return row
  if (row.body === undefined) validateOwnBody(body, type, mediaType, wire, check)
  else validateBody(row, body, wire, version, check)
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
  check: Check,
): void {
  const profile = profileBreach(wire, version)
  if (profile !== undefined) check.report(profile)
  if (mediaType?.startsWith(vendorPrefix) && rowByMediaType(mediaType) === undefined) {
    check.report({ rule: 'yaagents/media-type', pointer: '' })
    return
  }
  const row = rowByStatus(status)
  if (row === undefined) {
    check.report({ rule: 'yaagents/table', pointer: '', says: ['noRow', status] })
  } else if (lacksHeader(wire, 'content-type') || (mediaType !== undefined && mediaType !== row.mediaType)) {
    check.report({ rule: 'yaagents/table', pointer: '', says: ['rowType', status, row.mediaType] })
  }
}

/** §2: the header that states the profile, on every answer and every stream. Without a status the head is not known. */
export function profileBreach(head: Omit<HttpWire, 'body' | 'carrier'>, version: string): Breach | undefined {
  const profile = head.headers['x-yaagents-profile']
  if (profile === undefined && (head.status === undefined || !lacksHeader(head, 'x-yaagents-profile'))) return undefined
  if (profile === `v${version}`) return undefined
  const says = profile === undefined ? (['noProfile'] as const) : (['otherProfile', version] as const)
  return { rule: 'yaagents/profile-header', pointer: '', says }
}

/** Whether a service's own body has the type of a vendor body, and would be taken for one. */
export function isDisguised({ type }: JsonObject): boolean {
  return rowByBodyType(type) !== undefined
}

/** A 200 or 201 body belongs to the service; what it must not be is a vendor body in disguise. */
function validateOwnBody(body: Json, type: unknown, mediaType: string | undefined, wire: HttpWire, check: Check): void {
  const disguised = rowByBodyType(type)
  if (disguised?.body !== undefined && isObject(body) && isObject(body.trace) && mediaType !== undefined) {
    const says = ['disguised', disguised.body.type, disguised.mediaType] as const
    check.report({ rule: 'yaagents/body-type', pointer: '/type', says })
  }
  if (!isObject(body)) return
  if (body.trace === undefined) {
    if (wire.status === undefined || wire.status < 300)
      check.report({ rule: 'yaagents/trace-recommended', pointer: '/trace' })
  } else validateTraceHeaders(body.trace, wire, check)
}

function validateBody(row: Row, body: Json, wire: HttpWire, version: string, check: Check): void {
  const { schema, type } = row.body as NonNullable<Row['body']>
  check.checkBody(schema, body)
  if (!isObject(body)) return
  const says = body.type
  const isOtherError = says !== type && schema === 'agentic-error' && rowByBodyType(says)?.body?.schema === schema
  if (isOtherError && wire.status !== undefined) {
    check.report({ rule: 'yaagents/body-type', pointer: '/type', says: ['statusType', wire.status, type] })
  }
  validateTraceHeaders(body.trace, wire, check)
  if (schema === 'agentic-error' && version !== '0.1') validateCodes(body.code, body.retryAfter, wire, check)
}

/** §11.4. */
function validateCodes(code: Json | undefined, retryAfter: Json | undefined, wire: HttpWire, check: Check): void {
  const limited = wire.status === limitExceeded.status
  if (limited && retryAfter === undefined) check.report({ rule: 'yaagents/retry-after', pointer: '/retryAfter' })
  if (code === otherLimitCode || (code === limitExceeded.code && !limited && wire.status !== undefined)) {
    check.report({ rule: 'yaagents/limit-exceeded', pointer: '/code' })
  }
  if (code === executionTimeout.code && wire.status !== undefined && wire.status !== executionTimeout.status) {
    check.report({ rule: 'yaagents/execution-timeout', pointer: '/code' })
  }
}

function validateTraceHeaders(trace: Json | undefined, wire: HttpWire, check: Check): void {
  if (!isObject(trace)) return
  for (const [member, header] of traceHeaders) {
    const inHeader = wire.headers[header]
    if (inHeader !== undefined && typeof trace[member] === 'string' && trace[member] !== inHeader) {
      check.report({ rule: 'yaagents/trace-headers', pointer: `/trace/${member}` })
    }
  }
}

/** Which header each id of the trace comes from. */
export const traceHeaders = [
  ['correlationId', 'x-correlation-id'],
  ['requestId', 'x-request-id'],
] as const
