/** Governance: a call whose token does not permit it is refused, and the audit log says why. */
import { serverResult } from '../../agent/run.ts'
import type { Governor } from '../../codec/serving-governance.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { newId } from '../../runtime/secret.ts'
import { auditGovernance, inputDigest, useToken } from '../governed-task.ts'
import { type Governing, governingEdition, tokenAmong } from '../governors.ts'
import type { CallRecord, Stage } from './call-record.ts'

/** After the key was claimed: a repeat gets its stored answer, whatever became of its token meanwhile. */
export const govern: Stage = (call, next) => {
  const governing = call.server.governors.of(call.contractEdition.contract.id)
  return governing === undefined ? next() : governing.governor.then(opened => governed(call, governing, opened, next))
}

async function governed(
  call: CallRecord,
  governing: Governing,
  governor: Governor,
  next: () => Promise<RunResult>,
): Promise<RunResult> {
  const { principal, request, contractEdition } = call
  const { contract, edition } = contractEdition
  const body = argumentsOf(call)
  const sent = request.exchange.governance ?? tokenAmong(governing, body)
  const result = await governor.verify({
    operation: request.operation,
    edition: governingEdition(governing, { contract: contract.id, edition: edition.version }, body),
    token: sent,
    body,
    input: call.input,
    caller: principal,
    use: (scope, id, expiresAt) => use(call, scope, id, expiresAt),
  })
  if (result.kind === 'refused') {
    const { runtime, caller, durable } = call
    const { runId } = durable.journal
    await auditGovernance(runtime.store, { runId, at: runtime.now(), call: request, caller, code: result.code })
    return serverResult(result.fault)
  }
  call.governedInput = inputDigest(call.call.input)
  if (result.kind === 'accepted') {
    const { record, token = sent } = result
    const exchange = token === undefined ? request.exchange : { ...request.exchange, governance: token }
    call.request = { ...request, exchange, governed: record }
  }
  return next()
}

/**
 * What a token is compared with: the arguments as they were sent, those in the path and the query too, and as an approver
 * has changed them. Where the same name is in several places, what the operation gets is what counts.
 */
function argumentsOf({ sentBody, call }: CallRecord): JsonObject {
  const reading = sentBody?.json()
  const sent = reading?.ok && isObject(reading.value) ? reading.value : {}
  return isObject(call.input) ? { ...sent, ...call.input } : sent
}

/**
 * A repeat under the same idempotency key is the same use: of a key in one contract, for which the others have keys of their
 * own, and for as long as the key is known. Later, the key would be a new one, and the token an old one.
 */
function use(call: CallRecord, scope: readonly string[], id: string, expiresAt: number): Promise<boolean> {
  const { runtime, caller, request, policy } = call
  const { tenant, subject, account = '' } = caller
  const user = [tenant, subject, account, request.operation, policy.scope, request.idempotencyKey ?? newId('once')]
  const { store, keyTtlMs: repeatMs } = runtime
  return useToken({ store, now: runtime.now() }, { scope, id, expiresAt, user, repeatMs })
}
