/** An entry of the request journal as people and programs see it, and which entries a command asks for. */
import type { PlacedEntry } from '../../runtime/requests/request-entry.ts'
import type { RequestFilter } from '../../store/operations/list-requests.ts'
import { readDuration } from '../store/duration.ts'
import type { Style } from '../terminal.ts'
import { usageError } from '../usage.ts'
import type { RequestsInvocation } from './requests.ts'
import { cell, timeOf } from './words.ts'

/** What the options ask for. */
export function filterOf(
  { status, operation, contract, request, since, tenant }: RequestsInvocation['values'],
  now: number,
): Omit<RequestFilter, 'now' | 'limit'> {
  return {
    tenant,
    operation,
    contract,
    requestId: request,
    status: status === undefined ? undefined : statusesOf(status),
    since: since === undefined ? undefined : instantOf(since, now),
  }
}

function statusesOf(text: string): { from: number; to: number } {
  const [, first, rest] = /^([1-5])(\d\d|xx)$/i.exec(text) ?? []
  if (first === undefined || rest === undefined) {
    throw usageError('--status takes a status such as 404, or a class such as 5xx.')
  }
  return /\d/.test(rest)
    ? { from: Number(text), to: Number(text) }
    : { from: Number(first) * 100, to: Number(first) * 100 + 99 }
}

function instantOf(text: string, now: number): number {
  if (/^\d+[smhdw]$/.test(text)) return now - readDuration('since', text)
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at))
    throw usageError('--since takes a duration such as 15m or 24h, or a time such as 2026-11-18T06:00:00Z.')
  return at
}

/** For programs. */
export function requestView({ seq: _, at, ...entry }: PlacedEntry) {
  return { at: timeOf(at), ...entry }
}

export const requestHeadings = ['TIME', 'STATUS', 'OPERATION', 'CONTRACT', 'OVER', 'TENANT', 'FOR', 'MS', 'ID'] as const

/** One line of a table. */
export function requestCells(entry: PlacedEntry, style: Style): string[] {
  return [
    style.dim(timeOf(entry.at)),
    statusText(entry, style),
    cell(entry.operation || entry.route),
    cell(entry.contract),
    cell(entry.carrier),
    cell(entry.tenant),
    cell(entry.subject),
    String(Math.round(entry.durationMs)),
    style.strong(cell(entry.requestId)),
  ]
}

/** `409 CONFLICT`. */
export function statusText({ status, code }: PlacedEntry, style: Style): string {
  const text = code === '' ? String(status) : `${status} ${cell(code)}`
  return style[status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'](text)
}
