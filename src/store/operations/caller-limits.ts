/** How much of one caller is open: counted in the transaction that adds to it, so that nobody gets past a limit. */
import { number, query, serialize, type Work } from '../statement.ts'

interface OfCaller {
  tenant: string
  subject: string
}

/** At most so many; counting ends there. */
export interface TaskLimits {
  queuedTasks: number
  pushes: number
}

const of = 'tenant = ?1 AND subject = ?2'
const queued = `SELECT 1 FROM task WHERE ${of} AND state = 'queued'`
const pushed = `SELECT 1 FROM task WHERE ${of} AND ended_at IS NULL AND endpoint IS NOT NULL`
const registered = `SELECT 1 FROM task JOIN endpoint ON endpoint.task_id = task.id
  WHERE task.tenant = ?1 AND subject = ?2 AND ended_at IS NULL AND pushes > 0`
const openApprovals = `SELECT 1 FROM approval WHERE tenant = ?1 AND requester = ?2 AND state = 'open' AND expires_at > ?4`

function* count(rows: string, { tenant, subject }: OfCaller, most: number, ...more: number[]): Work<number> {
  const [row] = yield* query(`SELECT COUNT(*) AS n FROM (${rows} LIMIT ?3) AS found`, tenant, subject, most, ...more)
  return row === undefined ? 0 : number(row, 'n')
}

/** Counting and adding must not interleave with another call of the same caller. */
function* alone(what: string, { tenant, subject }: OfCaller): Work<void> {
  yield* serialize(`limit:${JSON.stringify([what, tenant, subject])}`)
}

/** Which limit a new task would pass. */
export function* limitReached(
  caller: OfCaller,
  limits: TaskLimits,
  hasPush: boolean,
): Work<keyof TaskLimits | undefined> {
  yield* alone('tasks', caller)
  if ((yield* count(queued, caller, limits.queuedTasks)) >= limits.queuedTasks) return 'queuedTasks'
  if (!hasPush) return undefined
  yield* alone('pushes', caller)
  return (yield* hasReachedPushLimit({ ...caller, most: limits.pushes })) ? 'pushes' : undefined
}

/** The same for a receiver that is registered by itself. */
export function* hasReachedRegistrationLimit(caller: OfCaller, most: number): Work<boolean> {
  yield* alone('pushes', caller)
  return yield* hasReachedPushLimit({ ...caller, most })
}

/** Whether a caller has as many receivers as they may have. */
export function* hasReachedPushLimit({ most, ...caller }: OfCaller & { most: number }): Work<boolean> {
  const some = yield* count(pushed, caller, most)
  return some >= most || some + (yield* count(registered, caller, most - some)) >= most
}

/** Whether a caller has as many open approvals as they may have. */
export function* hasReachedApprovalLimit(caller: OfCaller, most: number, now: number): Work<boolean> {
  yield* alone('approvals', caller)
  return (yield* count(openApprovals, caller, most, now)) >= most
}
