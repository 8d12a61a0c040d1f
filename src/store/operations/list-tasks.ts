/** Reading tasks: one, or a page of them. */
import { query, type Work } from '../statement.ts'
import { lineOf, selectLine, selectTask, type TaskLine, type TaskRow, type TaskState, taskOf } from './task-row.ts'

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
  /** In one of these states. */
  states?: readonly TaskState[] | undefined
  /** Of one conversation. */
  context?: string | undefined
  /** Those of which there was news later than this. */
  updatedAfter?: number | undefined
  operation?: string | undefined
  dead?: boolean | undefined
  /** Those made before this one: where the last page ended. */
  before?: { createdAt: number; id: string } | undefined
  limit: number
}

/** Tasks of an owner, newest first. */
export function* listTasks(input: ListTasks): Work<TaskLine[]> {
  const { context, states = [] } = input
  const values = [
    input.tenant,
    input.subject ?? '',
    states.length === 0 ? '' : `,${states.join(',')},`,
    input.operation ?? '',
    input.dead === true ? 1 : 0,
    input.updatedAfter ?? -1,
    input.before?.createdAt ?? Number.MAX_SAFE_INTEGER,
    input.before?.id ?? '',
    input.limit,
  ]
  const rows = yield* query(
    `${selectLine} WHERE tenant = ?1 AND (?2 = '' OR subject = ?2)
       AND (?3 = '' OR replace(?3, ',' || state || ',', '') <> ?3)
       AND (?4 = '' OR operation = ?4) AND (?5 = 0 OR dead = 1) AND updated_at > ?6
       AND (created_at, id) < (?7, ?8) ${context === undefined ? '' : 'AND context = ?10'}
     ORDER BY created_at DESC, id DESC LIMIT ?9`,
    ...(context === undefined ? values : [...values, context]),
  )
  return rows.map(lineOf)
}
