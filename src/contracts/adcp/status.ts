/** AdCP 3.1 task-status: the nine states, and how outcomes meet them. The only place these strings are. */
import type { Outcome } from '../../outcome/outcome.ts'
import type { Release } from './release.ts'

export type TaskStatus =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'completed'
  | 'canceled'
  | 'failed'
  | 'rejected'
  | 'auth-required'
  | 'unknown'

export interface StatusRow {
  readonly status: TaskStatus
  /** `final` is answered once; `interim` is followed by another state; `unknown` is neither. */
  readonly stage: 'interim' | 'final' | 'indeterminate'
  readonly kind: Outcome['kind']
  /** What REST answers with; a failure's own status comes from its category. */
  readonly http: number
}

/** Every state, in the order of the published enumeration. */
export const statusRows: readonly StatusRow[] = [
  { status: 'submitted', stage: 'interim', kind: 'pending', http: 202 },
  { status: 'working', stage: 'interim', kind: 'pending', http: 202 },
  { status: 'input-required', stage: 'interim', kind: 'paused', http: 200 },
  { status: 'completed', stage: 'final', kind: 'completed', http: 200 },
  { status: 'canceled', stage: 'final', kind: 'canceled', http: 200 },
  { status: 'failed', stage: 'final', kind: 'failed', http: 500 },
  { status: 'rejected', stage: 'final', kind: 'failed', http: 400 },
  { status: 'auth-required', stage: 'interim', kind: 'paused', http: 200 },
  { status: 'unknown', stage: 'indeterminate', kind: 'unknown', http: 200 },
]

const byStatus: ReadonlyMap<unknown, StatusRow> = new Map(statusRows.map(row => [row.status, row]))

/** The row of a state; undefined when it is none of the nine. */
export function statusRow(status: unknown): StatusRow | undefined {
  return byStatus.get(status)
}

export function rowOf(status: TaskStatus): StatusRow {
  return byStatus.get(status) as StatusRow
}

/** The state that an outcome is in. */
export function statusOf(outcome: Outcome): TaskStatus {
  switch (outcome.kind) {
    case 'completed':
    case 'canceled':
    case 'unknown':
      return outcome.kind
    case 'pending':
      return outcome.phase === 'queued' ? 'submitted' : 'working'
    case 'paused':
      return outcome.needs.every(need => need.kind === 'credentials') ? 'auth-required' : 'input-required'
    case 'failed':
      return outcome.fault.began === false ? 'rejected' : 'failed'
  }
}

/** The state of the A2A task that an answer is written into. */
export function a2aStateOf(status: TaskStatus, { dataPart }: Release): TaskStatus {
  return dataPart === 'answer' && status === 'submitted' ? 'completed' : status
}

/** Whether an A2A task in this state can carry an answer in that one. */
export function canCarry(state: TaskStatus, status: TaskStatus, { otherStates }: Release): boolean {
  return state === status || (otherStates[status]?.includes(state) ?? false)
}

/** Values of a media buy's own `status` that are no task state: on a flat root they are in the envelope's place. */
export const bodyStatuses: ReadonlySet<unknown> = new Set([
  'pending_activation',
  'pending_creatives',
  'pending_start',
  'active',
  'paused',
])

/** Where a body's `status` goes on a flat root. */
export const renamedStatus = 'media_buy_status'

/** The members that 3.1 forbids next to `status`. */
export const legacyStatuses = ['task_status', 'response_status'] as const

/** The tasks whose body had a status of its own in earlier releases: only they have another name for it. */
const renaming: ReadonlySet<string> = new Set(['create_media_buy', 'update_media_buy'])

/** Whether a task has `media_buy_status` for the status of its body. */
export function hasRenamedStatus(task: string | undefined): boolean {
  return task !== undefined && renaming.has(task)
}
