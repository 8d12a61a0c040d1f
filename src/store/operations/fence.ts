/** Fences: a write says which lease it was made under, and is refused when another has taken over. */
import { query, type Work } from '../statement.ts'
import { FencedError } from '../store.ts'

/**
 * Which claim a write belongs to; a claim that another has taken over refuses it. The run is part of it: a key that
 * was given back and claimed again begins its epochs again.
 */
export interface ClaimFence {
  scope: string
  key: string
  runId: string
  epoch: number
}

/** Which task a write belongs to; a task that another has taken over refuses it. */
export interface TaskFence {
  id: string
  epoch: number
}

/** Refuses a process that no longer holds a claim. */
export function* holdClaim({ scope, key, runId, epoch }: ClaimFence): Work<void> {
  const rows = yield* query(
    `SELECT key FROM claim WHERE scope = ?1 AND key = ?2 AND run_id = ?3 AND epoch = ?4 AND state = 'running' {lock}`,
    scope,
    key,
    runId,
    epoch,
  )
  if (rows.length === 0) throw new FencedError()
}

/** Refuses a process that no longer holds a task. */
export function* holdTask({ id, epoch }: TaskFence): Work<void> {
  const rows = yield* query(`SELECT id FROM task WHERE id = ?1 AND epoch = ?2 AND state = 'working' {lock}`, id, epoch)
  if (rows.length === 0) throw new FencedError()
}
