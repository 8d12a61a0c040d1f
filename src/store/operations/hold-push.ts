/**
 * Holding notifications back: a caller who waits gets the answer, and no webhook too. What a task's own endpoint should
 * get is written all the same, and is due when the hold ends: a hold is a lease of the waiting caller.
 */
import { number, query, text, type Work, wake } from '../statement.ts'

interface OfTask {
  taskId: string
  tenant: string
}

interface Hold extends OfTask {
  until: number
  /** Who waits: when it is known to be dead, the hold is over. */
  process?: string
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
export function* holdPush({ until, now, process = '', ...task }: Hold & { now: number }): Work<boolean> {
  const endpoint = yield* findTaskEndpoint(task)
  if (endpoint?.state !== 'paused') return false
  const rows = yield* query(
    `UPDATE endpoint SET held_until = ?2, held_mark = ?2, held_by = ?4
     WHERE id = ?1 AND held_until < ?3 RETURNING id`,
    endpoint.id,
    until,
    now,
    process,
  )
  return rows.length > 0
}

/** Holds for longer, unless the hold was given up. */
export function* renewHold({ until, process = '', ...task }: Hold): Work<void> {
  const endpoint = yield* findTaskEndpoint(task)
  if (endpoint === undefined) return
  yield* query(
    'UPDATE endpoint SET held_until = ?2, held_mark = ?2, held_by = ?3 WHERE id = ?1 AND held_until > 0',
    endpoint.id,
    until,
    process,
  )
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
 * Gives a hold up because the waiting caller has its answer: what was held back until this event of the task is not sent. False
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
