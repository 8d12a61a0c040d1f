/** The lines of the audit log about one row, the oldest first. */
import { fromBytes } from '../../runtime/bytes.ts'
import type { AuditRow } from '../../store/operations/audit.ts'
import { alignRows, printable } from '../columns.ts'
import type { OutputStream } from '../terminal.ts'
import { cell, timeOf, whenOf } from './words.ts'

/** What was done, when, by whom; and what else the log has of it. */
export interface HistoryEntry {
  readonly at: string
  readonly actor: string
  readonly action: string
}

export function historyOf({ at, actor, action, detail }: AuditRow): HistoryEntry {
  return { at: timeOf(at), actor, action, ...fromBytes<object>(detail) }
}

export function showHistory(history: readonly HistoryEntry[], out: OutputStream): void {
  if (history.length === 0) return
  const now = Date.now()
  const { style } = out
  out.line('History')
  const lines = history.map(entry => [
    `  ${whenOf(Date.parse(entry.at), now)} ${style.dim(printable(entry.at))}`,
    cell(entry.actor),
    cell(entry.action),
    style.dim(detailOf(entry)),
  ])
  for (const line of alignRows(lines, 2, 60)) out.line(line.trimEnd())
}

function detailOf({ at: _, actor: __, action: ___, ...detail }: HistoryEntry): string {
  const { decision: ____, ...rest } = detail as Record<string, unknown>
  return Object.entries(rest)
    .map(([name, value]) => printable(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`))
    .join(', ')
}
