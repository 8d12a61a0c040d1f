/** Tasks: runs that outlive their request, held by leases with epochs. */
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
import { FencedError } from '../store.ts'
import { finishClaim } from './claims.ts'
import { type NewDelivery, type NewEndpoint, putDeliveries, putEndpoint } from './deliveries.ts'
import { type ClaimFence, holdTask, type TaskFence } from './fence.ts'
import { putStep, type StepRow } from './steps.ts'

export type TaskState = 'queued' | 'working' | 'paused' | 'completed' | 'failed' | 'canceled' | 'unknown'

export interface TaskRow {
  id: string
  tenant: string
  subject: string
  operation: string
  /** The agent's version when the task began. */
  version: string
  /** How to speak to whoever began it: `ID@VERSION`. */
  contract: string
  state: TaskState
  call: Uint8Array
  outcome: Uint8Array | null
  progress: Uint8Array | null
  attempt: number
  maxAttempts: number
  /** It failed for good after its last attempt. */
  dead: boolean
  epoch: number
  leaseUntil: number
  dueAt: number
  cancelAt: number | null
  /** How many events its log has. */
  events: number
  endpoint: string | null
  createdAt: number
  updatedAt: number
  startedAt: number | null
  endedAt: number | null
}

export interface EventRow {
  seq: number
  kind: string
  body: Uint8Array
  at: number
}

export interface NewTask {
  id: string
  tenant: string
  subject: string
  operation: string
  version: string
  contract: string
  call: Uint8Array
  maxAttempts: number
  dueAt: number
  now: number
  endpoint?: NewEndpoint | undefined
  /** The key whose repeats are told of this task. */
  claim?: (ClaimFence & { answer: Uint8Array; expiresAt: number }) | undefined
}

/** A task that waits for a worker. */
export function* createTask(task: NewTask): Work<void> {
  yield* insertTask(task, 'queued', 0, 0)
  yield* wake('task')
}

export interface Adoption {
  task: NewTask
  leaseUntil: number
  /** The epoch under which the run has worked so far. */
  epoch: number
  /** What the run has done, or begun, so far. */
  steps: readonly Pick<StepRow, 'name' | 'state' | 'value'>[]
  events: readonly NewEvent[]
}

/** A running call becomes a task of its runner: row, lease, steps and events so far, in one transaction. */
export function* adoptTask({ task, leaseUntil, epoch, steps, events }: Adoption): Work<void> {
  if (!(yield* insertTask(task, 'working', epoch, leaseUntil))) return
  for (const { name, state, value } of steps) {
    yield* putStep({ runId: task.id, name, state, value, epoch, now: task.now })
  }
  yield* append(task.id, events, task.now)
}

function* insertTask(task: NewTask, state: TaskState, epoch: number, leaseUntil: number): Work<boolean> {
  const [made] = yield* query(
    `INSERT INTO task (id, tenant, subject, operation, version, contract, state, call, attempt, max_attempts, dead,
       epoch, lease_until, due_at, events, endpoint, created_at, updated_at, started_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, ?9, ?11, ?12, 0, ?13, ?14, ?14, ?15)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    task.id,
    task.tenant,
    task.subject,
    task.operation,
    task.version,
    task.contract,
    state,
    task.call,
    epoch,
    task.maxAttempts,
    leaseUntil,
    task.dueAt,
    task.endpoint?.id ?? null,
    task.now,
    state === 'working' ? task.now : null,
  )
  // Already there: the answer to this very insert was lost on its way.
  if (made === undefined) return false
  if (task.endpoint !== undefined) yield* putEndpoint(task.endpoint)
  if (task.claim !== undefined) yield* finishClaim(task.claim)
  return true
}

export interface LeaseTasks {
  now: number
  leaseUntil: number
  limit: number
  /** How many tasks of one tenant may run at once. */
  perTenant: number
  /** Only operations that this worker has, as a comma-separated list. */
  operations: string
}

/** As many as there are. */
export const unlimited = 2 ** 31 - 1

const due = `((state = 'queued' AND due_at <= ?1) OR (state = 'working' AND lease_until <= ?1))`

/** Takes tasks that are due, or whose worker was not heard of in time. Each gets a new epoch. */
export function* leaseTasks(input: LeaseTasks): Work<TaskRow[]> {
  // Counting and taking must not interleave with another worker's.
  if (input.perTenant < unlimited) yield* serialize('lease')
  const candidates = yield* query(
    `SELECT id FROM (
       SELECT task.id, task.due_at,
         row_number() OVER (PARTITION BY task.tenant ORDER BY task.due_at, task.id) + COALESCE(busy.tasks, 0) AS place
       FROM task LEFT JOIN (
         SELECT tenant, COUNT(*) AS tasks FROM task WHERE state = 'working' AND lease_until > ?1 GROUP BY tenant
       ) AS busy ON busy.tenant = task.tenant
       WHERE ${due} AND ?4 LIKE '%,' || operation || ',%'
     ) AS waiting WHERE place <= ?2 ORDER BY due_at, id LIMIT ?3`,
    input.now,
    input.perTenant,
    input.limit,
    `,${input.operations},`,
  )
  const taken: TaskRow[] = []
  for (const candidate of candidates) {
    const [row] = yield* query(
      `UPDATE task SET state = 'working', epoch = epoch + 1, attempt = attempt + 1, lease_until = ?3,
         started_at = COALESCE(started_at, ?1), updated_at = ?1
       WHERE id IN (SELECT id FROM task WHERE id = ?2 AND ${due} {skip}) RETURNING *`,
      input.now,
      text(candidate, 'id'),
      input.leaseUntil,
    )
    if (row !== undefined) taken.push(taskOf(row))
  }
  return taken
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

export interface NewEvent {
  kind: string
  body: Uint8Array
}

export interface AppendEvents extends TaskFence {
  /** How many events the log has before these: a repeat of a write whose answer was lost adds nothing. */
  after: number
  events: readonly NewEvent[]
  progress?: Uint8Array | undefined
  now: number
}

/** Adds to a task's log. Whoever holds the task is its only writer. */
export function* appendEvents({ id, epoch, after, events, progress, now }: AppendEvents): Work<void> {
  yield* holdTask({ id, epoch })
  const [row] = yield* query('SELECT events FROM task WHERE id = ?1', id)
  if (row === undefined || number(row, 'events') !== after) return
  yield* append(id, events, now)
  if (progress !== undefined) {
    yield* query('UPDATE task SET progress = ?2, updated_at = ?3 WHERE id = ?1', id, progress, now)
  }
}

function* append(id: string, events: readonly NewEvent[], now: number): Work<void> {
  if (events.length === 0) return
  const [row] = yield* query('UPDATE task SET events = events + ?2 WHERE id = ?1 RETURNING events', id, events.length)
  if (row === undefined) return
  let seq = number(row, 'events') - events.length
  for (const { kind, body } of events) {
    seq += 1
    yield* query(
      'INSERT INTO event (task_id, seq, kind, body, at) VALUES (?1, ?2, ?3, ?4, ?5)',
      id,
      seq,
      kind,
      body,
      now,
    )
  }
  yield* wake(`task:${id}`)
}

export interface EndTask extends TaskFence {
  state: TaskState
  dead?: boolean
  outcome: Uint8Array
  event: NewEvent
  deliveries?: readonly NewDelivery[]
  now: number
}

/** Ends a task, or pauses it: the outcome, its event and what must be told to others, in one transaction. */
export function* endTask({ id, epoch, state, dead, outcome, event, deliveries, now }: EndTask): Work<void> {
  const [there] = yield* query('SELECT state, epoch FROM task WHERE id = ?1 {lock}', id)
  if (there === undefined || number(there, 'epoch') !== epoch) throw new FencedError()
  // The answer to this very write was lost on its way.
  if (there.state === state) return
  if (there.state !== 'working') throw new FencedError()
  yield* query(
    `UPDATE task SET state = ?2, outcome = ?3, dead = ?4, updated_at = ?5, ended_at = ?6, lease_until = 0 WHERE id = ?1`,
    id,
    state,
    outcome,
    dead === true ? 1 : 0,
    now,
    state === 'paused' ? null : now,
  )
  yield* append(id, [event], now)
  yield* putDeliveries(deliveries ?? [], now)
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
    `UPDATE task SET state = 'queued', due_at = ?3, lease_until = 0, updated_at = ?4, attempt = attempt - ?5
     WHERE id = ?1 AND epoch = ?2 AND state = 'working' RETURNING id`,
    id,
    epoch,
    dueAt,
    now,
    handedBack ? 1 : 0,
  )
  if (rows.length === 0) throw new FencedError()
  yield* wake('task')
}

/** Whose tasks: a tenant's, or one subject's among them. Another's id is like a missing one. */
export interface Owner {
  tenant: string
  subject?: string | undefined
}

/** A paused task goes on, with another call if its inputs changed; a dead one gets a new set of attempts. */
export function* resumeTask({
  id,
  tenant,
  subject,
  from,
  call,
  now,
}: Owner & { id: string; from: 'paused' | 'failed'; call?: Uint8Array | undefined; now: number }): Work<boolean> {
  const [row] = yield* query(
    `UPDATE task SET state = 'queued', due_at = ?4, attempt = 0, dead = 0, outcome = NULL, ended_at = NULL,
       call = COALESCE(?6, call), updated_at = ?4
     WHERE id = ?1 AND tenant = ?2 AND (?3 = '' OR subject = ?3) AND state = ?5
       AND (state = 'paused' OR dead = 1) RETURNING id`,
    id,
    tenant,
    subject ?? '',
    now,
    from,
    call ?? null,
  )
  if (row !== undefined) yield* wake('task')
  return row !== undefined
}

export type CancelResult = 'canceled' | 'requested' | 'ended' | 'missing'

/** Ends a task that nobody works on; asks the worker of one that runs. */
export function* cancelTask({
  id,
  tenant,
  subject,
  outcome,
  event,
  deliveries,
  now,
}: Owner & {
  id: string
  outcome: Uint8Array
  event: NewEvent
  deliveries?: readonly NewDelivery[]
  now: number
}): Work<CancelResult> {
  const row = yield* ownTask({ id, tenant, subject })
  if (row === undefined) return 'missing'
  if (row.state === 'working') {
    yield* query('UPDATE task SET cancel_at = COALESCE(cancel_at, ?2) WHERE id = ?1', id, now)
    yield* wake(`cancel:${id}`)
    return 'requested'
  }
  if (row.state !== 'queued' && row.state !== 'paused') return 'ended'
  yield* query(
    `UPDATE task SET state = 'canceled', outcome = ?2, cancel_at = ?3, updated_at = ?3, ended_at = ?3, epoch = epoch + 1
     WHERE id = ?1`,
    id,
    outcome,
    now,
  )
  yield* append(id, [event], now)
  yield* putDeliveries(deliveries ?? [], now)
  return 'canceled'
}

function* ownTask({ id, tenant, subject }: Owner & { id: string }): Work<TaskRow | undefined> {
  const [row] = yield* query(
    `SELECT * FROM task WHERE id = ?1 AND tenant = ?2 AND (?3 = '' OR subject = ?3) {lock}`,
    id,
    tenant,
    subject ?? '',
  )
  return row === undefined ? undefined : taskOf(row)
}

/** One task of its owner. */
export function* getTask({ id, tenant, subject }: Owner & { id: string }): Work<TaskRow | undefined> {
  const [row] = yield* query(
    `SELECT * FROM task WHERE id = ?1 AND tenant = ?2 AND (?3 = '' OR subject = ?3)`,
    id,
    tenant,
    subject ?? '',
  )
  return row === undefined ? undefined : taskOf(row)
}

export interface ListTasks extends Owner {
  state?: TaskState | undefined
  operation?: string | undefined
  dead?: boolean | undefined
  /** Those made before this one: where the last page ended. */
  before?: { createdAt: number; id: string } | undefined
  limit: number
}

/** Tasks of an owner, newest first. */
export function* listTasks(input: ListTasks): Work<TaskRow[]> {
  const rows = yield* query(
    `SELECT * FROM task WHERE tenant = ?1 AND (?2 = '' OR subject = ?2) AND (?3 = '' OR state = ?3)
       AND (?4 = '' OR operation = ?4) AND (?5 = 0 OR dead = 1)
       AND (created_at < ?6 OR (created_at = ?6 AND id < ?7))
     ORDER BY created_at DESC, id DESC LIMIT ?8`,
    input.tenant,
    input.subject ?? '',
    input.state ?? '',
    input.operation ?? '',
    input.dead === true ? 1 : 0,
    input.before?.createdAt ?? Number.MAX_SAFE_INTEGER,
    input.before?.id ?? '',
    input.limit,
  )
  return rows.map(taskOf)
}

/** A task's log after an event. */
export function* readEvents({ id, after, limit }: { id: string; after: number; limit: number }): Work<EventRow[]> {
  const rows = yield* query(
    'SELECT seq, kind, body, at FROM event WHERE task_id = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3',
    id,
    after,
    limit,
  )
  return rows.map(row => ({
    seq: number(row, 'seq'),
    kind: text(row, 'kind'),
    body: bytes(row, 'body'),
    at: number(row, 'at'),
  }))
}

/** How many events of a kind a log has. */
export function* countEvents({ id, kind }: { id: string; kind: string }): Work<number> {
  const [row] = yield* query('SELECT COUNT(*) AS n FROM event WHERE task_id = ?1 AND kind = ?2', id, kind)
  return row === undefined ? 0 : number(row, 'n')
}

function taskOf(row: Row): TaskRow {
  return {
    id: text(row, 'id'),
    tenant: text(row, 'tenant'),
    subject: text(row, 'subject'),
    operation: text(row, 'operation'),
    version: text(row, 'version'),
    contract: text(row, 'contract'),
    state: text(row, 'state') as TaskState,
    call: bytes(row, 'call'),
    outcome: bytesOrNull(row, 'outcome'),
    progress: bytesOrNull(row, 'progress'),
    attempt: number(row, 'attempt'),
    maxAttempts: number(row, 'max_attempts'),
    dead: number(row, 'dead') === 1,
    epoch: number(row, 'epoch'),
    leaseUntil: number(row, 'lease_until'),
    dueAt: number(row, 'due_at'),
    cancelAt: numberOrNull(row, 'cancel_at'),
    events: number(row, 'events'),
    endpoint: textOrNull(row, 'endpoint'),
    createdAt: number(row, 'created_at'),
    updatedAt: number(row, 'updated_at'),
    startedAt: numberOrNull(row, 'started_at'),
    endedAt: numberOrNull(row, 'ended_at'),
  }
}
