/** The routes of tasks, written as operations: `/operations`, their status, result, events, `:cancel` and `:answer`. */
import { refuse } from '../../agent/answers.ts'
import type { Context } from '../../agent/context.ts'
import { type Agent, type Operation, operation } from '../../agent/define.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { isObject } from '../../lib/json-value.ts'
import type { Issue } from '../../outcome/fault.ts'
import { type Completed, failed, type Outcome } from '../../outcome/outcome.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { cancelTask, retryTask } from '../../runtime/task-commands.ts'
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import type { TaskLine, TaskRow, TaskState } from '../../store/operations/task-row.ts'
import type { ContractHome } from '../contract-operations.ts'
import { answerWith, waitingFor, wrongInputFault } from './answer-task.ts'
import { callerOf, listerOf, type Ownership, ownerOf, requesterOf } from './caller.ts'
import { isTaskId, noSuchTask } from './caller-task.ts'
import { type CursorPlace, cursorOf, nextPage, placeOf } from './cursor.ts'
import { fillPage } from './page.ts'

const states: readonly TaskState[] = ['queued', 'working', 'paused', 'completed', 'failed', 'canceled', 'unknown']
const pauses = ['input', 'approval', 'credentials'] as const
const times = { type: ['string', 'null'], format: 'date-time' }
const id = { type: 'string', description: 'The id of the task.', maxLength: 64 }
const byId = { type: 'object', required: ['id'], properties: { id } }

const TaskView = {
  type: 'object',
  required: ['operationId', 'operation', 'state', 'createdAt', 'updatedAt', 'attempt', 'dead', 'links'],
  properties: {
    operationId: { type: 'string' },
    operation: { type: 'string', description: 'What was called.' },
    requester: { type: 'string', description: 'Who called.' },
    account: { type: 'string', description: 'The account that its caller acts for; absent when they named none.' },
    version: { type: 'string', description: 'The version of the agent when the task began.' },
    state: { enum: states },
    waitsFor: { enum: [...pauses], description: 'Of a paused task: what it waits for.' },
    progress: { type: 'object', description: 'How far it has come. A list leaves out what is longer than 4 KiB.' },
    attempt: { type: 'integer' },
    dead: { type: 'boolean', description: 'It failed in a way that might pass, and has no try left.' },
    cancelRequested: { type: 'boolean' },
    createdAt: times,
    updatedAt: times,
    startedAt: times,
    endedAt: times,
    links: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

/** How soon to ask again. */
const pollSeconds = '1'

export interface TaskParts {
  agent: Agent
  runtime: Runtime
  ownership: Ownership
  /** Where the built-in paths begin. */
  prefix: string
  /** The contracts that bring operations along. */
  homes?: readonly ContractHome[] | undefined
}

export function taskOperations({ agent, runtime, ownership, prefix }: TaskParts): Record<string, Operation> {
  const { store } = runtime
  const callerIn = (context: Context) => callerOf(context.principal, ownership.open)
  const ownerIn = (context: Context) => ownerOf(callerIn(context), ownership)
  const by = (context: Context) => ({ ...ownerIn(context), actor: callerIn(context).subject })
  const byRequester = (context: Context) => ({
    ...by(context),
    actor: requesterOf(context.principal, ownership.open).subject,
  })

  const read = async (taskId: string, context: Context): Promise<TaskRow> => {
    const row = isTaskId(taskId) ? await store.do('getTask', { id: taskId, ...ownerIn(context) }) : undefined
    if (row === undefined) throw noSuchTask()
    return row
  }
  const view = async (row: TaskRow) => viewOf(row, prefix, await waitingFor(runtime, row))
  const status = (route: string) =>
    operation({
      title: 'The status of a task',
      description: 'Its state, how far it has come, and where its result will be.',
      route,
      effects: 'none',
      input: byId,
      output: TaskView,
      headers: outcome => (isOpen(outcome) ? { 'retry-after': pollSeconds } : undefined),
      handler: async (input, context) => view(await read(text(input, 'id'), context)),
    })

  return {
    'tasks.list': operation({
      title: 'List tasks',
      description: 'Newest first. A page may be shorter than its limit: it ends at 1 MiB, with a cursor to the next.',
      route: `GET ${prefix}/operations`,
      input: {
        type: 'object',
        properties: {
          state: { enum: states },
          waitsFor: { enum: [...pauses], description: 'Paused tasks that wait for this.' },
          operation: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' },
          dead: { type: 'boolean', description: 'Only those that have no try left.' },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          cursor: { type: 'string', maxLength: 256, description: 'Where the last page ended.' },
        },
      },
      output: { type: 'array', items: TaskView },
      headers: (outcome, input) => nextPage(`${prefix}/operations`, outcome, input),
      async handler(input, context) {
        const { limit } = input
        const rows = await store.do('listTasks', {
          ...ownerOf(listerOf(context.principal, ownership), ownership),
          states: statesOf(input),
          operation: input.operation,
          dead: input.dead,
          before: placeOf(input.cursor),
          limit: limit + 1,
        })
        return paged(rows, limit, row => viewOf(row, prefix))
      },
    }),
    'tasks.status': status(`GET ${prefix}/operations/{id}/status`),
    'tasks.get': status(`GET ${prefix}/operations/{id}`),
    'tasks.cancel': operation({
      title: 'Cancel a task',
      description: 'A waiting task ends at once; a running task is asked to stop.',
      route: `POST ${prefix}/operations/{id}:cancel`,
      effects: 'destructive',
      input: byId,
      output: TaskView,
      async handler(input, context) {
        const row = await read(text(input, 'id'), context)
        const result = await cancelTask(runtime, row, by(context))
        if (result === 'missing') throw noSuchTask()
        if (result === 'ended') {
          throw refuse('conflict', 'The task has ended.', { code: 'TASK_ENDED', resourceId: row.id, began: false })
        }
        return view(await read(row.id, context))
      },
    }),
    'tasks.answer': operation({
      title: 'Answer a paused task',
      description: 'Gives the inputs that it waits for; it goes on with them.',
      route: `POST ${prefix}/operations/{id}:answer`,
      effects: 'additive',
      input: {
        type: 'object',
        required: ['id', 'inputs'],
        properties: { id, inputs: { type: 'object', description: 'Added to what the call had.' } },
      },
      output: TaskView,
      async handler(input, context) {
        const row = await read(text(input, 'id'), context)
        const inputs = (input as { inputs: JsonObject }).inputs
        const refused = await answerWith({ agent, runtime }, row, byRequester(context), inputs)
        if (refused !== undefined) throw failed(refused)
        return view(await read(row.id, context))
      },
    }),
    'tasks.retry': operation({
      title: 'Try a dead task again',
      route: `POST ${prefix}/operations/{id}:retry`,
      effects: 'additive',
      input: byId,
      output: TaskView,
      async handler(input, context) {
        const row = await read(text(input, 'id'), context)
        if (!(await retryTask(runtime, row, by(context)))) {
          throw refuse('conflict', 'The task is not dead.', { code: 'TASK_NOT_DEAD', resourceId: row.id, began: false })
        }
        return view(await read(row.id, context))
      },
    }),
  }
}

/** A state that is asked for, and what a paused task waits for. */
function statesOf({ state, waitsFor }: { state?: TaskState; waitsFor?: string }): string[] | undefined {
  if (waitsFor !== undefined && (state === undefined || state === 'paused')) return [`paused/${waitsFor}`]
  if (waitsFor !== undefined) return ['none']
  return state === undefined ? undefined : [state]
}

/** An input that its operation would refuse is refused now, and what waits for it goes on waiting. */
export function wrongInput(issues: readonly Issue[], under: string) {
  return failed(wrongInputFault(issues, under))
}

/** A page of rows with the cursor to the next. `rows`: one more than the limit, where there are more. */
export async function paged<R extends { createdAt: number; id: string }>(
  rows: readonly R[],
  limit: number,
  view: (row: R) => object,
  placeIn: (row: R) => CursorPlace = row => row,
): Promise<Completed<object[]>> {
  const { views, last, isCut } = await fillPage(rows.slice(0, limit), row => ({ view: view(row), read: 0 }))
  const isMore = isCut || rows.length > limit
  const next = isMore && last !== undefined ? { next: cursorOf(placeIn(last)) } : {}
  return {
    kind: 'completed',
    payload: { kind: 'rows', rows: views as Json[], page: { limit, ...next } },
    ...(views.length === 0 ? { emptyReason: 'no_match' } : undefined),
  }
}

/** What a task's row says to its owner. */
export function viewOf(row: TaskLine, prefix: string, [approval]: readonly ApprovalRow[] = []) {
  const approvalAt = `${prefix}/approvals/${approval?.id}`
  const at = `${prefix}/operations/${row.id}`
  return {
    operationId: row.id,
    operation: row.operation,
    requester: row.subject,
    ...(row.account === '' ? undefined : { account: row.account }),
    version: row.version,
    state: row.state,
    ...(row.state === 'paused' && row.facet !== null ? { waitsFor: row.facet } : undefined),
    ...(row.progress === null ? undefined : { progress: progressOf(fromBytes(row.progress)) }),
    attempt: row.attempt,
    dead: row.dead,
    cancelRequested: row.cancelAt !== null,
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
    startedAt: timeOf(row.startedAt),
    endedAt: timeOf(row.endedAt),
    links: {
      self: at,
      status: `${at}/status`,
      result: `${at}/result`,
      events: `${at}/events`,
      ...(row.endedAt === null ? { cancel: `${at}:cancel` } : undefined),
      ...(row.state === 'paused' ? { answer: `${at}:answer` } : undefined),
      ...(approval === undefined ? undefined : { approval: approvalAt }),
      ...(approval?.state === 'asked' ? { reply: `${approvalAt}:reply` } : undefined),
      ...(row.dead ? { retry: `${at}:retry` } : undefined),
    },
  }
}

function progressOf(moment: object): Record<string, Json> {
  const { kind: _, extra: __, ...progress } = moment as { kind: string; extra?: Json } & Record<string, Json>
  return progress
}

export function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

function isOpen(outcome: Outcome): boolean {
  const value = outcome.payload?.kind === 'value' ? outcome.payload.value : undefined
  return isObject(value) && (value.state === 'queued' || value.state === 'working')
}

function text(input: unknown, name: string): string {
  return String((input as Record<string, unknown>)[name])
}
