/** Approvals: asked once, decided once, used once. */
import {
  bytes,
  bytesOrNull,
  number,
  numberOrNull,
  query,
  type Row,
  serialize,
  text,
  textOrNull,
  type Work,
  wake,
} from '../statement.ts'
import { type NewAudit, putAudit } from './audit.ts'
import { hasAllApprovals } from './caller-limits.ts'

/** `withdrawn`: the task that asked is over, or goes on with other arguments. */
export type ApprovalState = 'open' | 'approved' | 'rejected' | 'asked' | 'withdrawn'

/** What somebody can decide. */
export type DecidedState = Exclude<ApprovalState, 'open' | 'withdrawn'>

export interface ApprovalRow {
  id: string
  tenant: string
  requester: string
  operation: string
  key: string
  /** Of operation, arguments and requester: what was approved, and nothing else. */
  digest: string
  action: string
  input: Uint8Array
  state: ApprovalState
  note: string | null
  /** The input that an approver put in place of the asked one. */
  edit: Uint8Array | null
  decidedBy: string | null
  decidedAt: number | null
  /** The run that used it up. */
  usedBy: string | null
  usedAt: number | null
  taskId: string | null
  createdAt: number
  expiresAt: number
}

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
       AND COALESCE(task_id, '') = ?5 ORDER BY created_at LIMIT 1`,
    input.digest,
    input.key,
    input.tenant,
    input.now,
    input.taskId ?? '',
  )
  if (there !== undefined) return approvalOf(there)
  const { tenant, requester: subject, most, now } = input
  if (most !== undefined && (yield* hasAllApprovals({ tenant, subject }, most, now))) return undefined
  const over = input.taskId !== null && (yield* isOver(input.taskId))
  const [row] = yield* query(
    `INSERT INTO approval (id, tenant, requester, operation, key, digest, action, input, token_hash, state, task_id,
       created_at, expires_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?13, ?10, ?11, ?12)
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
  )
  yield* wake('approval')
  return approvalOf(row ?? {})
}

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

export type DecideResult =
  | { kind: 'decided'; approval: ApprovalRow }
  | { kind: 'already' | 'expired' | 'own' | 'withdrawn'; approval: ApprovalRow }
  | { kind: 'missing' }

/** Decides, once. A task that waits for it goes on in the same transaction. */
export function* decideApproval(input: DecideApproval): Work<DecideResult> {
  const over = yield* lockTask(input.id)
  const [row] = yield* query('SELECT * FROM approval WHERE id = ?1 AND tenant = ?2 {lock}', input.id, input.tenant)
  if (row === undefined) return { kind: 'missing' }
  const approval = approvalOf(row)
  if (approval.state === 'withdrawn' || (over && approval.state === 'open')) return { kind: 'withdrawn', approval }
  if (approval.state !== 'open') return { kind: 'already', approval }
  if (approval.expiresAt <= input.now) return { kind: 'expired', approval }
  if (!input.allowOwn && approval.requester === input.by) return { kind: 'own', approval }
  const [decided] = yield* query(
    `UPDATE approval SET state = ?2, note = ?3, edit = ?4, decided_by = ?5, decided_at = ?6
     WHERE id = ?1 AND state = 'open' RETURNING *`,
    input.id,
    input.state,
    input.note ?? null,
    input.edit ?? null,
    input.by,
    input.now,
  )
  if (decided === undefined) return { kind: 'already', approval }
  yield* putAudit(input.audit)
  if (approval.taskId !== null) yield* goOn(approval.taskId, input.now)
  yield* wake('approval')
  return { kind: 'decided', approval: approvalOf(decided) }
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
  if (yield* lockTask(id)) return undefined
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
  if (approval.taskId !== null) yield* goOn(approval.taskId, now)
  yield* wake('approval')
  return approval
}

/** Whoever changes a task and its approvals takes the task first. True when it is over. */
function* lockTask(approvalId: string): Work<boolean> {
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

/** A paused task is queued; one that still runs, and is about to pause, is told that it need not. */
function* goOn(taskId: string, now: number): Work<void> {
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

export function* getApproval({
  id,
  tenant,
  requester,
}: {
  id: string
  tenant: string
  requester?: string | undefined
}): Work<ApprovalRow | undefined> {
  const [row] = yield* query(
    `SELECT * FROM approval WHERE id = ?1 AND tenant = ?2 AND requester = COALESCE(?3, requester)`,
    id,
    tenant,
    requester ?? null,
  )
  return row === undefined ? undefined : approvalOf(row)
}

/** The approvals that one task asked for. */
export function* taskApprovals({ taskId }: { taskId: string }): Work<ApprovalRow[]> {
  const rows = yield* query('SELECT * FROM approval WHERE task_id = ?1 ORDER BY created_at, id', taskId)
  return rows.map(approvalOf)
}

export interface ListApprovals {
  tenant: string
  requester?: string | undefined
  state?: ApprovalState | undefined
  now: number
  before?: { createdAt: number; id: string } | undefined
  limit: number
}

/** Approvals, newest first; those asked for `open` leave out what has expired. */
export function* listApprovals(input: ListApprovals): Work<ApprovalRow[]> {
  const rows = yield* query(
    `SELECT * FROM approval WHERE tenant = ?1 AND requester = COALESCE(?2, requester)
       AND (?3 = '' OR (state = ?3 AND (state <> 'open' OR expires_at > ?4)))
       AND (created_at, id) < (?5, ?6)
     ORDER BY created_at DESC, id DESC LIMIT ?7`,
    input.tenant,
    input.requester ?? null,
    input.state ?? '',
    input.now,
    input.before?.createdAt ?? Number.MAX_SAFE_INTEGER,
    input.before?.id ?? '',
    input.limit,
  )
  return rows.map(approvalOf)
}

function approvalOf(row: Row): ApprovalRow {
  return {
    id: text(row, 'id'),
    tenant: text(row, 'tenant'),
    requester: text(row, 'requester'),
    operation: text(row, 'operation'),
    key: text(row, 'key'),
    digest: text(row, 'digest'),
    action: text(row, 'action'),
    input: bytes(row, 'input'),
    state: text(row, 'state') as ApprovalState,
    note: textOrNull(row, 'note'),
    edit: bytesOrNull(row, 'edit'),
    decidedBy: textOrNull(row, 'decided_by'),
    decidedAt: numberOrNull(row, 'decided_at'),
    usedBy: textOrNull(row, 'used_by'),
    usedAt: numberOrNull(row, 'used_at'),
    taskId: textOrNull(row, 'task_id'),
    createdAt: number(row, 'created_at'),
    expiresAt: number(row, 'expires_at'),
  }
}
