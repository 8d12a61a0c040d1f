/** The audit log: written, read, never changed. */
import { bytes, number, query, text, type Work } from '../statement.ts'

export interface NewAudit {
  id: string
  tenant: string
  at: number
  actor: string
  action: string
  subject: string
  detail: Uint8Array
}

export type AuditRow = NewAudit

export function* putAudit({ id, tenant, at, actor, action, subject, detail }: NewAudit): Work<void> {
  yield* query(
    `INSERT INTO audit (id, tenant, at, actor, action, subject, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
     ON CONFLICT (id) DO NOTHING`,
    id,
    tenant,
    at,
    actor,
    action,
    subject,
    detail,
  )
}

/** What happened in a tenant, newest first; of one thing, if a subject is given. */
export function* listAudit(input: { tenant: string; subject?: string | undefined; limit: number }): Work<AuditRow[]> {
  const { tenant, subject, limit } = input
  const rows =
    subject === undefined
      ? yield* query('SELECT * FROM audit WHERE tenant = ?1 ORDER BY at DESC, id DESC LIMIT ?2', tenant, limit)
      : yield* query(
          'SELECT * FROM audit WHERE tenant = ?1 AND subject = ?2 ORDER BY at DESC, id DESC LIMIT ?3',
          tenant,
          subject,
          limit,
        )
  return rows.map(row => ({
    id: text(row, 'id'),
    tenant: text(row, 'tenant'),
    at: number(row, 'at'),
    actor: text(row, 'actor'),
    action: text(row, 'action'),
    subject: text(row, 'subject'),
    detail: bytes(row, 'detail'),
  }))
}
