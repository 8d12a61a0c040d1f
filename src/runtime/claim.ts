/** Claiming a key: the first call runs, every other is told what became of it. */
import { fault } from '../outcome/fault.ts'
import { failed } from '../outcome/outcome.ts'
import type { ClaimFence } from '../store/operations/fence.ts'
import { processId } from '../store/process-lock.ts'
import { fromBytes } from './bytes.ts'
import type { Conduct } from './conduct.ts'
import { claimFaults, fingerprint, scopeOf } from './idempotency.ts'
import { Lease } from './lease.ts'
import { patienceMs, persist } from './persist.ts'
import type { Ran, Runtime } from './runtime.ts'
import type { StoredAnswer } from './tasks.ts'

export interface HeldClaim extends ClaimFence {
  lease: Lease
}

export interface Claiming extends Pick<Conduct, 'call' | 'caller' | 'policy' | 'material'> {
  key: string
  /** The run that executes, if this claim is the first. */
  runId: string
  /** Another has taken over. */
  onLost(): void
}

/** An answer that ends the call, or the claim under which it runs. */
export type Claimed = { told: Ran } | { claim: HeldClaim; isTakenOver: boolean }

export async function claimKey(runtime: Runtime, claiming: Claiming): Promise<Claimed> {
  const { store, now, leaseMs, keyTtlMs, inserted, onNewKey } = runtime
  const { key, runId, call, caller, policy, material, onLost } = claiming
  const scope = scopeOf([caller.tenant, caller.subject, caller.account ?? '', call.operation, policy.scope])
  const began = now()
  const leaseUntil = began + leaseMs
  const claimed = await persist(
    store,
    'claim',
    {
      scope,
      key,
      fingerprint: fingerprint(material ?? { input: call.input }),
      runId,
      now: began,
      leaseUntil,
      expiresAt: began + keyTtlMs + policy.graceMs,
      expired: policy.expired,
      process: processId,
    },
    // Nothing has begun: whoever waits is told soon.
    () => now() < began + patienceMs(leaseMs),
  )
  if (claimed.kind === 'done') return { told: replayed(fromBytes<StoredAnswer>(claimed.answer)) }
  if (!('epoch' in claimed)) return { told: { outcome: claimFaults[claimed.kind], exchange: {} } }
  const fence = { scope, key, runId: claimed.runId, epoch: claimed.epoch }
  const isTakenOver = claimed.kind === 'taken-over'
  const wait = isTakenOver ? undefined : inserted.take(policy.rate, caller, now())
  if (!isTakenOver) onNewKey?.({ rate: policy.rate.name, isRefused: wait !== undefined })
  if (wait !== undefined) {
    await store.do('releaseClaim', fence)
    const slower = fault('rate-limited', 'Too many new idempotency keys.', { retryAfterMs: wait, began: false })
    return { told: { outcome: failed(slower), exchange: {} } }
  }
  const renew = async (until: number) => {
    await store.do('renewClaim', { ...fence, leaseUntil: until })
    return undefined
  }
  const lease = new Lease({ leaseMs, until: leaseUntil, now, renew, onLost, onCancel() {} })
  return { claim: { ...fence, lease }, isTakenOver }
}

/** A stored answer once more: what the first took and cost is not taken and not billed again. */
function replayed({ exchange: { durationMs: _, billing, ...kept }, ...answer }: StoredAnswer): Ran {
  return { ...answer, exchange: { ...kept, ...(billing && { billing: { ...billing, units: 0 } }), replayed: true } }
}
