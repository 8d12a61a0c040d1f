/** A message on a task that waits: inputs that it asked for, or the decision on an approval. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { Issue } from '../../outcome/fault.ts'
import type { Paused } from '../../outcome/outcome.ts'
import { digestOf } from '../../runtime/approvals.ts'
import { hashOf } from '../../runtime/secret.ts'
import { answerOf, recalled } from '../../runtime/tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { answerWith } from '../durable/answer-task.ts'
import { dataOf, type Reply, readReply } from './message.ts'
import type { Session } from './session.ts'
import { contextOf, historyOf, taskView } from './view.ts'

/** How many messages of a task are kept. */
const mostMessages = 100

/** The task as it was before it went on; undefined when the caller has none of that id. */
export async function resume(session: Session, message: JsonObject, taskId: string): Promise<TaskRow | undefined> {
  const { owner, caller, showing, site } = session
  const own = await session.find(taskId, owner)
  const row = own ?? (await decidable(session, message, taskId))
  if (row === undefined) return undefined
  if (typeof message.contextId === 'string' && message.contextId !== '' && message.contextId !== contextOf(row)) {
    throw new A2aRefusal('malformed', 'The task belongs to another context.')
  }
  const { outcome } = answerOf(showing.runtime, row)
  if (row.endedAt !== null) throw new A2aRefusal('unsupported', 'The task is over: begin another.')
  if (row.state !== 'paused' || outcome.kind !== 'paused') {
    throw new A2aRefusal('unsupported', 'The task is at work and waits for nothing.')
  }
  const operation = Object.hasOwn(site.agent.operations, row.operation)
    ? site.agent.operations[row.operation]
    : undefined
  const reply = readReply(message, outcome.needs, operation?.input.json)
  if (reply.kind === 'approval') {
    // Whoever may not decide learns that it still waits.
    if (showing.runtime.deciding.mayDecide(caller)) await decide(session, row, outcome, reply)
  } else if (own !== undefined && reply.kind === 'inputs' && answers(reply.inputs, outcome)) {
    const refused = await answerWith(
      { agent: site.agent, runtime: showing.runtime },
      row,
      session.by,
      reply.inputs,
      historyWith(session, row, message),
    )
    if (refused?.code === 'TASK_NOT_PAUSED') throw new A2aRefusal('unsupported', refused.message)
    if (refused !== undefined) throw new A2aRefusal('malformed', issuesIn(refused.issues))
  }
  return row
}

/** Another's task, when the message decides on it and the caller may: approvers need not be operators. */
async function decidable(session: Session, message: JsonObject, taskId: string): Promise<TaskRow | undefined> {
  const { caller, showing } = session
  const decides = dataOf(message).some(({ value }) => typeof value.approve === 'boolean')
  if (!decides || !showing.runtime.deciding.mayDecide(caller)) return undefined
  const row = await session.find(taskId, { tenant: caller.tenant })
  const waits = row?.state === 'paused' && row.facet === 'approval'
  return waits ? row : undefined
}

/** Inputs for what was asked. A pause for an approval alone goes on when that is decided, and not before. */
function answers(inputs: JsonObject, { needs }: Paused): boolean {
  return Object.keys(inputs).length > 0 || needs.every(({ kind }) => kind === 'credentials')
}

/** Decides on what the task waits for: on the one whose token was sent, or on all. */
async function decide(
  { showing: { runtime }, caller }: Session,
  row: TaskRow,
  { needs }: Paused,
  { approve, token, note }: Extract<Reply, { kind: 'approval' }>,
): Promise<void> {
  const { call, caller: requester } = recalled(runtime, row.call)
  const all = await runtime.store.do('taskApprovals', { taskId: row.id })
  const wanted = new Set(needs.flatMap(need => (need.kind === 'approval' ? [need.key] : [])))
  const digest = digestOf({ ...call, caller: requester }, requester.subject)
  const open = all.filter(one => one.state === 'open' && wanted.has(one.key) && one.digest === digest)
  const named =
    token === undefined
      ? undefined
      : await runtime.store.do('findApproval', { tokenHash: hashOf(token), tenant: caller.tenant })
  if (token !== undefined && named?.taskId !== row.id) {
    throw new A2aRefusal('malformed', 'The approval token is not valid for this task.')
  }
  const verdict = { decision: approve ? ('approve' as const) : ('reject' as const) }
  for (const { id } of named === undefined ? open : [named]) {
    await runtime.deciding.decide(id, caller, note === undefined ? verdict : { ...verdict, note })
  }
}

/** The question and its answer join the messages of the task. */
function historyWith(session: Session, row: TaskRow, message: JsonObject) {
  const { call } = recalled(session.showing.runtime, row.call)
  const { status } = taskView(session.showing, row)
  const asked = (status as JsonObject | undefined)?.message
  const answer: Json = { ...message, contextId: contextOf(row), taskId: row.id }
  const history = [...historyOf(call.extra?.a2a), ...(asked === undefined ? [] : [asked]), answer]
  return { extra: { ...call.extra, a2a: { ...call.extra?.a2a, history: history.slice(-mostMessages) } } }
}

function issuesIn(issues: readonly Issue[]): string {
  const told = issues.slice(0, 10).map(({ pointer, message }) => `${pointer}: ${message}`)
  return ['The answer is not valid.', ...told].join(' ')
}
