/** A request for approval as people and programs see it. Its token belongs to the requester: it is not shown. */
import type { Json } from '../../lib/json-value.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import type { ApprovalLine } from '../../store/operations/list-approvals.ts'
import { printable } from '../columns.ts'
import type { Terminal } from '../terminal.ts'
import { instant, type Look, type View } from './view.ts'
import { cell, person, personOfTenant, refuse, spanOf, timeOf, whenOf } from './words.ts'

export function noApproval(terminal: Terminal, id: string): number {
  return refuse(terminal, 'APPROVAL_NOT_FOUND', `There is no approval ${printable(id)}. See replywire inbox.`)
}

type Always =
  | 'id'
  | 'state'
  | 'action'
  | 'operation'
  | 'key'
  | 'requester'
  | 'account'
  | 'suppliedBy'
  | 'editedBy'
  | 'roles'
  | 'createdAt'
  | 'expiresAt'
  | 'original'
  | 'edit'
  | 'decidedBy'
  | 'decidedAt'
  | 'note'
  | 'usedAt'
  | 'taskId'

/** What is shown of an approval. Servers do not report its tenant: it is that of the caller. */
export interface ApprovalShown extends Pick<ApprovalRow, Always> {
  readonly tenant?: string | undefined
  readonly input: Uint8Array | null
  readonly abridged?: ApprovalLine['abridged'] | undefined
}

function isExpired({ state, expiresAt }: Pick<ApprovalRow, 'state' | 'expiresAt'>, now: number): boolean {
  return state === 'open' && expiresAt <= now
}

const states = {
  open: ['open', 'warn'],
  approved: ['approved', 'good'],
  rejected: ['rejected', 'bad'],
  asked: ['asked back', 'warn'],
  withdrawn: ['withdrawn', 'dim'],
} as const

/** The state in a word or two. */
export function stateText(row: Pick<ApprovalRow, 'state' | 'expiresAt'>, now: number): string {
  return isExpired(row, now) ? 'expired' : states[row.state][0]
}

export function approvalState(row: Pick<ApprovalRow, 'state' | 'expiresAt'>, { now, style }: Look): string {
  return style[isExpired(row, now) ? 'dim' : states[row.state][1]](stateText(row, now))
}

function jsonIn(bytes: Uint8Array | null): Json {
  return bytes === null ? null : (fromBytes<Json | undefined>(bytes) ?? null)
}

/** Values that are too long for a list are null in it, and named by `abridged`: `inbox show` has them. */
export const approvalView: View<ApprovalShown> = [
  { key: 'id', column: 'ID', cell: ({ id }, { style }) => style.strong(cell(id)) },
  { key: 'state', column: 'STATE', cell: approvalState },
  { label: 'action', fact: row => cell(row.action) },
  {
    key: 'operation',
    column: 'OPERATION',
    label: 'operation',
    fact: ({ operation, key }, { style }) => `${cell(operation)} ${style.dim(`approval ${cell(key)}`)}`,
  },
  { key: 'key' },
  {
    key: 'requester',
    column: 'REQUESTER',
    label: 'requester',
    cell: row => person(row.requester),
    fact: row => personOfTenant(row.requester, row.tenant),
  },
  { key: 'tenant', column: 'TENANT', isSparse: true },
  { key: 'account', column: 'ACCOUNT', isSparse: true, label: 'account' },
  { key: 'suppliedBy', label: 'input by', fact: row => (row.suppliedBy ?? []).map(person).join(', ') || '-' },
  { key: 'editedBy', label: 'edited by', fact: row => person(row.editedBy) },
  { key: 'roles', label: 'roles' },
  {
    key: 'createdAt',
    json: row => timeOf(row.createdAt),
    column: 'AGE',
    cell: (row, { now }) => spanOf(now - row.createdAt),
    label: 'requested',
    fact: (row, look) => instant(row.createdAt, look),
  },
  {
    key: 'expiresAt',
    json: row => timeOf(row.expiresAt),
    column: 'EXPIRES',
    cell: ({ state, expiresAt }, { now }) => (state === 'open' ? whenOf(expiresAt, now) : '-'),
    label: 'expires',
    fact: (row, look) => (row.state === 'open' || row.usedAt === null ? instant(row.expiresAt, look) : undefined),
  },
  { key: 'expired', json: isExpired },
  { key: 'action', column: 'ACTION' },
  { key: 'input', json: row => jsonIn(row.input) },
  { key: 'original', json: row => jsonIn(row.original) },
  { key: 'edit', json: row => jsonIn(row.edit) },
  { key: 'abridged', json: ({ abridged }) => (abridged === undefined || abridged.length === 0 ? undefined : abridged) },
  { key: 'decidedBy', label: 'decided by', fact: row => person(row.decidedBy) },
  { key: 'decidedAt', json: row => timeOf(row.decidedAt) },
  { key: 'note', label: 'note' },
  {
    key: 'usedAt',
    json: row => timeOf(row.usedAt),
    label: 'used',
    fact: (row, look) => (row.usedAt === null ? undefined : instant(row.usedAt, look)),
  },
  { key: 'task', json: row => row.taskId, label: 'task', fact: row => cell(row.taskId) },
]

/** All columns of a list. */
export const approvalColumns = approvalView.flatMap(({ column }) => (column === undefined ? [] : [column]))
