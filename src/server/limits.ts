/** Rate limits and quotas of one process: a bucket a caller for bursts, a calendar count for quotas. */
import { type Fault, fault } from '../outcome/fault.ts'
import { CallerStates, maxCallers } from './caller-states.ts'

/** How many calls one caller may make per second. */
export interface Throttle {
  /** Calls a second, and how many may come at once. */
  perSecond: number
  burst?: number
}

/** How many calls one caller has per day or month. */
export interface Quota {
  limit: number
  per: 'day' | 'month'
  /** The zone whose midnight resets it: an offset such as `+09:00`, or a name such as `Europe/Berlin`. Default: UTC. */
  zone?: string
}

/** What is left, for the headers of the answer. */
export interface Remaining {
  limit: number
  remaining: number
  resetsAt: Date
}

/** Buckets of tokens, one a caller: each fills at a steady rate up to the burst. */
export class TokenBuckets {
  readonly #perSecond: number
  readonly #burst: number
  readonly #callers: CallerStates<{ tokens: number; at: number }>

  constructor({ perSecond, burst = perSecond }: Throttle, mostCallers = maxCallers) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#callers = new CallerStates(mostCallers)
  }

  /**
   * The bucket of a caller as it is now. `take` takes a token; call it only where there is one. `group`: who answers for
   * the caller, such as its tenant.
   */
  look(caller: string, now: number, group = caller): { tokens: number; waitMs: number; fullMs: number; take(): void } {
    const filled = ({ tokens, at }: { tokens: number; at: number }): number =>
      Math.min(this.#burst, tokens + (Math.max(0, now - at) / 1000) * this.#perSecond)
    const state = this.#callers.get(caller, {
      group,
      make: () => ({ tokens: this.#burst, at: now }),
      isAsNew: one => filled(one) === this.#burst,
    })
    state.tokens = filled(state)
    state.at = now
    const { tokens } = state
    return {
      tokens,
      waitMs: tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / this.#perSecond)) * 1000,
      fullMs: ((this.#burst - tokens) / this.#perSecond) * 1000,
      take: () => {
        state.tokens -= 1
      },
    }
  }
}

/**
 * A bucket a caller: undefined when the call may pass.
 *
 * @example
 * const perSecond = throttle({ perSecond: 10, burst: 50 })
 * const server = serve(agent, {
 *   limit: ({ address = '', now }) => {
 *     const refused = perSecond(address, now)
 *     return refused === undefined ? undefined : { refused }
 *   },
 * })
 */
export function throttle(options: Throttle): (caller: string, now: number) => Fault | undefined {
  const buckets = new TokenBuckets(options)
  return (caller, now) => {
    const bucket = buckets.look(caller, now)
    if (bucket.tokens < 1) {
      return fault('rate-limited', 'Too many requests a second.', { retryAfterMs: bucket.waitMs, began: false })
    }
    bucket.take()
    return undefined
  }
}

/**
 * A count a caller that starts again with each day or month of a zone.
 *
 * @example
 * const daily = quota({ limit: 1000, per: 'day', zone: '+09:00' })
 * const server = serve(agent, {
 *   limit: ({ principal, now }) => {
 *     const { refused } = daily(principal?.subject ?? '', now)
 *     return refused === undefined ? undefined : { refused }
 *   },
 * })
 */
export function quota({
  limit,
  per,
  zone = '+00:00',
}: Quota): (caller: string, now: number) => { refused?: Fault; remaining: Remaining } {
  const callers = new CallerStates<{ period: number; used: number }>()
  return (caller, now) => {
    const { start, end } = period(now, per, zone)
    const state = callers.get(caller, {
      group: caller,
      make: () => ({ period: start, used: 0 }),
      isAsNew: one => one.period !== start,
    })
    if (state.period !== start) Object.assign(state, { period: start, used: 0 })
    const resetsAt = new Date(end)
    if (state.used < limit) {
      state.used += 1
      return { remaining: { limit, remaining: limit - state.used, resetsAt } }
    }
    const retryAfterMs = Math.ceil((end - now) / 1000) * 1000
    const refused = fault('quota-exceeded', `The quota of the ${per} is used up.`, { retryAfterMs, began: false })
    return { refused, remaining: { limit, remaining: 0, resetsAt } }
  }
}

/** The instants between which a day or a month of a zone lies. */
export function period(now: number, per: 'day' | 'month', zone: string): { start: number; end: number } {
  const local = new Date(now + offsetMs(zone, now))
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  const start = per === 'day' ? Date.UTC(year, month, day) : Date.UTC(year, month, 1)
  const end = per === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)
  return { start: instantOf(start, zone), end: instantOf(end, zone) }
}

/** Whether a zone is known: an offset, or a name of the time zone database. */
export function isZone(zone: string): boolean {
  if (fixedOffset.test(zone)) return true
  try {
    return zonedFormat(zone) !== undefined
  } catch {
    return false
  }
}

/** When a clock of the zone shows this time. Twice, because the offset may change in between. */
function instantOf(local: number, zone: string): number {
  const guess = local - offsetMs(zone, local)
  return local - offsetMs(zone, guess)
}

const fixedOffset = /^([+-])(\d\d):(\d\d)$/

function offsetMs(zone: string, at: number): number {
  const [, sign, hours = '0', minutes = '0'] = fixedOffset.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const seconds = Math.floor(at / 1000) * 1000
  const parts = new Map(
    zonedFormat(zone)
      .formatToParts(seconds)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - seconds
}

/** Making one costs more than using it; there are few zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function zonedFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}
