/** Reading approvals: by a token, one, those of a task, or a page of what somebody may see. */
import { query, type Value, type Work } from '../statement.ts'
import { type ApprovalRow, type ApprovalState, approvalOf } from './approval-row.ts'

/** Who looks: without `requester` and `decides` everything of the tenant is theirs to see. */
export interface ApprovalViewer {
  tenant: string
  /** Sees what they asked for themselves, under the same account. */
  requester?: string | undefined
  account?: string | undefined
  /** Sees what they may decide, under any account. */
  decides?: Decider | undefined
}

/** What somebody may decide: what asks for one of their roles, and, by default, what asks for none. */
export interface Decider {
  roles: readonly string[]
  byDefault: boolean
}

/** The roles of one caller that a statement looks for. */
const mostRoles = 100

/** The approval behind a token; undefined for another tenant's. */
export function* findApproval({
  tokenHash,
  tenant,
}: {
  tokenHash: string
  tenant: string
}): Work<ApprovalRow | undefined> {
  const [row] = yield* query('SELECT * FROM approval WHERE token_hash = ?1 AND tenant = ?2', tokenHash, tenant)
  return row === undefined ? undefined : approvalOf(row)
}

export function* getApproval({ id, ...viewer }: ApprovalViewer & { id: string }): Work<ApprovalRow | undefined> {
  const values: Value[] = [id, viewer.tenant]
  const visible = visibleTo(viewer, values)
  const [row] = yield* query(`SELECT * FROM approval WHERE id = ?1 AND tenant = ?2 ${visible}`, ...values)
  return row === undefined ? undefined : approvalOf(row)
}

/** The approvals that one task asked for. */
export function* taskApprovals({ taskId }: { taskId: string }): Work<ApprovalRow[]> {
  const rows = yield* query('SELECT * FROM approval WHERE task_id = ?1 ORDER BY created_at, id', taskId)
  return rows.map(approvalOf)
}

export interface ListApprovals extends ApprovalViewer {
  state?: ApprovalState | undefined
  now: number
  before?: { createdAt: number; id: string } | undefined
  limit: number
}

/** Approvals, newest first; those asked for `open` leave out what has expired. */
export function* listApprovals(input: ListApprovals): Work<ApprovalRow[]> {
  const values: Value[] = [
    input.tenant,
    input.state ?? '',
    input.now,
    input.before?.createdAt ?? Number.MAX_SAFE_INTEGER,
    input.before?.id ?? '',
    input.limit,
  ]
  const visible = visibleTo(input, values)
  const rows = yield* query(
    `SELECT * FROM approval WHERE tenant = ?1 ${visible}
       AND (?2 = '' OR (state = ?2 AND (state <> 'open' OR expires_at > ?3)))
       AND (created_at, id) < (?4, ?5)
     ORDER BY created_at DESC, id DESC LIMIT ?6`,
    ...values,
  )
  return rows.map(approvalOf)
}

/** The part of a condition that keeps others' rows out; its values join those that are there. */
function visibleTo({ requester, account = '', decides }: ApprovalViewer, values: Value[]): string {
  if (requester === undefined && decides === undefined) return ''
  const put = (value: Value): string => `?${values.push(value)}`
  const any = [
    ...(requester === undefined ? [] : [`(requester = ${put(requester)} AND account = ${put(account)})`]),
    ...(decides?.byDefault ? [`roles = ''`] : []),
    ...(decides?.roles ?? [])
      .slice(0, mostRoles)
      .map(role => `replace(roles, ${put(JSON.stringify(role))}, '') <> roles`),
  ]
  return `AND (${any.length === 0 ? '1 = 0' : any.join(' OR ')})`
}
