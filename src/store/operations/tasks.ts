/** Tasks: runs that outlive their request, held by leases with epochs. */
import { number, query, type Work, wake } from '../statement.ts'
import { FencedError } from '../store.ts'
import { withdrawApprovals } from './approvals.ts'
import { type NewAudit, putAudit } from './audit.ts'
import { limitReached, type TaskLimits } from './caller-limits.ts'
import { finishClaim } from './claims.ts'
import { type NewDelivery, type NewEndpoint, putDeliveries, putEndpoint } from './deliveries.ts'
import { append, type NewEvent } from './events.ts'
import type { ClaimFence, TaskFence } from './fence.ts'
import { type Owner, ownerValues } from './list-tasks.ts'
import { type StepRow, writeStep } from './steps.ts'
import { type TaskRow, type TaskState, taskOf } from './task-row.ts'

export interface NewTask {
  id: string
  tenant: string
  subject: string
  account?: string | undefined
  operation: string
  version: string
  contract: string
  /** The conversation that it belongs to. */
  context?: string | undefined
  call: Uint8Array
  maxAttempts: number
  dueAt: number
  now: number
  endpoint?: NewEndpoint | undefined
  /** The key whose repeats get this task. */
  claim?: (ClaimFence & { answer: Uint8Array; expiresAt: number }) | undefined
}

/** A task that waits for a worker; or the limit of its caller that it would pass, and then nothing is written. */
export function* createTask({
  limits,
  ...task
}: NewTask & { limits?: TaskLimits | undefined }): Work<'created' | keyof TaskLimits> {
  const passed = limits && (yield* limitReached(task, limits, task.endpoint !== undefined))
  if (passed !== undefined) {
    // The answer to this very call may have been lost on its way.
    const [there] = yield* query('SELECT id FROM task WHERE id = ?1', task.id)
    return there === undefined ? passed : 'created'
  }
  yield* insertTask(task, 'queued', task.claim?.epoch ?? 0, 0)
  yield* wake('task')
  return 'created'
}

/** How a task that never ran is over. */
export interface TaskEnd {
  state: TaskState
  facet?: string | undefined
  outcome: Uint8Array
  event: NewEvent
}

/** A call that was refused before it could become a task: it can be looked up like one. */
export function* recordTask({ end, ...task }: NewTask & { end: TaskEnd }): Work<void> {
  if (!(yield* insertTask(task, end.state, 0, 0))) return
  yield* query(
    'UPDATE task SET outcome = ?2, facet = ?3, ended_at = ?4 WHERE id = ?1',
    task.id,
    end.outcome,
    end.facet ?? null,
    task.now,
  )
  yield* append(task.id, [end.event], task.now)
}

export interface AdoptedTask {
  task: NewTask
  leaseUntil: number
  /** The epoch under which the run has worked so far: its intents stay its own. */
  epoch: number
  /** What the run has done, or begun, so far. */
  steps: readonly (Pick<StepRow, 'name' | 'state' | 'value'> & { moments?: number | undefined })[]
  events: readonly NewEvent[]
  /** How far it has come. */
  progress?: Uint8Array | undefined
  /** The process that runs it, as its lock names it. */
  process?: string
}

/** A running call becomes a task of its runner: row, lease, steps and events so far, in one transaction. */
export function* adoptTask({ task, leaseUntil, epoch, steps, events, progress, process }: AdoptedTask): Work<void> {
  if (!(yield* insertTask(task, 'working', epoch, leaseUntil))) return
  yield* query(
    'UPDATE task SET process = ?2, leased_epoch = epoch, lease_ms = ?3 WHERE id = ?1',
    task.id,
    process ?? '',
    leaseUntil - task.now,
  )
  for (const { name, state, value, moments } of steps) {
    yield* writeStep({ runId: task.id, name, state, value, moments, epoch, now: task.now })
  }
  yield* append(task.id, events, task.now)
  if (progress !== undefined) yield* query('UPDATE task SET progress = ?2 WHERE id = ?1', task.id, progress)
}

/** False when it is already there: the answer to this very insert was lost on its way. */
function* insertTask(task: NewTask, state: TaskState, epoch: number, leaseUntil: number): Work<boolean> {
  const working = state === 'working'
  const [made] = yield* query(
    `INSERT INTO task (id, tenant, subject, operation, version, contract, state, attempt, max_attempts, lost, dead,
       epoch, lease_until, due_at, nudged, events, endpoint, created_at, updated_at, started_at, context, account)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, 0, ?10, ?11, ?12, 0, 0, ?13, ?14, ?14, ?15, ?16, ?17)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    task.id,
    task.tenant,
    task.subject,
    task.operation,
    task.version,
    task.contract,
    state,
    working ? 1 : 0,
    task.maxAttempts,
    epoch,
    leaseUntil,
    task.dueAt,
    task.endpoint?.id ?? null,
    task.now,
    working ? task.now : null,
    task.context ?? null,
    task.account ?? '',
  )
  if (made === undefined) return false
  yield* query('INSERT INTO task_call (task_id, call) VALUES (?1, ?2)', task.id, task.call)
  if (task.endpoint !== undefined) yield* putEndpoint(task.endpoint)
  if (task.claim !== undefined) yield* finishClaim(task.claim)
  return true
}

/** Keeps a task's lease, and says whether somebody wants it canceled. */
export function* renewTask({
  id,
  epoch,
  leaseUntil,
}: TaskFence & { leaseUntil: number }): Work<{ cancelRequested: boolean }> {
  const [row] = yield* query(
    `UPDATE task SET lease_until = ?3 WHERE id = ?1 AND epoch = ?2 AND state = 'working' RETURNING cancel_at`,
    id,
    epoch,
    leaseUntil,
  )
  if (row === undefined) throw new FencedError()
  return { cancelRequested: row.cancel_at !== null }
}

export interface EndTask extends TaskFence {
  state: TaskState
  facet?: string | undefined
  dead?: boolean
  /** How many registrations the writer knows of: when there were others since, nothing is written. */
  pushes?: number | undefined
  outcome: Uint8Array
  event: NewEvent
  deliveries?: readonly NewDelivery[]
  now: number
}

/**
 * Ends a task, or pauses it: the outcome, its event and the notifications to others, in one transaction. A pause for
 * which a decision, or a wish to cancel, came while the task still ran is over at once: the task is queued again.
 * Returns the state that it has now; `changed` when a webhook was registered for it meanwhile.
 */
export function* endTask(input: EndTask): Work<TaskState | 'changed'> {
  const { id, epoch, state, facet, dead, pushes, outcome, event, deliveries, now } = input
  const [there] = yield* query('SELECT state, epoch, nudged, cancel_at, pushes FROM task WHERE id = ?1 {lock}', id)
  if (there === undefined || number(there, 'epoch') !== epoch) throw new FencedError()
  // The answer to this very write was lost on its way.
  if (there.state === state) return state
  if (there.state === 'queued' && state === 'paused') return 'queued'
  if (there.state !== 'working') throw new FencedError()
  if (pushes !== undefined && number(there, 'pushes') !== pushes) return 'changed'
  const goesOn = state === 'paused' && (number(there, 'nudged') === 1 || there.cancel_at !== null)
  const reached = goesOn ? 'queued' : state
  yield* query(
    `UPDATE task SET state = ?2, outcome = ?3, dead = ?4, updated_at = ?5, ended_at = ?6, lease_until = 0,
       facet = ?8, due_at = CASE WHEN ?7 = 1 THEN ?5 ELSE due_at END, attempt = CASE WHEN ?7 = 1 THEN 0 ELSE attempt END,
       lost = CASE WHEN ?7 = 1 THEN 0 ELSE lost END
     WHERE id = ?1`,
    id,
    reached,
    goesOn ? null : outcome,
    dead === true ? 1 : 0,
    now,
    state === 'paused' ? null : now,
    goesOn ? 1 : 0,
    facet ?? null,
  )
  if (state !== 'paused') yield* withdrawApprovals(id)
  yield* append(id, [event], now)
  yield* putDeliveries(deliveries ?? [], now)
  if (goesOn) yield* wake('task')
  return reached
}

/** Puts a task back to be tried again later. One that is handed back, not failed, has not used its attempt. */
export function* requeueTask({
  id,
  epoch,
  dueAt,
  handedBack = false,
  now,
}: TaskFence & { dueAt: number; handedBack?: boolean; now: number }): Work<void> {
  const rows = yield* query(
    `UPDATE task SET state = 'queued', due_at = ?3, lease_until = 0, updated_at = ?4,
       attempt = attempt - CASE WHEN state = 'working' THEN ?5 ELSE 0 END
     WHERE id = ?1 AND epoch = ?2 AND state IN ('working', 'queued') RETURNING id`,
    id,
    epoch,
    dueAt,
    now,
    handedBack ? 1 : 0,
  )
  if (rows.length === 0) throw new FencedError()
  yield* wake('task')
}

/** A paused task goes on, with another call if its inputs changed; a dead one gets a new set of attempts. */
export function* resumeTask({
  id,
  from,
  call,
  digest,
  audit,
  now,
  ...owner
}: Owner & {
  id: string
  from: 'paused' | 'failed'
  call?: Uint8Array | undefined
  /** Of the changed call: what was asked with other arguments is asked no longer. */
  digest?: string | undefined
  audit: NewAudit
  now: number
}): Work<boolean> {
  const [row] = yield* query(
    `UPDATE task SET state = 'queued', due_at = ?5, attempt = 0, lost = 0, dead = 0, outcome = NULL, ended_at = NULL,
       cancel_at = NULL, updated_at = ?5
     WHERE id = ?1 AND tenant = ?2 AND subject = COALESCE(?3, subject) AND account = COALESCE(?4, account)
       AND state = ?6 AND (state = 'paused' OR dead = 1) RETURNING id`,
    id,
    ...ownerValues(owner),
    now,
    from,
  )
  if (row === undefined) return false
  if (call !== undefined) yield* query('UPDATE task_call SET call = ?2 WHERE task_id = ?1', id, call)
  if (digest !== undefined) yield* withdrawApprovals(id, digest)
  yield* putAudit(audit)
  yield* wake('task')
  return true
}

/**
 * A paused task gets a part of what it waits for, and keeps waiting for the rest. False when it waits no longer,
 * or another caller has answered it meanwhile.
 */
export function* amendTask({
  id,
  before,
  outcome,
  facet,
  call,
  now,
  ...owner
}: Owner & {
  id: string
  before: Uint8Array
  outcome: Uint8Array
  /** What it waits for now. Default: as before. */
  facet?: string | undefined
  call: Uint8Array
  now: number
}): Work<boolean> {
  const [row] = yield* query(
    `UPDATE task SET outcome = ?6, updated_at = ?7, facet = COALESCE(?8, facet)
     WHERE id = ?1 AND tenant = ?2 AND subject = COALESCE(?3, subject) AND account = COALESCE(?4, account)
       AND state = 'paused' AND outcome = ?5 RETURNING id`,
    id,
    ...ownerValues(owner),
    before,
    outcome,
    now,
    facet ?? null,
  )
  if (row === undefined) return false
  yield* query('UPDATE task_call SET call = ?2 WHERE task_id = ?1', id, call)
  return true
}

export type CancelResult = 'canceled' | 'requested' | 'ended' | 'missing' | 'changed'

/** Ends a task that nobody works on; asks the worker of one that runs. */
export function* cancelTask({
  id,
  outcome,
  event,
  pushes,
  deliveries,
  audit,
  now,
  ...owner
}: Owner & {
  id: string
  outcome: Uint8Array
  event: NewEvent
  /** As for `endTask`. */
  pushes?: number | undefined
  deliveries?: readonly NewDelivery[]
  audit: NewAudit
  now: number
}): Work<CancelResult> {
  const row = yield* findOwnedTask({ id, ...owner })
  if (row === undefined) return 'missing'
  if (row.state === 'working' && row.leaseUntil > now) {
    yield* query('UPDATE task SET cancel_at = COALESCE(cancel_at, ?2) WHERE id = ?1', id, now)
    yield* putAudit(audit)
    yield* wake(`cancel:${id}`)
    return 'requested'
  }
  if (row.endedAt !== null) return 'ended'
  if (pushes !== undefined && row.pushes !== pushes) return 'changed'
  yield* query(
    `UPDATE task SET state = 'canceled', facet = NULL, outcome = ?2, cancel_at = ?3, updated_at = ?3, ended_at = ?3, epoch = epoch + 1,
       lease_until = 0
     WHERE id = ?1`,
    id,
    outcome,
    now,
  )
  yield* withdrawApprovals(id)
  yield* append(id, [event], now)
  yield* putDeliveries(deliveries ?? [], now)
  yield* putAudit(audit)
  return 'canceled'
}

function* findOwnedTask({ id, ...owner }: Owner & { id: string }): Work<TaskRow | undefined> {
  const [row] = yield* query(
    `SELECT * FROM task WHERE id = ?1 AND tenant = ?2 AND subject = COALESCE(?3, subject)
       AND account = COALESCE(?4, account) {lock}`,
    id,
    ...ownerValues(owner),
  )
  return row === undefined ? undefined : taskOf(row)
}
