import { describe, expect, test } from 'vitest'
import { isZone, period, quota, throttle } from './limits.ts'

describe('a throttle', () => {
  test('lets a burst pass, then so many a second, a caller each', () => {
    const limit = throttle({ perSecond: 1, burst: 2 })
    expect([limit('a', 0), limit('a', 0)]).toEqual([undefined, undefined])
    expect(limit('a', 0)).toMatchObject({ category: 'rate-limited', retryAfterMs: 1000, began: false })
    expect(limit('b', 0)).toBeUndefined()
    expect(limit('a', 1000)).toBeUndefined()
    expect(limit('a', 1500)).toMatchObject({ retryAfterMs: 1000 })
  })
})

describe('a quota', () => {
  const at = (text: string) => Date.parse(text)

  test('starts anew at midnight of its zone', () => {
    const limit = quota({ limit: 1, per: 'day', zone: '+09:00' })
    expect(limit('a', at('2026-05-01T23:59:58+09:00')).refused).toBeUndefined()
    expect(limit('a', at('2026-05-01T23:59:59+09:00'))).toMatchObject({
      refused: { category: 'quota-exceeded', retryAfterMs: 1000 },
      remaining: { limit: 1, remaining: 0, resetsAt: new Date('2026-05-02T00:00:00+09:00') },
    })
    expect(limit('a', at('2026-05-02T00:00:00+09:00')).refused).toBeUndefined()
  })

  test('of a month ends with the month', () => {
    expect(period(at('2026-12-31T20:00:00Z'), 'month', '+09:00')).toEqual({
      start: at('2027-01-01T00:00:00+09:00'),
      end: at('2027-02-01T00:00:00+09:00'),
    })
    expect(period(at('2026-02-10T00:00:00Z'), 'month', '-05:00')).toEqual({
      start: at('2026-02-01T00:00:00-05:00'),
      end: at('2026-03-01T00:00:00-05:00'),
    })
  })

  test.each([
    ['2026-03-29T12:00:00Z', 'day', 'Europe/Berlin', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
    ['2026-10-25T12:00:00Z', 'day', 'Europe/Berlin', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
    ['2026-10-31T22:59:59Z', 'month', 'Europe/Berlin', '2026-10-01T00:00:00+02:00', '2026-11-01T00:00:00+01:00'],
    ['2026-07-01T14:00:00Z', 'day', 'Asia/Kathmandu', '2026-07-01T00:00:00+05:45', '2026-07-02T00:00:00+05:45'],
    ['2026-07-01T03:59:59Z', 'day', 'America/New_York', '2026-06-30T00:00:00-04:00', '2026-07-01T00:00:00-04:00'],
  ] as const)('%s is in the %s of %s', (now, per, zone, start, end) => {
    expect(period(at(now), per, zone)).toEqual({ start: at(start), end: at(end) })
  })

  test('knows offsets and names of zones', () => {
    expect(['+09:00', 'Europe/Berlin', 'UTC', 'Mars/Base', '9', ''].map(isZone)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ])
  })
})
