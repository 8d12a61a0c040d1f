/** A call with effects under governance leaves a line in the audit log before it runs. */
import type { RunResult } from '../outcome/run-result.ts'
import { auditLine } from './audit.ts'
import type { DurableCall, Next } from './durable-call.ts'

/** The subject of the line is the id of the run, which is the id of the task that the call may become. */
export function auditCall(call: DurableCall, next: Next): Promise<RunResult> {
  const { runtime, request, isTrial } = call
  const isIdle = runtime.operations[request.operation]?.effects === 'none'
  return request.exchange.governance === undefined || isTrial || isIdle ? next() : audited(call, next)
}

async function audited({ runtime, request, caller, durable }: DurableCall, next: Next): Promise<RunResult> {
  const { operation, exchange, governed } = request
  const { requestId = '', governance = '' } = exchange
  const { runId } = durable.journal
  const at = runtime.now()
  const { claims: _, ...verified } = governed ?? {}
  const audit = auditLine({
    tenant: caller.tenant,
    actor: caller.subject,
    action: 'call.governed',
    subject: runId,
    at,
    detail: { operation, requestId, governance, ...(governed === undefined ? undefined : { verified }) },
  })
  if (governed === undefined) await runtime.store.do('addAudit', audit)
  else {
    const { tokenId, issuer, audience, subject, phase } = governed
    const run = { runId, tenant: caller.tenant, requestId, at, tokenId, issuer, audience, subject, phase }
    await runtime.store.do('addGoverned', { audit, run: { ...run, token: governance } })
  }
  return next()
}
