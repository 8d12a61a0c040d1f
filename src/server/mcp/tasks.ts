/** The tasks extension (SEP-2663) over the server's own tasks: `tasks/get`, `tasks/update`, `tasks/cancel`. */
import { type McpRequest, RpcError } from '../../carriers/mcp/host.ts'
import type { Author } from '../../codec/serving.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Need } from '../../outcome/need.ts'
import type { Outcome, Paused } from '../../outcome/outcome.ts'
import { answerOf } from '../../runtime/tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { sealed } from '../pipeline/account.ts'
import { finishWithoutCall } from '../pipeline/finish.ts'
import type { ServerContext } from '../server-context.ts'
import { questionsIn, readAnswers } from './answers.ts'
import { withApprovalKeys } from './approval-keys.ts'
import { editionForRevision, questionsOf, writeResult } from './contract-edition.ts'
import { exchangeFor, type Facts } from './facts.ts'
import { amendTask, answerTask, reviewInputs, runBuiltIn, taskOf } from './task-answers.ts'

/** How soon to ask again. */
const pollMs = 1000

/** An acknowledgement: what came of it is asked for. */
const done: JsonObject = {}

export async function taskRequest(
  server: ServerContext,
  params: JsonObject,
  request: McpRequest,
  facts: Facts,
): Promise<JsonObject> {
  const row = await taskOf(server, facts.principal, params.taskId)
  if (row === undefined) throw new RpcError(-32602, 'There is no such task.')
  const { exchange } = exchangeFor(server, request, facts)
  const answer = answerOf(server.durable.runtime, row)
  const reading: TaskReading = {
    row,
    outcome: answer.outcome,
    author: answer.author ?? 'handler',
    exchange: sealed({ server, exchange, operation: row.operation, isNewConversation: undefined }, answer.exchange),
  }
  switch (request.method) {
    case 'tasks/get':
      return detailed(request, facts, reading)
    case 'tasks/update':
      return update(server, facts, reading, isObject(params.inputResponses) ? params.inputResponses : {})
    default:
      // One that has ended is left as it is.
      if (row.endedAt === null) await runBuiltIn(server, facts.principal, 'tasks.cancel', { id: row.id })
      return done
  }
}

interface TaskReading {
  row: TaskRow
  outcome: Outcome
  author: Author
  exchange: SealedExchange
}

/** Its state, and with it what there is: the questions, the result or the error. */
function detailed(
  { revision }: McpRequest,
  { contract, edition }: Facts,
  { row, outcome, author, exchange }: TaskReading,
): JsonObject {
  const state = (status: string, more: JsonObject = {}): JsonObject => ({
    taskId: row.id,
    status,
    ...messageOf(outcome),
    createdAt: new Date(row.createdAt).toISOString(),
    lastUpdatedAt: new Date(row.updatedAt).toISOString(),
    ttlMs: null,
    pollIntervalMs: pollMs,
    ...more,
  })
  if (outcome.kind === 'pending') return state('working')
  if (outcome.kind === 'canceled') return state('cancelled')
  if (outcome.kind === 'paused')
    return state('input_required', { inputRequests: questionsOf(withApprovalKeys(outcome), exchange) })
  const presented = finishWithoutCall(contract, { outcome, author })
  const result = writeResult(editionForRevision(contract, revision, edition), presented, exchange)
  if (!isObject(result.error) || result.content !== undefined) return state('completed', { result })
  return state('failed', { error: result.error })
}

function messageOf(outcome: Outcome): JsonObject {
  const message = outcome.message ?? (outcome.kind === 'pending' ? outcome.progress?.message : undefined)
  return message === undefined ? {} : { statusMessage: message }
}

/**
 * Takes answers. The task goes on when all of its questions are answered, and keeps those that are meanwhile. An answer
 * to an approval that it no longer waits for is none.
 */
async function update(
  server: ServerContext,
  facts: Facts,
  reading: TaskReading,
  responses: JsonObject,
): Promise<JsonObject> {
  const { row, outcome, exchange } = reading
  if (outcome.kind !== 'paused') return done
  const keyed = withApprovalKeys(outcome)
  const questions = questionsIn(keyed, questionsOf(keyed, exchange))
  const answers = readAnswers(questions, responses)
  const left = answers.refused === undefined ? needsLeft(outcome, exchange, answers.keys) : []
  const [first, ...rest] = left
  if (answers.keys.length === 0 && answers.refused === undefined) return done
  const reviewed = await reviewInputs(server, facts.principal, row, answers.inputs)
  if ('refused' in reviewed) throw refusedAnswer(reviewed.refused)
  answers.inputs = reviewed.inputs
  if (first !== undefined && Object.keys(answers.inputs).length > 0) {
    const kept = await amendTask(server, facts.principal, row, answers.inputs, { ...outcome, needs: [first, ...rest] })
    if (!kept) throw new RpcError(-32603, 'The task was answered by somebody else meanwhile.')
    answers.inputs = {}
  }
  const refused = await answerTask(server, facts.principal, row.id, answers)
  if (refused?.kind === 'failed' && answers.refused === undefined) throw refusedAnswer(refused)
  return done
}

function refusedAnswer(outcome: Outcome): RpcError {
  const { message, issues } = outcome.kind === 'failed' ? outcome.fault : { message: 'Not accepted.', issues: [] }
  return new RpcError(-32602, message, {
    issues: issues.map(({ pointer, message: text }) => ({ pointer, message: text })),
  })
}

/** The needs whose questions are open. Each keeps the key of its question, though there are fewer of them now. */
function needsLeft(outcome: Paused, exchange: SealedExchange, answeredKeys: readonly string[]): Need[] {
  const done = new Set(answeredKeys)
  const keys = keysOf(withApprovalKeys(outcome), exchange)
  return outcome.needs.flatMap((need, index) => {
    const key = keys[index] ?? ''
    if (done.has(key)) return []
    const mcp = { ...need.extra?.mcp, request: key }
    return [need.kind === 'approval' ? need : { ...need, extra: { ...need.extra, mcp } }]
  })
}

/** The question that each need is asked in: a need that adds none shares the one before. */
function keysOf(outcome: Paused, exchange: SealedExchange): string[] {
  const [first, ...rest] = outcome.needs
  let before = new Set<string>()
  return [first, ...rest].map((need, index) => {
    const some: Paused = { ...outcome, needs: [first, ...rest.slice(0, index)] }
    const keys = Object.keys(questionsOf(some, exchange))
    const added = keys.find(key => !before.has(key))
    before = new Set(keys)
    const { request } = need.extra?.mcp ?? {}
    return added ?? (typeof request === 'string' ? request : 'input')
  })
}
