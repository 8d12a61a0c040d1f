/** `replywire webhooks list`: deliveries, the newest first. */
import type { DeliveryLine } from '../../store/operations/deliveries.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { deliveryListOptions } from '../table/runs.ts'
import type { Stream } from '../terminal.ts'
import { deliveryView } from './delivery-view.ts'
import { across, tenantsOf, withStore } from './reach.ts'
import { addressOf, cell, deliveryState, showTable, spanOf, whenOf } from './words.ts'

export async function run({ values, terminal }: Invocation<typeof deliveryListOptions>): Promise<number> {
  const { state, tenant: named, limit = 20 } = values
  const rows = await withStore(values.store, async store => {
    const tenants = await tenantsOf(store, 'delivery', named)
    return across(tenants, limit + 1, tenant => store.do('listDeliveries', { tenant, state, limit: limit + 1 }))
  })
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  if (terminal.json) terminal.out.line(JSON.stringify({ deliveries: page.map(deliveryView), more }))
  else show(page, more, terminal.out)
  return exitCodes.ok
}

function show(rows: readonly DeliveryLine[], more: boolean, out: Stream): void {
  if (rows.length === 0) {
    out.line('There are no such deliveries.')
    return
  }
  const now = Date.now()
  showTable(
    ['ID', 'STATE', 'TASK', 'TENANT', 'TRIES', 'LAST', 'AGE', 'NEXT', 'TO'],
    rows.map(row => [
      out.style.strong(cell(row.id)),
      deliveryState(row.state, out.style),
      cell(row.taskId),
      cell(row.tenant),
      String(row.attempt),
      [row.status, cell(row.reason)].filter(part => part !== null).join(' '),
      spanOf(now - row.createdAt),
      row.state !== 'waiting' ? '-' : row.dueAt <= now ? 'now' : whenOf(row.dueAt, now),
      cell(addressOf(row.url)),
    ]),
    out,
  )
  if (more) out.line(out.style.dim(`There are more: --limit ${rows.length * 2} shows them.`))
}
