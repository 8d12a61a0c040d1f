/** How much a caller may ask: so many calls a second, so many a day without a key, so many a month with one. */
import { isIPv6 } from 'node:net'
import {
  quota,
  type RateLimitInput,
  type RateLimitResult,
  type Remaining,
  type Throttle,
  throttle,
} from '../../src/server/index.ts'

export interface LimitOptions {
  /** Calls a day and address without a key. */
  anonymousPerDay?: number
  /** Calls a month that a customer set for a key, by the subject of the key; 10,000 unless set. */
  monthlyCaps?: ReadonlyMap<string, number>
  perSecond?: { anonymous: Throttle; key: Throttle }
}

/** Operations that anybody may call as often as they like. */
const uncounted = new Set(['deepHealth'])

const japan = '+09:00'
const burst = {
  anonymous: { perSecond: 1, burst: 5 },
  key: { perSecond: 10, burst: 20 },
}

type Count = ReturnType<typeof quota>

/** The limit that `serve` asks before each call; one with a bad key counts as anonymous and is then refused. */
export function limits({ anonymousPerDay = 3, monthlyCaps = new Map(), perSecond = burst }: LimitOptions = {}) {
  const throttles = { anonymous: throttle(perSecond.anonymous), key: throttle(perSecond.key) }
  const daily = quota({ limit: anonymousPerDay, per: 'day', zone: japan })
  const monthly = new Map<number, Count>()
  const monthlyFor = (cap: number): Count => {
    const count = monthly.get(cap) ?? quota({ limit: cap, per: 'month', zone: japan })
    monthly.set(cap, count)
    return count
  }

  return ({ principal, address, operation, now }: RateLimitInput): RateLimitResult | undefined => {
    if (uncounted.has(operation)) return undefined
    const known = principal !== undefined
    const kind = known ? 'key' : 'anonymous'
    const caller = known ? principal.subject : addressKey(address)
    const tooFast = throttles[kind](caller, now)
    if (tooFast !== undefined) {
      const { perSecond: rate, burst: limit = rate } = perSecond[kind]
      const resetsAt = new Date(now + (tooFast.retryAfterMs ?? 0))
      const headers = headersOf({ limit, remaining: 0, resetsAt }, `${kind}-second`)
      return { refused: { ...tooFast, detail: `${kind} throttle: ${rate}/s` }, headers }
    }
    const cap = known ? (monthlyCaps.get(caller) ?? 10_000) : anonymousPerDay
    const { refused, remaining } = (known ? monthlyFor(cap) : daily)(caller, now)
    const headers = known ? headersOf(remaining, 'key-month') : anonymousHeaders(remaining)
    if (refused !== undefined) {
      const what = known ? `monthly cap of the key: ${cap}/月` : `anonymous IP quota: ${cap}/日`
      const detail = `${what} (reset ${inJapan(remaining.resetsAt)})`
      return { refused: { ...refused, detail }, headers }
    }
    return { headers }
  }
}

function headersOf({ limit, remaining, resetsAt }: Remaining, bucket: string): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetsAt.getTime() / 1000)),
    'x-ratelimit-bucket': bucket,
  }
}

function anonymousHeaders(left: Remaining): Record<string, string> {
  return {
    ...headersOf(left, 'anonymous-day'),
    'x-anon-quota-remaining': String(left.remaining),
    'x-anon-quota-reset': inJapan(left.resetsAt),
  }
}

/** `2026-05-01T00:00+09:00`. */
function inJapan(at: Date): string {
  return `${new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 16)}${japan}`
}

/** Whom an address stands for: IPv4 (mapped or not) for itself, IPv6 for its network of 64 bits. */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return `${[...before, ...middle, ...after]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
