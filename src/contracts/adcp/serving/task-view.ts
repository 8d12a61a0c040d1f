/** AdCP 3.1 tasks-get-response: a task in the words of its owner. */
import { Losses } from '../../../codec/loss.ts'
import type {
  OperationHost,
  ServedAnswer,
  ServedCall,
  ServedTask,
  ServedTaskState,
  TaskAnswer,
  TaskSummary,
} from '../../../codec/serving-operations.ts'
import { defined } from '../../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import { seal } from '../../../outcome/exchange.ts'
import { fault } from '../../../outcome/fault.ts'
import { failed, type Outcome, type Progress } from '../../../outcome/outcome.ts'
import { contractId, rootProgress } from '../nodes.ts'
import type { Release } from '../release.ts'
import { currentRelease } from '../releases.ts'
import type { TaskStatus } from '../status.ts'
import type { Protocol } from '../task-types.ts'
import { checkSchema } from '../validate.ts'
import { taskTypeIn } from './names.ts'
import { pinnedRelease } from './request.ts'
import { responseOf } from './response.ts'

/** Answers `tasks/get`. */
export async function getTask(input: JsonObject, host: OperationHost): Promise<ServedAnswer> {
  const { task_id: id, include_history: history = false, include_result: result = false } = input
  const task = typeof id === 'string' ? await host.task(id) : undefined
  if (task === undefined) {
    return { outcome: failed(fault('not-found', 'There is no such task.', { code: 'TASK_NOT_FOUND', began: false })) }
  }
  const release = pinnedRelease(input) ?? currentRelease
  const type = taskTypeIn(task.operation, release)
  // AdCP has no words for a task of this type: the answer is what its call would answer now.
  if (type === undefined) return { outcome: task.outcome, task }
  return { outcome: await viewOf(task, type, { history: history === true, result: result === true }, release), task }
}

/** What every answer about a task says of it. */
export function lineOf(row: TaskSummary, type: string, { taskTypes }: Release): JsonObject {
  return {
    task_type: type,
    protocol: taskTypes.get(type) as Protocol,
    created_at: timeOf(row.createdAt),
    updated_at: timeOf(row.updatedAt),
    ...(row.endedAt === null ? undefined : { completed_at: timeOf(row.endedAt) }),
    has_webhook: row.hasWebhook,
  }
}

/** The states that are one state of AdCP; the others are two each. */
export const plainStates: Readonly<Partial<Record<ServedTaskState, TaskStatus>>> = {
  queued: 'submitted',
  working: 'working',
  completed: 'completed',
  canceled: 'canceled',
  unknown: 'unknown',
}

/** In which states of ours a task can be that is in one of AdCP's. */
export const statesOf: Readonly<Record<TaskStatus, ServedTaskState>> = {
  submitted: 'queued',
  working: 'working',
  'input-required': 'paused',
  'auth-required': 'paused',
  completed: 'completed',
  canceled: 'canceled',
  failed: 'failed',
  rejected: 'failed',
  unknown: 'unknown',
}

/** The state of a task, without reading what came of it: the facet says which of two a state is. */
export function statusOfLine({ state, facet }: TaskSummary): TaskStatus {
  if (state === 'paused') return facet === 'credentials' ? 'auth-required' : 'input-required'
  if (state === 'failed') return facet === 'refused' ? 'rejected' : 'failed'
  return plainStates[state] ?? 'unknown'
}

interface Included {
  result: boolean
  history: boolean
}

/** How a task stands: its own state is that of the answer. */
async function viewOf(task: ServedTask, type: string, include: Included, release: Release): Promise<Outcome> {
  const { outcome } = task
  const response = responseIn(task, task, release)
  const hasResult = release.resultStates.some(status => status === response.status)
  const value = {
    ...lineOf(task, type, release),
    ...(outcome.kind === 'pending' ? progressOf(outcome.progress, release) : undefined),
    ...(isObject(response.adcp_error) ? { error: errorOf(response.adcp_error) } : undefined),
    ...(include.history ? { history: await historyOf(task, release) } : undefined),
    ...(include.result && hasResult ? { result: response } : undefined),
  }
  return { ...bare(outcome), payload: { kind: 'value', value } }
}

/** A state and what explains it, without what the work produced. */
function bare(outcome: Outcome): Outcome {
  const { kind, message, task } = outcome
  const common = defined({ message, task }) as Pick<Outcome, 'message' | 'task'>
  switch (kind) {
    case 'pending':
      return { ...common, kind, phase: outcome.phase }
    case 'paused':
      return { ...common, kind, needs: outcome.needs }
    case 'failed':
      return { ...common, kind, fault: outcome.fault }
    case 'unknown':
      return { ...common, kind, status: outcome.status }
    default:
      return { ...common, kind }
  }
}

/** What the task answers, or answered at that time. */
function responseIn(
  { id, operation, call }: ServedTask,
  { outcome, exchange, at }: TaskAnswer,
  release: Release,
): JsonObject {
  const { governance } = call.exchange
  const governed = governance === undefined ? undefined : { governance }
  return responseOf(outcome, seal({ ...governed, ...exchange, requestId: id, operation, at: timeOf(at) }), release)
}

function progressOf(progress: Progress | undefined, release: Release): { progress?: JsonObject } {
  if (progress === undefined) return {}
  const members = rootProgress.writeMembers(progress, '/outcome/progress', new Losses(contractId))
  return Object.keys(members).length > 0 && checkSchema(release, 'progress', members).length === 0
    ? { progress: members }
    : {}
}

function errorOf({ code, message, details }: JsonObject): JsonObject {
  return defined<JsonObject>({ code, message, details } as JsonObject)
}

/** More than anybody reads of one task. */
const mostEvents = 1000

/** The request, that it was accepted, and every answer since. */
async function historyOf(task: ServedTask, release: Release): Promise<JsonObject[]> {
  const { createdAt } = task
  const entry = (at: number, type: 'request' | 'response', data: Json): JsonObject => ({
    timestamp: timeOf(at),
    type,
    data: isObject(data) ? data : { value: data },
  })
  const accepted: Outcome = { kind: 'pending', phase: 'queued', task: task.task }
  const answers = await task.answers(mostEvents)
  return [
    entry(createdAt, 'request', requestOf(task.call)),
    entry(createdAt, 'response', responseIn(task, { outcome: accepted, exchange: {}, at: createdAt }, release)),
    ...answers.map(answer => entry(answer.at, 'response', responseIn(task, answer, release))),
  ]
}

/** The arguments, with the governance that they were sent under. */
function requestOf({ input, exchange: { governance } }: ServedCall): Json {
  return governance === undefined || !isObject(input) ? input : { ...input, governance_context: governance }
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
