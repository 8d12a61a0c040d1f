/** Pruning: what is past its time goes, a little at a time. */
import { query, text, type Work } from '../statement.ts'
import { dropSteps } from './steps.ts'

/** How old something must be before it goes, as the instant before which it ended. */
export interface Prune {
  claimsBefore: number
  tasksBefore: number
  deliveriesBefore: number
  approvalsBefore: number
  /** Small transactions: at most about this many rows of each kind a call. */
  limit: number
}

/** Removes a little of what is past its time. Returns how many rows went; call again until it is 0. */
export function* prune(input: Prune): Work<number> {
  const endpoints = new Set<string>()
  let gone = yield* pruneClaims(input)
  gone += yield* pruneTasks(input, endpoints)
  gone += yield* pruneDeliveries(input, endpoints)
  gone += yield* pruneApprovals(input)
  for (const endpoint of [...endpoints].sort()) gone += yield* dropEndpoint(endpoint)
  return gone
}

/** A claim whose run goes on is no longer than its lease. */
function* pruneClaims({ claimsBefore, limit }: Prune): Work<number> {
  const claims = yield* query(
    `SELECT scope, key, run_id FROM claim WHERE expires_at < ?1 AND lease_until < ?1
     ORDER BY expires_at LIMIT ?2 {skip}`,
    claimsBefore,
    limit,
  )
  let gone = claims.length
  for (const row of claims) {
    yield* query('DELETE FROM claim WHERE scope = ?1 AND key = ?2', text(row, 'scope'), text(row, 'key'))
    gone += yield* dropSteps(text(row, 'run_id'))
  }
  return gone
}

/** A long log goes in several calls, its task with the last of it. */
function* pruneTasks({ tasksBefore, limit }: Prune, endpoints: Set<string>): Work<number> {
  const tasks = yield* query(
    `SELECT id, endpoint FROM task WHERE ended_at IS NOT NULL AND ended_at < ?1 ORDER BY ended_at LIMIT ?2 {skip}`,
    tasksBefore,
    limit,
  )
  let gone = 0
  let room = limit
  for (const row of tasks) {
    const id = text(row, 'id')
    const events = yield* query(
      `DELETE FROM event WHERE task_id = ?1 AND seq < ?2 + (SELECT MIN(seq) FROM event WHERE task_id = ?1)
       RETURNING seq`,
      id,
      room,
    )
    gone += events.length
    room -= events.length
    if (room <= 0) break
    yield* query('DELETE FROM task WHERE id = ?1', id)
    yield* query('DELETE FROM task_call WHERE task_id = ?1', id)
    gone += 1 + (yield* dropSteps(id))
    if (row.endpoint !== null) endpoints.add(text(row, 'endpoint'))
    const registered = yield* query('SELECT id FROM endpoint WHERE task_id = ?1', id)
    for (const endpoint of registered) endpoints.add(text(endpoint, 'id'))
  }
  return gone
}

function* pruneDeliveries({ deliveriesBefore, limit }: Prune, endpoints: Set<string>): Work<number> {
  const deliveries = yield* query(
    `SELECT id, endpoint FROM delivery WHERE ended_at IS NOT NULL AND ended_at < ?1 ORDER BY ended_at LIMIT ?2 {skip}`,
    deliveriesBefore,
    limit,
  )
  for (const row of deliveries) {
    yield* query('DELETE FROM delivery WHERE id = ?1', text(row, 'id'))
    endpoints.add(text(row, 'endpoint'))
  }
  return deliveries.length
}

/** What a task that is not over was allowed to do stays with it. */
function* pruneApprovals({ approvalsBefore, limit }: Prune): Work<number> {
  const approvals = yield* query(
    `SELECT id FROM approval WHERE expires_at < ?1
       AND NOT EXISTS (SELECT 1 FROM task WHERE task.id = approval.task_id AND task.ended_at IS NULL)
     ORDER BY expires_at LIMIT ?2 {skip}`,
    approvalsBefore,
    limit,
  )
  for (const row of approvals) yield* query('DELETE FROM approval WHERE id = ?1', text(row, 'id'))
  return approvals.length
}

/** An endpoint that nothing names any more. It is locked first: a new task may be naming it just now. */
function* dropEndpoint(id: string): Work<number> {
  yield* query('SELECT id FROM endpoint WHERE id = ?1 {lock}', id)
  const gone = yield* query(
    `DELETE FROM endpoint WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM task WHERE endpoint = ?1)
       AND NOT EXISTS (SELECT 1 FROM task WHERE task.id = endpoint.task_id)
       AND NOT EXISTS (SELECT 1 FROM delivery WHERE endpoint = ?1) RETURNING id`,
    id,
  )
  return gone.length
}
