/** What a server reports of approvals and tasks, as the rows that the views show. */
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { isObject } from '../../lib/json-value.ts'
import { toBytes } from '../../runtime/bytes.ts'
import type { ApprovalState } from '../../store/operations/approval-row.ts'
import type { EventRow } from '../../store/operations/events.ts'
import type { AbridgedMember } from '../../store/operations/list-approvals.ts'
import type { TaskState } from '../../store/operations/task-row.ts'
import type { ApprovalShown } from './approval-view.ts'
import type { DeliveryShown } from './delivery-view.ts'
import type { HistoryEntry } from './history.ts'
import type { RequestShown } from './request-view.ts'
import type { TaskShown } from './task-view.ts'

export function approvalIn(json: JsonObject): ApprovalShown {
  return {
    id: textIn(json, 'id'),
    operation: textIn(json, 'operation'),
    key: textIn(json, 'key'),
    action: textIn(json, 'action'),
    requester: textIn(json, 'requester'),
    account: textIn(json, 'account'),
    suppliedBy: textsIn(json, 'suppliedBy'),
    roles: textsIn(json, 'roles'),
    editedBy: textOrNull(json, 'editedBy'),
    state: textIn(json, 'state') as ApprovalState,
    input: bytesIn(json, 'input'),
    original: bytesIn(json, 'original'),
    edit: bytesIn(json, 'edit'),
    abridged: textsIn(json, 'abridged') as AbridgedMember[],
    note: textOrNull(json, 'note'),
    decidedBy: textOrNull(json, 'decidedBy'),
    decidedAt: timeOrNull(json, 'decidedAt'),
    usedAt: timeOrNull(json, 'usedAt'),
    taskId: textOrNull(json, 'operationId'),
    createdAt: timeIn(json, 'createdAt'),
    expiresAt: timeIn(json, 'expiresAt'),
  }
}

export function historyIn({ history }: JsonObject): HistoryEntry[] {
  if (!Array.isArray(history)) return []
  // The newest first, as the log has it.
  return history
    .filter(isObject)
    .map(entry => ({
      ...entry,
      at: textIn(entry, 'at'),
      actor: textIn(entry, 'actor'),
      action: textIn(entry, 'action'),
    }))
    .toReversed()
}

export function taskIn(json: JsonObject): TaskShown {
  return {
    id: textIn(json, 'operationId'),
    operation: textIn(json, 'operation'),
    account: textIn(json, 'account'),
    version: textIn(json, 'version'),
    ...(typeof json.contract === 'string' ? { contract: json.contract } : undefined),
    state: textIn(json, 'state') as TaskState,
    progress: isObject(json.progress) ? toBytes({ kind: 'progress', ...json.progress }) : null,
    attempt: numberIn(json, 'attempt'),
    dead: json.dead === true,
    cancelAt: json.cancelRequested === true ? timeIn(json, 'updatedAt') : null,
    createdAt: timeIn(json, 'createdAt'),
    updatedAt: timeIn(json, 'updatedAt'),
    startedAt: timeOrNull(json, 'startedAt'),
    endedAt: timeOrNull(json, 'endedAt'),
  }
}

/** A delivery, of a task where the server does not name it. */
export function deliveryIn(json: JsonObject, taskId = ''): DeliveryShown {
  return {
    id: textIn(json, 'id'),
    taskId: textIn(json, 'operationId') || taskId,
    state: textIn(json, 'state') as DeliveryShown['state'],
    attempt: numberIn(json, 'attempt'),
    status: typeof json.status === 'number' ? json.status : null,
    reason: textOrNull(json, 'reason'),
    createdAt: timeIn(json, 'createdAt'),
    dueAt: timeIn(json, 'dueAt'),
    endedAt: timeOrNull(json, 'endedAt'),
    url: textIn(json, 'to'),
  }
}

/** A line of the journal; a whole entry has what is long. */
export function requestIn(json: JsonObject): RequestShown {
  return {
    seq: numberIn(json, 'seq'),
    at: timeIn(json, 'at'),
    durationMs: numberIn(json, 'durationMs'),
    requestId: textIn(json, 'requestId'),
    correlationId: textIn(json, 'correlationId'),
    taskId: textIn(json, 'taskId'),
    traceId: textIn(json, 'traceId'),
    subject: textIn(json, 'subject'),
    carrier: textIn(json, 'carrier'),
    method: textIn(json, 'method'),
    route: textIn(json, 'route'),
    operation: textIn(json, 'operation'),
    contract: textIn(json, 'contract'),
    edition: textIn(json, 'edition'),
    status: numberIn(json, 'status'),
    outcome: textIn(json, 'outcome'),
    code: textIn(json, 'code'),
    stream: json.stream === true,
    ...(typeof json.tenant === 'string' ? { tenant: json.tenant } : undefined),
    ...(Array.isArray(json.stages)
      ? { stages: json.stages as unknown as NonNullable<RequestShown['stages']> }
      : undefined),
    ...(Array.isArray(json.findings)
      ? { findings: json.findings as unknown as NonNullable<RequestShown['findings']> }
      : undefined),
    ...(Array.isArray(json.losses)
      ? { losses: json.losses as unknown as NonNullable<RequestShown['losses']> }
      : undefined),
    ...(isObject(json.bodies) ? { bodies: json.bodies } : undefined),
  }
}

/** The objects of a list. */
export function objectsIn(json: JsonObject, name: string): JsonObject[] {
  const value = memberOf(json, name)
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function eventIn(json: JsonObject): EventRow {
  const { data = null } = json
  return { seq: numberIn(json, 'id'), kind: textIn(json, 'kind'), at: timeIn(json, 'at'), body: toBytes(data) }
}

function memberOf(json: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(json, name) ? json[name] : undefined
}

function textIn(json: JsonObject, name: string): string {
  return textOrNull(json, name) ?? ''
}

function textOrNull(json: JsonObject, name: string): string | null {
  const value = memberOf(json, name)
  return typeof value === 'string' ? value : null
}

function textsIn(json: JsonObject, name: string): string[] {
  const value = memberOf(json, name)
  return Array.isArray(value) ? value.filter((one: Json) => typeof one === 'string') : []
}

function numberIn(json: JsonObject, name: string): number {
  const value = memberOf(json, name)
  return typeof value === 'number' ? value : 0
}

function timeIn(json: JsonObject, name: string): number {
  return timeOrNull(json, name) ?? 0
}

function timeOrNull(json: JsonObject, name: string): number | null {
  const value = memberOf(json, name)
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

function bytesIn(json: JsonObject, name: string): Uint8Array | null {
  const value = memberOf(json, name)
  return value === undefined || value === null ? null : toBytes(value)
}
