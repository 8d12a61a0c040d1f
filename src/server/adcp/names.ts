/** What AdCP calls an agent's operations and the server's own. */
import type { Agent } from '../../agent/define.ts'
import { taskTypeOf } from '../../agent/task-type.ts'
import { type TaskType, taskTypes } from '../../contracts/adcp/task-types.ts'
import type { Spoken } from '../envelope.ts'

/** The name that AdCP has for an operation: its key, in small letters (`createMediaBuy` is `create_media_buy`). */
export function adcpNameOf(key: string): string {
  return taskTypeOf(key).toLowerCase()
}

/** The task type of an operation; undefined when the closed list has none for it. */
export function taskTypeIn(key: string): TaskType | undefined {
  const name = adcpNameOf(key)
  return taskTypes.has(name) ? (name as TaskType) : undefined
}

/** The server's own operations under AdCP, by the other name that the release before had for them. */
const aliases: Readonly<Record<string, string>> = { 'tasks/get': 'get_task_status', 'tasks/list': 'list_tasks' }

/** The operation that is meant by a name. */
export function ownName({ operations }: Agent, { contract }: Spoken, name: string): string {
  if (contract.id !== 'adcp' || Object.hasOwn(operations, name)) return name
  return (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name
}
