/** Answering a task that waits for inputs, over every carrier. */
import type { Agent } from '../../agent/define.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import { isReply, longestText } from '../../runtime/approvals.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type Actor, answerTask } from '../../runtime/task-commands.ts'
import { recalled } from '../../runtime/tasks.ts'
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
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
  by: Actor,
  inputs: JsonObject,
  more: Partial<Pick<Call, 'extra' | 'exchange' | 'message'>> = {},
): Promise<Fault | undefined> {
  const { call } = recalled(runtime, row.call)
  const reply = await replyWith(runtime, row, by, inputs)
  if (reply !== undefined) return reply === 'replied' ? undefined : reply
  const input: Json = { ...(isObject(call.input) ? call.input : {}), ...inputs }
  const validated = await agent.operations[row.operation]?.input.validate(input)
  if (validated !== undefined && !validated.ok) return wrongInputFault(validated.issues, '/inputs')
  if (await answerTask(runtime, row, { ...more, input }, by)) return undefined
  const code = 'TASK_NOT_PAUSED'
  return fault('conflict', 'The task waits for nothing.', { code, resourceId: row.id, began: false })
}

/** A `reply` alone answers an approver who asked back, where the operation has no input of that name. */
async function replyWith(
  runtime: Runtime,
  row: TaskRow,
  by: Actor,
  inputs: JsonObject,
): Promise<Fault | 'replied' | undefined> {
  const { reply, ...others } = inputs
  if (typeof reply !== 'string' || Object.keys(others).length > 0) return undefined
  if (runtime.operations[row.operation]?.ownReply !== false) return undefined
  // One that has expired too: its answer comes too late, and is no input either.
  const approval = (await undecided(runtime, row)).findLast(({ state }) => state === 'asked')
  if (approval === undefined) return undefined
  if (!isReply(reply)) {
    const message = `Expected 1 to ${longestText} characters of well-formed Unicode without U+0000.`
    return wrongInputFault([{ pointer: '/reply', message }], '/inputs')
  }
  const { tenant, actor } = by
  if (await runtime.deciding.reply(approval.id, { tenant, subject: actor, roles: [] }, reply)) return 'replied'
  const code = 'NOT_ASKED'
  return fault('conflict', 'No approver is waiting for your reply.', { code, resourceId: approval.id, began: false })
}

/** Whether an approver has asked back, and the operation has no input that the reply could be taken for. */
export async function isReplyExpectedOn(runtime: Runtime, row: TaskRow): Promise<boolean> {
  if (runtime.operations[row.operation]?.ownReply !== false) return false
  return (await waitingFor(runtime, row)).some(({ state }) => state === 'asked')
}

/** The approvals that a paused task waits for, or that somebody asks back about. */
export async function waitingFor(runtime: Runtime, row: Pick<TaskRow, 'id' | 'state'>): Promise<ApprovalRow[]> {
  const now = runtime.now()
  return (await undecided(runtime, row)).filter(({ expiresAt }) => expiresAt > now)
}

async function undecided({ store }: Runtime, row: Pick<TaskRow, 'id' | 'state'>): Promise<ApprovalRow[]> {
  if (row.state !== 'paused') return []
  const all = await store.do('taskApprovals', { taskId: row.id })
  return all.filter(({ state }) => state === 'open' || state === 'asked')
}
