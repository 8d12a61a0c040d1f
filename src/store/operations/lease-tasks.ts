/** Leasing tasks: what is due, or lost its worker, goes to whoever asks. */
import { query, serialize, text, type Work } from '../statement.ts'
import { countsOf, takeFairly, unlimited } from './take-fairly.ts'
import { type TaskRow, taskOf } from './task-row.ts'

export interface LeaseTasks {
  now: number
  leaseUntil: number
  limit: number
  /** How many tasks of one tenant may run at once. */
  perTenant: number
  /** Only operations that this worker has, as a comma-separated list. */
  operations: string
  /** The process that runs them, as its lock names it. */
  process?: string
}

/** Where tasks wait, and in which order; those whose worker was not heard of in time come first. */
const places = [
  `state = 'working' AND lease_until <= ?1 {rest} ORDER BY lease_until, id LIMIT ?2 {skip}`,
  `state = 'queued' AND due_at <= ?1 {rest} ORDER BY due_at, id LIMIT ?2 {skip}`,
]

const offered = `AND replace(?3, ',' || operation || ',', '') <> ?3`
// Grouped by an expression, so that SQLite looks at those that run and not at all there ever were.
const busy = `FROM task WHERE state = 'working' AND lease_until > ?1 GROUP BY tenant || ''`
const notFull = `AND tenant NOT IN (SELECT tenant || '' ${busy} HAVING COUNT(*) >= ?4)`

/** Takes tasks that are due, or whose worker was not heard of in time. Each gets a new epoch. */
export function* leaseTasks(input: LeaseTasks): Work<TaskRow[]> {
  const limited = input.perTenant < unlimited
  // Counting and taking must not interleave with another worker's.
  if (limited) yield* serialize('lease')
  const running = countsOf(
    limited ? yield* query(`SELECT tenant || '' AS place, COUNT(*) AS n ${busy}`, input.now) : [],
  )
  const taken: TaskRow[] = []
  for (const place of places) {
    const sql = `SELECT id, tenant AS place FROM task WHERE ${place.replace('{rest}', limited ? `${offered} ${notFull}` : offered)}`
    const more = yield* takeFairly({
      limit: input.limit - taken.length,
      each: input.perTenant,
      running,
      *next(limit) {
        const values = [input.now, limit, `,${input.operations},`]
        return yield* query(sql, ...(limited ? [...values, input.perTenant] : values))
      },
      take: id => takeTask(id, input),
    })
    taken.push(...more)
  }
  return taken
}

/** The row is locked by the query that found it. One that is still at work has lost its runner, which is no try. */
function* takeTask(id: string, { now, leaseUntil, process = '' }: LeaseTasks): Work<TaskRow | undefined> {
  const [row] = yield* query(
    `UPDATE task SET state = 'working', epoch = epoch + 1, lease_until = ?2, nudged = 0,
       process = ?4, leased_epoch = epoch + 1, lease_ms = ?5,
       attempt = attempt + CASE WHEN state = 'working' THEN 0 ELSE 1 END,
       lost = lost + CASE WHEN state = 'working' THEN 1 ELSE 0 END,
       started_at = COALESCE(started_at, ?3), updated_at = ?3
     WHERE id = ?1 RETURNING *`,
    id,
    leaseUntil,
    now,
    process,
    leaseUntil - now,
  )
  if (row === undefined) return undefined
  const [body] = yield* query('SELECT call FROM task_call WHERE task_id = ?1', text(row, 'id'))
  return taskOf({ ...row, ...body })
}
