/** An approval as it is read. */
import { bytes, bytesOrNull, number, numberOrNull, type Row, text, textOrNull } from '../statement.ts'

/** `withdrawn`: the task that asked is over, or the input has changed. */
export type ApprovalState = 'open' | 'approved' | 'rejected' | 'asked' | 'withdrawn'

export interface ApprovalRow {
  id: string
  tenant: string
  requester: string
  /** The account that the requester acts for; empty when they named none. */
  account: string
  operation: string
  key: string
  /** Of operation, input, requester and account: what is approved, and nothing else. */
  digest: string
  /** The same of the input as the requester sent it: what the approvals of one request have in common. */
  request: string
  /** Only callers with one of these may decide; empty: those with a role of the server's `approvals.roles`. */
  roles: readonly string[]
  /** One person may give this and another approval of the same run. */
  samePerson: boolean
  /** Who else than the requester has supplied arguments, or went on with the request: none of them decides. */
  suppliedBy: readonly string[]
  action: string
  input: Uint8Array
  /** Who edited the input, and what the requester sent; null where it was not edited. */
  editedBy: string | null
  original: Uint8Array | null
  state: ApprovalState
  note: string | null
  /** The input that the approver of this row put in place of its own. */
  edit: Uint8Array | null
  decidedBy: string | null
  decidedAt: number | null
  /** The run that used it up. */
  usedBy: string | null
  usedAt: number | null
  taskId: string | null
  createdAt: number
  expiresAt: number
}

/** A name as it is in a column of several: it has no comma. */
const encodeName = (name: string): string => encodeURIComponent(name.toWellFormed())

/** A column of names, as of roles: each between commas, so that one can be looked for. */
export function namesText(names: readonly string[]): string {
  return names.length === 0 ? '' : `,${names.map(encodeName).join(',')},`
}

function namesIn(column: string): string[] {
  return column === '' ? [] : column.slice(1, -1).split(',').map(decodeURIComponent)
}

export function approvalOf(row: Row): ApprovalRow {
  return {
    id: text(row, 'id'),
    tenant: text(row, 'tenant'),
    requester: text(row, 'requester'),
    account: text(row, 'account'),
    operation: text(row, 'operation'),
    key: text(row, 'key'),
    digest: text(row, 'digest'),
    request: text(row, 'request') || text(row, 'digest'),
    roles: namesIn(text(row, 'roles')),
    samePerson: number(row, 'same_person') === 1,
    suppliedBy: namesIn(text(row, 'supplied_by')),
    action: text(row, 'action'),
    input: bytes(row, 'input'),
    editedBy: textOrNull(row, 'edited_by'),
    original: bytesOrNull(row, 'original'),
    state: text(row, 'state') as ApprovalState,
    note: textOrNull(row, 'note'),
    edit: bytesOrNull(row, 'edit'),
    decidedBy: textOrNull(row, 'decided_by'),
    decidedAt: numberOrNull(row, 'decided_at'),
    usedBy: textOrNull(row, 'used_by'),
    usedAt: numberOrNull(row, 'used_at'),
    taskId: textOrNull(row, 'task_id'),
    createdAt: number(row, 'created_at'),
    expiresAt: number(row, 'expires_at'),
  }
}
