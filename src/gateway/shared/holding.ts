/** What a process holds of one limit of one caller. */

/** So many calls from the beginning of a period until its end. */
export interface QuotaSpec {
  readonly kind: 'quota'
  /** Which limit, and whose. */
  readonly key: string
  readonly limit: number
  readonly period: number
  readonly expiresAt: number
  /** How many calls a process takes at once. */
  readonly slice: number
}

/** One call after each interval, and a burst at once. */
export interface RateSpec {
  readonly kind: 'rate'
  readonly key: string
  readonly intervalNs: number
  readonly burst: number
  readonly slice: number
}

export type SliceSpec = QuotaSpec | RateSpec

/** What came of one call. */
export interface TakenCall {
  /** `away`: the store does not answer, and nothing is held. */
  readonly state: 'taken' | 'refused' | 'away'
  /** What is left, as far as this process knows. */
  readonly remaining: number
  /** When to come again, if it was refused. */
  readonly waitMs: number
  /** The call was not made after all. */
  giveBack(): void
}

export interface Holding {
  spec: SliceSpec
  /** Calls that may be served without a question. */
  left: number
  /** Calls that were served and not reported. */
  used: number
  /** What the store had for everybody when it was last asked. */
  free: number
  leaseUntil: number
  /** Until then the store is not asked: nothing is left. */
  refusedUntil: number
  /** When one more call will be possible. */
  waitUntil: number
  /** A question about it is under way. */
  isAsked: boolean
  /** With the next question, everything goes back. */
  isReturned: boolean
  /** It was used since this was last looked at. */
  isInUse: boolean
  /** Calls that wait for an answer. */
  waiting: ((taken: TakenCall) => void)[]
  /** Raised when a new period begins: what belongs to the one before counts no more. */
  turn: number
}

export function holdingOf(spec: SliceSpec): Holding {
  return {
    ...{ spec, left: 0, used: 0, free: 0, leaseUntil: 0, refusedUntil: 0, waitUntil: 0 },
    ...{ isAsked: false, isReturned: false, isInUse: true, waiting: [], turn: 0 },
  }
}

export function startOver(holding: Holding): void {
  Object.assign(holding, { left: 0, used: 0, free: 0, leaseUntil: 0, refusedUntil: 0, waitUntil: 0 })
  holding.turn += 1
}
