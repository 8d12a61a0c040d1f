/** Agentic REST Response Profile §4: the ten rows, and how outcomes meet them. The only place these strings are. */
import { type FaultCategory, faultCategories, httpFaults } from '../../outcome/fault.ts'

/** The version of the profile that is written by default. No other source spells it (`yaagents.test.ts`). */
export const contractId = 'yaagents'

export const current = '0.3'
/** Every version of the profile; the older ones are frozen. */
export const versions = ['0.1', '0.2', current] as const

export type ResponseType =
  | 'success'
  | 'created'
  | 'accepted'
  | 'clarification_required'
  | 'validation_failed'
  | 'approval_required'
  | 'forbidden'
  | 'conflict'
  | 'failed_dependency'
  | 'error'

export type BodySchema =
  | 'operation-accepted'
  | 'clarification-required'
  | 'validation-failed'
  | 'approval-required'
  | 'conflict'
  | 'agentic-error'

export interface Row {
  readonly type: ResponseType
  readonly status: number
  readonly mediaType: string
  /** What the body's `type` says, and the schema it follows; absent where the body belongs to the service. */
  readonly body?: { readonly type: string; readonly schema: BodySchema }
}

const error = (type: ResponseType, status: number): Row => ({
  type,
  status,
  mediaType: 'application/vnd.yaagents.error+json',
  body: { type, schema: 'agentic-error' },
})

/** The normative table of §4. */
export const rows: readonly Row[] = [
  { type: 'success', status: 200, mediaType: 'application/json' },
  { type: 'created', status: 201, mediaType: 'application/json' },
  {
    type: 'accepted',
    status: 202,
    mediaType: 'application/vnd.yaagents.operation+json',
    body: { type: 'operation_accepted', schema: 'operation-accepted' },
  },
  {
    type: 'clarification_required',
    status: 400,
    mediaType: 'application/vnd.yaagents.clarification+json',
    body: { type: 'clarification_required', schema: 'clarification-required' },
  },
  {
    type: 'validation_failed',
    status: 422,
    mediaType: 'application/vnd.yaagents.validation-error+json',
    body: { type: 'validation_failed', schema: 'validation-failed' },
  },
  {
    type: 'approval_required',
    status: 412,
    mediaType: 'application/vnd.yaagents.approval-required+json',
    body: { type: 'approval_required', schema: 'approval-required' },
  },
  error('forbidden', 403),
  {
    type: 'conflict',
    status: 409,
    mediaType: 'application/vnd.yaagents.conflict+json',
    body: { type: 'conflict', schema: 'conflict' },
  },
  error('failed_dependency', 424),
  error('error', 500),
]

/** Statuses outside the table that the error row also answers: §11.4 names 429; the others are HTTP's own. */
export const errorStatuses: readonly number[] = [401, 404, 405, 406, 413, 415, 429, 431, 503]

export const vendorPrefix = 'application/vnd.yaagents.'

const byType = new Map(rows.map(row => [row.type, row]))
const byBodyType = new Map(rows.flatMap(row => (row.body === undefined ? [] : [[row.body.type, row]])))
const byStatus = new Map(rows.map(row => [row.status, row]))

export function rowOf(type: ResponseType): Row {
  return byType.get(type) as Row
}

/** The row whose body says this `type`. */
export function rowByBodyType(type: unknown): Row | undefined {
  return typeof type === 'string' ? byBodyType.get(type) : undefined
}

/** The row that a status belongs to, HTTP's own error statuses included. */
export function rowByStatus(status: number): Row | undefined {
  return byStatus.get(status) ?? (errorStatuses.includes(status) ? rowOf('error') : undefined)
}

/** The first row of a media type; the error rows share theirs. */
export function rowByMediaType(mediaType: string): Row | undefined {
  return rows.find(row => row.mediaType === mediaType)
}

/** §11.4: the two codes that the profile fixes, with their statuses. */
export const limitExceeded = { code: 'LIMIT_EXCEEDED', status: 429, retryAfterSeconds: 60 } as const
/** The peer's spelling of the concurrency limit, which §11.4 spells otherwise. */
export const otherLimitCode = 'SSE_CONCURRENCY_LIMIT_EXCEEDED'
export const executionTimeout = { code: 'EXECUTION_TIMEOUT', status: 500 } as const

/** The conflict code that says a run was stopped on request: the profile has no row for it. */
export const canceledCode = 'CANCELED'

interface FaultStatus {
  readonly category: FaultCategory
  readonly type: ResponseType
  readonly status: number
  /** The code that distinguishes this category from the first of the same status. */
  readonly code?: string
}

/** How faults are answered; read from the top, so that the first of a status is what an unknown code means. */
const faultStatuses: readonly FaultStatus[] = [
  { category: 'invalid', type: 'validation_failed', status: 422 },
  { category: 'unauthenticated', type: 'error', status: 401 },
  { category: 'forbidden', type: 'forbidden', status: 403 },
  { category: 'license-blocked', type: 'forbidden', status: 403, code: faultCategories['license-blocked'].code },
  { category: 'not-found', type: 'error', status: 404 },
  { category: 'conflict', type: 'conflict', status: 409 },
  { category: 'rate-limited', type: 'error', status: 429 },
  { category: 'quota-exceeded', type: 'error', status: 429, code: faultCategories['quota-exceeded'].code },
  { category: 'dependency', type: 'failed_dependency', status: 424 },
  { category: 'internal', type: 'error', status: 500 },
  { category: 'timeout', type: 'error', status: 500, code: executionTimeout.code },
  { category: 'integrity', type: 'error', status: 500, code: faultCategories.integrity.code },
  { category: 'unavailable', type: 'error', status: 503 },
  ...Object.entries(httpFaults).map(
    ([code, status]): FaultStatus => ({ category: 'invalid', type: 'error', status, code }),
  ),
]

export function statusOfFault(category: FaultCategory, code: string): FaultStatus {
  const matching = faultStatuses.filter(row => row.category === category)
  return (matching.find(row => row.code === code) ?? matching[0]) as FaultStatus
}

/** The category that a status and a code mean. */
export function categoryOf(status: number, code: string): FaultCategory {
  const matching = faultStatuses.filter(row => row.status === status)
  return (matching.find(row => row.code === code) ?? matching[0])?.category ?? 'internal'
}

/** The status that a body without one had, as far as its type and code show. */
export function statusOfBody(row: Row, code: string): number {
  if (code === limitExceeded.code && row.type === 'error') return limitExceeded.status
  const known = faultStatuses.find(
    ({ category, type, code: own }) => type === row.type && (own ?? faultCategories[category].code) === code,
  )
  return known?.status ?? row.status
}
