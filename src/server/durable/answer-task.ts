/** Answering a task that waits for inputs, whoever brings them and however. */
import type { Agent } from '../../agent/define.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import { toBytes } from '../../runtime/bytes.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { recalled, storedCall } from '../../runtime/tasks.ts'
import type { Owner } from '../../store/operations/list-tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'

/** An input that its operation would refuse is refused now, and what waits for it goes on waiting. */
export function wrongInputFault(issues: readonly Issue[], under: string): Fault {
  return fault('invalid', 'The request is not valid.', {
    began: false,
    issues: issues.map(issue => ({ ...issue, pointer: `${under}${issue.pointer}`, location: 'body' })),
  })
}

/** The task goes on with the inputs added to its own; what it returns says why not. */
export async function answerTask(
  { agent, runtime }: { agent: Agent; runtime: Runtime },
  row: TaskRow,
  owner: Owner,
  inputs: JsonObject,
  more: Pick<Call, 'extra'> = {},
): Promise<Fault | undefined> {
  const { call, caller, push } = recalled(runtime, row.call)
  const joined: Json = { ...(isObject(call.input) ? call.input : {}), ...inputs }
  const judged = await agent.operations[row.operation]?.input.validate(joined)
  if (judged !== undefined && !judged.ok) return wrongInputFault(judged.issues, '/inputs')
  const kept = toBytes(storedCall(runtime, { ...call, ...more, input: joined }, caller, push))
  const now = runtime.now()
  const resumed = await runtime.store.do('resumeTask', { id: row.id, ...owner, from: 'paused', call: kept, now })
  if (resumed) return undefined
  const code = 'TASK_NOT_PAUSED'
  return fault('conflict', 'The task waits for nothing.', { code, resourceId: row.id, began: false })
}
