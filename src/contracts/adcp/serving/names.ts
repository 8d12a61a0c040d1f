/** The names that AdCP has for an agent's operations. */
import { taskTypeOf } from '../../../lib/task-type.ts'
import { type TaskType, taskTypes } from '../task-types.ts'

/** The name that AdCP has for an operation: its key, in small letters (`createMediaBuy` is `create_media_buy`). */
export function taskNameOf(operation: string): string {
  return taskTypeOf(operation).toLowerCase()
}

/** The task type of an operation; undefined when the closed list has none for it. */
export function taskTypeIn(operation: string): TaskType | undefined {
  const name = taskNameOf(operation)
  return taskTypes.has(name) ? (name as TaskType) : undefined
}
