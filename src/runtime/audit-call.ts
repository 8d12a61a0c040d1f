/** A call with effects under governance leaves a line in the audit log before it runs. */
import type { Call, GovernanceRecord } from '../outcome/call.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { Store } from '../store/store.ts'
import { auditLine } from './audit.ts'
import type { Caller } from './caller.ts'
import type { DurableCall, Next } from './durable-call.ts'

/** The subject of the line is the id of the run, which is the id of the task that the call may become. */
export function auditCall(call: DurableCall, next: Next): Promise<RunResult> {
  const { runtime, request, isTrial } = call
  const isIdle = runtime.operations[request.operation]?.effects === 'none'
  return request.exchange.governance === undefined || isTrial || isIdle ? next() : audited(call, next)
}

async function audited({ runtime, request, caller, durable }: DurableCall, next: Next): Promise<RunResult> {
  const { governed } = request
  const line = { runId: durable.journal.runId, at: runtime.now(), call: request, caller }
  if (governed === undefined) await runtime.store.do('addAudit', lineOf(line))
  else await noteGoverned(runtime.store, { ...line, governed })
  return next()
}

interface GovernedLine {
  readonly runId: string
  readonly at: number
  readonly call: Call
  readonly caller: Caller
}

/** Notes under which token a call runs: in the audit log, and where runs are found by their tokens. */
export async function noteGoverned(
  store: Pick<Store, 'do'>,
  { governed, ...line }: GovernedLine & { readonly governed: GovernanceRecord },
): Promise<void> {
  const { tokenId, issuer, audience, subject, phase } = governed
  const { runId, at, call, caller } = line
  const { requestId = '', governance: token = '' } = call.exchange
  const run = { runId, tenant: caller.tenant, requestId, at, tokenId, issuer, audience, subject, phase, token }
  await store.do('addGoverned', { audit: lineOf(line), run })
}

function lineOf({ runId, at, call: { operation, exchange, governed }, caller }: GovernedLine) {
  const { requestId = '', governance = '' } = exchange
  const { claims: _, ...verified } = governed ?? {}
  return auditLine({
    tenant: caller.tenant,
    actor: caller.subject,
    action: 'call.governed',
    subject: runId,
    at,
    detail: { operation, requestId, governance, ...(governed === undefined ? undefined : { verified }) },
  })
}
