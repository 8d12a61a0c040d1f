/**
 * Holding news back: who waits for an answer is told by it, and not by a webhook too. What a task's own endpoint is to
 * be told is written all the same, and is due when the hold ends: a hold is a lease of whoever waits.
 */
import { number, query, text, type Work, wake } from '../statement.ts'

interface OfTask {
  taskId: string
  tenant: string
}

/** The task's own endpoint, behind the lock under which the task ends. */
function* findTaskEndpoint({
  taskId,
  tenant,
}: OfTask): Work<{ id: string; state: string; events: number } | undefined> {
  const [task] = yield* query(
    'SELECT state, events, endpoint FROM task WHERE id = ?1 AND tenant = ?2 {lock}',
    taskId,
    tenant,
  )
  if (task === undefined || task.endpoint === null) return undefined
  return { id: text(task, 'endpoint'), state: text(task, 'state'), events: number(task, 'events') }
}

/** Holds back the news of a paused task; false when it is not paused, has no endpoint, or somebody else waits. */
export function* holdPush({ until, now, ...task }: OfTask & { until: number; now: number }): Work<boolean> {
  const endpoint = yield* findTaskEndpoint(task)
  if (endpoint?.state !== 'paused') return false
  const rows = yield* query(
    'UPDATE endpoint SET held_until = ?2 WHERE id = ?1 AND held_until < ?3 RETURNING id',
    endpoint.id,
    until,
    now,
  )
  return rows.length > 0
}

/** Holds for longer, unless the hold was given up. */
export function* renewHold({ until, ...task }: OfTask & { until: number }): Work<void> {
  const endpoint = yield* findTaskEndpoint(task)
  if (endpoint === undefined) return
  yield* query('UPDATE endpoint SET held_until = ?2 WHERE id = ?1 AND held_until > 0', endpoint.id, until)
}

/** Gives a hold up: what was held back is due now. */
export function* releasePush({ now, ...task }: OfTask & { now: number }): Work<void> {
  const endpoint = yield* findTaskEndpoint(task)
  if (endpoint === undefined) return
  yield* query('UPDATE endpoint SET held_until = 0 WHERE id = ?1', endpoint.id)
  yield* query(
    `UPDATE delivery SET due_at = ?2 WHERE endpoint = ?1 AND state = 'waiting' AND epoch = 0 AND due_at > ?2`,
    endpoint.id,
    now,
  )
  yield* wake('delivery')
}

/**
 * Gives a hold up because whoever waited is told: what was held back until this event of the task is not sent. False
 * when there was another event meanwhile. Where somebody else was promised news, they are sent.
 */
export function* answerPush({ events, ...task }: OfTask & { events: number }): Work<boolean> {
  const endpoint = yield* findTaskEndpoint(task)
  if (endpoint === undefined) return true
  if (endpoint.events !== events) return false
  const rows = yield* query(
    'UPDATE endpoint SET held_until = 0 WHERE id = ?1 AND held_until > 0 RETURNING id',
    endpoint.id,
  )
  if (rows.length > 0) {
    yield* query(`DELETE FROM delivery WHERE endpoint = ?1 AND state = 'waiting' AND epoch = 0`, endpoint.id)
  }
  return true
}
