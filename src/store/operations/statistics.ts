/** Upkeep: what is there, and whether it is well. */

import { migrationTable } from '../migrations.ts'
import { number, query, type Work } from '../statement.ts'

export type Stats = Readonly<Record<string, number>>

/** `?1` is now: a claim whose lease is over runs no more, and an approval whose time is over is open no more. */
const counts = {
  claims_running: `claim WHERE state = 'running' AND lease_until > ?1`,
  claims_interrupted: `claim WHERE state = 'running' AND lease_until <= ?1`,
  claims_done: `claim WHERE state = 'done'`,
  tasks_queued: `task WHERE state = 'queued'`,
  tasks_working: `task WHERE state = 'working'`,
  tasks_paused: `task WHERE state = 'paused'`,
  tasks_ended: 'task WHERE ended_at IS NOT NULL',
  tasks_dead: 'task WHERE dead = 1',
  events: 'event',
  steps: 'step',
  approvals_open: `approval WHERE state = 'open' AND expires_at > ?1`,
  approvals: 'approval',
  endpoints_disabled: 'endpoint WHERE disabled_at IS NOT NULL',
  deliveries_waiting: `delivery WHERE state = 'waiting'`,
  deliveries_dead: `delivery WHERE state = 'dead'`,
  audit: 'audit',
  requests: 'request',
}

/** How many rows of each kind there are. `now` is 0 by default: nothing is over then. */
export function* stats({ now = 0 }: { now?: number }): Work<Stats> {
  const found: Record<string, number> = {}
  for (const [name, from] of Object.entries(counts)) {
    const [row] = yield* query(`SELECT COUNT(*) AS n FROM ${from}`, ...(from.includes('?1') ? [now] : []))
    found[name] = row === undefined ? 0 : number(row, 'n')
  }
  return found
}

/** What was due before an instant and still lies there: nobody works on it. */
export function* stuck({ before }: { before: number }): Work<{ tasks: number; queued: number; deliveries: number }> {
  const count = function* (from: string): Work<number> {
    const [row] = yield* query(`SELECT COUNT(*) AS n FROM ${from}`, before)
    return row === undefined ? 0 : number(row, 'n')
  }
  return {
    tasks: yield* count(`task WHERE state = 'working' AND lease_until < ?1`),
    queued: yield* count(`task WHERE state = 'queued' AND due_at < ?1`),
    deliveries: yield* count(`delivery WHERE state = 'waiting' AND due_at < ?1 AND lease_until < ?1`),
  }
}

/** Whether the store can be written: a change that changes nothing, on disk when it is answered. */
export function* probe(_: object): Work<number> {
  const rows = yield* query(`UPDATE ${migrationTable} SET at = at RETURNING version`)
  return rows.length
}

/** Whether the store answers, and which version its tables have. */
export function* ping(_: object): Work<number> {
  const [row] = yield* query(`SELECT MAX(version) AS version FROM ${migrationTable}`)
  return row === undefined ? 0 : number(row, 'version')
}
