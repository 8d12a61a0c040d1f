/** An approval as people and programs see it. Its token is nobody's but the requester's. */
import type { Json } from '../../lib/json-value.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import type { ApprovalLine } from '../../store/operations/list-approvals.ts'
import type { Store } from '../../store/store.ts'
import { printable } from '../columns.ts'
import type { Style, Terminal } from '../terminal.ts'
import { whose } from './reach.ts'
import { refuse, timeOf } from './words.ts'

/** An approval by its id, whoever's it is. */
export async function findApproval(
  store: Store,
  id: string,
  tenant: string | undefined,
): Promise<ApprovalRow | undefined> {
  const owner = await whose(store, 'approval', id, tenant)
  return owner === undefined ? undefined : store.do('getApproval', { id, tenant: owner })
}

export function noApproval(terminal: Terminal, id: string): number {
  return refuse(terminal, 'APPROVAL_NOT_FOUND', `There is no approval ${printable(id)}. See replywire inbox.`)
}

/** What is too long for a list is null in it, and named by `abridged`: `inbox show` has it. */
export function approvalView(row: ApprovalRow | ApprovalLine, now: number) {
  return {
    id: row.id,
    tenant: row.tenant,
    operation: row.operation,
    key: row.key,
    action: row.action,
    input: row.input === null ? null : (fromBytes<Json | undefined>(row.input) ?? null),
    original: row.original === null ? null : fromBytes<Json>(row.original),
    editedBy: row.editedBy,
    requester: row.requester,
    account: row.account,
    suppliedBy: row.suppliedBy,
    roles: row.roles,
    state: row.state,
    expired: isExpired(row, now),
    note: row.note,
    edit: row.edit === null ? null : fromBytes<Json>(row.edit),
    ...('abridged' in row && row.abridged.length > 0 ? { abridged: row.abridged } : undefined),
    decidedBy: row.decidedBy,
    decidedAt: timeOf(row.decidedAt),
    usedAt: timeOf(row.usedAt),
    task: row.taskId,
    createdAt: timeOf(row.createdAt),
    expiresAt: timeOf(row.expiresAt),
  }
}

function isExpired({ state, expiresAt }: Pick<ApprovalRow, 'state' | 'expiresAt'>, now: number): boolean {
  return state === 'open' && expiresAt <= now
}

const words = {
  open: ['open', 'warn'],
  approved: ['approved', 'good'],
  rejected: ['rejected', 'bad'],
  asked: ['asked back', 'warn'],
  withdrawn: ['withdrawn', 'dim'],
} as const

/** The state in a word or two. */
export function stateText(row: Pick<ApprovalRow, 'state' | 'expiresAt'>, now: number): string {
  return isExpired(row, now) ? 'expired' : words[row.state][0]
}

export function approvalState(row: Pick<ApprovalRow, 'state' | 'expiresAt'>, now: number, style: Style): string {
  return style[isExpired(row, now) ? 'dim' : words[row.state][1]](stateText(row, now))
}
