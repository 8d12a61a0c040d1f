/** Leasing tasks: workers take turns over tenants, so that no backlog of one makes another wait for its end. */
import { query, serialize, text, type Value, type Work } from '../statement.ts'
import { readPieces } from './read-pieces.ts'
import { countsOf, unlimited } from './take-fairly.ts'
import { type TaskRow, taskOf } from './task-row.ts'
import { hasSeveralTenants, isOffered, waitingTenants } from './waiting-tenants.ts'

export interface LeaseTasks {
  now: number
  leaseUntil: number
  limit: number
  /** How many tasks of one tenant may run at once. */
  perTenant: number
  /** Only operations that this worker has, as a comma-separated list. */
  operations: string
  /** The tenant that had the last turn: the next one comes first. Default: none had. */
  after?: string
  /** So many of `limit` are left to tenants of which nothing runs, once there are several tenants. Default: 0. */
  kept?: number
  /** The process that runs them, as its lock names it. */
  process?: string
}

// Grouped by an expression, so that SQLite looks at those that run and not at all there ever were.
const busy = `FROM task WHERE state = 'working' AND lease_until > ?1 GROUP BY tenant || ''`
const notFull = `AND tenant NOT IN (SELECT tenant || '' ${busy} HAVING COUNT(*) >= ?6)`

const lost = (condition: string) =>
  `state = 'working' AND lease_until <= ?1 ${isOffered} ${condition} ORDER BY lease_until, id`
const ofTenant = `state = 'queued' AND tenant = ?6 AND due_at <= ?1 ${isOffered} ORDER BY due_at, id`

/** Takes tasks that are due, or whose worker did not renew its lease in time; those come first. Each gets a new epoch. */
export function* leaseTasks(input: LeaseTasks): Work<TaskRow[]> {
  const { limit, perTenant } = input
  const isLimited = perTenant < unlimited
  // Counting and taking must not interleave with another worker's.
  if (isLimited) yield* serialize('lease')
  const taken: TaskRow[] = []
  while (taken.length < limit) {
    const row = yield* takeTask(input, lost(isLimited ? notFull : ''), ...(isLimited ? [perTenant] : []))
    if (row === undefined) break
    taken.push(row)
  }
  yield* takeInTurn(input, taken)
  return taken
}

/** The next is always of the tenant of which the fewest run; among equals, of the one whose turn it is. */
function* takeInTurn(input: LeaseTasks, taken: TaskRow[]): Work<void> {
  const { now, limit, perTenant } = input
  if (taken.length >= limit) return
  const waiting = yield* waitingTenants(input)
  if (waiting.length === 0) return
  const running = countsOf(yield* query(`SELECT tenant || '' AS place, COUNT(*) AS n ${busy}`, now))
  const kept = input.kept && (yield* hasSeveralTenants()) ? input.kept : 0
  const runningOf = (tenant: string) => running.get(tenant) ?? 0
  while (taken.length < limit && waiting.length > 0) {
    const tenant = waiting.reduce((least, other) => (runningOf(other) < runningOf(least) ? other : least))
    const count = runningOf(tenant)
    if (count >= perTenant || (count > 0 && taken.length >= limit - kept)) return
    const row = yield* takeTask(input, ofTenant, tenant)
    if (row === undefined) {
      waiting.splice(waiting.indexOf(tenant), 1)
    } else {
      running.set(tenant, count + 1)
      taken.push(row)
    }
  }
}

/** The first task of these. One that is still at work has lost its runner, which is no try. */
function* takeTask(input: LeaseTasks, which: string, ...more: readonly Value[]): Work<TaskRow | undefined> {
  const { now, leaseUntil, operations, process = '' } = input
  const [row] = yield* query(
    `UPDATE task SET state = 'working', epoch = epoch + 1, lease_until = ?2, nudged = 0,
       process = ?4, leased_epoch = epoch + 1, lease_ms = ?5,
       attempt = attempt + CASE WHEN state = 'working' THEN 0 ELSE 1 END,
       lost = lost + CASE WHEN state = 'working' THEN 1 ELSE 0 END,
       started_at = COALESCE(started_at, ?1), updated_at = ?1
     WHERE id = (SELECT id FROM task WHERE ${which} LIMIT 1 {skip}) RETURNING *`,
    now,
    leaseUntil,
    `,${operations},`,
    process,
    leaseUntil - now,
    ...more,
  )
  if (row === undefined) return undefined
  const id = text(row, 'id')
  const [body] = yield* query(
    `SELECT CASE WHEN octet_length(call) <= {piece} THEN call END AS call FROM task_call WHERE task_id = ?1`,
    id,
  )
  const call = body?.call ?? (yield* readPieces({ column: 'call', table: 'task_call', key: 'task_id' }, id))
  return taskOf({ ...row, call })
}
