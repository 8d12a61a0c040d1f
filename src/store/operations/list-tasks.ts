/** Reading tasks: one, or a page of them. */
import { query, type Work } from '../statement.ts'
import { selectTask, type TaskRow, type TaskState, taskOf } from './task-row.ts'

/** Whose tasks: a tenant's, or one subject's among them. Another's id is like a missing one. */
export interface Owner {
  tenant: string
  subject?: string | undefined
}

/** One task of its owner. */
export function* getTask({ id, tenant, subject }: Owner & { id: string }): Work<TaskRow | undefined> {
  const [row] = yield* query(
    `${selectTask} WHERE id = ?1 AND tenant = ?2 AND (?3 = '' OR subject = ?3)`,
    id,
    tenant,
    subject ?? '',
  )
  return row === undefined ? undefined : taskOf(row)
}

export interface ListTasks extends Owner {
  state?: TaskState | undefined
  operation?: string | undefined
  dead?: boolean | undefined
  /** Those made before this one: where the last page ended. */
  before?: { createdAt: number; id: string } | undefined
  limit: number
}

/** Tasks of an owner, newest first. */
export function* listTasks(input: ListTasks): Work<TaskRow[]> {
  const rows = yield* query(
    `${selectTask} WHERE tenant = ?1 AND (?2 = '' OR subject = ?2) AND (?3 = '' OR state = ?3)
       AND (?4 = '' OR operation = ?4) AND (?5 = 0 OR dead = 1)
       AND (created_at, id) < (?6, ?7)
     ORDER BY created_at DESC, id DESC LIMIT ?8`,
    input.tenant,
    input.subject ?? '',
    input.state ?? '',
    input.operation ?? '',
    input.dead === true ? 1 : 0,
    input.before?.createdAt ?? Number.MAX_SAFE_INTEGER,
    input.before?.id ?? '',
    input.limit,
  )
  return rows.map(taskOf)
}
