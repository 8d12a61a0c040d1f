/** Answering a task that waits for inputs, whoever brings them and however. */
import type { Agent } from '../../agent/define.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import { answerTask, type By } from '../../runtime/orders.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { recalled } from '../../runtime/tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'

/** An input that its operation would refuse is refused now, and what waits for it goes on waiting. */
export function wrongInputFault(issues: readonly Issue[], under: string): Fault {
  return fault('invalid', 'The request is not valid.', {
    began: false,
    issues: issues.map(issue => ({ ...issue, pointer: `${under}${issue.pointer}`, location: 'body' })),
  })
}

/** The task goes on with the inputs added to its own; what it returns says why not. */
export async function answerWith(
  { agent, runtime }: { agent: Agent; runtime: Runtime },
  row: TaskRow,
  by: By,
  inputs: JsonObject,
  more: Partial<Pick<Call, 'extra' | 'exchange'>> = {},
): Promise<Fault | undefined> {
  const { call } = recalled(runtime, row.call)
  const input: Json = { ...(isObject(call.input) ? call.input : {}), ...inputs }
  const judged = await agent.operations[row.operation]?.input.validate(input)
  if (judged !== undefined && !judged.ok) return wrongInputFault(judged.issues, '/inputs')
  if (await answerTask(runtime, row, { ...more, input }, by)) return undefined
  const code = 'TASK_NOT_PAUSED'
  return fault('conflict', 'The task waits for nothing.', { code, resourceId: row.id, began: false })
}
