/** `replywire inbox list`: requests for approval, the newest first. */
import type { Invocation } from '../command.ts'
import type { inboxListOptions } from '../table/approvals.ts'
import { approvalColumns, approvalView } from './approval-view.ts'
import { listRows } from './list.ts'

export function run(invocation: Invocation<typeof inboxListOptions>): Promise<number> {
  const { all } = invocation.values
  const state = all ? undefined : 'open'
  return listRows(invocation, {
    name: 'approvals',
    view: approvalView,
    columns: approvalColumns.filter(column => all || column !== 'STATE'),
    none: all ? 'No requests for approval.' : 'No open requests for approval.',
    find: (source, query) => source.approvals({ ...query, state }),
  })
}
