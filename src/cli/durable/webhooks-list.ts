/** `replywire webhooks list`: deliveries, the newest first. */
import type { Invocation } from '../command.ts'
import type { deliveryListOptions } from '../table/runs.ts'
import { deliveryView } from './delivery-view.ts'
import { listRows } from './list.ts'

export function run(invocation: Invocation<typeof deliveryListOptions>): Promise<number> {
  const { state } = invocation.values
  return listRows(invocation, {
    name: 'deliveries',
    view: deliveryView,
    none: 'No deliveries found.',
    find: (source, query) => source.deliveries({ ...query, state }),
  })
}
