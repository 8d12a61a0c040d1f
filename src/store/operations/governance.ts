/** Calls under a verified governance token: kept as long as the audit log, found by what the token says. */
import { query, type Work } from '../statement.ts'
import { type NewAudit, putAudit } from './audit.ts'
import type { Conditions } from './conditions.ts'

export interface GovernedRun {
  /** The run, which is the id of the task that the call may have become. */
  runId: string
  tenant: string
  requestId: string
  at: number
  tokenId: string
  issuer: string
  audience: string
  subject: string
  phase: string
  /** The token as it came. */
  token: string
}

/** A call that was accepted under a token: the line of the audit log, and what it is found by. */
export function* addGoverned({ audit, run }: { audit: NewAudit; run: GovernedRun }): Work<void> {
  yield* putAudit(audit)
  yield* query(
    `INSERT INTO governance (run_id, tenant, request_id, at, token_id, issuer, audience, subject, phase, outcome, token)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'accepted', ?10) ON CONFLICT (run_id) DO NOTHING`,
    run.runId,
    run.tenant,
    run.requestId,
    run.at,
    run.tokenId,
    run.issuer,
    run.audience,
    run.subject,
    run.phase,
    run.token,
  )
}

/** Rows whose `column` (a run or a request) was accepted under a token of this id or subject. */
export function underGovernance(
  where: Conditions,
  column: string,
  of: 'run_id' | 'request_id',
  value: string | undefined,
): void {
  if (value === undefined) return
  const place = where.put(value)
  where.add(`${column} IN (SELECT ${of} FROM governance WHERE token_id = ${place} OR subject = ${place})`)
}
