/**
 * Rates and quotas that processes share. Each takes a slice of what is left of a limit, serves calls from it without a
 * question, and asks for more before it is used up. What is not used goes back.
 */
import { hash } from 'node:crypto'
import type { SliceGrant } from '../../store/operations/take-slices.ts'
import { processId } from '../../store/process-id.ts'
import { type Holding, holdingOf, type SliceSpec, startOver, type TakenCall } from './holding.ts'
import type { StoreLink } from './store-link.ts'

/** Unused calls of a quota are kept so long for a process that does not renew them. */
const leaseMs = 15_000
/** How often unused slices are looked for, and those in use are renewed. */
const sweepMs = leaseMs / 3
/** Others may give something back: a limit that is used up is asked for again. */
const recheckMs = 1000
/** Limits of callers that are held at once; the one that was used longest ago goes first. */
const mostHoldings = 100_000
/** So many travel together. */
const batchSize = 100

export class SliceHolder {
  readonly #link: StoreLink
  readonly #holder = crypto.randomUUID()
  readonly #holdings = new Map<string, Holding>()
  #queue: Holding[] = []
  #asking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(link: StoreLink) {
    this.#link = link
  }

  /** Takes one call. At once from what is held; otherwise it waits for the store. */
  take(spec: SliceSpec): TakenCall | Promise<TakenCall> {
    this.#timer ??= setInterval(() => this.#sweep(), sweepMs).unref()
    const holding = this.#find(spec)
    holding.isInUse = true
    const now = this.#link.now()
    const isOurs = spec.kind === 'rate' || now < holding.leaseUntil || this.#link.isAway
    if (holding.left >= 1 && isOurs) {
      const taken = this.#takeHeld(holding)
      // A slice of one call is held for nobody: such a limit asks for each call, and is exact.
      const isLow = spec.slice > 1 && holding.left * 2 <= spec.slice
      if (isLow && now >= holding.refusedUntil && !this.#link.isAway) this.#ask(holding)
      return taken
    }
    if (now < holding.refusedUntil) return refused(holding, now)
    if (this.#link.isAway) return away
    const { promise, resolve } = Promise.withResolvers<TakenCall>()
    holding.waiting.push(resolve)
    this.#ask(holding)
    return promise
  }

  /** Gives back what is held. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const holding of this.#holdings.values()) this.#return(holding)
    this.#holdings.clear()
    await this.#asking
  }

  #find(spec: SliceSpec): Holding {
    const holding = this.#holdings.get(spec.key) ?? holdingOf(spec)
    // The one that was used last is the last.
    this.#holdings.delete(spec.key)
    this.#holdings.set(spec.key, holding)
    if (this.#holdings.size > mostHoldings) {
      const [key = '', oldest] = this.#holdings.entries().next().value ?? []
      this.#holdings.delete(key)
      if (oldest !== undefined) this.#return(oldest)
    }
    if (spec.kind === 'quota' && holding.spec.kind === 'quota' && spec.period > holding.spec.period) startOver(holding)
    holding.spec = spec
    return holding
  }

  #takeHeld(holding: Holding): TakenCall {
    const { turn } = holding
    holding.left -= 1
    holding.used += 1
    return {
      state: 'taken',
      remaining: holding.left + holding.free,
      waitMs: 0,
      giveBack() {
        if (holding.turn !== turn) return
        holding.left += 1
        holding.used -= 1
      },
    }
  }

  #ask(holding: Holding): void {
    if (holding.isAsked) return
    holding.isAsked = true
    this.#queue.push(holding)
    this.#asking ??= this.#askAll().finally(() => {
      this.#asking = undefined
    })
  }

  #return(holding: Holding): void {
    if (holding.left === 0 && holding.used === 0) return
    holding.isReturned = true
    this.#ask(holding)
  }

  async #askAll(): Promise<void> {
    // What one turn of the event loop asks for travels together.
    await Promise.resolve()
    while (this.#queue.length > 0) await this.#exchange(this.#queue.splice(0, batchSize))
  }

  async #exchange(holdings: readonly Holding[]): Promise<void> {
    const now = this.#link.now()
    const sent = holdings.map(sentOf)
    const leaseUntil = now + leaseMs
    try {
      const slices = sent.map(one => one.slice)
      const input = { holder: this.#holder, process: processId(), slices, now, leaseUntil }
      const grants = await this.#link.do('takeSlices', input)
      for (const [at, one] of sent.entries()) settle(one, grants[at], leaseUntil)
    } catch {
      for (const { holding, returned, used, turn } of sent) {
        // Whether it was counted is not known: it is reported again, so that rather too much is counted than too little.
        if (holding.turn === turn) Object.assign(holding, { left: holding.left + returned, used: holding.used + used })
      }
    }
    for (const { holding, turn } of sent) this.#answer(holding, turn)
  }

  /** Answers those who wait, and asks once more for those who came meanwhile. */
  #answer(holding: Holding, turn: number): void {
    const { waiting, isReturned } = holding
    Object.assign(holding, { waiting: [], isAsked: false, isReturned: false })
    const now = this.#link.now()
    const isAnswered = !isReturned && holding.turn === turn && holding.free === 0
    for (const resolve of waiting) {
      if (holding.left >= 1) resolve(this.#takeHeld(holding))
      else if (this.#link.isAway) resolve(away)
      else if (isAnswered) resolve(refused(holding, now))
      else holding.waiting.push(resolve)
    }
    if (holding.waiting.length > 0) this.#ask(holding)
  }

  /** Slices in use are renewed; those that nobody used since the last time go back. */
  #sweep(): void {
    const now = this.#link.now()
    for (const [key, holding] of this.#holdings) {
      if (holding.isInUse) {
        holding.isInUse = false
        if (holding.spec.kind === 'quota' && holding.used + holding.left > 0) this.#ask(holding)
      } else if (holding.left !== 0 || holding.used !== 0) this.#return(holding)
      else if (!holding.isAsked && now >= holding.refusedUntil) this.#holdings.delete(key)
    }
  }
}

const away: TakenCall = { state: 'away', remaining: 0, waitMs: 0, giveBack() {} }

function refused({ waitUntil }: Holding, now: number): TakenCall {
  return { state: 'refused', remaining: 0, waitMs: Math.max(0, waitUntil - now), giveBack() {} }
}

/** What is asked for one limit, and what has to be put back if there is no answer. */
function sentOf(holding: Holding) {
  const { spec, turn, isReturned, used, waiting } = holding
  const returned = isReturned ? holding.left : 0
  holding.left -= returned
  holding.used = 0
  const want = isReturned ? 0 : Math.max(0, spec.slice - holding.left, waiting.length)
  const key = hash('sha256', spec.key, 'base64url')
  const { kind } = spec
  const slice =
    kind === 'quota'
      ? { kind, key, period: spec.period, expiresAt: spec.expiresAt, limit: spec.limit, used, held: holding.left, want }
      : { kind, key, intervalNs: spec.intervalNs, burst: spec.burst, want, back: returned }
  return { holding, turn, used, returned, slice }
}

function settle({ holding, turn }: ReturnType<typeof sentOf>, grant: SliceGrant | undefined, leaseUntil: number): void {
  // The period is over: the answer was about the one before.
  if (grant === undefined || holding.turn !== turn) return
  const now = leaseUntil - leaseMs
  holding.left += grant.granted
  holding.free = grant.left
  holding.leaseUntil = leaseUntil
  holding.waitUntil = now + grant.waitMs
  holding.refusedUntil = grant.left > 0 || grant.granted > 0 ? 0 : now + Math.min(grant.waitMs, recheckMs)
}
