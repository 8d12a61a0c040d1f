/**
 * The governance of tasks: an answer to a question, and an approver, may change what a call was allowed to do. So a run
 * whose input is another than the one that was checked is checked again, whatever it was changed by.
 */
import type { HandlerCall } from '../agent/run.ts'
import { isObject, type Json } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { auditLine } from '../runtime/audit.ts'
import { noteGoverned } from '../runtime/audit-call.ts'
import type { Caller } from '../runtime/caller.ts'
import { fingerprint, scopeOf } from '../runtime/idempotency.ts'
import type { TaskRun } from '../runtime/runtime.ts'
import { newId } from '../runtime/secret.ts'
import type { Store } from '../store/store.ts'
import { type Governors, governingEdition } from './governors.ts'

/** What is kept of an input that was checked. */
export function inputDigest(input: Json): string {
  try {
    return fingerprint(input)
  } catch {
    // It has no canonical form, such as one with half of a surrogate pair.
    return fingerprint(JSON.stringify(input))
  }
}

/** What governs the tasks of a process, and where it is noted. */
export interface GovernanceTools {
  readonly governors?: Governors | undefined
  readonly store: Pick<Store, 'do'>
  readonly now: () => number
}

/** What a run goes on with, or why it may not. `validated`: the input as the handler gets it. */
export async function governTask(
  { governors, store, now }: GovernanceTools,
  { id, call, caller, contract: ref, governedInput }: TaskRun,
  { requester }: Pick<HandlerCall, 'requester'>,
  validated: unknown,
): Promise<{ call: Call } | { fault: Fault }> {
  if (governedInput === undefined || inputDigest(call.input) === governedInput) return { call }
  const [contract = '', edition = ''] = ref.split('@')
  const governing = governors?.of(contract)
  // A worker without these settings cannot check it.
  if (governing === undefined) return { fault: notPermitted() }
  const body = isObject(call.input) ? call.input : {}
  const governor = await governing.governor
  const result = await governor.verifyAgain({
    operation: call.operation,
    edition: governingEdition(governing, { contract, edition }, body),
    body,
    input: validated,
    caller: requester,
    token: call.exchange.governance,
    record: call.governed,
    use: (scope, tokenId, expiresAt) => {
      const user = [caller.tenant, 'task', id]
      return useToken({ store, now: now() }, { scope, id: tokenId, expiresAt, user })
    },
  })
  if (result.kind === 'refused') {
    await auditGovernance(store, { runId: id, at: now(), call, caller, code: result.code })
    return { fault: result.fault }
  }
  if (result.kind === 'ungoverned') return { call }
  const { record: governed, token: governance = '' } = result
  const renewed = { ...call, governed, exchange: { ...call.exchange, governance } }
  await noteGoverned(store, { runId: id, at: now(), call: renewed, caller, governed })
  return { call: renewed }
}

/** Who uses a token. */
interface TokenUse {
  readonly scope: readonly string[]
  readonly id: string
  readonly expiresAt: number
  readonly user: readonly string[]
  /** For so long a use may be repeated. Default: for ever. */
  readonly repeatMs?: number
}

/** The id of a token belongs to the first who uses it, and to repeats of that use. */
export async function useToken(
  { store, now }: { store: Pick<Store, 'do'>; now: number },
  { scope, id, expiresAt, user, repeatMs = Number.POSITIVE_INFINITY }: TokenUse,
): Promise<boolean> {
  const claimed = await store.do('claim', {
    scope: scopeOf(['governance', ...scope]),
    key: scopeOf([id]),
    fingerprint: scopeOf(user),
    runId: newId('gov'),
    now,
    leaseUntil: now,
    expiresAt,
    expired: 'refuse',
    isSingleUse: true,
  })
  return claimed.kind === 'fresh' || (claimed.kind === 'done' && now - claimed.claimedAt <= repeatMs)
}

/** The code of a refusal is in the audit log alone: the caller does not learn which check failed. */
export async function auditGovernance(
  store: Pick<Store, 'do'>,
  { runId, at, call, caller, code }: { runId: string; at: number; call: Call; caller: Caller; code: string },
): Promise<void> {
  const { operation, exchange } = call
  const line = auditLine({
    tenant: caller.tenant,
    actor: caller.subject,
    action: 'call.governance-refused',
    subject: runId,
    at,
    detail: { operation, requestId: exchange.requestId ?? '', code },
  })
  await store.do('addAudit', line)
}

function notPermitted(): Fault {
  return fault('forbidden', 'The governance of the call cannot be checked here.', { began: false })
}
