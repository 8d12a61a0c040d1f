/** `replywire inbox list`: requests for approval, the newest first. */
import type { Invocation } from '../command.ts'
import type { inboxListOptions } from '../table/runs.ts'
import { approvalColumns, approvalView } from './approval-view.ts'
import { listRows } from './list.ts'

export function run(invocation: Invocation<typeof inboxListOptions>): Promise<number> {
  const { all } = invocation.values
  const state = all ? undefined : 'open'
  return listRows(invocation, {
    name: 'approvals',
    of: 'approval',
    view: approvalView,
    columns: approvalColumns.filter(column => all || column !== 'STATE'),
    none: all ? 'No requests for approval.' : 'No open requests for approval.',
    find: (store, tenant, limit) => store.do('listApprovals', { tenant, state, now: Date.now(), limit }),
  })
}
