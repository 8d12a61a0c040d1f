/** Reading tasks: one, or a page of them. */
import { number, query, type Work } from '../statement.ts'
import { Conditions } from './conditions.ts'
import { underGovernance } from './governance.ts'
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

/** A task by its id (`?1`) and its owner (`?2` to `?4`). */
export const ownedTask =
  'id = ?1 AND tenant = ?2 AND subject = COALESCE(?3, subject) AND account = COALESCE(?4, account)'

/** One task of its owner. */
export function* getTask({ id, ...owner }: Owner & { id: string }): Work<TaskRow | undefined> {
  const [row] = yield* query(`${selectTask} WHERE ${ownedTask}`, id, ...ownerValues(owner))
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
  /** The id or the subject of the governance token that it was accepted under. */
  governance?: string | undefined
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

function conditionsOf(filter: TaskFilter): Conditions {
  const { tenant, subject, account = '', states = [], context, operation, dead } = filter
  const where = new Conditions()
  where.compare('tenant', '=', tenant)
  where.compare('context', '=', context)
  // A conversation is found by its own index, in which the owner is too: this keeps both databases to it.
  const column = (name: string) => (context === undefined ? name : `${name} || ''`)
  if (subject !== undefined) {
    where.compare(column('subject'), '=', subject)
    where.compare(column('account'), '=', account)
  }
  if (states.length > 0) {
    const list = where.put(`,${states.join(',')},`)
    const facet = `state || '/' || COALESCE(facet, '')`
    where.add(`(${where.isAmong('state', list)} OR ${where.isAmong(facet, list)})`)
  }
  where.compare('operation', '=', operation)
  if (dead === true) where.add('dead = 1')
  underGovernance(where, 'id', 'run_id', filter.governance)
  return where
}

/** Tasks of an owner. */
export function* listTasks(input: ListTasks): Work<TaskLine[]> {
  const { before, staleSince, order = 'created', limit } = input
  const at = `${order}_at`
  const from = order === 'created' ? before?.createdAt : staleSince?.updatedAt
  const id = order === 'created' ? before?.id : staleSince?.id
  const where = conditionsOf(input)
  if (from !== undefined) where.add(`(${at}, id) < (${where.put(from)}, ${where.put(id ?? '')})`)
  // With two bounds on one column SQLite takes the index of the tenant for the better one, though a subject is given.
  where.compare(from === undefined ? 'updated_at' : 'updated_at + 0', '>', input.updatedAfter)
  const rows = yield* query(
    `${selectLine} WHERE ${where} ORDER BY ${at} DESC, id DESC LIMIT ${where.put(limit)}`,
    ...where.values,
  )
  return rows.map(lineOf)
}

/** How many there are; `most` when there are more. */
export function* countTasks(input: TaskFilter & { most: number }): Work<number> {
  const where = conditionsOf(input)
  where.compare('updated_at', '>', input.updatedAfter)
  const [row] = yield* query(
    `SELECT COUNT(*) AS n FROM (SELECT 1 FROM task WHERE ${where} LIMIT ${where.put(input.most)}) AS counted`,
    ...where.values,
  )
  return row === undefined ? 0 : number(row, 'n')
}
