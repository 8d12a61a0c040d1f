/** AdCP 3.1 tasks/get and tasks/list (`get_task_status`, `list_tasks`), over the one log of tasks. */
import { refuse } from '../../agent/answers.ts'
import { tellsOfTask } from '../../agent/context.ts'
import { type Operation, operation } from '../../agent/define.ts'
import { contract } from '../../contracts/registry.ts'
import { answerOf, recalled, withTask } from '../../runtime/tasks.ts'
import { callerOf, listerOf, ownerOf } from '../durable/caller.ts'
import { ofTask } from '../durable/of-task.ts'
import { isTaskId, noSuchTask } from '../durable/own-task.ts'
import type { TaskParts } from '../durable/tasks.ts'
import { type Asked, listInput, listOf } from './list.ts'
import { taskTypeIn } from './names.ts'
import { viewOf } from './task-view.ts'

const ext = { type: 'object' }

export function adcpTaskOperations(parts: TaskParts): Record<'get_task_status' | 'list_tasks', Operation> {
  const { runtime, ownership, prefix } = parts
  return {
    get_task_status: operation({
      title: 'How an AdCP task stands',
      description: 'Also called `tasks/get`. The state of the answer is that of the task.',
      route: `POST ${prefix}/adcp/tasks/get`,
      effects: 'none',
      input: {
        type: 'object',
        required: ['task_id'],
        properties: {
          task_id: { type: 'string' },
          include_history: { type: 'boolean', default: false },
          include_result: { type: 'boolean', default: false },
          ext,
        },
      },
      async handler(input, context) {
        const asked = input as { task_id: string; include_history?: boolean; include_result?: boolean }
        const owner = ownerOf(callerOf(context.principal, ownership.open), ownership)
        const row = isTaskId(asked.task_id)
          ? await runtime.store.do('getTask', { id: asked.task_id, ...owner })
          : undefined
        if (row === undefined) throw noSuchTask()
        tellsOfTask(context, ofTask({ contract: contract('adcp') }, recalled(runtime, row.call).call))
        const type = taskTypeIn(row.operation)
        // AdCP has no words for a task of this type: it is told as what its call would answer now.
        if (type === undefined) return withTask(runtime, row.id, answerOf(runtime, row).outcome)
        const { include_history: history = false, include_result: result = false } = asked
        return viewOf(runtime, row, type, { history, result })
      },
    }),
    list_tasks: operation({
      title: 'List AdCP tasks',
      description: 'Also called `tasks/list`. Tasks of the types that AdCP has.',
      route: `POST ${prefix}/adcp/tasks/list`,
      effects: 'none',
      input: listInput,
      async handler(input, context) {
        const owner = ownerOf(listerOf(context.principal, ownership), ownership)
        const listed = await listOf(parts, owner, input as Asked)
        if (listed !== undefined) return listed
        throw refuse('invalid', 'The request is not valid.', {
          began: false,
          issues: [
            { pointer: '/pagination/cursor', message: 'This is no cursor of a page of this list.', location: 'body' },
          ],
        })
      },
    }),
  }
}
