/** Claiming a key: the first call runs, every other gets what became of it. */
import { fault } from '../outcome/fault.ts'
import { failed } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { ClaimFence } from '../store/operations/fence.ts'
import { processId } from '../store/process-id.ts'
import { toBytes } from './bytes.ts'
import { type DurableCall, isKeyed, type Next } from './durable-call.ts'
import { claimFaults, fingerprint, isStored, scopeOf } from './idempotency.ts'
import { Lease } from './lease.ts'
import { patienceMs, persist } from './persist.ts'
import { storedAnswer } from './stored-answer.ts'
import type { StoredAnswer } from './tasks.ts'

export interface HeldClaim extends ClaimFence {
  lease: Lease
}

/** Claims the key of a call: its stored answer, or its turn to run. Without a key it runs as it is. */
export function claimKey(call: DurableCall, next: Next): Promise<RunResult> {
  const { idempotencyKey: key } = call.request
  return key === undefined || !isKeyed(call) ? next() : claimed(call, key, next)
}

async function claimed(call: DurableCall, key: string, next: Next): Promise<RunResult> {
  const { policy, durable } = call
  try {
    const replay = await take(call, key)
    if (replay !== undefined) {
      durable.isSettled = true
      return replay
    }
    const result = await next()
    if (durable.isSettled) return result
    if (isStored(result.outcome, policy)) await keep(call, result)
    else await release(call)
    return result
  } finally {
    if (!durable.goesOn) durable.claim?.lease.stop()
  }
}

/** Claims the key. A result ends the call; none lets it run. */
async function take(call: DurableCall, key: string): Promise<RunResult | undefined> {
  const { runtime, durable } = call
  const taken = await claimIn(call, key)
  if ('answer' in taken) return taken.answer
  const { lease, ...fence } = taken.claim
  const { store } = runtime
  durable.claim = taken.claim
  durable.epoch = fence.epoch
  const journal = taken.isTakenOver ? durable.takeOver(fence.runId) : durable.journal
  if (taken.isTakenOver) journal.recall(await store.do('loadSteps', { runId: fence.runId }), 0)
  journal.openWrites({ store, fence: { claim: fence }, epoch: fence.epoch, lease, logged: 0 })
  return undefined
}

/** A result as it is kept under the key of its call; undefined without a key. */
export function claimAnswer({ runtime, durable, policy }: DurableCall, { outcome, author, exchange }: RunResult) {
  if (durable.claim === undefined) return undefined
  const { lease: _, ...fence } = durable.claim
  const { now, keyTtlMs } = runtime
  const answer: StoredAnswer = { outcome, ...(author && { author }), exchange }
  return { ...fence, answer: toBytes(answer), expiresAt: now() + keyTtlMs + policy.graceMs }
}

async function keep(call: DurableCall, result: RunResult): Promise<void> {
  const finished = claimAnswer(call, result)
  const lease = call.durable.claim?.lease
  if (finished === undefined || lease === undefined) return
  await persist(call.runtime.store, 'finishClaim', finished, () => lease.holds())
}

async function release({ runtime, durable }: DurableCall): Promise<void> {
  if (durable.claim === undefined) return
  const { lease, ...fence } = durable.claim
  await persist(runtime.store, 'releaseClaim', fence, () => lease.holds())
}

/** An answer that ends the call, or the claim under which it runs. */
type ClaimResult = { answer: RunResult } | { claim: HeldClaim; isTakenOver: boolean }

async function claimIn(claiming: DurableCall, key: string): Promise<ClaimResult> {
  const { runtime, durable, request: call, caller, policy, material } = claiming
  const { store, now, leaseMs, keyTtlMs, inserted, onNewKey } = runtime
  const { runId } = durable.journal
  const onLost = () => durable.stopOf(claiming).stop(claimFaults['in-flight'])
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
      process: processId(),
    },
    // Nothing has begun: the caller is answered soon.
    () => now() < began + patienceMs(leaseMs),
  )
  if (claimed.kind === 'done') return { answer: replayed(storedAnswer(claimed.answer)) }
  if (!('epoch' in claimed)) return { answer: { outcome: claimFaults[claimed.kind], author: 'server', exchange: {} } }
  const fence = { scope, key, runId: claimed.runId, epoch: claimed.epoch }
  const isTakenOver = claimed.kind === 'taken-over'
  const wait = isTakenOver ? undefined : inserted.take(policy.rate, caller, now())
  if (!isTakenOver) onNewKey?.({ rate: policy.rate.name, isRefused: wait !== undefined })
  if (wait !== undefined) {
    await store.do('releaseClaim', fence)
    const slower = fault('rate-limited', 'Too many new idempotency keys.', { retryAfterMs: wait, began: false })
    return { answer: { outcome: failed(slower), author: 'server', exchange: {} } }
  }
  const renew = async (until: number) => {
    await store.do('renewClaim', { ...fence, leaseUntil: until })
    return undefined
  }
  const lease = new Lease({ leaseMs, until: leaseUntil, now, renew, onLost, onCancel() {} })
  return { claim: { ...fence, lease }, isTakenOver }
}

/** A stored answer once more: what the first took and cost is not taken and not billed again. */
function replayed({ outcome, author, exchange: { durationMs: _, billing, ...kept } }: StoredAnswer): RunResult {
  return {
    outcome,
    ...(author && { author }),
    exchange: { ...kept, ...(billing && { billing: { ...billing, units: 0 } }), replayed: true },
  }
}
