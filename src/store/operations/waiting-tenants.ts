/** The tenants whose tasks are due, the one whose turn it is first. Bounded, however long their queues are. */
import { number, query, text, type Work } from '../statement.ts'

export interface WaitingTenants {
  now: number
  /** Comma-separated. */
  operations: string
  /** The tenant that had the last turn. */
  after?: string
}

/** An operation of the list `?3`, which begins and ends with a comma. */
export const isOffered = `AND replace(?3, ',' || operation || ',', '') <> ?3`

/** So many due tasks are looked at to see whose they are. */
const mostTasks = 256

/** Where more are due, so many tenants are looked at after the one that had the last turn, and as many from the first. */
const mostTenants = 500

const ofDueTasks = `SELECT tenant, COUNT(*) AS n FROM (
    SELECT tenant FROM task WHERE state = 'queued' AND due_at <= ?1 ${isOffered} ORDER BY due_at, id LIMIT ${mostTasks}
  ) AS due GROUP BY tenant ORDER BY CASE WHEN tenant > ?2 THEN 0 ELSE 1 END, tenant`

/** One step of the index for each tenant, so that a long queue of one costs no more than a short one. */
const fromTenant = (first: '>' | '>=') => `WITH RECURSIVE turn (tenant, n) AS (
    SELECT (SELECT MIN(tenant) FROM task WHERE state = 'queued' AND tenant ${first} ?2), 1
    UNION ALL
    SELECT (SELECT MIN(tenant) FROM task WHERE state = 'queued' AND task.tenant > turn.tenant), n + 1
    FROM turn WHERE turn.tenant IS NOT NULL AND n < ${mostTenants}
  ) SELECT tenant FROM turn WHERE tenant IS NOT NULL AND EXISTS (
    SELECT 1 FROM task WHERE state = 'queued' AND task.tenant = turn.tenant AND due_at <= ?1 ${isOffered})`

export function* waitingTenants({ now, operations, after = '' }: WaitingTenants): Work<string[]> {
  const list = `,${operations},`
  const due = yield* query(ofDueTasks, now, after, list)
  const count = due.reduce((sum, row) => sum + number(row, 'n'), 0)
  const rows =
    count < mostTasks
      ? due
      : [...(yield* query(fromTenant('>'), now, after, list)), ...(yield* query(fromTenant('>='), now, '', list))]
  return [...new Set(rows.map(row => text(row, 'tenant')))]
}

/** Whether the tasks in the store are of more than one tenant. */
export function* hasSeveralTenants(): Work<boolean> {
  const [row] = yield* query('SELECT (SELECT MIN(tenant) FROM task) AS first, (SELECT MAX(tenant) FROM task) AS last')
  return row !== undefined && row.first !== row.last
}
