/** `replywire tasks list`: tasks, the newest first. */
import type { Invocation } from '../command.ts'
import type { taskListOptions } from '../table/runs.ts'
import { listRows } from './list.ts'
import { taskView } from './task-view.ts'

export function run(invocation: Invocation<typeof taskListOptions>): Promise<number> {
  const { state, operation, dead, governance } = invocation.values
  const states = state === undefined ? undefined : [state]
  return listRows(invocation, {
    name: 'tasks',
    of: 'task',
    view: taskView,
    none: 'No tasks found.',
    find: (store, tenant, limit) => store.do('listTasks', { tenant, states, operation, dead, governance, limit }),
  })
}
