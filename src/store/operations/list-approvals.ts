/** Approvals as a list has them: what is long is left out, and read by the approval's id. */
import { bytesOrNull, number, query, type Row, type Work } from '../statement.ts'
import { type ApprovalRow, type ApprovalState, approvalOf } from './approvals.ts'
import { Conditions } from './conditions.ts'

/** What a list may have in part only. */
export type Abridged = 'action' | 'input' | 'edit'

export interface ApprovalLine extends Omit<ApprovalRow, 'input' | 'edit'> {
  /** Null when it is too long for a list. */
  input: Uint8Array | null
  /** Null when there is none, or when it is too long for a list. */
  edit: Uint8Array | null
  /** What is left out (`input`, `edit`) or cut (`action`) because it is too long for a list. */
  abridged: Abridged[]
}

export interface ListApprovals {
  tenant: string
  requester?: string | undefined
  state?: ApprovalState | undefined
  now: number
  before?: { createdAt: number; id: string } | undefined
  limit: number
}

/** The most bytes of an input and of an edit, and the most characters of an action, in a list. */
const longest = { input: 8192, edit: 8192, action: 1000 }

const short = (column: 'input' | 'edit') =>
  `CASE WHEN octet_length(${column}) <= ${longest[column]} THEN ${column} END AS ${column}`

const selectLine = `SELECT id, tenant, requester, operation, key, digest, state, note, decided_by, decided_at, used_by,
  used_at, task_id, created_at, expires_at, substr(action, 1, ${longest.action}) AS action, ${short('input')},
  ${short('edit')}, length(action) AS action_length, octet_length(input) AS input_length,
  octet_length(edit) AS edit_length FROM approval`

/** Approvals, newest first; those asked for `open` leave out what has expired. */
export function* listApprovals(input: ListApprovals): Work<ApprovalLine[]> {
  const { tenant, requester, state, now, before, limit } = input
  const where = new Conditions()
  where.compare('tenant', '=', tenant)
  where.compare('requester', '=', requester)
  where.compare('state', '=', state)
  if (state === 'open') where.compare('expires_at', '>', now)
  const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
  where.add(`(created_at, id) < (${where.put(createdAt)}, ${where.put(id)})`)
  const rows = yield* query(
    `${selectLine} WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${where.put(limit)}`,
    ...where.values,
  )
  return rows.map(approvalLineOf)
}

function approvalLineOf(row: Row): ApprovalLine {
  const names: readonly Abridged[] = ['action', 'input', 'edit']
  return {
    ...approvalOf(row),
    input: bytesOrNull(row, 'input'),
    edit: bytesOrNull(row, 'edit'),
    abridged: names.filter(name => number(row, `${name}_length`) > longest[name]),
  }
}
