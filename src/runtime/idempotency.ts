/** Idempotency: one key, one body, one execution; every repeat gets the stored answer in a new exchange. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Json } from '../lib/json-value.ts'
import { fault } from '../outcome/fault.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import type { Caller } from './caller.ts'

/** How many new keys one caller may use: a second on average, and at once. */
export interface KeyRate {
  perSecond: number
  burst: number
}

/** AdCP 3.1 suggests 60 a second for each agent and account, 300 at once. Other contracts name no figure. */
export const keyRates = {
  adcp: { perSecond: 60, burst: 300 },
  others: { perSecond: 1000, burst: 5000 },
} as const satisfies Record<string, KeyRate>

/** A row of `keyRates`. */
export type KeyRateName = keyof typeof keyRates

/** Settings that replace figures of `keyRates`. */
export type KeyRateSettings = { readonly [name in KeyRateName]?: Partial<KeyRate> }

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
  /** Which rate new keys are counted by. */
  rate: KeyRateName
}

/** Where a contract has no words about keys. */
export const plainPolicy: IdempotencyPolicy = {
  scope: 'plain',
  key: /^[\x21-\x7e]{1,255}$/,
  store: 'final',
  expired: 'reuse',
  graceMs: 0,
  rate: 'others',
}

/** AdCP 3.1: longer keys, success alone is stored, and a key that has expired, by a minute, is said to have. */
export const adcpPolicy: IdempotencyPolicy = {
  scope: 'adcp',
  key: /^[A-Za-z0-9_.:-]{16,255}$/,
  store: 'success',
  expired: 'refuse',
  graceMs: 60_000,
  rate: 'adcp',
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

/** More callers than this are not remembered: the one that was counted longest ago starts anew. */
const maxCallers = 10_000

/** Counts the new keys of each caller: a bucket per rate and caller, in this process. */
export class InsertLimit {
  readonly #settings: KeyRateSettings
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(settings: KeyRateSettings = {}) {
    this.#settings = settings
  }

  /** Undefined when the key may be used; otherwise after how many milliseconds it may. */
  take(name: KeyRateName, { tenant, subject, account = '' }: Caller, now: number): number | undefined {
    const { perSecond, burst } = { ...keyRates[name], ...this.#settings[name] }
    const id = JSON.stringify([name, tenant, subject, account])
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
