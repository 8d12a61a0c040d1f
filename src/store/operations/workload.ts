/** How much work waits: for metrics. Every count ends at a limit, and reads an index alone. */
import { number, numberOrNull, query, type Work } from '../statement.ts'

export interface Workload {
  tasks: Readonly<Record<'queued' | 'working' | 'paused' | 'dead', number>>
  /** How long the oldest one waits, in milliseconds; 0 when none does. */
  oldest: Readonly<Record<'due' | 'paused', number>>
  approvalsOpen: number
  deliveries: Readonly<Record<'waiting' | 'dead', number>>
  claimsRunning: number
}

/** Where nothing was ever stored. */
export const noWork: Workload = {
  tasks: { queued: 0, working: 0, paused: 0, dead: 0 },
  oldest: { due: 0, paused: 0 },
  approvalsOpen: 0,
  deliveries: { waiting: 0, dead: 0 },
  claimsRunning: 0,
}

/** Counts what there is, each kind up to `most`. */
export function* workload({ now, most }: { now: number; most: number }): Work<Workload> {
  const count = function* (from: string, ...more: readonly number[]): Work<number> {
    const [row] = yield* query(`SELECT COUNT(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ?1) AS counted`, most, ...more)
    return row === undefined ? 0 : number(row, 'n')
  }
  const age = function* (oldest: string): Work<number> {
    const [row] = yield* query(oldest)
    const at = row === undefined ? null : numberOrNull(row, 'at')
    return at === null ? 0 : Math.max(0, now - at)
  }
  return {
    tasks: {
      queued: yield* count(`task WHERE state = 'queued'`),
      working: yield* count(`task WHERE state = 'working'`),
      paused: yield* count(`task WHERE state = 'paused'`),
      dead: yield* count('task WHERE dead = 1'),
    },
    oldest: {
      due: yield* age(`SELECT due_at AS at FROM task WHERE state = 'queued' ORDER BY due_at, id LIMIT 1`),
      paused: yield* age(`SELECT updated_at AS at FROM task WHERE state = 'paused' ORDER BY updated_at LIMIT 1`),
    },
    approvalsOpen: yield* count(`approval WHERE state = 'open' AND expires_at > ?2`, now),
    deliveries: {
      waiting: yield* count(`delivery WHERE state = 'waiting'`),
      dead: yield* count(`delivery WHERE state = 'dead'`),
    },
    claimsRunning: yield* count(`claim WHERE state = 'running'`),
  }
}
