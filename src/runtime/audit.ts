/** Lines of the audit log: who did what to what, and when. Never an input. */
import type { JsonObject } from '../lib/json-value.ts'
import type { NewAudit } from '../store/operations/audit.ts'
import { toBytes } from './bytes.ts'
import { newId } from './secret.ts'

export interface Act {
  tenant: string
  /** Who did it. */
  actor: string
  /** `task.cancel`, `approval.approve`. */
  action: string
  /** The id of what it was done to. */
  subject: string
  at: number
  detail?: JsonObject
}

export function auditLine({ detail = {}, ...act }: Act): NewAudit {
  return { id: newId('aud'), ...act, detail: toBytes(detail) }
}
