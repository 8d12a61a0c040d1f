/** Looking for tasks by more than their age, in another order than theirs. */
import { query, type Value, type Work } from '../statement.ts'
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
  /** Whether somebody registered to hear of it. */
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
  const values: Value[] = []
  const put = (value: Value): string => `?${values.push(value)}`
  const among = (column: string, list: readonly string[] | undefined): string[] => {
    if (list === undefined) return []
    const all = put(`,${list.join(',')},`)
    return [`replace(${all}, ',' || ${column} || ',', '') <> ${all}`]
  }
  const bound = (column: string, sign: '<' | '>', value: number | undefined): string[] =>
    value === undefined ? [] : [`${column} ${sign} ${put(value)}`]
  const where = [
    `tenant = ${put(input.tenant)}`,
    ...(input.subject === undefined
      ? []
      : [`subject = ${put(input.subject)}`, `account = ${put(input.account ?? '')}`]),
    ...among('state', input.states),
    ...among('operation', input.operations),
    ...among('id', input.ids),
    ...bound('created_at', '>', input.createdAfter),
    ...bound('created_at', '<', input.createdBefore),
    ...bound('updated_at', '>', input.updatedAfter),
    ...bound('updated_at', '<', input.updatedBefore),
    ...(input.hasEndpoint === undefined ? [] : [`endpoint IS ${input.hasEndpoint ? 'NOT NULL' : 'NULL'}`]),
  ]
  const { by, words = {}, descending } = input.sort
  const cases = Object.entries(words).map(([value, word]) => `WHEN ${put(value)} THEN ${put(word)}`)
  const sorted = cases.length === 0 ? columns[by] : `CASE ${columns[by]} ${cases.join(' ')} ELSE ${columns[by]} END`
  if (input.after !== undefined) {
    const { value, id } = input.after
    where.push(`(${sorted}, id) ${descending ? '<' : '>'} (${put(value)}, ${put(id)})`)
  }
  const order = descending ? 'DESC' : 'ASC'
  const rows = yield* query(
    `${selectLine} WHERE ${where.join(' AND ')} ORDER BY ${sorted} ${order}, id ${order} LIMIT ${put(input.limit)}`,
    ...values,
  )
  return rows.map(lineOf)
}
