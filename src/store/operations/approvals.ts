/** Approvals: asked once, decided once, used once. */
import { query, serialize, text, type Work, wake } from '../statement.ts'
import { type ApprovalRow, approvalOf, namesText } from './approval-row.ts'
import { type NewAudit, putAudit } from './audit.ts'
import { hasReachedApprovalLimit } from './caller-limits.ts'

export interface NewApproval {
  id: string
  tenant: string
  requester: string
  operation: string
  key: string
  digest: string
  action: string
  input: Uint8Array
  tokenHash: string
  taskId: string | null
  account?: string | undefined
  /** As `ApprovalRow` has it. Default: the digest. */
  request?: string | undefined
  roles?: readonly string[] | undefined
  samePerson?: boolean | undefined
  suppliedBy?: readonly string[] | undefined
  /** Set where an approver has edited the input. */
  edited?: { by: string; original: Uint8Array } | undefined
  /** The only ones that may be found in place of a new one. Default: any. */
  among?: readonly string[] | undefined
  now: number
  expiresAt: number
  /** How many open ones the requester may have. Default: no limit. */
  most?: number | undefined
}

/**
 * Asks for an approval, or finds the one that was asked for with the same words and still stands. Undefined when the
 * requester has too many open ones.
 */
export function* askApproval(input: NewApproval): Work<ApprovalRow | undefined> {
  // Looking and asking must not interleave with another's same words.
  yield* serialize(`approval:${input.digest}:${input.key}`)
  const [there] = yield* query(
    `SELECT * FROM approval WHERE digest = ?1 AND key = ?2 AND tenant = ?3 AND state = 'open' AND expires_at > ?4
       AND COALESCE(task_id, '') = ?5 AND (?6 = '*' OR replace(?6, ',' || id || ',', '') <> ?6)
     ORDER BY created_at LIMIT 1`,
    input.digest,
    input.key,
    input.tenant,
    input.now,
    input.taskId ?? '',
    input.among === undefined ? '*' : namesText(input.among),
  )
  if (there !== undefined) return yield* withSuppliers(approvalOf(there), input.suppliedBy ?? [])
  const { tenant, requester: subject, most, now } = input
  if (most !== undefined && (yield* hasReachedApprovalLimit({ tenant, subject }, most, now))) return undefined
  const over = input.taskId !== null && (yield* isOver(input.taskId))
  // What the task asked for while it had another input is asked for no longer.
  if (input.taskId !== null) yield* withdrawApprovals(input.taskId, input.digest)
  const [row] = yield* query(
    `INSERT INTO approval (id, tenant, requester, operation, key, digest, action, input, token_hash, state, task_id,
       created_at, expires_at, account, request, roles, same_person, supplied_by, edited_by, original)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?13, ?10, ?11, ?12, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
     ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING *`,
    input.id,
    input.tenant,
    input.requester,
    input.operation,
    input.key,
    input.digest,
    input.action,
    input.input,
    input.tokenHash,
    input.taskId,
    input.now,
    input.expiresAt,
    over ? 'withdrawn' : 'open',
    input.account ?? '',
    input.request ?? input.digest,
    namesText(input.roles ?? []),
    input.samePerson ? 1 : 0,
    namesText(input.suppliedBy ?? []),
    input.edited?.by ?? null,
    input.edited?.original ?? null,
  )
  yield* wake('approval')
  return approvalOf(row ?? {})
}

/** What is asked for again keeps all who have supplied its arguments. */
function* withSuppliers(approval: ApprovalRow, names: readonly string[]): Work<ApprovalRow> {
  const all = new Set([...approval.suppliedBy, ...names])
  if (all.size === approval.suppliedBy.length) return approval
  yield* query('UPDATE approval SET supplied_by = ?2 WHERE id = ?1', approval.id, namesText([...all]))
  return { ...approval, suppliedBy: [...all] }
}

export interface ReplyApproval {
  id: string
  tenant: string
  requester: string
  now: number
  audit: NewAudit
}

/** The requester has answered the approver's question: it can be decided again. Undefined when nobody asked them. */
export function* replyApproval({ id, tenant, requester, now, audit }: ReplyApproval): Work<ApprovalRow | undefined> {
  if (yield* lockTaskOf(id)) return undefined
  const [row] = yield* query(
    `UPDATE approval SET state = 'open', note = NULL, decided_by = NULL, decided_at = NULL
     WHERE id = ?1 AND tenant = ?2 AND requester = ?3 AND state = 'asked' AND expires_at > ?4 RETURNING *`,
    id,
    tenant,
    requester,
    now,
  )
  if (row === undefined) return undefined
  const approval = approvalOf(row)
  yield* putAudit(audit)
  if (approval.taskId !== null) yield* resumeWaiting(approval.taskId, now)
  yield* wake('approval')
  return approval
}

/** To change a task and its approvals, lock the task first. True when it is over. */
export function* lockTaskOf(approvalId: string): Work<boolean> {
  const [row] = yield* query('SELECT task_id FROM approval WHERE id = ?1 AND task_id IS NOT NULL', approvalId)
  return row !== undefined && (yield* isOver(text(row, 'task_id')))
}

function* isOver(taskId: string): Work<boolean> {
  const [task] = yield* query('SELECT ended_at FROM task WHERE id = ?1 {lock}', taskId)
  return task !== undefined && task.ended_at !== null
}

/** A task no longer asks for what it asked for, except for the arguments of a digest. */
export function* withdrawApprovals(taskId: string, exceptDigest = ''): Work<void> {
  const rows = yield* query(
    `UPDATE approval SET state = 'withdrawn'
     WHERE task_id = ?1 AND state IN ('open', 'asked') AND digest <> ?2 RETURNING id`,
    taskId,
    exceptDigest,
  )
  if (rows.length > 0) yield* wake('approval')
}

/** A paused task is queued; one that still runs, and is about to pause, learns that it need not. */
export function* resumeWaiting(taskId: string, now: number): Work<void> {
  const [task] = yield* query('SELECT state FROM task WHERE id = ?1 {lock}', taskId)
  if (task?.state === 'working') yield* query('UPDATE task SET nudged = 1 WHERE id = ?1', taskId)
  if (task?.state !== 'paused') return
  yield* query(
    `UPDATE task SET state = 'queued', due_at = ?2, attempt = 0, lost = 0, outcome = NULL, updated_at = ?2
     WHERE id = ?1`,
    taskId,
    now,
  )
  yield* wake('task')
}

/** Who uses an approval: one run, however often it asks. */
export interface ApprovalUse {
  id: string
  by: string
  now: number
  audit: NewAudit
}

/** Uses an approval up. False when another run has used it, or it was never given. */
export function* useApproval({ id, by, now, audit }: ApprovalUse): Work<boolean> {
  const rows = yield* query(
    `UPDATE approval SET used_by = ?2, used_at = ?3
     WHERE id = ?1 AND state = 'approved' AND used_at IS NULL AND expires_at > ?3 RETURNING id`,
    id,
    by,
    now,
  )
  if (rows.length > 0) {
    yield* putAudit(audit)
    return true
  }
  const [mine] = yield* query('SELECT id FROM approval WHERE id = ?1 AND used_by = ?2', id, by)
  return mine !== undefined
}

/** Gives back an approval that a run took and then did not act on. */
export function* unuseApproval({ id, by, audit }: Omit<ApprovalUse, 'now'>): Work<void> {
  const rows = yield* query(
    'UPDATE approval SET used_by = NULL, used_at = NULL WHERE id = ?1 AND used_by = ?2 RETURNING id',
    id,
    by,
  )
  if (rows.length > 0) yield* putAudit(audit)
}
