/** A task with its bodies for a list, read in memory that is little more than their length. */
import { query, type Work } from '../statement.ts'
import { type Owner, ownedTask, ownerValues } from './list-tasks.ts'
import { readPieces } from './read-pieces.ts'
import { lineOf, selectLine, type TaskRow } from './task-row.ts'

/**
 * One task of its owner. The bodies are read after the line: a task that changes meanwhile is shown with its new
 * bodies, and one that is removed meanwhile is missing. To change a task, read it with `getTask`.
 */
export function* readWholeTask({ id, ...owner }: Owner & { id: string }): Work<TaskRow | undefined> {
  const [row] = yield* query(`${selectLine} WHERE ${ownedTask}`, id, ...ownerValues(owner))
  if (row === undefined) return undefined
  const call = yield* readPieces({ column: 'call', table: 'task_call', key: 'task_id' }, id)
  if (call === null) return undefined
  const outcome = yield* readPieces({ column: 'outcome', table: 'task', key: 'id' }, id)
  return { ...lineOf(row), call, outcome }
}
