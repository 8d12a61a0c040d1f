/** The lines of the audit log about one row, the oldest first. */
import { fromBytes } from '../../runtime/bytes.ts'
import type { AuditRow } from '../../store/operations/audit.ts'
import type { Store } from '../../store/store.ts'
import { alignRows, printable } from '../columns.ts'
import type { Stream } from '../terminal.ts'
import { cell, timeOf, whenOf } from './words.ts'

export async function loadHistory(store: Store, tenant: string, subject: string): Promise<AuditRow[]> {
  return (await store.do('listAudit', { tenant, subject, limit: 100 })).toReversed()
}

/** What was done, when, by whom. */
export function historyOf({ at, actor, action, detail }: AuditRow) {
  return { at: timeOf(at), actor, action, ...fromBytes<object>(detail) }
}

export function showHistory(history: readonly AuditRow[], out: Stream): void {
  if (history.length === 0) return
  const now = Date.now()
  const { style } = out
  out.line('History')
  const lines = history.map(entry => [
    `  ${whenOf(entry.at, now)} ${style.dim(new Date(entry.at).toISOString())}`,
    cell(entry.actor),
    cell(entry.action),
    style.dim(detailOf(historyOf(entry))),
  ])
  for (const line of alignRows(lines, 2, 60)) out.line(line.trimEnd())
}

function detailOf({ at: _, actor: __, action: ___, ...detail }: ReturnType<typeof historyOf>): string {
  const { decision: ____, ...rest } = detail as Record<string, unknown>
  return Object.entries(rest)
    .map(([name, value]) => printable(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`))
    .join(', ')
}
