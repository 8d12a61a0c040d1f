/** Holding news back: who waits for an answer is told by it, and not by a webhook too. */
import { number, query, text, type Work } from '../statement.ts'
import type { TaskState } from './task-row.ts'

export interface Held {
  /** The state that the task is in: what it reached while it was held, its endpoint has not heard of. */
  state: TaskState
  wasHeld: boolean
}

/** Holds back what a task's own endpoint would be told of its ends and pauses, or does so no longer. */
export function* holdPush({
  taskId,
  tenant,
  held,
}: {
  taskId: string
  tenant: string
  held: boolean
}): Work<Held | undefined> {
  // The task first: whoever ends it decides under the same lock what is told.
  const [task] = yield* query('SELECT state, endpoint FROM task WHERE id = ?1 AND tenant = ?2 {lock}', taskId, tenant)
  if (task === undefined || task.endpoint === null) return undefined
  const id = text(task, 'endpoint')
  const [endpoint] = yield* query('SELECT held FROM endpoint WHERE id = ?1 {lock}', id)
  yield* query('UPDATE endpoint SET held = ?2 WHERE id = ?1', id, held ? 1 : 0)
  return {
    state: text(task, 'state') as TaskState,
    wasHeld: endpoint !== undefined && number(endpoint, 'held') === 1,
  }
}
