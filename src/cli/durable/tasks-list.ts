/** `replywire tasks list`: tasks, the newest first. */
import type { Invocation } from '../command.ts'
import type { taskListOptions } from '../table/runs.ts'
import { listRows } from './list.ts'
import { taskView } from './task-view.ts'

export function run(invocation: Invocation<typeof taskListOptions>): Promise<number> {
  const { state, operation, dead, governance } = invocation.values
  return listRows(invocation, {
    name: 'tasks',
    view: taskView,
    none: 'No tasks found.',
    find: (source, query) => source.tasks({ ...query, state, operation, dead, governance }),
  })
}
