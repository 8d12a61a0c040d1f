/** Idempotency: one key, one body, one execution; every repeat gets the stored answer in a new exchange. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Json } from '../lib/json-value.ts'
import { fault } from '../outcome/fault.ts'
import type { KeyPolicy, KeyRate } from '../outcome/key-policy.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import type { Caller } from './caller.ts'

/** Settings that replace figures of rates, by the names of the rates. */
export type KeyRateSettings = Readonly<Record<string, Partial<KeyRate>>>

/** For contracts that say nothing about keys. */
export const plainPolicy: KeyPolicy = {
  scope: 'plain',
  key: /^[\x21-\x7e]{1,255}$/,
  store: 'final',
  expired: 'reuse',
  graceMs: 0,
  rate: { name: 'others', perSecond: 1000, burst: 5000 },
}

/** SHA-256 over the canonical form (RFC 8785) of what was asked. */
export function fingerprint(request: Json): string {
  return createHash('sha256')
    .update(canonicalize(request) ?? '')
    .digest('hex')
}

/** Whose key: a principal's, for one account and one operation. Hashed, so that no part can run into another. */
export function scopeOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Whether repeats of a key get this outcome; otherwise the key is free again. */
export function isStored(outcome: Outcome, { store }: KeyPolicy): boolean {
  switch (outcome.kind) {
    case 'completed':
    case 'pending':
    // Never guessed, and never tried again: every caller gets the same answer.
    case 'unknown':
      return true
    case 'failed':
      return store === 'final' && outcome.fault.began !== false && outcome.fault.recovery !== 'retry'
    case 'canceled':
    case 'paused':
      return false
  }
}

/** The answers of a claim that does not lead to a run. None of them shows anything of the stored call. */
export const claimFaults = {
  conflict: failed(
    fault('conflict', 'This idempotency key was used for another request.', {
      code: 'IDEMPOTENCY_CONFLICT',
      began: false,
    }),
  ),
  'in-flight': failed(
    fault('conflict', 'A request with this idempotency key is being worked on.', {
      code: 'IDEMPOTENCY_IN_FLIGHT',
      recovery: 'retry',
      retryAfterMs: 1000,
      began: false,
    }),
  ),
  expired: failed(
    fault('conflict', 'The time of this idempotency key is over.', { code: 'IDEMPOTENCY_EXPIRED', began: false }),
  ),
} as const satisfies Record<string, Outcome>

/** More callers than this are not remembered: the one that was counted longest ago starts again. */
const maxCallers = 10_000

/** Counts the new keys of each caller: a bucket per rate and caller, in this process. */
export class InsertLimit {
  readonly #settings: KeyRateSettings
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(settings: KeyRateSettings = {}) {
    this.#settings = settings
  }

  /** Undefined when the key may be used; otherwise after how many milliseconds it may. */
  take(rate: KeyPolicy['rate'], { tenant, subject, account = '' }: Caller, now: number): number | undefined {
    const { perSecond, burst } = { ...rate, ...this.#settings[rate.name] }
    const id = JSON.stringify([rate.name, tenant, subject, account])
    const before = this.#buckets.get(id) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, before.tokens + (Math.max(0, now - before.at) / 1000) * perSecond)
    const isFree = tokens >= 1
    // Deleted first, so that the callers of long ago come first in the map.
    this.#buckets.delete(id)
    this.#buckets.set(id, { tokens: isFree ? tokens - 1 : tokens, at: now })
    if (this.#buckets.size > maxCallers) this.#buckets.delete(this.#buckets.keys().next().value as string)
    return isFree ? undefined : Math.ceil(((1 - tokens) / perSecond) * 1000)
  }
}
