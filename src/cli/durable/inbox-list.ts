/** `replywire inbox list`: requests for approval, the newest first. */
import type { ApprovalLine } from '../../store/operations/list-approvals.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { inboxListOptions } from '../table/runs.ts'
import type { Stream } from '../terminal.ts'
import { approvalState, approvalView } from './approval-view.ts'
import { across, tenantsOf, withStore } from './reach.ts'
import { cell, showTable, spanOf, whenOf } from './words.ts'

export async function run({ values, terminal }: Invocation<typeof inboxListOptions>): Promise<number> {
  const { limit = 20 } = values
  const now = Date.now()
  const state = values.all ? undefined : 'open'
  const rows = await withStore(values.store, async store => {
    const tenants = await tenantsOf(store, 'approval', values.tenant)
    return across(tenants, limit + 1, tenant => store.do('listApprovals', { tenant, state, now, limit: limit + 1 }))
  })
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  const { out, json } = terminal
  if (json) out.line(JSON.stringify({ approvals: page.map(row => approvalView(row, now)), more }))
  else showList(page, more, values.all === true, out)
  return exitCodes.ok
}

function showList(rows: readonly ApprovalLine[], more: boolean, isAll: boolean, out: Stream): void {
  if (rows.length === 0) {
    out.line(isAll ? 'Nobody has asked for an approval.' : 'Nothing waits for an approval.')
    return
  }
  const now = Date.now()
  const hasAccounts = rows.some(({ account }) => account !== '')
  showTable(
    [
      'ID',
      ...(isAll ? ['STATE'] : []),
      'OPERATION',
      'ASKED BY',
      'TENANT',
      ...(hasAccounts ? ['ACCOUNT'] : []),
      'AGE',
      'EXPIRES',
      'WHAT WOULD BE DONE',
    ],
    rows.map(row => [
      out.style.strong(cell(row.id)),
      ...(isAll ? [approvalState(row, now, out.style)] : []),
      cell(row.operation),
      cell(row.requester),
      cell(row.tenant),
      ...(hasAccounts ? [cell(row.account)] : []),
      spanOf(now - row.createdAt),
      row.state === 'open' ? whenOf(row.expiresAt, now) : '-',
      cell(row.action),
    ]),
    out,
  )
  if (more) out.line(out.style.dim(`There are more: --limit ${rows.length * 2} shows them.`))
}
