/** AdCP 3.1 tasks-get-response: a task in the words of its owner. */
import { checkSchema } from '../../contracts/adcp/judge.ts'
import type { TaskStatus } from '../../contracts/adcp/status.ts'
import { type Protocol, type TaskType, taskTypes } from '../../contracts/adcp/task-types.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import type { Outcome, Progress } from '../../outcome/outcome.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import { withoutSecrets } from '../../runtime/credentials.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { answerOf, recalled, type StoredAnswer, withTask } from '../../runtime/tasks.ts'
import type { TaskLine, TaskRow, TaskState } from '../../store/operations/task-row.ts'
import { responseOf } from './response.ts'

/** What every answer about a task says of it. */
export function lineOf(row: TaskLine, type: TaskType): JsonObject {
  return {
    task_type: type,
    protocol: taskTypes.get(type) as Protocol,
    created_at: timeOf(row.createdAt),
    updated_at: timeOf(row.updatedAt),
    ...(row.endedAt === null ? undefined : { completed_at: timeOf(row.endedAt) }),
    has_webhook: row.endpoint !== null,
  }
}

/** The states that are one state of AdCP; the others are two each. */
export const plainStates: Readonly<Partial<Record<TaskState, TaskStatus>>> = {
  queued: 'submitted',
  working: 'working',
  completed: 'completed',
  canceled: 'canceled',
  unknown: 'unknown',
}

/** In which states of ours a task can be that is in one of AdCP's. */
export const statesOf: Readonly<Record<TaskStatus, TaskState>> = {
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
export function statusOfLine({ state, facet }: TaskLine): TaskStatus {
  if (state === 'paused') return facet === 'credentials' ? 'auth-required' : 'input-required'
  if (state === 'failed') return facet === 'refused' ? 'rejected' : 'failed'
  return plainStates[state] ?? 'unknown'
}

export interface Included {
  result: boolean
  history: boolean
}

/** How a task stands: its own state is that of the answer. */
export async function viewOf(runtime: Runtime, row: TaskRow, type: TaskType, include: Included): Promise<Outcome> {
  const answer = answerOf(runtime, row)
  const outcome = withTask(runtime, row.id, answer.outcome)
  const response = responseIn(row, answer, outcome)
  const value = {
    ...lineOf(row, type),
    ...(outcome.kind === 'pending' ? progressOf(outcome.progress) : undefined),
    ...(isObject(response.adcp_error) ? { error: errorOf(response.adcp_error) } : undefined),
    ...(include.history ? { history: await historyOf(runtime, row) } : undefined),
    ...(include.result && outcome.kind === 'completed' ? { result: response } : undefined),
  }
  return { ...bare(outcome), payload: { form: 'value', value } }
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
function responseIn(row: TaskRow, { exchange }: StoredAnswer, outcome: Outcome, at = row.updatedAt): JsonObject {
  return responseOf(outcome, seal({ ...exchange, requestId: row.id, operation: row.operation, at: timeOf(at) }))
}

function progressOf(progress: Progress | undefined): { progress?: JsonObject } {
  if (progress === undefined) return {}
  const { fraction, message, step, total } = progress
  const told = defined<JsonObject>({
    percentage: fraction === undefined ? undefined : Number((fraction * 100).toPrecision(12)),
    current_step: message,
    step_number: step,
    total_steps: total,
  } as JsonObject)
  return Object.keys(told).length > 0 && checkSchema('progress', told).length === 0 ? { progress: told } : {}
}

function errorOf({ code, message, details }: JsonObject): JsonObject {
  return defined<JsonObject>({ code, message, details } as JsonObject)
}

/** More than anybody reads of one task. */
const mostEvents = 1000

/** The request, that it was accepted, and every answer since. */
async function historyOf(runtime: Runtime, row: TaskRow): Promise<JsonObject[]> {
  const { call } = recalled(runtime, row.call)
  const input = withoutSecrets(call.input)
  const entry = (at: number, type: 'request' | 'response', data: Json): JsonObject => ({
    timestamp: timeOf(at),
    type,
    data: isObject(data) ? data : { value: data },
  })
  const accepted = withTask(runtime, row.id, { kind: 'pending', phase: 'queued' })
  const events = await runtime.store.do('readEvents', { id: row.id, after: 0, limit: mostEvents })
  return [
    entry(row.createdAt, 'request', input),
    entry(row.createdAt, 'response', responseIn(row, { outcome: accepted, exchange: {} }, accepted, row.createdAt)),
    ...events
      .filter(({ kind }) => kind === 'outcome')
      .map(({ at, body }) => {
        const answer = fromBytes<StoredAnswer>(body)
        return entry(at, 'response', responseIn(row, answer, withTask(runtime, row.id, answer.outcome), at))
      }),
  ]
}

export function timeOf(at: number): string {
  return new Date(at).toISOString()
}
