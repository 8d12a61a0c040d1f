/** The rows of the request journal. */
import { bytes, bytesOrNull, number, type Row, text } from '../statement.ts'

export interface NewRequest {
  tenant: string
  at: number
  expiresAt: number
  requestId: string
  correlationId: string
  /** Empty when the call became no task. */
  taskId: string
  operation: string
  contract: string
  status: number
  code: string
  detail: Uint8Array
  /** The redacted bodies, where they are switched on. */
  bodies: Uint8Array | null
  /** When the bodies are removed; 0 without any. */
  bodiesUntil: number
}

export interface RequestRow extends NewRequest {
  /** The place in the whole journal: later entries have larger ones. */
  seq: number
}

/** The columns of an entry, in the order of `valuesOf`. */
export const columns =
  'seq, tenant, ordinal, at, expires_at, request_id, correlation_id, task_id, operation, contract, status, code, bodies_until, detail, bodies'

export function valuesOf(seq: number, ordinal: number, row: NewRequest) {
  const { tenant, at, expiresAt, requestId, correlationId, taskId, operation, contract, status, code } = row
  return [
    seq,
    tenant,
    ordinal,
    at,
    expiresAt,
    requestId,
    correlationId,
    taskId,
    operation,
    contract,
    status,
    code,
    row.bodies === null ? 0 : row.bodiesUntil,
    row.detail,
    row.bodies,
  ]
}

export function requestOf(row: Row): RequestRow {
  return {
    seq: number(row, 'seq'),
    tenant: text(row, 'tenant'),
    at: number(row, 'at'),
    expiresAt: number(row, 'expires_at'),
    requestId: text(row, 'request_id'),
    correlationId: text(row, 'correlation_id'),
    taskId: text(row, 'task_id'),
    operation: text(row, 'operation'),
    contract: text(row, 'contract'),
    status: number(row, 'status'),
    code: text(row, 'code'),
    detail: bytes(row, 'detail'),
    bodies: bytesOrNull(row, 'bodies'),
    bodiesUntil: number(row, 'bodies_until'),
  }
}
