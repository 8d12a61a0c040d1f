/** A task as it is read. */
import { bytes, bytesOrNull, number, numberOrNull, type Row, text, textOrNull } from '../statement.ts'

export type TaskState = 'queued' | 'working' | 'paused' | 'completed' | 'failed' | 'canceled' | 'unknown'

/** A task as a list has it: without what it was asked and what came of it, which may be long. */
export interface TaskLine {
  id: string
  tenant: string
  subject: string
  /** The account that its caller acts for; empty when they named none. */
  account: string
  operation: string
  /** The agent's version when the task began. */
  version: string
  /** The contract of the caller who began it: `ID@VERSION`. */
  contract: string
  /** The conversation that it belongs to. */
  context: string | null
  state: TaskState
  /** What more can be said of its state: why it waits, or that it was refused before it began. */
  facet: string | null
  /** How far it has come; null in a list also when it is longer than 4 KiB. */
  progress: Uint8Array | null
  /** How often it was tried. A try whose runner was lost continues in the next runner. */
  attempt: number
  maxAttempts: number
  /** How often its runner was lost. */
  lost: number
  /** It failed for good after its last attempt. */
  dead: boolean
  epoch: number
  leaseUntil: number
  dueAt: number
  cancelAt: number | null
  /** How many events its log has. */
  events: number
  endpoint: string | null
  /** How often webhooks were registered for it or removed. */
  pushes: number
  createdAt: number
  updatedAt: number
  startedAt: number | null
  endedAt: number | null
}

/** A task, whole. */
export interface TaskRow extends TaskLine {
  call: Uint8Array
  outcome: Uint8Array | null
}

/** A task with its call. */
export const selectTask = 'SELECT task.*, task_call.call FROM task JOIN task_call ON task_call.task_id = task.id'

/** A progress message longer than this is in no list: a list has no bodies. */
const longestProgress = 4096

export const selectLine = `SELECT id, tenant, subject, account, operation, version, contract, context, state, facet,
  CASE WHEN octet_length(progress) <= ${longestProgress} THEN progress END AS progress, attempt, max_attempts, lost,
  dead, epoch, lease_until, due_at, cancel_at, events, endpoint, pushes, created_at, updated_at, started_at, ended_at
  FROM task`

export function taskOf(row: Row): TaskRow {
  return { ...lineOf(row), call: bytes(row, 'call'), outcome: bytesOrNull(row, 'outcome') }
}

export function lineOf(row: Row): TaskLine {
  return {
    id: text(row, 'id'),
    tenant: text(row, 'tenant'),
    subject: text(row, 'subject'),
    account: text(row, 'account'),
    operation: text(row, 'operation'),
    version: text(row, 'version'),
    contract: text(row, 'contract'),
    context: textOrNull(row, 'context'),
    state: text(row, 'state') as TaskState,
    facet: textOrNull(row, 'facet'),
    progress: bytesOrNull(row, 'progress'),
    attempt: number(row, 'attempt'),
    maxAttempts: number(row, 'max_attempts'),
    lost: number(row, 'lost'),
    dead: number(row, 'dead') === 1,
    epoch: number(row, 'epoch'),
    leaseUntil: number(row, 'lease_until'),
    dueAt: number(row, 'due_at'),
    cancelAt: numberOrNull(row, 'cancel_at'),
    events: number(row, 'events'),
    endpoint: textOrNull(row, 'endpoint'),
    pushes: number(row, 'pushes'),
    createdAt: number(row, 'created_at'),
    updatedAt: number(row, 'updated_at'),
    startedAt: numberOrNull(row, 'started_at'),
    endedAt: numberOrNull(row, 'ended_at'),
  }
}
