/** Answers to a task that waits: inputs are added to its call, approvals are decided by callers who may. */
import { runCall } from '../../agent/run-call.ts'
import type { Principal } from '../../auth/principal.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Outcome, Paused } from '../../outcome/outcome.ts'
import { bareToken } from '../../runtime/approvals.ts'
import { toBytes } from '../../runtime/bytes.ts'
import type { Caller } from '../../runtime/caller.ts'
import { hashOf } from '../../runtime/secret.ts'
import { answerOf, facetOf, recalled, type StoredAnswer, storedCall } from '../../runtime/tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { callerOf, ownerOf, requesterOf } from '../durable/caller.ts'
import { isTaskId } from '../durable/caller-task.ts'
import type { ServerContext } from '../server-context.ts'
import type { ClientAnswers } from './answers.ts'

/** A caller's own task; another's is not found. */
export async function taskOf(
  { durable: { runtime, ownership } }: ServerContext,
  principal: Principal | undefined,
  id: unknown,
): Promise<TaskRow | undefined> {
  if (typeof id !== 'string' || !isTaskId(id)) return undefined
  const owner = ownerOf(callerOf(principal, ownership.open), ownership)
  return runtime.store.do('getTask', { id, ...owner })
}

/** One of the server's own operations on a task, as if it were called over HTTP. */
export async function runBuiltIn(
  server: ServerContext,
  principal: Principal | undefined,
  operation: 'tasks.cancel' | 'tasks.answer',
  input: JsonObject,
): Promise<Outcome> {
  const { outcome } = await runCall(server.builtIn, { operation, input, exchange: {} }, { principal, now: server.now })
  return outcome
}

/** The inputs that count of an answer to a task; an outcome says why it is refused. */
export async function reviewInputs(
  { reviewAnswer }: ServerContext,
  principal: Principal | undefined,
  row: TaskRow | undefined,
  inputs: JsonObject,
): Promise<{ inputs: JsonObject } | { refused: Outcome }> {
  const isReviewed = row !== undefined && reviewAnswer !== undefined && Object.keys(inputs).length > 0
  return isReviewed ? reviewAnswer(row.operation, inputs, principal) : { inputs }
}

/** Gives a task what it waits for; it goes on once nothing is missing. An outcome says why it cannot. */
export async function answerTask(
  server: ServerContext,
  principal: Principal | undefined,
  id: string,
  { inputs, tokens, refused }: ClientAnswers,
): Promise<Outcome | undefined> {
  const caller = callerOf(principal, server.durable.ownership.open)
  if (refused !== undefined) {
    const isRejected = refused.token !== undefined && (await rejectApproval(server, caller, refused.token))
    // A rejection ends the task by itself, with the approver's word.
    if (isRejected) return undefined
    await runBuiltIn(server, principal, 'tasks.cancel', { id })
    return refused.outcome
  }
  if (Object.keys(inputs).length > 0) {
    const outcome = await runBuiltIn(server, principal, 'tasks.answer', { id, inputs })
    // Another caller has answered it already: the result of that is the answer.
    if (outcome.kind === 'failed' && outcome.fault.code !== 'TASK_NOT_PAUSED') return outcome
  }
  for (const token of tokens) await approve(server, caller, token)
  return undefined
}

/** Adds a part of what a task waits for: it goes on waiting for the needs that are left. */
export async function amendTask(
  server: ServerContext,
  principal: Principal | undefined,
  row: TaskRow,
  inputs: JsonObject,
  left: Paused,
): Promise<boolean> {
  const { runtime, ownership } = server.durable
  const { call, suppliedBy, ...rest } = recalled(runtime, row.call)
  const input: Json = { ...(isObject(call.input) ? call.input : {}), ...inputs }
  const { subject: supplier } = requesterOf(principal, ownership.open)
  const answer: StoredAnswer = { ...answerOf(runtime, row), outcome: left }
  return runtime.store.do('amendTask', {
    id: row.id,
    ...ownerOf(callerOf(principal, ownership.open), ownership),
    before: row.outcome ?? new Uint8Array(),
    outcome: toBytes(answer),
    facet: facetOf(left),
    call: toBytes(storedCall(runtime, { ...rest, call: { ...call, input }, suppliedBy: [...suppliedBy, supplier] })),
    now: runtime.now(),
  })
}

/** Approves what a token stands for, if the caller may; whether it is approved now. */
export function approve(server: ServerContext, caller: Caller, token: string): Promise<boolean> {
  return decide(server, caller, token, 'approve')
}

/** Rejects what a token stands for, if the caller may; whether it is rejected now. */
export function rejectApproval(server: ServerContext, caller: Caller, token: string): Promise<boolean> {
  return decide(server, caller, token, 'reject')
}

async function decide(
  server: ServerContext,
  caller: Caller,
  token: string,
  decision: 'approve' | 'reject',
): Promise<boolean> {
  const { deciding, store } = server.durable.runtime
  const row = await store.do('findApproval', { tokenHash: hashOf(bareToken(token)), tenant: caller.tenant })
  if (row === undefined || !deciding.mayDecide(caller, row)) return false
  const { kind } = await deciding.decide(row.id, caller, { decision })
  return kind === 'decided'
}
