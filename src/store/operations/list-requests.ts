/** Reading the request journal. */
import { query, type Work } from '../statement.ts'
import { Conditions } from './conditions.ts'
import { underGovernance } from './governance.ts'
import { type RequestRow, requestOf } from './request-row.ts'

export interface RequestFilter {
  /** Default: of all tenants. */
  tenant?: string | undefined
  requestId?: string | undefined
  operation?: string | undefined
  /** The id of a contract. */
  contract?: string | undefined
  /** From the first to the last status: 500 to 599. */
  status?: { from: number; to: number } | undefined
  /** The id or the subject of the governance token that they were accepted under. */
  governance?: string | undefined
  /** Calls that came at this instant or later. */
  since?: number | undefined
  /** Calls that came before this instant. */
  until?: number | undefined
  /** Entries before this place. */
  before?: number | undefined
  /** Default: true. */
  withBodies?: boolean | undefined
  /** Entries after this place, the oldest first; without it the newest are first. */
  after?: number | undefined
  now: number
  limit: number
}

/** Entries of the journal. What is past its time is not shown, though it may not be removed yet. */
export function* listRequests(filter: RequestFilter): Work<RequestRow[]> {
  const { tenant, requestId, operation, contract, status, since, until, before, after, now, limit } = filter
  const where = new Conditions()
  where.compare('expires_at', '>', now)
  where.compare('tenant', '=', tenant)
  where.compare('request_id', '=', requestId)
  where.compare('operation', '=', operation)
  underGovernance(where, 'request_id', 'request_id', filter.governance)
  where.compare('contract', '=', contract)
  where.compare('status', '>', status === undefined ? undefined : status.from - 1)
  where.compare('status', '<', status === undefined ? undefined : status.to + 1)
  where.compare('at', '>', since === undefined ? undefined : since - 1)
  where.compare('at', '<', until)
  where.compare('seq', '>', after)
  where.compare('seq', '<', before)
  const order = after === undefined ? 'DESC' : 'ASC'
  const bodies = filter.withBodies === false ? 'NULL' : `CASE WHEN bodies_until > ${where.put(now)} THEN bodies END`
  const rows = yield* query(
    `SELECT seq, tenant, at, expires_at, request_id, correlation_id, task_id, operation, contract, status, code,
       bodies_until, detail, ${bodies} AS bodies
     FROM request WHERE ${where} ORDER BY seq ${order} LIMIT ${where.put(limit)}`,
    ...where.values,
  )
  return rows.map(requestOf)
}
