/** Upkeep: what is there, and what may go. */
import { number, query, type Work } from '../statement.ts'

/** How old something must be before it goes, as the instant before which it ended. */
export interface Prune {
  claimsBefore: number
  tasksBefore: number
  deliveriesBefore: number
  approvalsBefore: number
  /** Small transactions: at most this many rows of each kind a call. */
  limit: number
}

/** Removes a little of what is past its time. Returns how many rows went; call again until it is 0. */
export function* prune(input: Prune): Work<number> {
  let gone = 0
  const claims = yield* query(
    `DELETE FROM claim WHERE (scope, key) IN (SELECT scope, key FROM claim WHERE expires_at < ?1 LIMIT ?2)
     RETURNING run_id`,
    input.claimsBefore,
    input.limit,
  )
  const tasks = yield* query(
    `DELETE FROM task WHERE id IN (SELECT id FROM task WHERE ended_at IS NOT NULL AND ended_at < ?1 LIMIT ?2)
     RETURNING id AS run_id`,
    input.tasksBefore,
    input.limit,
  )
  for (const { run_id } of tasks) {
    const events = yield* query('DELETE FROM event WHERE task_id = ?1 RETURNING seq', run_id ?? '')
    gone += events.length
  }
  for (const { run_id } of [...claims, ...tasks]) {
    // A run that became a task outlives its key.
    const steps = yield* query(
      'DELETE FROM step WHERE run_id = ?1 AND NOT EXISTS (SELECT 1 FROM task WHERE id = ?1) RETURNING name',
      run_id ?? '',
    )
    gone += steps.length
  }
  const deliveries = yield* query(
    `DELETE FROM delivery WHERE id IN (SELECT id FROM delivery WHERE ended_at IS NOT NULL AND ended_at < ?1 LIMIT ?2)
     RETURNING id`,
    input.deliveriesBefore,
    input.limit,
  )
  const endpoints = yield* query(
    `DELETE FROM endpoint WHERE id IN (
       SELECT id FROM endpoint WHERE created_at < ?1
         AND NOT EXISTS (SELECT 1 FROM task WHERE task.endpoint = endpoint.id)
         AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.endpoint = endpoint.id) LIMIT ?2) RETURNING id`,
    input.deliveriesBefore,
    input.limit,
  )
  const approvals = yield* query(
    'DELETE FROM approval WHERE id IN (SELECT id FROM approval WHERE expires_at < ?1 LIMIT ?2) RETURNING id',
    input.approvalsBefore,
    input.limit,
  )
  return gone + claims.length + tasks.length + deliveries.length + endpoints.length + approvals.length
}

export type Stats = Readonly<Record<string, number>>

const counts = {
  claims_running: `claim WHERE state = 'running'`,
  claims_done: `claim WHERE state = 'done'`,
  tasks_queued: `task WHERE state = 'queued'`,
  tasks_working: `task WHERE state = 'working'`,
  tasks_paused: `task WHERE state = 'paused'`,
  tasks_ended: 'task WHERE ended_at IS NOT NULL',
  tasks_dead: 'task WHERE dead = 1',
  events: 'event',
  steps: 'step',
  approvals_open: `approval WHERE state = 'open'`,
  approvals: 'approval',
  endpoints_disabled: 'endpoint WHERE disabled_at IS NOT NULL',
  deliveries_waiting: `delivery WHERE state = 'waiting'`,
  deliveries_dead: `delivery WHERE state = 'dead'`,
  audit: 'audit',
}

/** How many rows of each kind there are. */
export function* stats(_: object): Work<Stats> {
  const told: Record<string, number> = {}
  for (const [name, from] of Object.entries(counts)) {
    const [row] = yield* query(`SELECT COUNT(*) AS n FROM ${from}`)
    told[name] = row === undefined ? 0 : number(row, 'n')
  }
  return told
}

/** Whether the store answers, and which version its tables have. */
export function* ping(_: object): Work<number> {
  const [row] = yield* query('SELECT MAX(version) AS version FROM migration')
  return row === undefined ? 0 : number(row, 'version')
}
