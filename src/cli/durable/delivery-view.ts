/** A delivery as people and programs see it: never its secret, never its body. */
import type { DeliveryLine, DeliveryState } from '../../store/operations/deliveries.ts'
import { printable } from '../columns.ts'
import type { Style } from '../terminal.ts'
import type { View } from './view.ts'
import { cell, spanOf, timeOf, whenOf } from './words.ts'

const paints: Readonly<Record<DeliveryState, keyof Style>> = { waiting: 'warn', delivered: 'good', dead: 'bad' }

/** The receiver's address. What follows a question mark may be a credential. */
export function addressOf(url: string): string {
  const [address = '', ...rest] = url.split(/(?=[?#])/)
  return rest.length === 0 ? address : `${address}?…`
}

/** What is shown of a delivery. What a server does not report is absent. */
export type DeliveryShown = Pick<
  DeliveryLine,
  'id' | 'state' | 'taskId' | 'attempt' | 'status' | 'reason' | 'createdAt'
> &
  Partial<Pick<DeliveryLine, 'tenant' | 'dueAt' | 'endedAt' | 'url' | 'scheme' | 'bytes'>>

export const deliveryView: View<DeliveryShown> = [
  { key: 'id', column: 'ID', cell: ({ id }, { style }) => style.strong(cell(id)) },
  { key: 'state', column: 'STATE', cell: ({ state }, { style }) => style[paints[state] ?? 'dim'](printable(state)) },
  { key: 'task', json: row => row.taskId, column: 'TASK', cell: row => cell(row.taskId) },
  { key: 'tenant', column: 'TENANT', isSparse: true },
  { key: 'attempt', column: 'ATTEMPTS' },
  { key: 'status' },
  {
    key: 'reason',
    column: 'LAST',
    cell: ({ status, reason }) => (status === null ? cell(reason) : `${status} ${cell(reason)}`),
  },
  {
    key: 'createdAt',
    json: row => timeOf(row.createdAt),
    column: 'AGE',
    cell: (row, { now }) => spanOf(now - row.createdAt),
  },
  {
    key: 'dueAt',
    json: row => (row.state === 'waiting' ? timeOf(row.dueAt) : null),
    column: 'NEXT',
    cell: ({ state, dueAt = 0 }, { now }) => (state !== 'waiting' ? '-' : dueAt <= now ? 'now' : whenOf(dueAt, now)),
  },
  { key: 'endedAt', json: row => timeOf(row.endedAt) },
  { key: 'to', json: ({ url }) => url && addressOf(url), column: 'TO', cell: ({ url = '' }) => cell(addressOf(url)) },
  { key: 'scheme' },
  { key: 'bytes' },
]
