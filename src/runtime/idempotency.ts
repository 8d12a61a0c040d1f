/** Idempotency: one key, one body, one execution; every repeat gets the stored answer in a new exchange. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Json } from '../lib/json-value.ts'
import { fault } from '../outcome/fault.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'

/** How a contract wants keys to be treated. */
export interface IdempotencyPolicy {
  /** Keys of one scope are compared with each other: what they stand for is read alike. */
  scope: string
  /** What a key may look like. */
  key: RegExp
  /** `success`: an error gives the key back. `final`: an error that a repeat cannot mend is stored too. */
  store: 'success' | 'final'
  /** A key whose time is over: told, or taken for a new one. */
  expired: 'refuse' | 'reuse'
  /** How much longer than its time a key is known, for clocks that differ. */
  graceMs: number
}

/** Where a contract has no words about keys. */
export const plainPolicy: IdempotencyPolicy = {
  scope: 'plain',
  key: /^[\x21-\x7e]{1,255}$/,
  store: 'final',
  expired: 'reuse',
  graceMs: 0,
}

/** AdCP 3.1: longer keys, success alone is stored, and a key that has expired, by a minute, is said to have. */
export const adcpPolicy: IdempotencyPolicy = {
  scope: 'adcp',
  key: /^[A-Za-z0-9_.:-]{16,255}$/,
  store: 'success',
  expired: 'refuse',
  graceMs: 60_000,
}

/** SHA-256 over the canonical form (RFC 8785) of what was asked. */
export function fingerprint(asked: Json): string {
  return createHash('sha256')
    .update(canonicalize(asked) ?? '')
    .digest('hex')
}

/** Whose key: a principal's, for one account and one operation. Hashed, so that no part can run into another. */
export function scopeOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Whether repeats of a key are told this outcome; otherwise the key is free again. */
export function isStored(outcome: Outcome, { store }: IdempotencyPolicy): boolean {
  switch (outcome.kind) {
    case 'completed':
    case 'pending':
    // Never guessed, and never tried again: whoever asks is told the same.
    case 'unknown':
      return true
    case 'failed':
      return store === 'final' && outcome.fault.began !== false && outcome.fault.recovery !== 'retry'
    case 'canceled':
    case 'paused':
      return false
  }
}

/** The answers of a claim that does not lead to a run. None of them tells anything of the stored call. */
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

/** How many new keys a tenant may use: a bucket a process. */
export class InsertLimit {
  readonly #perSecond: number
  readonly #burst: number
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor({ perSecond = 60, burst = 300 }: { perSecond?: number; burst?: number } = {}) {
    this.#perSecond = perSecond
    this.#burst = burst
  }

  /** Undefined when there is room; otherwise after how long there is. */
  take(tenant: string, now: number): number | undefined {
    const there = this.#buckets.get(tenant) ?? { tokens: this.#burst, at: now }
    const tokens = Math.min(this.#burst, there.tokens + (Math.max(0, now - there.at) / 1000) * this.#perSecond)
    // A bucket that is full again says nothing.
    if (this.#buckets.size > 10_000) this.#sweep(now)
    if (tokens < 1) {
      this.#buckets.set(tenant, { tokens, at: now })
      return Math.ceil(((1 - tokens) / this.#perSecond) * 1000)
    }
    this.#buckets.set(tenant, { tokens: tokens - 1, at: now })
    return undefined
  }

  #sweep(now: number): void {
    const full = (this.#burst / this.#perSecond) * 1000
    for (const [tenant, { at }] of this.#buckets) if (now - at > full) this.#buckets.delete(tenant)
  }
}
