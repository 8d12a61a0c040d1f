/** Deliveries: the outbox of webhooks, and the endpoints they go to. */
import {
  bytes,
  bytesOrNull,
  number,
  numberOrNull,
  query,
  type Row,
  text,
  textOrNull,
  type Work,
  wake,
} from '../statement.ts'
import { type NewAudit, putAudit } from './audit.ts'
import { hasReachedRegistrationLimit } from './caller-limits.ts'

export interface NewEndpoint {
  id: string
  tenant: string
  url: string
  /** Who answers there: endpoints of one place share its ceiling. Default: its own. */
  place?: string | undefined
  /** How its deliveries are signed. */
  scheme: string
  /** Sealed: the store never sees a credential. */
  secret: Uint8Array | null
  /** Its registrant waits for the answer itself: nothing is sent before, unless the hold is given up. */
  heldUntil?: number | undefined
  /** The process in which its registrant waits. */
  heldBy?: string | undefined
  now: number
}

export interface NewDelivery {
  /** The one id of this event at this endpoint, the same in every try. */
  id: string
  endpoint: string
  tenant: string
  taskId: string
  body: Uint8Array
  contentType: string
  /** The endpoint itself, where it may not be there yet. */
  to?: NewEndpoint | undefined
}

export type DeliveryState = 'waiting' | 'delivered' | 'dead'

/** A delivery as a list has it: how long its body is, but neither it nor the secret. */
export interface DeliveryLine extends Omit<NewDelivery, 'body' | 'to'> {
  url: string
  scheme: string
  bytes: number
  state: DeliveryState
  attempt: number
  epoch: number
  dueAt: number
  status: number | null
  reason: string | null
  createdAt: number
  endedAt: number | null
}

/** A delivery as it is sent. */
export interface DeliveryRow extends DeliveryLine {
  /** Null when it is longer than 16 KiB: the sender reads it with `readDelivery`. */
  body: Uint8Array | null
  secret: Uint8Array | null
}

export function* putEndpoint(endpoint: NewEndpoint): Work<void> {
  const { id, tenant, url, place = id, scheme, secret, heldUntil = 0, heldBy = '', now } = endpoint
  yield* query(
    `INSERT INTO endpoint (id, tenant, url, scheme, secret, created_at, place, held_until, held_mark, held_by)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9)
     ON CONFLICT (id) DO UPDATE
       SET url = excluded.url, place = excluded.place, scheme = excluded.scheme, secret = excluded.secret
       WHERE endpoint.tenant = excluded.tenant`,
    id,
    tenant,
    url,
    scheme,
    secret,
    now,
    place,
    heldUntil,
    heldBy,
  )
}

/** An endpoint that was registered for one task. */
export interface Registration extends NewEndpoint {
  taskId: string
  /** What its registrant calls it: one of that name takes the place of another. */
  name: string
  /** How its messages are written. */
  form: string
}

export interface RegisteredRow {
  id: string
  name: string
  url: string
  form: string
  secret: Uint8Array | null
}

/** What is registered for a task, and how often that changed. */
export interface TaskEndpoints {
  pushes: number
  endpoints: RegisteredRow[]
}

/** Registers an endpoint for a task that is there; returns whether the task waits or is over already. */
export function* registerEndpoint(
  registration: Registration & { most: number; perCaller?: number },
): Work<'open' | 'settled' | 'full' | 'missing' | 'over-limit'> {
  const { id, tenant, url, place = id, scheme, secret, now, taskId, name, form, most, perCaller } = registration
  const [task] = yield* query('SELECT state, subject FROM task WHERE id = ?1 AND tenant = ?2 {lock}', taskId, tenant)
  if (task === undefined) return 'missing'
  const there = yield* query('SELECT name FROM endpoint WHERE task_id = ?1', taskId)
  const isNew = there.every(row => row.name !== name)
  if (isNew && there.length >= most) return 'full'
  const caller = { tenant, subject: text(task, 'subject') }
  if (isNew && perCaller !== undefined && (yield* hasReachedRegistrationLimit(caller, perCaller))) return 'over-limit'
  yield* query(
    `INSERT INTO endpoint (id, tenant, url, scheme, secret, created_at, place, task_id, name, form)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
     ON CONFLICT (task_id, name) WHERE task_id IS NOT NULL DO UPDATE
       SET url = excluded.url, place = excluded.place, scheme = excluded.scheme, secret = excluded.secret,
         form = excluded.form, disabled_at = NULL`,
    id,
    tenant,
    url,
    scheme,
    secret,
    now,
    place,
    taskId,
    name,
    form,
  )
  yield* query('UPDATE task SET pushes = pushes + 1 WHERE id = ?1', taskId)
  return task.state === 'queued' || task.state === 'working' ? 'open' : 'settled'
}

/** Takes a registration back. What is on its way is not sent any more. */
export function* removeEndpoint({
  taskId,
  tenant,
  name,
  now,
}: {
  taskId: string
  tenant: string
  name: string
  now: number
}): Work<boolean> {
  const [task] = yield* query('SELECT id FROM task WHERE id = ?1 AND tenant = ?2 {lock}', taskId, tenant)
  const [row] = yield* query('SELECT id FROM endpoint WHERE task_id = ?1 AND name = ?2 {lock}', taskId, name)
  if (task === undefined || row === undefined) return false
  const id = text(row, 'id')
  yield* query('UPDATE task SET pushes = pushes + 1 WHERE id = ?1', taskId)
  yield* query(
    `UPDATE delivery SET state = 'dead', reason = 'gone', ended_at = ?2, lease_until = 0
     WHERE endpoint = ?1 AND state = 'waiting'`,
    id,
    now,
  )
  // Deliveries that are past still show where they went.
  yield* query('UPDATE endpoint SET task_id = NULL, secret = NULL, disabled_at = ?2 WHERE id = ?1', id, now)
  return true
}

/** Who is notified of a task. */
export function* taskEndpoints({ id }: { id: string }): Work<TaskEndpoints> {
  const [task] = yield* query('SELECT pushes FROM task WHERE id = ?1', id)
  const rows = yield* query(
    'SELECT id, name, url, form, secret FROM endpoint WHERE task_id = ?1 AND disabled_at IS NULL ORDER BY name',
    id,
  )
  return {
    pushes: task === undefined ? 0 : number(task, 'pushes'),
    endpoints: rows.map(row => ({
      id: text(row, 'id'),
      name: text(row, 'name'),
      url: text(row, 'url'),
      form: text(row, 'form'),
      secret: bytesOrNull(row, 'secret'),
    })),
  }
}

/** Puts deliveries in the outbox. An endpoint that is disabled gets none, one that is held gets them later. */
export function* putDeliveries(deliveries: readonly NewDelivery[], now: number): Work<void> {
  for (const { id, endpoint, tenant, taskId, body, contentType, to } of deliveries) {
    if (to !== undefined) yield* putEndpoint(to)
    yield* query(
      `INSERT INTO delivery (id, endpoint, place, tenant, task_id, body, content_type, state, attempt, epoch, lease_until,
         due_at, created_at)
       SELECT ?1, ?2, place, ?3, ?4, ?5, ?6, 'waiting', 0, 0, 0, CASE WHEN held_until > ?7 THEN held_until ELSE ?7 END, ?7
       FROM endpoint WHERE id = ?2 AND disabled_at IS NULL
       ON CONFLICT (id) DO NOTHING`,
      id,
      endpoint,
      tenant,
      taskId,
      body,
      contentType,
      now,
    )
  }
  if (deliveries.length > 0) yield* wake('delivery')
}

/** The same, as an operation of its own. */
export function* addDeliveries({ deliveries, now }: { deliveries: readonly NewDelivery[]; now: number }): Work<void> {
  yield* putDeliveries(deliveries, now)
}

const withEndpoint = 'FROM delivery JOIN endpoint ON endpoint.id = delivery.endpoint'

const lineColumns = `delivery.id, delivery.endpoint, delivery.tenant, delivery.task_id, delivery.content_type,
  delivery.state, delivery.attempt, delivery.epoch, delivery.due_at, delivery.status, delivery.reason,
  delivery.created_at, delivery.ended_at, length(delivery.body) AS bytes, endpoint.url, endpoint.scheme`

/** Many deliveries wait at once for receivers that do not answer: their long bodies wait in the store. */
const longestBody = 16 * 1024

export const selectDelivery = `SELECT ${lineColumns}, endpoint.secret, endpoint.disabled_at,
  CASE WHEN octet_length(delivery.body) <= ${longestBody} THEN delivery.body END AS body ${withEndpoint}`

const selectLine = `SELECT ${lineColumns} ${withEndpoint}`

export interface EndDelivery {
  id: string
  epoch: number
  state: DeliveryState
  status: number | null
  reason: string
  /** When to try again, while it waits. */
  dueAt: number
  /** The endpoint is gone for good: nothing more is sent there. */
  disable: boolean
  /** The sender broke it off: it is no try of the schedule. */
  isHandedBack?: boolean | undefined
  now: number
}

const endpointOfDelivery = 'SELECT id FROM endpoint WHERE id = (SELECT endpoint FROM delivery WHERE id = ?1)'

/** What came of one try. A try whose lease another has is forgotten: theirs counts. */
export function* endDelivery(input: EndDelivery): Work<boolean> {
  // The endpoint first, as everybody locks it: two that find it gone must not wait for each other.
  if (input.disable) yield* query(`${endpointOfDelivery} {lock}`, input.id)
  const [row] = yield* query(
    `UPDATE delivery SET state = ?3, status = ?4, reason = ?5, due_at = ?6, lease_until = 0, ended_at = ?7,
       attempt = attempt - CASE WHEN lease_until > 0 THEN ?8 ELSE 0 END
     WHERE id = ?1 AND epoch = ?2 AND state = 'waiting' RETURNING endpoint`,
    input.id,
    input.epoch,
    input.state,
    input.status,
    input.reason,
    input.dueAt,
    input.state === 'waiting' ? null : input.now,
    input.isHandedBack ? 1 : 0,
  )
  if (row === undefined) return false
  if (input.disable) {
    const endpoint = text(row, 'endpoint')
    yield* query('UPDATE endpoint SET disabled_at = COALESCE(disabled_at, ?2) WHERE id = ?1', endpoint, input.now)
    yield* query(
      `UPDATE delivery SET state = 'dead', reason = 'gone', ended_at = ?2, lease_until = 0
       WHERE endpoint = ?1 AND state = 'waiting'`,
      endpoint,
      input.now,
    )
  }
  return true
}

export interface ResendDelivery {
  id: string
  tenant: string
  audit: NewAudit
  now: number
}

/** Sends a delivery again from the start. */
export function* resendDelivery({ id, tenant, audit, now }: ResendDelivery): Work<boolean> {
  yield* query(`${endpointOfDelivery} {lock}`, id)
  const [row] = yield* query(
    `UPDATE delivery SET state = 'waiting', attempt = 0, due_at = ?3, ended_at = NULL, epoch = epoch + 1, lease_until = 0
     WHERE id = ?1 AND tenant = ?2 RETURNING endpoint`,
    id,
    tenant,
    now,
  )
  if (row === undefined) return false
  yield* query('UPDATE endpoint SET disabled_at = NULL WHERE id = ?1', text(row, 'endpoint'))
  yield* putAudit(audit)
  yield* wake('delivery')
  return true
}

export function* listDeliveries(input: {
  tenant: string
  state?: DeliveryState | undefined
  taskId?: string | undefined
  limit: number
}): Work<DeliveryLine[]> {
  const values = [input.tenant, input.state ?? '', input.limit]
  const rows = yield* query(
    `${selectLine} WHERE delivery.tenant = ?1 AND (?2 = '' OR delivery.state = ?2)
       ${input.taskId === undefined ? '' : 'AND delivery.task_id = ?4'}
     ORDER BY delivery.created_at DESC, delivery.id DESC LIMIT ?3`,
    ...(input.taskId === undefined ? values : [...values, input.taskId]),
  )
  return rows.map(lineOf)
}

/** The body of a delivery that is leased; undefined once another has it. */
export function* readDelivery({ id, epoch }: { id: string; epoch: number }): Work<Uint8Array | undefined> {
  const [row] = yield* query('SELECT body FROM delivery WHERE id = ?1 AND epoch = ?2', id, epoch)
  return row === undefined ? undefined : bytes(row, 'body')
}

export function deliveryOf(row: Row): DeliveryRow {
  return { ...lineOf(row), body: bytesOrNull(row, 'body'), secret: bytesOrNull(row, 'secret') }
}

function lineOf(row: Row): DeliveryLine {
  return {
    id: text(row, 'id'),
    endpoint: text(row, 'endpoint'),
    tenant: text(row, 'tenant'),
    taskId: text(row, 'task_id'),
    contentType: text(row, 'content_type'),
    url: text(row, 'url'),
    scheme: text(row, 'scheme'),
    bytes: number(row, 'bytes'),
    state: text(row, 'state') as DeliveryState,
    attempt: number(row, 'attempt'),
    epoch: number(row, 'epoch'),
    dueAt: number(row, 'due_at'),
    status: numberOrNull(row, 'status'),
    reason: textOrNull(row, 'reason'),
    createdAt: number(row, 'created_at'),
    endedAt: numberOrNull(row, 'ended_at'),
  }
}
