/** Pruning: what is past its time goes, a little at a time. */
import { number, query, type Row, text, type Work } from '../statement.ts'
import { expireRequests } from './add-requests.ts'
import { pruneNonces } from './nonces.ts'
import { dropSteps } from './steps.ts'
import { prunePlaces } from './stream-places.ts'
import { pruneSlices } from './take-slices.ts'

/** How old something must be before it goes, as the instant before which it ended. */
export interface Prune {
  claimsBefore: number
  tasksBefore: number
  deliveriesBefore: number
  approvalsBefore: number
  /** Entries of the request journal, nonces and limits know themselves when they expire. Default: none is removed. */
  now?: number
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
  if (input.now !== undefined) {
    gone += yield* expireRequests(input.now, input.limit)
    gone += yield* pruneNonces(input.now, input.limit)
    gone += yield* pruneLimits({ now: input.now, limit: input.limit })
  }
  for (const endpoint of [...endpoints].sort()) gone += yield* dropEndpoint(endpoint)
  return gone
}

/** What shared limits leave: a gateway without a worker removes it itself. Returns how many rows went. */
export function* pruneLimits({ now, limit, most }: { now: number; limit: number; most?: number }): Work<number> {
  return (yield* pruneSlices(now, limit, most)) + (yield* prunePlaces(now, limit))
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

/** What one call frees at most, about: a database needs time for every page. */
const mostBytes = 4 * 1024 * 1024

/** A long log goes in several calls, its task with the last of it. */
function* pruneTasks(input: Prune, endpoints: Set<string>): Work<number> {
  const tasks = yield* query(
    `SELECT id, tenant, endpoint, COALESCE(octet_length(outcome), 0) +
       COALESCE((SELECT octet_length(call) FROM task_call WHERE task_id = task.id), 0) AS size
     FROM task WHERE ended_at IS NOT NULL AND ended_at < ?1 ORDER BY ended_at LIMIT ?2 {skip}`,
    input.tasksBefore,
    input.limit,
  )
  let gone = 0
  let room = input.limit
  let bytes = 0
  for (const row of tasks) {
    const id = text(row, 'id')
    const events = yield* query(
      `DELETE FROM event WHERE task_id = ?1 AND seq < ?2 + (SELECT MIN(seq) FROM event WHERE task_id = ?1)
       RETURNING octet_length(body) AS size`,
      id,
      room,
    )
    gone += events.length
    room -= events.length
    if (room <= 0) break
    yield* query('DELETE FROM task WHERE id = ?1', id)
    yield* query('DELETE FROM task_call WHERE task_id = ?1', id)
    gone += 1 + (yield* dropSteps(id)) + (yield* dropBelongings(row, input, endpoints))
    bytes += [row, ...events].reduce((sum, one) => sum + number(one, 'size'), 0)
    if (bytes > mostBytes) break
  }
  return gone
}

/** What a task leaves, as far as it is old enough: a delivery that is still to be sent is not. */
function* dropBelongings(
  task: Row,
  { approvalsBefore, deliveriesBefore }: Prune,
  endpoints: Set<string>,
): Work<number> {
  const id = text(task, 'id')
  const approvals = yield* query(
    'DELETE FROM approval WHERE task_id = ?1 AND created_at < ?2 RETURNING id',
    id,
    approvalsBefore,
  )
  const deliveries = yield* query(
    `DELETE FROM delivery WHERE tenant = ?1 AND task_id = ?2 AND ended_at < ?3 RETURNING endpoint`,
    text(task, 'tenant'),
    id,
    deliveriesBefore,
  )
  const registered = yield* query('SELECT id AS endpoint FROM endpoint WHERE task_id = ?1', id)
  for (const row of [task, ...deliveries, ...registered]) {
    if (row.endpoint !== null) endpoints.add(text(row, 'endpoint'))
  }
  return approvals.length + deliveries.length
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
