/** Rate limits and quotas of one process: a bucket a caller for bursts, a calendar count for quotas. */
import { type Fault, fault } from '../outcome/fault.ts'

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
  /** Offset of the zone whose midnight resets it, such as `+09:00`. */
  zone?: string
}

/** What is left, for the headers of the answer. */
export interface Remaining {
  limit: number
  remaining: number
  resetsAt: Date
}

const maxCallers = 100_000

/** Counts per caller. The oldest caller is forgotten when there are too many. */
function remembered<T>(): { get(key: string, make: () => T): T } {
  const states = new Map<string, T>()
  return {
    get(key, make) {
      const state = states.get(key) ?? make()
      states.delete(key)
      states.set(key, state)
      if (states.size > maxCallers) states.delete(states.keys().next().value as string)
      return state
    },
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
export function throttle({
  perSecond,
  burst = perSecond,
}: Throttle): (caller: string, now: number) => Fault | undefined {
  const callers = remembered<{ tokens: number; at: number }>()
  return (caller, now) => {
    const state = callers.get(caller, () => ({ tokens: burst, at: now }))
    state.tokens = Math.min(burst, state.tokens + (Math.max(0, now - state.at) / 1000) * perSecond)
    state.at = now
    if (state.tokens >= 1) {
      state.tokens -= 1
      return undefined
    }
    const waitMs = Math.max(1, Math.ceil((1 - state.tokens) / perSecond)) * 1000
    return fault('rate-limited', 'Too many requests a second.', { retryAfterMs: waitMs, began: false })
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
  const callers = remembered<{ period: number; used: number }>()
  return (caller, now) => {
    const { start, end } = period(now, per, zone)
    const state = callers.get(caller, () => ({ period: start, used: 0 }))
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
  const offset = offsetMs(zone)
  const local = new Date(now + offset)
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  const start = per === 'day' ? Date.UTC(year, month, day) : Date.UTC(year, month, 1)
  const end = per === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)
  return { start: start - offset, end: end - offset }
}

function offsetMs(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
