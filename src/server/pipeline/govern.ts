/** Governance: a call whose token does not permit it is refused, and the audit log says why. */
import { serverResult } from '../../agent/run.ts'
import type { Governor } from '../../codec/serving-governance.ts'
import { isObject } from '../../lib/json-value.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { auditLine } from '../../runtime/audit.ts'
import { scopeOf } from '../../runtime/idempotency.ts'
import { newId } from '../../runtime/secret.ts'
import type { CallRecord, Stage } from './call-record.ts'

/** After the key was claimed: a repeat gets its stored answer, whatever became of its token meanwhile. */
export const govern: Stage = (call, next) => {
  const governor = call.server.governors.of(call.contractEdition.contract)
  return governor === undefined ? next() : governor.then(opened => governed(call, opened, next))
}

async function governed(call: CallRecord, governor: Governor, next: () => Promise<RunResult>): Promise<RunResult> {
  const { principal, request, contractEdition } = call
  const reading = call.sentBody?.json()
  const result = await governor.verify({
    operation: request.operation,
    edition: contractEdition.edition.version,
    token: request.exchange.governance,
    body: reading?.ok && isObject(reading.value) ? reading.value : {},
    input: request.input,
    caller: principal,
    use: (scope, id, expiresAt) => use(call, scope, id, expiresAt),
  })
  if (result.kind === 'refused') {
    await auditRefusal(call, result.code)
    return serverResult(result.fault)
  }
  if (result.kind === 'accepted') {
    const { record, token } = result
    const exchange = token === undefined ? request.exchange : { ...request.exchange, governance: token }
    call.request = { ...request, exchange, governed: record }
  }
  return next()
}

/** The id of a token belongs to the first call that uses it, and to repeats of that call. */
async function use(call: CallRecord, scope: readonly string[], id: string, expiresAt: number): Promise<boolean> {
  const { runtime, caller, request } = call
  const { tenant, subject, account = '' } = caller
  const now = runtime.now()
  const user = request.idempotencyKey ?? newId('once')
  const claimed = await runtime.store.do('claim', {
    scope: scopeOf(['governance', ...scope]),
    key: scopeOf([id]),
    fingerprint: scopeOf([tenant, subject, account, request.operation, user]),
    runId: newId('gov'),
    now,
    leaseUntil: now,
    expiresAt,
    expired: 'refuse',
    isSingleUse: true,
  })
  return claimed.kind === 'fresh' || claimed.kind === 'done'
}

/** The code stays here: the caller does not learn which check failed. */
async function auditRefusal({ runtime, request, caller, durable }: CallRecord, code: string): Promise<void> {
  const { operation, exchange } = request
  const line = auditLine({
    tenant: caller.tenant,
    actor: caller.subject,
    action: 'call.governance-refused',
    subject: durable.journal.runId,
    at: runtime.now(),
    detail: { operation, requestId: exchange.requestId ?? '', code },
  })
  await runtime.store.do('addAudit', line)
}
