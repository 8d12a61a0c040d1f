/** Deciding on an approval, once, in one transaction with the task that waits for it. */
import { number, query, serialize, text, textOrNull, type Value, type Work, wake } from '../statement.ts'
import { type ApprovalRow, type ApprovalState, approvalOf } from './approval-row.ts'
import { lockTaskOf, resumeWaiting } from './approvals.ts'
import { type NewAudit, putAudit } from './audit.ts'

/** What somebody can decide. */
export type DecidedState = Exclude<ApprovalState, 'open' | 'withdrawn'>

export interface DecideApproval {
  id: string
  tenant: string
  by: string
  state: DecidedState
  note?: string | undefined
  edit?: Uint8Array | undefined
  allowOwn: boolean
  now: number
  audit: NewAudit
}

/** `changed`: an approver has edited the input since. `same-person`: they gave another approval of this run. */
export type DecideResult =
  | { kind: 'decided'; approval: ApprovalRow }
  | { kind: 'already' | 'expired' | 'own' | 'withdrawn' | 'changed' | 'same-person'; approval: ApprovalRow }
  | { kind: 'missing' }

/** Decides, once. An edit withdraws what else is open for the input as it was. A task that waits goes on. */
export function* decideApproval(input: DecideApproval): Work<DecideResult> {
  const { id, tenant, by, state, now } = input
  const over = yield* lockTaskOf(id)
  const [found] = yield* query('SELECT * FROM approval WHERE id = ?1 AND tenant = ?2', id, tenant)
  if (found === undefined) return { kind: 'missing' }
  // Approvals of one call have no task to lock: two edits of the same input must not pass each other.
  if (found.task_id === null) yield* serialize(`request:${approvalOf(found).request}`)
  const [row] = yield* query('SELECT * FROM approval WHERE id = ?1 {lock}', id)
  if (row === undefined) return { kind: 'missing' }
  const approval = approvalOf(row)
  const others = yield* ofSameRun(approval, now)
  if (approval.state === 'withdrawn') {
    const isEdited = others.some(other => other.isEdited && other.decidedAt >= approval.createdAt)
    return { kind: isEdited ? 'changed' : 'withdrawn', approval }
  }
  if (over && approval.state === 'open') return { kind: 'withdrawn', approval }
  if (approval.state !== 'open') return { kind: 'already', approval }
  if (approval.expiresAt <= now) return { kind: 'expired', approval }
  if (!input.allowOwn && (approval.requester === by || approval.suppliedBy.includes(by)))
    return { kind: 'own', approval }
  if (state === 'approved' && !approval.samePerson && hasApproved(others, approval, by)) {
    return { kind: 'same-person', approval }
  }
  const [decided] = yield* query(
    `UPDATE approval SET state = ?2, note = ?3, edit = ?4, decided_by = ?5, decided_at = ?6
     WHERE id = ?1 AND state = 'open' RETURNING *`,
    id,
    state,
    input.note ?? null,
    input.edit ?? null,
    by,
    now,
  )
  if (decided === undefined) return { kind: 'already', approval }
  if (input.edit !== undefined) {
    for (const other of others) {
      yield* query(`UPDATE approval SET state = 'withdrawn' WHERE id = ?1 AND state IN ('open', 'asked')`, other.id)
    }
  }
  yield* putAudit(input.audit)
  if (approval.taskId !== null) yield* resumeWaiting(approval.taskId, now)
  yield* wake('approval')
  return { kind: 'decided', approval: approvalOf(decided) }
}

interface OtherApproval {
  id: string
  key: string
  digest: string
  state: string
  decidedBy: string | null
  decidedAt: number
  isEdited: boolean
  isExpired: boolean
}

/** The other approvals of a run, oldest first: those of its task, or those of the same request that no run has used. */
function* ofSameRun({ id, taskId, tenant, request }: ApprovalRow, now: number): Work<OtherApproval[]> {
  const columns = `id, key, digest, state, decided_by, decided_at, expires_at, edit IS NOT NULL AS edited`
  const [where, values]: [string, Value[]] =
    taskId === null
      ? [
          `task_id IS NULL AND tenant = ?1 AND (request = ?2 OR (request = '' AND digest = ?2)) AND used_at IS NULL
             AND expires_at > ?3`,
          [tenant, request, now],
        ]
      : ['task_id = ?1', [taskId]]
  const rows = yield* query(`SELECT ${columns} FROM approval WHERE ${where} ORDER BY created_at, id`, ...values)
  return rows
    .filter(row => row.id !== id)
    .map(row => ({
      id: text(row, 'id'),
      key: text(row, 'key'),
      digest: text(row, 'digest'),
      state: text(row, 'state'),
      decidedBy: textOrNull(row, 'decided_by'),
      decidedAt: number(row, 'decided_at'),
      isEdited: number(row, 'edited') === 1,
      isExpired: number(row, 'expires_at') <= now,
    }))
}

/** Whether somebody gave an approval under another key that still counts. */
function hasApproved(others: readonly OtherApproval[], { key, digest }: ApprovalRow, by: string): boolean {
  const latest = new Map(others.map(other => [other.key, other]))
  latest.delete(key)
  return [...latest.values()].some(
    other =>
      other.state === 'approved' &&
      other.decidedBy === by &&
      !other.isExpired &&
      (other.isEdited || other.digest === digest),
  )
}
