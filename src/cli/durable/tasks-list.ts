/** `replywire tasks list`: the newest first, of all tenants unless one is named. */
import type { TaskLine } from '../../store/operations/task-row.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { taskListOptions } from '../table/runs.ts'
import type { Stream } from '../terminal.ts'
import { across, tenantsOf, withStore } from './reach.ts'
import { progressText, taskView } from './task-view.ts'
import { cell, showTable, spanOf, taskState, whenOf } from './words.ts'

export async function run({ values, terminal }: Invocation<typeof taskListOptions>): Promise<number> {
  const { state, operation, dead, tenant, limit = 20 } = values
  const states = state === undefined ? undefined : [state]
  const rows = await withStore(values.store, async store => {
    const tenants = await tenantsOf(store, 'task', tenant)
    const list = (owner: string) => store.do('listTasks', { tenant: owner, states, operation, dead, limit: limit + 1 })
    return across(tenants, limit + 1, list)
  })
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  if (terminal.json) terminal.out.line(JSON.stringify({ tasks: page.map(taskView), more }))
  else show(page, more, terminal.out)
  return exitCodes.ok
}

function show(rows: readonly TaskLine[], more: boolean, out: Stream): void {
  if (rows.length === 0) {
    out.line('There are no such tasks.')
    return
  }
  const now = Date.now()
  const hasAccounts = rows.some(({ account }) => account !== '')
  showTable(
    ['ID', 'STATE', 'OPERATION', 'TENANT', 'FOR', ...(hasAccounts ? ['ACCOUNT'] : []), 'TRIES', 'AGE', ''],
    rows.map(row => [
      out.style.strong(cell(row.id)),
      taskState(row, out.style),
      cell(row.operation),
      cell(row.tenant),
      cell(row.subject),
      ...(hasAccounts ? [cell(row.account)] : []),
      `${row.attempt}/${row.maxAttempts}`,
      spanOf(now - row.createdAt),
      out.style.dim(noteOf(row, now)),
    ]),
    out,
  )
  if (more) out.line(out.style.dim(`There are more: --limit ${rows.length * 2} shows them.`))
}

/** What is worth knowing of a task that has not ended. */
function noteOf(row: TaskLine, now: number): string {
  if (row.endedAt !== null) return `ended ${whenOf(row.endedAt, now)}`
  if (row.cancelAt !== null) return 'asked to stop'
  if (row.state === 'working' && row.leaseUntil <= now) return 'its worker is silent'
  if (row.state === 'queued' && row.dueAt > now) return `due ${whenOf(row.dueAt, now)}`
  const { progress } = taskView(row)
  return progress === null ? '' : progressText(progress)
}
