/** Looking for tasks by more than their age, in another order than theirs. */
import { query, type Work } from '../statement.ts'
import { Conditions } from './conditions.ts'
import type { Owner } from './list-tasks.ts'
import { lineOf, selectLine, type TaskLine, type TaskState } from './task-row.ts'

export interface FindTasks extends Owner {
  states?: readonly TaskState[] | undefined
  operations?: readonly string[] | undefined
  ids?: readonly string[] | undefined
  /** Bounds are exclusive. */
  createdAfter?: number | undefined
  createdBefore?: number | undefined
  updatedAfter?: number | undefined
  updatedBefore?: number | undefined
  /** Whether a webhook is registered for it. */
  hasEndpoint?: boolean | undefined
  sort: TaskSort
  /** Where the last page ended: the sorted value of its last task, and the id. */
  after?: { value: string | number; id: string } | undefined
  limit: number
}

export interface TaskSort {
  by: 'createdAt' | 'updatedAt' | 'state' | 'operation'
  /** What a state or an operation is sorted as. */
  words?: Readonly<Record<string, string>> | undefined
  descending: boolean
}

const columns = { createdAt: 'created_at', updatedAt: 'updated_at', state: 'state', operation: 'operation' } as const

/** Tasks of an owner that all of this is true of. */
export function* findTasks(input: FindTasks): Work<TaskLine[]> {
  const where = new Conditions()
  where.compare('tenant', '=', input.tenant)
  where.compare('subject', '=', input.subject)
  if (input.subject !== undefined) where.compare('account', '=', input.account ?? '')
  where.among('state', input.states)
  where.among('operation', input.operations)
  where.among('id', input.ids)
  where.compare('created_at', '>', input.createdAfter)
  where.compare('created_at', '<', input.createdBefore)
  where.compare('updated_at', '>', input.updatedAfter)
  where.compare('updated_at', '<', input.updatedBefore)
  if (input.hasEndpoint !== undefined) where.add(`endpoint IS ${input.hasEndpoint ? 'NOT NULL' : 'NULL'}`)
  const { by, words = {}, descending } = input.sort
  const cases = Object.entries(words).map(([value, word]) => `WHEN ${where.put(value)} THEN ${where.put(word)}`)
  const sorted = cases.length === 0 ? columns[by] : `CASE ${columns[by]} ${cases.join(' ')} ELSE ${columns[by]} END`
  if (input.after !== undefined) {
    const { value, id } = input.after
    where.add(`(${sorted}, id) ${descending ? '<' : '>'} (${where.put(value)}, ${where.put(id)})`)
  }
  const direction = descending ? 'DESC' : 'ASC'
  const order = `ORDER BY ${sorted} ${direction}, id ${direction}`
  // Found and sorted in an index; only the rows of the page are read.
  const page = `SELECT id FROM task WHERE ${where} ${order} LIMIT ${where.put(input.limit)}`
  const rows = yield* query(`${selectLine} WHERE id IN (${page}) ${order}`, ...where.values)
  return rows.map(lineOf)
}
