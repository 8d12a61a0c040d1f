import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressKey } from './limits.ts'
import { keys, openValidated, type ValidatedCalls, v2Accept } from './validated-calls.ts'

let server: ValidatedCalls
beforeEach(async () => {
  server = await openValidated()
})
afterEach(() => server.close())

const path = '/v1/programs/search?tier=S'
const bogus = { 'x-api-key': 'bogus' }
const seconds = (at: string) => String(Date.parse(at) / 1000)

describe('without a key', () => {
  const anonymous = (from = '127.0.0.1', headers: Record<string, string> = v2Accept) =>
    server.call(path, { from, headers })

  test('three calls a day, and the headers count them down', async () => {
    const left: (string | undefined)[] = []
    for (let calls = 0; calls < 3; calls++) left.push((await anonymous()).headers['x-anon-quota-remaining'])
    expect(left).toEqual(['2', '1', '0'])
    const { status, headers, body } = await anonymous()
    expect([status, body.error.code, body.error.retryable]).toEqual([429, 'QUOTA_EXCEEDED', false])
    expect(body.error.developer_message).toBe('anonymous IP quota: 3/日 (reset 2026-05-11T00:00+09:00)')
    expect(headers).toMatchObject({
      'retry-after': String(12 * 3600),
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': seconds('2026-05-11T00:00:00+09:00'),
      'x-ratelimit-bucket': 'anonymous-day',
      'x-anon-quota-remaining': '0',
      'x-anon-quota-reset': '2026-05-11T00:00+09:00',
    })
  })

  test('the same in the legacy shape', async () => {
    for (let calls = 0; calls < 3; calls++) expect((await anonymous('127.0.0.1', {})).status).toBe(200)
    const { status, headers, body } = await anonymous('127.0.0.1', {})
    expect([status, body.error.code, headers['x-envelope-version']]).toEqual([429, 'cap_reached', 'v1'])
  })

  test('the count starts anew at midnight in Japan, not a second before', async () => {
    server.clock.at = Date.parse('2026-05-10T23:59:50+09:00')
    for (let calls = 0; calls < 3; calls++) await anonymous()
    server.clock.at = Date.parse('2026-05-10T23:59:59+09:00')
    const before = await anonymous()
    expect([before.status, before.headers['retry-after'], before.body.error.retry_after]).toEqual([429, '1', 1])
    server.clock.at = Date.parse('2026-05-11T00:00:00+09:00')
    const after = await anonymous()
    expect([after.status, after.headers['x-anon-quota-remaining']]).toEqual([200, '2'])
    server.clock.at = Date.parse('2026-05-11T00:00:01+09:00')
    expect((await anonymous()).headers['x-anon-quota-remaining']).toBe('1')
  })

  test('each address has its own', async () => {
    for (let calls = 0; calls < 4; calls++) await anonymous('127.0.0.1')
    expect((await anonymous('127.0.0.2')).headers['x-anon-quota-remaining']).toBe('2')
  })

  test('IPv6 counts by its network of 64 bits', async () => {
    const from = async (address: string) => {
      const response = await server.fetch(new Request(`http://programs.example${path}`), { address })
      return response.headers.get('x-anon-quota-remaining')
    }
    expect(await from('2001:db8:1:2::1')).toBe('2')
    expect(await from('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('1')
    expect(await from('2001:db8:1:3::1')).toBe('2')
    expect(await from('::ffff:192.0.2.1')).toBe('2')
    expect(await from('192.0.2.1')).toBe('1')
  })

  test('a key that nobody has counts as none, and is refused then', async () => {
    for (const left of ['2', '1', '0']) {
      const { status, headers, body } = await anonymous('127.0.0.9', { ...v2Accept, ...bogus })
      expect([status, body.error.code, headers['x-anon-quota-remaining']]).toEqual([401, 'UNAUTHORIZED', left])
      expect(headers['www-authenticate']).toContain('realm')
    }
    expect((await anonymous('127.0.0.9', { ...v2Accept, ...bogus })).body.error.code).toBe('QUOTA_EXCEEDED')
    expect((await anonymous('127.0.0.9')).body.error.code).toBe('QUOTA_EXCEEDED')
    expect((await server.ask(path)).status).toBe(200)
  })

  test('health is not counted, whatever key comes with it', async () => {
    for (let calls = 0; calls < 5; calls++) {
      const { status } = await server.call('/v1/am/health/deep', { headers: calls % 2 === 0 ? {} : bogus })
      expect(status).toBe(calls % 2 === 0 ? 200 : 401)
    }
    expect((await anonymous()).headers['x-anon-quota-remaining']).toBe('2')
  })
})

describe('with a key', () => {
  test('the cap of the month is the key’s own, and the month ends in Japan', async () => {
    const capped = () => server.ask(path, v2Accept, keys.capped)
    server.clock.at = Date.parse('2026-05-31T23:59:57+09:00')
    const first = await capped()
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': seconds('2026-06-01T00:00:00+09:00'),
      'x-ratelimit-bucket': 'key-month',
    })
    expect(first.headers['x-anon-quota-remaining']).toBeUndefined()
    await capped()
    server.clock.at = Date.parse('2026-05-31T23:59:59+09:00')
    const { status, body } = await capped()
    expect([status, body.error.code]).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(body.error.developer_message).toBe('monthly cap of the key: 2/月 (reset 2026-06-01T00:00+09:00)')
    expect((await server.ask(path)).status).toBe(200)
    server.clock.at = Date.parse('2026-06-01T00:00:00+09:00')
    expect((await capped()).headers['x-ratelimit-remaining']).toBe('1')
  })
})

test('too many a second are RATE_LIMITED, told alike in header and body, and cost nothing of the quota', async () => {
  const perSecond = { anonymous: { perSecond: 1, burst: 2 }, key: { perSecond: 2, burst: 3 } }
  const strict = await openValidated({ limits: { perSecond } })
  for (const [calls, headers] of [
    [2, {}],
    [3, { 'x-api-key': keys.plain }],
  ] as const) {
    for (let done = 0; done < calls; done++) expect((await strict.call(path, { headers })).status).toBe(200)
    const { status, headers: told, body } = await strict.call(path, { headers: { ...headers, ...v2Accept } })
    expect([status, body.error.code, body.error.retryable]).toEqual([429, 'RATE_LIMITED', true])
    expect([told['retry-after'], body.error.retry_after]).toEqual(['1', 1])
    expect(told).toMatchObject({ 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': String(calls) })
    const old = await strict.call(path, { headers })
    expect([old.status, old.headers['retry-after'], old.body.error.retry_after]).toEqual([429, '1', 1])
  }
  strict.clock.at += 1000
  expect((await strict.call(path)).headers['x-anon-quota-remaining']).toBe('0')
  await strict.close()
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:00a0:1:2:3:4', '2001:db8:0:a0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4::', '1:2:3:4::/64'],
  [undefined, 'unknown'],
])('%s stands for %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
