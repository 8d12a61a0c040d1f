/** A delivery as people and programs see it: never its secret, never its body. */
import type { DeliveryLine } from '../../store/operations/deliveries.ts'
import { addressOf, timeOf } from './words.ts'

export function deliveryView(row: DeliveryLine) {
  return {
    id: row.id,
    tenant: row.tenant,
    task: row.taskId,
    to: addressOf(row.url),
    scheme: row.scheme,
    state: row.state,
    attempt: row.attempt,
    status: row.status,
    reason: row.reason,
    bytes: row.bytes,
    createdAt: timeOf(row.createdAt),
    endedAt: timeOf(row.endedAt),
    dueAt: row.state === 'waiting' ? timeOf(row.dueAt) : null,
  }
}
