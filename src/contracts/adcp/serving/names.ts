/** The names that AdCP has for an agent's operations. */
import { taskTypeOf } from '../../../lib/task-type.ts'
import type { Release } from '../release.ts'

/** The name that AdCP has for an operation: its key, in small letters (`createMediaBuy` is `create_media_buy`). */
export function taskNameOf(operation: string): string {
  return taskTypeOf(operation).toLowerCase()
}

/** The task type of an operation; undefined when the closed list of a release has none for it. */
export function taskTypeIn(operation: string, { taskTypes }: Release): string | undefined {
  const name = taskNameOf(operation)
  return taskTypes.has(name) ? name : undefined
}
