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

export interface NewEndpoint {
  id: string
  tenant: string
  url: string
  /** How its deliveries are signed. */
  scheme: string
  /** Sealed: the store never sees a credential. */
  secret: Uint8Array | null
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

export interface DeliveryRow extends Omit<NewDelivery, 'to'> {
  url: string
  scheme: string
  secret: Uint8Array | null
  state: DeliveryState
  attempt: number
  epoch: number
  dueAt: number
  status: number | null
  reason: string | null
  createdAt: number
  endedAt: number | null
}

export function* putEndpoint({ id, tenant, url, scheme, secret, now }: NewEndpoint): Work<void> {
  yield* query(
    `INSERT INTO endpoint (id, tenant, url, scheme, secret, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT (id) DO UPDATE SET url = excluded.url, scheme = excluded.scheme, secret = excluded.secret`,
    id,
    tenant,
    url,
    scheme,
    secret,
    now,
  )
}

/** Puts deliveries in the outbox. An endpoint that is disabled gets none. */
export function* putDeliveries(deliveries: readonly NewDelivery[], now: number): Work<void> {
  for (const { id, endpoint, tenant, taskId, body, contentType, to } of deliveries) {
    if (to !== undefined) yield* putEndpoint(to)
    yield* query(
      `INSERT INTO delivery (id, endpoint, tenant, task_id, body, content_type, state, attempt, epoch, lease_until,
         due_at, created_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, 'waiting', 0, 0, 0, ?7, ?7 FROM endpoint WHERE id = ?2 AND disabled_at IS NULL
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

const joined = `SELECT delivery.*, endpoint.url, endpoint.scheme, endpoint.secret
  FROM delivery JOIN endpoint ON endpoint.id = delivery.endpoint`

/** Takes deliveries that are due, a few of each endpoint, so that a dead one delays no other. */
export function* leaseDeliveries(input: {
  now: number
  leaseUntil: number
  limit: number
  perEndpoint: number
}): Work<DeliveryRow[]> {
  const candidates = yield* query(
    `SELECT id FROM (
       SELECT delivery.id, delivery.due_at,
         row_number() OVER (PARTITION BY delivery.endpoint ORDER BY delivery.due_at, delivery.id)
           + COALESCE(busy.deliveries, 0) AS place
       FROM delivery LEFT JOIN (
         SELECT endpoint, COUNT(*) AS deliveries FROM delivery WHERE state = 'waiting' AND lease_until > ?1
         GROUP BY endpoint
       ) AS busy ON busy.endpoint = delivery.endpoint
       WHERE state = 'waiting' AND due_at <= ?1 AND lease_until <= ?1
     ) AS waiting WHERE place <= ?2 ORDER BY due_at, id LIMIT ?3`,
    input.now,
    input.perEndpoint,
    input.limit,
  )
  const taken: DeliveryRow[] = []
  for (const candidate of candidates) {
    const id = text(candidate, 'id')
    const updated = yield* query(
      `UPDATE delivery SET epoch = epoch + 1, attempt = attempt + 1, lease_until = ?3
       WHERE id IN (SELECT id FROM delivery WHERE id = ?2 AND state = 'waiting' AND due_at <= ?1 AND lease_until <= ?1
         {skip}) RETURNING id`,
      input.now,
      id,
      input.leaseUntil,
    )
    if (updated.length === 0) continue
    const [row] = yield* query(`${joined} WHERE delivery.id = ?1`, id)
    if (row !== undefined) taken.push(deliveryOf(row))
  }
  return taken
}

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
  now: number
}

/** What came of one try. A try whose lease another has is forgotten: theirs counts. */
export function* endDelivery(input: EndDelivery): Work<boolean> {
  const [row] = yield* query(
    `UPDATE delivery SET state = ?3, status = ?4, reason = ?5, due_at = ?6, lease_until = 0, ended_at = ?7
     WHERE id = ?1 AND epoch = ?2 AND state = 'waiting' RETURNING endpoint`,
    input.id,
    input.epoch,
    input.state,
    input.status,
    input.reason,
    input.dueAt,
    input.state === 'waiting' ? null : input.now,
  )
  if (row === undefined) return false
  if (input.disable) {
    const endpoint = text(row, 'endpoint')
    yield* query('UPDATE endpoint SET disabled_at = COALESCE(disabled_at, ?2) WHERE id = ?1', endpoint, input.now)
    yield* query(
      `UPDATE delivery SET state = 'dead', reason = 'gone', ended_at = ?2 WHERE endpoint = ?1 AND state = 'waiting'`,
      endpoint,
      input.now,
    )
  }
  return true
}

/** Sends a delivery again from the start. */
export function* resendDelivery({ id, tenant, now }: { id: string; tenant: string; now: number }): Work<boolean> {
  const [row] = yield* query(
    `UPDATE delivery SET state = 'waiting', attempt = 0, due_at = ?3, ended_at = NULL, epoch = epoch + 1, lease_until = 0
     WHERE id = ?1 AND tenant = ?2 RETURNING endpoint`,
    id,
    tenant,
    now,
  )
  if (row === undefined) return false
  yield* query('UPDATE endpoint SET disabled_at = NULL WHERE id = ?1', text(row, 'endpoint'))
  yield* wake('delivery')
  return true
}

export function* listDeliveries(input: {
  tenant: string
  state?: DeliveryState | undefined
  taskId?: string | undefined
  limit: number
}): Work<DeliveryRow[]> {
  const rows = yield* query(
    `${joined} WHERE delivery.tenant = ?1 AND (?2 = '' OR delivery.state = ?2) AND (?3 = '' OR delivery.task_id = ?3)
     ORDER BY delivery.created_at DESC, delivery.id DESC LIMIT ?4`,
    input.tenant,
    input.state ?? '',
    input.taskId ?? '',
    input.limit,
  )
  return rows.map(deliveryOf)
}

function deliveryOf(row: Row): DeliveryRow {
  return {
    id: text(row, 'id'),
    endpoint: text(row, 'endpoint'),
    tenant: text(row, 'tenant'),
    taskId: text(row, 'task_id'),
    body: bytes(row, 'body'),
    contentType: text(row, 'content_type'),
    url: text(row, 'url'),
    scheme: text(row, 'scheme'),
    secret: bytesOrNull(row, 'secret'),
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
