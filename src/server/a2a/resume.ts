/** A message on a task that waits: inputs that it asked for, or the decision on an approval. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Issue } from '../../outcome/fault.ts'
import type { Notice, Outcome, Paused } from '../../outcome/outcome.ts'
import { bareToken, objectionOf } from '../../runtime/approvals.ts'
import { digestOf, findApprovedInput } from '../../runtime/approved-input.ts'
import { hashOf } from '../../runtime/secret.ts'
import { answerOf, recalled } from '../../runtime/tasks.ts'
import type { DecideResult } from '../../store/operations/decide-approval.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { answerWith, isReplyExpectedOn } from '../durable/answer-task.ts'
import { requesterOf } from '../durable/caller.ts'
import { signatureFault } from '../signing/check-signature.ts'
import {
  callMessage,
  envelopeFault,
  keptMessage,
  type MessageEnvelope,
  readMessageEnvelope,
} from './message-envelope.ts'
import { oldMethodName } from './old-method-name.ts'
import { type DecisionReply, isDecision, readReply, type TaskReply } from './reply.ts'
import { isRefusal, refusalOf, type Session } from './session.ts'
import { contextOf, historyOf, taskView } from './view.ts'

/** How many messages of a task are kept. */
const mostMessages = 100

export interface ResumeResult {
  /** The task as it was before it went on. */
  row: TaskRow
  /** The envelope members of the message: the answer echoes them. */
  messageEnvelope: MessageEnvelope
  /** What is wrong with the message, where the contract says so on the task. */
  notices?: Notice[] | undefined
  /** The caller decided on another's task: what they may know of it, which is what came of their own decision. */
  decided?: Outcome | undefined
}

/** Goes on with a task; undefined when the caller has none of that id. */
export async function resume(session: Session, message: JsonObject, taskId: string): Promise<ResumeResult | undefined> {
  const { owner, showing } = session
  const found = await session.find(taskId, owner)
  const row = found ?? (await decidable(session, message, taskId))
  if (row === undefined) return undefined
  const called = { operation: row.operation, method: oldMethodName(session.method) }
  const unsigned = signatureFault(session.http, called)
  if (unsigned !== undefined) throw refusalOf(unsigned, session.server, session.http.headers)
  if (typeof message.contextId === 'string' && message.contextId !== '' && message.contextId !== contextOf(row)) {
    throw new A2aRefusal('malformed', 'The task belongs to another context.')
  }
  const { outcome } = answerOf(showing.runtime, row)
  if (row.endedAt !== null) throw new A2aRefusal('unsupported', 'The task is over: begin another.')
  if (row.state !== 'paused' || outcome.kind !== 'paused') {
    throw new A2aRefusal('unsupported', 'The task is at work and waits for nothing.')
  }
  const { conversationId = contextOf(row), ...messageEnvelope } = readMessageEnvelope(session, message)
  if (conversationId !== contextOf(row)) {
    const issue = { pointer: '/inputs/context_id', message: 'The task has another context.' }
    return rejectReply(session, row, messageEnvelope, [issue], found !== undefined)
  }
  // A task stays in the release that it started in: only members that are malformed are refused.
  const { issues: malformed = [] } = envelopeFault(session, message, row.operation) ?? {}
  if (malformed.length > 0) return rejectReply(session, row, messageEnvelope, malformed, found !== undefined)
  const reply = await replyTo(session, row, outcome, message)
  let issues: readonly Issue[] | undefined
  if (reply.kind === 'wrong') issues = reply.issues
  // Callers who may not decide learn that it still waits.
  else if (reply.kind === 'approval' && (await mayDecideOn(session, row))) {
    const result = await decide(session, row, outcome, reply)
    if (Array.isArray(result)) issues = result
    else if (found === undefined && result !== undefined)
      return { row, messageEnvelope, decided: afterDecision(result) }
  } else if (reply.kind === 'inputs' && found !== undefined) {
    issues = await answer(session, row, reply.inputs, message, messageEnvelope)
  }
  if (issues !== undefined) return rejectReply(session, row, messageEnvelope, issues, found !== undefined)
  // An approver who is no operator sees the approval, never the task.
  return found === undefined ? undefined : { row, messageEnvelope }
}

/** What an approver is shown of another's task: their decision took effect. */
function afterDecision(result: DecideResult): Outcome {
  if (result.kind !== 'decided') {
    throw new A2aRefusal('unsupported', 'The decision does not count: the approval can no longer be decided by you.')
  }
  return result.approval.state === 'rejected' ? objectionOf(result.approval) : { kind: 'pending', phase: 'working' }
}

/** An answer that is not valid: the task goes on waiting. The contract has it as warnings on the task, or as an error. */
function rejectReply(
  { contractEdition }: Session,
  row: TaskRow,
  messageEnvelope: MessageEnvelope,
  issues: readonly Issue[],
  isCallers: boolean,
): ResumeResult {
  const some = issues.slice(0, 10)
  if (!contractEdition.contract.serving?.a2a?.warnsOfInvalidReplies || !isCallers) {
    const all = some.map(({ pointer, message }) => `${pointer}: ${message}`)
    throw new A2aRefusal('malformed', ['The answer is not valid.', ...all].join(' '))
  }
  const notices = some.map(({ pointer, message }): Notice => {
    const field = pointer.replace(/^\/inputs/, '')
    return {
      severity: 'warning',
      code: 'VALIDATION_ERROR',
      message,
      ...(field === '' ? undefined : { pointer: field }),
    }
  })
  return { row, messageEnvelope, notices }
}

async function replyTo(
  { server, contractEdition, showing: { runtime } }: Session,
  row: TaskRow,
  { needs }: Paused,
  message: JsonObject,
): Promise<TaskReply> {
  const { operations } = server.agent
  const schema = Object.hasOwn(operations, row.operation) ? operations[row.operation]?.input.json : undefined
  const { input } = recalled(runtime, row.call).call
  const isReplyExpected = await isReplyExpectedOn(runtime, row)
  return readReply(message, {
    needs,
    schema,
    input,
    isReplyExpected,
    envelope: contractEdition.contract.serving?.request?.members,
  })
}

async function answer(
  session: Session,
  row: TaskRow,
  inputs: JsonObject,
  message: JsonObject,
  messageEnvelope: MessageEnvelope,
): Promise<readonly Issue[] | undefined> {
  const { server, showing } = session
  const reviewed = await server.reviewAnswer?.(row.operation, inputs, session.principal)
  if (reviewed !== undefined && 'refused' in reviewed) throw unaccepted(session, reviewed.refused)
  const by = { ...session.by, actor: requesterOf(session.principal, server.durable.ownership.open).subject }
  const { call } = recalled(showing.runtime, row.call)
  const more = { ...historyWith(session, row, message), exchange: { ...call.exchange, ...messageEnvelope } }
  const wrong = await answerWith(
    { agent: server.agent, runtime: showing.runtime },
    row,
    by,
    reviewed?.inputs ?? inputs,
    more,
  )
  if (wrong?.code === 'TASK_NOT_PAUSED') throw new A2aRefusal('unsupported', wrong.message)
  return wrong?.issues
}

function unaccepted({ server }: Session, outcome: Outcome): A2aRefusal {
  if (outcome.kind === 'failed' && isRefusal(outcome.fault)) return refusalOf(outcome.fault, server)
  return new A2aRefusal('malformed', outcome.kind === 'failed' ? outcome.fault.message : 'The answer is not accepted.')
}

/** Another's task, when the message decides on it and the caller may: approvers need not be operators. */
async function decidable(session: Session, message: JsonObject, taskId: string): Promise<TaskRow | undefined> {
  if (!isDecision(message)) return undefined
  const row = await session.find(taskId, { tenant: session.caller.tenant })
  if (row?.state !== 'paused' || row.facet !== 'approval') return undefined
  return (await mayDecideOn(session, row)) ? row : undefined
}

/** Whether the caller has a role for one of the approvals that a task asked for. */
async function mayDecideOn({ caller, showing: { runtime } }: Session, { id }: TaskRow): Promise<boolean> {
  const all = await runtime.store.do('taskApprovals', { taskId: id })
  return all.some(approval => runtime.deciding.mayDecide(caller, approval))
}

/**
 * Decides on what was shown, as the task waits for it now: on the approval that is named, by its token or its id. Only
 * the one approval that a task ever asked for need not be named: of several, another may have been shown.
 */
async function decide(
  { showing: { runtime }, caller }: Session,
  row: TaskRow,
  { needs }: Paused,
  { approve, token, approval, note }: DecisionReply,
): Promise<Issue[] | DecideResult | undefined> {
  const { call, caller: requester } = recalled(runtime, row.call)
  const all = await runtime.store.do('taskApprovals', { taskId: row.id })
  const wanted = new Set(needs.flatMap(need => (need.kind === 'approval' ? [need.key] : [])))
  const subject = { ...call, caller: requester }
  const { input } = findApprovedInput(subject, all, runtime.now())
  const digest = digestOf({ ...subject, input }, requester.subject)
  const current = all.filter(one => wanted.has(one.key) && one.digest === digest)
  const isNamed = token !== undefined || approval !== undefined
  if (!isNamed && all.length > 1) {
    return [{ pointer: '/inputs/token', message: 'The task has asked for more than one approval: name the one meant.' }]
  }
  const ofToken =
    token === undefined
      ? undefined
      : await runtime.store.do('findApproval', { tokenHash: hashOf(bareToken(token)), tenant: caller.tenant })
  const meant = current.find(
    ({ id }) => (token === undefined || id === ofToken?.id) && (approval === undefined || id === approval),
  )
  if (meant === undefined) {
    const pointer = token === undefined && isNamed ? '/inputs/approval' : '/inputs/token'
    return [{ pointer, message: 'The approval is not valid for this task, or not what it waits for now.' }]
  }
  if (!runtime.deciding.mayDecide(caller, meant)) return undefined
  const verdict = { decision: approve ? ('approve' as const) : ('reject' as const) }
  return runtime.deciding.decide(meant.id, caller, note === undefined ? verdict : { ...verdict, note })
}

/** The question and its answer join the messages of the task. */
function historyWith(session: Session, row: TaskRow, message: JsonObject) {
  const { call } = recalled(session.showing.runtime, row.call)
  const { status } = taskView(session.showing, row)
  const question = (status as JsonObject | undefined)?.message
  const answer = keptMessage(message, { contextId: contextOf(row), taskId: row.id })
  const history = [...historyOf(call.extra?.a2a), ...(question === undefined ? [] : [question]), answer]
  return {
    extra: { ...call.extra, a2a: { ...call.extra?.a2a, history: history.slice(-mostMessages) } },
    message: callMessage(session, answer),
  }
}
