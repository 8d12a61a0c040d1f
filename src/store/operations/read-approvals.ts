/** Reading approvals: by a token, one by its id, or those of a task. */
import { query, type Work } from '../statement.ts'
import { type ApprovalRow, approvalOf } from './approval-row.ts'
import { type ApprovalViewer, sightsOf } from './approval-viewer.ts'
import { Conditions } from './conditions.ts'

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
  const where = new Conditions()
  where.compare('id', '=', id)
  where.compare('tenant', '=', viewer.tenant)
  const sights = sightsOf(viewer)?.map(sight => `(${sight(where)})`)
  if (sights !== undefined) where.add(`(${sights.join(' OR ') || '1 = 0'})`)
  const [row] = yield* query(`SELECT * FROM approval WHERE ${where}`, ...where.values)
  return row === undefined ? undefined : approvalOf(row)
}

/** The approvals that one task asked for. */
export function* taskApprovals({ taskId }: { taskId: string }): Work<ApprovalRow[]> {
  const rows = yield* query('SELECT * FROM approval WHERE task_id = ?1 ORDER BY created_at, id', taskId)
  return rows.map(approvalOf)
}
