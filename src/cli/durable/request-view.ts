/** An entry of the request journal as people and programs see it. */
import type { PlacedEntry } from '../../runtime/requests/request-entry.ts'
import type { RequestFilter } from '../../store/operations/list-requests.ts'
import type { ValuesOf } from '../command.ts'
import type { requestTailOptions } from '../table/runs.ts'
import type { Style } from '../terminal.ts'
import { instant, type View } from './view.ts'
import { cell, timeOf } from './words.ts'

/** Which entries the options ask for. */
export function filterOf(values: ValuesOf<typeof requestTailOptions>): Omit<RequestFilter, 'now' | 'limit'> {
  const { tenant, operation, governance, since } = values
  return {
    tenant,
    operation,
    governance,
    since,
    contract: values['contract-id'],
    requestId: values['request-id'],
    status: values['http-status'],
  }
}

type Sometimes = 'stages' | 'findings' | 'losses' | 'tenant'

/** What is shown of an entry. A list of a server leaves out what is long, and the tenant. */
export type RequestShown = Omit<PlacedEntry, Sometimes> & Partial<Pick<PlacedEntry, Sometimes>>

export const requestView: View<RequestShown> = [
  {
    key: 'at',
    json: ({ at }) => timeOf(at),
    column: 'TIME',
    cell: ({ at }, { style }) => style.dim(timeOf(at)),
    label: 'received',
    fact: ({ at }, look) => instant(at, look),
  },
  { key: 'status', column: 'STATUS', cell: (entry, { style }) => statusText(entry, style) },
  { key: 'code' },
  { key: 'outcome' },
  { key: 'operation', column: 'OPERATION', label: 'operation' },
  { key: 'route', label: 'route' },
  { key: 'method' },
  {
    key: 'contract',
    column: 'CONTRACT',
    label: 'contract',
    fact: ({ contract, edition }) => cell(`${contract} ${edition}`),
  },
  { key: 'edition' },
  { key: 'carrier', column: 'OVER', label: 'over' },
  { key: 'stream' },
  { key: 'tenant', column: 'TENANT', label: 'tenant' },
  { key: 'subject', column: 'FOR', label: 'for' },
  {
    key: 'durationMs',
    column: 'MS',
    label: 'took',
    fact: ({ durationMs }) => `${durationMs} ms`,
  },
  { key: 'requestId', column: 'ID', cell: ({ requestId }, { style }) => style.strong(cell(requestId)) },
  { key: 'correlationId', label: 'correlation' },
  { key: 'traceId', label: 'trace' },
  { key: 'taskId', label: 'task' },
  { key: 'stages' },
  { key: 'findings' },
  { key: 'losses' },
  { key: 'bodies' },
]

/** `409 CONFLICT`. */
export function statusText({ status, code }: RequestShown, style: Style): string {
  const text = code === '' ? String(status) : `${status} ${cell(code)}`
  return style[status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'](text)
}
