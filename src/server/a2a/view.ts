/** A task of the log as A2A shows it. */
import type { ContractEdition } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type Exchange, seal } from '../../outcome/exchange.ts'
import type { Notice, Outcome } from '../../outcome/outcome.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { answerOf, recalled } from '../../runtime/tasks.ts'
import type { TaskLine, TaskRow } from '../../store/operations/task-row.ts'
import { finishWithoutCall } from '../pipeline/finish.ts'
import type { MessageEnvelope } from './message-envelope.ts'
import { writeTask } from './task-json.ts'

/** How tasks are shown to one caller. */
export interface Showing {
  runtime: Runtime
  contractEdition: ContractEdition
  /** A task that waits for an approval is shown as needing authorization. */
  approvalsAreAuth: boolean
}

/** The context of a task; one that was begun without is one of its own. */
export function contextOf({ id, context }: Pick<TaskRow, 'id' | 'context'>): string {
  return context ?? id
}

export interface TaskViewOptions {
  historyLength?: number | undefined
  artifacts?: boolean
  /** The current call, if it repeats the one that started the task: it has its own context. */
  repeat?: Exchange | undefined
  /** The envelope members of the message that asks. */
  messageEnvelope?: MessageEnvelope | undefined
  /** Notices for this caller only. */
  notices?: Notice[] | undefined
}

/** A task, whole. */
export function taskView(showing: Showing, row: TaskRow, shown: TaskViewOptions = {}): JsonObject {
  const { historyLength, artifacts = true, repeat, messageEnvelope, notices = [] } = shown
  const { call } = recalled(showing.runtime, row.call)
  const answer = answerOf(showing.runtime, row)
  const outcome = finishWithoutCall(showing.contractEdition.contract, answer)
  const { artifacts: made, ...task } = momentView(showing, {
    id: row.id,
    exchange: {
      ...(repeat ?? call.exchange),
      ...messageEnvelope,
      ...answer.exchange,
      ...(repeat === undefined ? undefined : { replayed: true }),
      operation: row.operation,
      conversationId: contextOf(row),
    },
    outcome: notices.length === 0 ? outcome : { ...outcome, notices: [...(outcome.notices ?? []), ...notices] },
    at: row.updatedAt,
    seq: row.events,
  })
  const history = historyOf(call.extra?.a2a, historyLength).map(message => withTaskId(message, row.id))
  return {
    ...task,
    ...(artifacts && made !== undefined ? { artifacts: made } : undefined),
    ...(history.length === 0 ? undefined : { history }),
  }
}

/** A message that began a task did not know it yet. */
function withTaskId(message: Json, taskId: string): Json {
  return isObject(message) ? { ...message, taskId } : message
}

/** The messages that a call was made and answered with, the last so many of them. */
export function historyOf(kept: JsonObject | undefined, length?: number): Json[] {
  const history = Array.isArray(kept?.history) ? kept.history : []
  return length === undefined ? history : length === 0 ? [] : history.slice(-length)
}

export interface TaskMoment {
  id: string
  exchange: Exchange
  outcome: Outcome
  at: number
  /** The event of this moment. */
  seq: number
}

/** An outcome of a task at some moment, as a task. */
export function momentView(
  { contractEdition, approvalsAreAuth }: Showing,
  { id, exchange, outcome, at, seq }: TaskMoment,
): JsonObject {
  const sealed = seal({ ...exchange, at: new Date(at).toISOString() })
  const task = writeTask(contractEdition, { ...withProgressMessage(outcome), task: { id } }, sealed)
  const status = isObject(task.status) ? task.status : {}
  const isAuth = approvalsAreAuth && contractEdition.contract.id === 'a2a' && needsApproval(outcome)
  const withMessage = isObject(status.message)
    ? {
        message: { ...status.message, messageId: `${id}-${seq}`, contextId: exchange.conversationId ?? id, taskId: id },
      }
    : undefined
  return {
    ...task,
    id,
    contextId: exchange.conversationId ?? id,
    status: {
      ...status,
      ...(isAuth ? { state: 'TASK_STATE_AUTH_REQUIRED' } : undefined),
      // Of what is over a caller must see that it is.
      ...(outcome.kind === 'unknown' ? { state: 'TASK_STATE_FAILED' } : undefined),
      ...withMessage,
    },
  }
}

/** Adds the message of the progress as the message of the outcome. */
function withProgressMessage(outcome: Outcome): Outcome {
  if (outcome.kind !== 'pending' || outcome.message !== undefined) return outcome
  const message = outcome.progress?.message
  return message === undefined ? outcome : { ...outcome, message }
}

function needsApproval(outcome: Outcome): boolean {
  return outcome.kind === 'paused' && outcome.needs.some(({ kind }) => kind === 'approval')
}

/** A task in a list, from its line alone: its state, and of one that goes on how far it has come. */
export function summaryView(showing: Showing, line: TaskLine): JsonObject {
  const id = line.id
  const contextId = contextOf(line)
  if (line.state === 'queued' || line.state === 'working') {
    const { outcome } = answerOf(showing.runtime, { ...line, outcome: null })
    const exchange = { operation: line.operation, conversationId: contextId }
    return momentView(showing, { id, exchange, outcome, at: line.updatedAt, seq: line.events })
  }
  const states = stateTable(showing.approvalsAreAuth && showing.contractEdition.contract.id === 'a2a')
  const names = [line.state, `${line.state}/${line.facet ?? ''}`]
  const [state = ''] = Object.entries(states).find(([, kept]) => kept.some(name => names.includes(name))) ?? []
  return { id, contextId, status: { state, timestamp: new Date(line.updatedAt).toISOString() } }
}

/** The states of A2A, as the log keeps them. */
export function statesOf(state: string, approvalsAreAuth: boolean): string[] | undefined {
  const table = stateTable(approvalsAreAuth)
  return Object.hasOwn(table, state) ? table[state] : undefined
}

function stateTable(approvalsAreAuth: boolean): Readonly<Record<string, string[]>> {
  const approval = ['paused/approval']
  return {
    TASK_STATE_SUBMITTED: ['queued'],
    TASK_STATE_WORKING: ['working'],
    TASK_STATE_COMPLETED: ['completed'],
    TASK_STATE_FAILED: ['failed/', 'unknown'],
    TASK_STATE_REJECTED: ['failed/refused'],
    TASK_STATE_CANCELED: ['canceled'],
    TASK_STATE_INPUT_REQUIRED: ['paused/', 'paused/input', ...(approvalsAreAuth ? [] : approval)],
    TASK_STATE_AUTH_REQUIRED: ['paused/credentials', ...(approvalsAreAuth ? approval : [])],
  }
}
