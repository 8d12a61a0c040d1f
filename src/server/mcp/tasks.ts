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
import type { Site } from '../site.ts'
import { askedIn, readAnswers } from './answers.ts'
import { editionForRevision, questionsOf, writeResult } from './contract-edition.ts'
import { exchangeFor, type Facts } from './facts.ts'
import { asShown } from './shown.ts'
import { amendTask, answerTask, ownOperation, taskOf } from './task-answers.ts'

/** How soon to ask again. */
const pollMs = 1000

/** An acknowledgement: what came of it is asked for. */
const done: JsonObject = {}

export async function taskRequest(
  site: Site,
  params: JsonObject,
  request: McpRequest,
  facts: Facts,
): Promise<JsonObject> {
  const row = await taskOf(site, facts.principal, params.taskId)
  if (row === undefined) throw new RpcError(-32602, 'There is no such task.')
  const { exchange } = exchangeFor(site, request, facts)
  const answer = answerOf(site.durable.runtime, row)
  const told: Told = {
    row,
    outcome: answer.outcome,
    author: answer.author ?? 'handler',
    exchange: sealed({ site, exchange, operation: row.operation, isNewConversation: undefined }, answer.exchange),
  }
  switch (request.method) {
    case 'tasks/get':
      return detailed(request, facts, told)
    case 'tasks/update':
      return update(site, facts, told, isObject(params.inputResponses) ? params.inputResponses : {})
    default:
      // One that has ended is left as it is.
      if (row.endedAt === null) await ownOperation(site, facts.principal, 'tasks.cancel', { id: row.id })
      return done
  }
}

interface Told {
  row: TaskRow
  outcome: Outcome
  author: Author
  exchange: SealedExchange
}

/** Its state, and with it what there is: the questions, the result or the error. */
function detailed({ revision }: McpRequest, { contract }: Facts, { row, outcome, author, exchange }: Told): JsonObject {
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
    return state('input_required', { inputRequests: questionsOf(asShown(outcome), exchange) })
  const presented = finishWithoutCall(contract, { outcome, author })
  const result = writeResult(editionForRevision(contract, revision), presented, exchange)
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
async function update(site: Site, facts: Facts, told: Told, responses: JsonObject): Promise<JsonObject> {
  const { row, outcome, exchange } = told
  if (outcome.kind !== 'paused') return done
  const shown = asShown(outcome)
  const asked = askedIn(shown, questionsOf(shown, exchange))
  const answered = readAnswers(asked, responses)
  const left = answered.refused === undefined ? needsLeft(outcome, exchange, answered.keys) : []
  const [first, ...rest] = left
  if (answered.keys.length === 0 && answered.refused === undefined) return done
  if (first !== undefined && Object.keys(answered.inputs).length > 0) {
    const kept = await amendTask(site, facts.principal, row, answered.inputs, { ...outcome, needs: [first, ...rest] })
    if (!kept) throw new RpcError(-32603, 'The task was answered by somebody else meanwhile.')
    answered.inputs = {}
  }
  const refused = await answerTask(site, facts.principal, row.id, answered)
  if (refused?.kind === 'failed' && answered.refused === undefined) {
    const { message, issues } = refused.fault
    throw new RpcError(-32602, message, {
      issues: issues.map(({ pointer, message: told }) => ({ pointer, message: told })),
    })
  }
  return done
}

/** The needs whose questions are open. Each keeps the key of its question, though there are fewer of them now. */
function needsLeft(outcome: Paused, exchange: SealedExchange, answered: readonly string[]): Need[] {
  const done = new Set(answered)
  const keys = keysOf(asShown(outcome), exchange)
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
