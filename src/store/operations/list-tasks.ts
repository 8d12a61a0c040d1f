/** Reading tasks: one, or a page of them. */
import { number, query, type Work } from '../statement.ts'
import { lineOf, selectLine, selectTask, type TaskLine, type TaskRow, taskOf } from './task-row.ts'

/**
 * Whose tasks: one subject's under one account, or, without a subject, all of a tenant. "All" is NULL in every
 * statement: an empty subject owns nothing. Another's id is like a missing one.
 */
export interface Owner {
  tenant: string
  subject?: string | undefined
  /** Default: no account. Counts only with a subject. */
  account?: string | undefined
}

/** An owner as values of a statement: tenant, subject, account. */
export function ownerValues({ tenant, subject, account = '' }: Owner): [string, string | null, string | null] {
  return subject === undefined ? [tenant, null, null] : [tenant, subject, account]
}

/** One task of its owner. */
export function* getTask({ id, ...owner }: Owner & { id: string }): Work<TaskRow | undefined> {
  const [row] = yield* query(
    `${selectTask} WHERE id = ?1 AND tenant = ?2 AND subject = COALESCE(?3, subject) AND account = COALESCE(?4, account)`,
    id,
    ...ownerValues(owner),
  )
  return row === undefined ? undefined : taskOf(row)
}

/** Which tasks of an owner. */
export interface TaskFilter extends Owner {
  /** In one of these states; `failed/refused` is one of whose facet more is known, `failed/` one of which nothing is. */
  states?: readonly string[] | undefined
  /** Of one conversation. */
  context?: string | undefined
  /** Those of which there was news later than this. */
  updatedAfter?: number | undefined
  operation?: string | undefined
  dead?: boolean | undefined
}

export interface ListTasks extends TaskFilter {
  /** Those made before this one: where the last page ended. */
  before?: { createdAt: number; id: string } | undefined
  /** Those of which there was no news since this one: where the last page ended, in the order of news. */
  staleSince?: { updatedAt: number; id: string } | undefined
  /** The newest first; or those of which there was news last. */
  order?: 'created' | 'updated' | undefined
  limit: number
}

const matching = `tenant = ?1 AND subject = COALESCE(?2, subject) AND account = COALESCE(?3, account)
  AND (?4 = '' OR replace(?4, ',' || state || ',', '') <> ?4
    OR replace(?4, ',' || state || '/' || COALESCE(facet, '') || ',', '') <> ?4)
  AND (?5 = '' OR operation = ?5) AND (?6 = 0 OR dead = 1) AND updated_at > ?7`

function valuesOf({ states = [], operation, dead, updatedAfter, ...owner }: TaskFilter) {
  const wanted = states.length === 0 ? '' : `,${states.join(',')},`
  return [...ownerValues(owner), wanted, operation ?? '', dead === true ? 1 : 0, updatedAfter ?? -1]
}

/** Tasks of an owner. */
export function* listTasks(input: ListTasks): Work<TaskLine[]> {
  const { context, before, staleSince, order = 'created', limit } = input
  const from = order === 'created' ? before?.createdAt : staleSince?.updatedAt
  const id = order === 'created' ? before?.id : staleSince?.id
  const values = [...valuesOf(input), from ?? Number.MAX_SAFE_INTEGER, id ?? '', limit]
  const at = `${order}_at`
  const rows = yield* query(
    `${selectLine} WHERE ${matching} AND (${at}, id) < (?8, ?9) ${context === undefined ? '' : 'AND context = ?11'}
     ORDER BY ${at} DESC, id DESC LIMIT ?10`,
    ...(context === undefined ? values : [...values, context]),
  )
  return rows.map(lineOf)
}

/** How many there are. */
export function* countTasks(input: TaskFilter): Work<number> {
  const { context } = input
  const [row] = yield* query(
    `SELECT COUNT(*) AS n FROM task WHERE ${matching} ${context === undefined ? '' : 'AND context = ?8'}`,
    ...(context === undefined ? valuesOf(input) : [...valuesOf(input), context]),
  )
  return row === undefined ? 0 : number(row, 'n')
}
