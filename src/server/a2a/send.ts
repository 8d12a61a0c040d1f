/** SendMessage: a message begins a task, or answers one that waits. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { failed, type Notice, type Outcome } from '../../outcome/outcome.ts'
import { toBytes } from '../../runtime/bytes.ts'
import { withoutSecrets } from '../../runtime/credentials.ts'
import { newId } from '../../runtime/secret.ts'
import { facetOf, newTask, recalled, stateOf } from '../../runtime/tasks.ts'
import { isKeepable } from '../../store/input.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { type CarrierOptions, readHeaderOptions } from '../durable/call-terms.ts'
import { invoke, type OperationInvocation } from '../pipeline/invoke.ts'
import { signatureFault } from '../signing/check-signature.ts'
import { readCall } from './message.ts'
import {
  bodyOf,
  callMessage,
  envelopeFault,
  keptMessage,
  type MessageEnvelope,
  readMessageEnvelope,
} from './message-envelope.ts'
import { messageView, repliesWithMessage } from './message-reply.ts'
import { oldMethodName } from './old-method-name.ts'
import { resume } from './resume.ts'
import { isRefusal, noSuchTask, refusalOf, type Session } from './session.ts'
import { skillsOf } from './skills.ts'
import { contextOf, momentView } from './view.ts'

/** The result of a message: a stored task, or an answer that is not stored, as `{task}` or `{message}`. */
export type SendResult =
  | { id: string; after: number; exchange: Exchange; messageEnvelope?: MessageEnvelope; notices?: Notice[] | undefined }
  | { answer: JsonObject }

/** A message as it must be. */
export function messageOf(request: JsonObject): JsonObject {
  const { message } = request
  if (!isObject(message)) throw new A2aRefusal('malformed', 'There is no message.')
  if (typeof message.messageId !== 'string' || message.messageId === '') {
    throw new A2aRefusal('malformed', 'The message has no messageId.')
  }
  if (!Array.isArray(message.parts) || message.parts.length === 0) {
    throw new A2aRefusal('malformed', 'The message has no parts.')
  }
  if (!message.parts.some(part => isObject(part) && (part.data !== undefined || part.text !== undefined))) {
    throw new A2aRefusal('content-type', 'Parts with data or text are read; the message has none.')
  }
  return message
}

/** How the caller wants the answer. */
export interface ReplyMode {
  /** They wait until the task ends or needs input. */
  waits: boolean
  /** They asked for nothing that only a task has. */
  mayReply: boolean
}

/** Begins a task, or goes on with the one that the message is for. */
export async function begin(session: Session, message: JsonObject, replyMode: ReplyMode): Promise<SendResult> {
  const contextId = contextIn(message)
  if (typeof message.taskId !== 'string' || message.taskId === '') return start(session, message, contextId, replyMode)
  session.welcome('tasks.answer')
  const resumed = await resume(session, message, message.taskId)
  if (resumed === undefined) throw noSuchTask()
  const { row, messageEnvelope, notices, decided } = resumed
  if (decided !== undefined) {
    const exchange = { ...messageEnvelope, conversationId: contextOf(row) }
    const shown = { id: row.id, exchange, outcome: decided, at: session.server.now(), seq: 0 }
    return { answer: { task: momentView(session.showing, shown) } }
  }
  return {
    id: row.id,
    after: row.events,
    exchange: { ...exchangeOf(session, row), ...messageEnvelope },
    messageEnvelope,
    notices,
  }
}

/** The exchange that a task was begun with. */
export function exchangeOf({ showing }: Session, row: TaskRow): Exchange {
  const { call } = recalled(showing.runtime, row.call)
  return { ...call.exchange, operation: row.operation, conversationId: contextOf(row) }
}

function contextIn({ contextId }: JsonObject): string | undefined {
  if (typeof contextId !== 'string' || contextId === '') return undefined
  if (isContextId(contextId)) return contextId
  throw new A2aRefusal('malformed', 'A contextId has at most 255 characters.')
}

function isContextId(id: string): boolean {
  return id.length <= 255 && isKeepable(id)
}

/** AdCP's arguments may name the context too: it is the message's. */
function contextFault(contextId: string | undefined, named: string | undefined): Fault | undefined {
  if (named === undefined || (isContextId(named) && (contextId ?? named) === named)) return undefined
  const message = isContextId(named)
    ? "Expected the message's own contextId, or none."
    : 'Expected at most 255 characters.'
  const issues = [{ pointer: '/context_id', message, location: 'body' as const }]
  return fault('invalid', 'The request is not valid.', { code: 'INVALID_REQUEST', began: false, issues })
}

async function start(
  session: Session,
  message: JsonObject,
  contextId: string | undefined,
  replyMode: ReplyMode,
): Promise<SendResult> {
  const { server, contractEdition, http } = session
  const { conversationId: named, ...more } = readMessageEnvelope(session, message)
  const wrong = contextFault(contextId, named)
  const known = contextId ?? (wrong === undefined ? named : undefined)
  const exchange = { ...http.exchange, ...more, conversationId: known ?? `ctx_${server.newId()}` }
  const call = readCall(message, skillsOf(server, contractEdition))
  const method = oldMethodName(session.method)
  const called =
    'category' in call ? { operation: '', method } : { operation: call.skill.name, method, args: call.input }
  const unsigned = signatureFault(http, called)
  if (unsigned !== undefined) throw refusalOf(unsigned, server, http.headers)
  if ('category' in call) {
    session.welcome('message.send')
    return record(session, { message, exchange, operation: '', input: {}, outcome: failed(call) })
  }
  const { skill, input, at } = call
  const refused = wrong ?? envelopeFault(session, message, skill.name)
  if (refused !== undefined) {
    session.welcome('message.send')
    return record(session, { message, exchange, operation: skill.name, input, outcome: failed(refused) })
  }
  session.isCounted = true
  const kept = keptMessage(message, { contextId: exchange.conversationId })
  const { idempotencyKey, hops } = readHeaderOptions(http.http.headers)
  const run = (carrierOptions: CarrierOptions, how: Pick<OperationInvocation, 'limited' | 'isTrial'> = {}) =>
    invoke(server, {
      carrier: 'a2a',
      contractEdition,
      operation: skill.name,
      body: bodyOf(session, input, at),
      principal: session.principal,
      address: http.address,
      signature: http.signature,
      ...how,
      exchange,
      trace: http.trace,
      carrierOptions: { ...carrierOptions, hops },
      open: http.open,
      method: session.method,
      route: http.route,
      call: { message: callMessage(session, kept), extra: { a2a: { history: [kept] } } },
    })
  const isQuick = replyMode.mayReply && repliesWithMessage(contractEdition, skill)
  const asTask = {
    idempotencyKey,
    prefer: { async: true },
    waits: replyMode.waits,
  }
  // Without effects it may run again: nothing is remembered of a message, and a pause needs a task.
  const quick = isQuick ? await run({}, { isTrial: true }) : undefined
  if (quick?.outcome.kind === 'completed') {
    return { answer: { message: messageView(contractEdition, quick.outcome, quick.exchange) } }
  }
  const isAnswered = quick !== undefined && quick.outcome.kind !== 'paused'
  const { outcome, exchange: sealed } = isAnswered ? quick : await run(asTask, isQuick ? { limited: 'counted' } : {})
  const isBegun = !skill.isBuiltIn && outcome.kind === 'pending'
  if (isBegun && outcome.task !== undefined) return { id: outcome.task.id, after: 0, exchange: sealed }
  if (outcome.kind === 'failed' && isRefusal(outcome.fault)) throw refusalOf(outcome.fault, server)
  if (skill.isBuiltIn) {
    const done = { id: newId('tsk'), exchange: sealed, outcome, at: server.now(), seq: 0 }
    return { answer: { task: momentView(session.showing, done) } }
  }
  return record(session, { message, exchange: sealed, operation: skill.name, input, outcome })
}

interface RejectedCall {
  message: JsonObject
  exchange: Exchange
  operation: string
  input: Json
  outcome: Outcome
}

/** A call that ended before it was a task is kept as one, so that it can be looked up. */
async function record(session: Session, rejected: RejectedCall): Promise<SendResult> {
  const { showing, contractEdition, caller } = session
  const { message, exchange, operation, input, outcome } = rejected
  const { runtime } = showing
  const id = newId('tsk')
  const answer = toBytes({ outcome, exchange: {} })
  const history = [keptMessage(message, { contextId: exchange.conversationId ?? '' })]
  const task = newTask(runtime, {
    id,
    call: { operation, input: withoutSecrets(input), exchange, extra: { a2a: { history } } },
    caller,
    contract: `${contractEdition.contract.id}@${contractEdition.edition.version}`,
  })
  const end = {
    state: stateOf(outcome),
    facet: facetOf(outcome),
    outcome: answer,
    event: { kind: 'outcome', body: answer },
  }
  await runtime.store.do('recordTask', { ...task, end })
  return { id, after: 1, exchange }
}
