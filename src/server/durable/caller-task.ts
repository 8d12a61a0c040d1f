/** The task that a call is about. */
import { refuse } from '../../agent/answers.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { CallRecord } from '../pipeline/call-record.ts'
import { ownerOf } from './caller.ts'

/** A task of the caller. Tasks of other callers are reported as not found. */
export async function findCallerTask({ server, caller, request }: CallRecord): Promise<TaskRow> {
  const { runtime, ownership } = server.durable
  const { id } = request.input as { id: string }
  const row = isTaskId(id) ? await runtime.store.do('getTask', { id, ...ownerOf(caller, ownership) }) : undefined
  if (row === undefined) throw noSuchTask()
  return row
}

export function isTaskId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id)
}

export function noSuchTask() {
  return refuse('not-found', 'There is no such task.', { code: 'TASK_NOT_FOUND', began: false })
}
