import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { route } from '../kit.ts'
import { bearer, counted, guarded, plugin, withSecret } from './kit.ts'

const base = Date.parse('2026-11-18T12:00:00Z')

describe('rate-limit', () => {
  test('lets a burst pass for each tenant, then refuses with Retry-After and the RateLimit headers', async () => {
    let at = base
    const limits = [{ by: 'tenant', requests: 2, per: '10s' }]
    const caller = await guarded({ plugins: [withSecret, plugin('rate-limit', { limits })], now: () => at })
    const as = async (tenant_id: string) => caller.call(await bearer({ tenant_id }, base / 1000 + 3600))
    const first = await as('acme')
    expect([first.status, first.headers.get('ratelimit'), first.headers.get('ratelimit-policy')]).toEqual([
      200,
      '"tenant";r=1;t=0',
      '"tenant";q=2;w=10',
    ])
    expect((await as('acme')).status).toBe(200)
    const refused = await as('acme')
    expect(refused).toMatchObject({ status: 429, body: { type: 'error', code: 'RATE_LIMITED', retryAfter: 5 } })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.headers.get('ratelimit')).toBe('"tenant";r=0;t=5')
    expect((await as('globex')).status).toBe(200)
    at += 5000
    expect((await as('acme')).status).toBe(200)
    expect(
      await counted(caller, 'replywire_gateway_rate_limit_total', { plugin: 'rate-limit', result: 'refused' }),
    ).toBe(1)
  })

  test('counts addresses before authentication, wherever it is listed', async () => {
    const limits = [{ by: 'address', requests: 2, per: '1h' }]
    const { call } = await guarded({ plugins: [withSecret, plugin('rate-limit', { limits })] })
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await call({ authorization: 'Bearer wrong' })).status)
    expect(statuses).toEqual([401, 401, 429, 429])
  })

  test('a plugin that counts tenants but is listed first runs after authentication', async () => {
    const limits = [{ by: 'tenant', requests: 1, per: '1h' }]
    const { call } = await guarded({ plugins: [plugin('rate-limit', { limits }), withSecret] })
    expect((await call({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await call(await bearer())).status).toBe(200)
    expect((await call(await bearer())).status).toBe(429)
    expect((await call(await bearer({ tenant_id: 'globex' }))).status).toBe(200)
  })

  test('a call that one limit refuses uses up nothing of the others', async () => {
    const limits = [
      { by: 'principal', requests: 3, per: '1h' },
      { by: 'tenant', requests: 2, per: '1h' },
    ]
    const { call } = await guarded({ plugins: [withSecret, plugin('rate-limit', { limits })] })
    const left = async () => (await call(await bearer())).headers.get('ratelimit')?.replaceAll(/t=\d+/g, 't')
    expect([await left(), await left(), await left(), await left()]).toEqual([
      '"principal";r=2;t, "tenant";r=1;t',
      '"principal";r=1;t, "tenant";r=0;t',
      '"principal";r=1;t, "tenant";r=0;t',
      '"principal";r=1;t, "tenant";r=0;t',
    ])
  })

  test('keys are bounded: one tenant that shows many names evicts nobody, and its further names share a bucket', async () => {
    const limits = [{ by: ['route', 'principal'], requests: 1, per: '1h', max_keys: 4 }]
    const { call } = await guarded({ plugins: [withSecret, plugin('rate-limit', { limits })] })
    const as = async (tenant_id: string, sub: string) => (await call(await bearer({ tenant_id, sub }))).status
    expect(await as('victim', 'a')).toBe(200)
    const names = []
    for (let at = 0; at < 8; at++) names.push(await as('attacker', `name ${at}`))
    expect(names).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect([await as('victim', 'a'), await as('attacker', 'name 0'), await as('victim', 'b')]).toEqual([429, 429, 200])
  })

  test('a reload does not fill the buckets', async () => {
    const limits = [{ by: 'tenant', requests: 1, per: '1h' }]
    const plugins = [withSecret, plugin('rate-limit', { limits })]
    const { call, gate } = await guarded({ plugins })
    expect((await call(await bearer())).status).toBe(200)
    await gate.gateway.reload({ ...gate.gateway.config })
    expect((await call(await bearer())).status).toBe(429)
    const other = [withSecret, plugin('rate-limit', { limits: [{ by: 'tenant', requests: 2, per: '1h' }] })]
    await gate.gateway.reload({ ...gate.gateway.config, plugins: other })
    expect((await call(await bearer())).status).toBe(200)
  })
})

describe('quota', () => {
  test('in memory, a count of a period that is not over is never forgotten', async () => {
    let at = base
    const limits = [{ by: 'principal', requests: 1, per: 'day' }]
    const { call } = await guarded({ plugins: [withSecret, plugin('quota', { limits, max_keys: 4 })], now: () => at })
    const as = async (sub: string) => (await call(await bearer({ sub }, base / 1000 + 200_000))).status
    expect(await as('a')).toBe(200)
    for (let name = 0; name < 8; name++) await as(`name ${name}`)
    expect([await as('a'), await as('new')]).toEqual([429, 429])
    at += 86_400_000
    expect([await as('new'), await as('a'), await as('a')]).toEqual([200, 200, 429])
  })

  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quota-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('starts again at midnight of its time zone, summer time included', async () => {
    // 23:30 in Berlin; clocks were set to summer time on this day.
    let at = Date.parse('2026-03-29T21:30:00Z')
    const limits = [{ by: 'tenant', requests: 1, per: 'day', time_zone: 'Europe/Berlin' }]
    const { call } = await guarded({ plugins: [withSecret, plugin('quota', { limits })], now: () => at })
    const headers = await bearer({}, at / 1000 + 86_400)
    const first = await call(headers)
    expect([first.status, first.headers.get('ratelimit'), first.headers.get('ratelimit-policy')]).toEqual([
      200,
      '"tenant-day";r=0;t=1800',
      '"tenant-day";q=1;w=82800',
    ])
    const refused = await call(headers)
    expect(refused).toMatchObject({ status: 429, body: { code: 'QUOTA_EXCEEDED', retryAfter: 1800 } })
    expect(refused.headers.get('retry-after')).toBe('1800')
    at += 1_800_000
    expect((await call(headers)).status).toBe(200)
  })

  test('of a month, in a file: processes share it, and it outlives them', async () => {
    let at = Date.parse('2026-11-30T22:00:00Z')
    const limits = [{ by: 'principal', requests: 2, per: 'month', time_zone: '-05:00' }]
    const plugins = [withSecret, plugin('quota', { limits, file: join(folder, 'quota.db') })]
    const [one, other] = [await guarded({ plugins, now: () => at }), await guarded({ plugins, now: () => at })]
    const headers = await bearer({}, at / 1000 + 864_000)
    expect([
      (await one.call(headers)).status,
      (await other.call(headers)).status,
      (await one.call(headers)).status,
    ]).toEqual([200, 200, 429])
    await other.gate.gateway.close()
    const later = await guarded({ plugins, now: () => at })
    expect((await later.call(headers)).status).toBe(429)
    expect((await later.call(await bearer({ sub: 'bob' }, at / 1000 + 864_000))).status).toBe(200)
    at = Date.parse('2026-12-01T05:00:00Z')
    expect((await later.call(headers)).status).toBe(200)
  })

  test.each(['memory', 'file'])(
    'a call over one quota uses up nothing of another that all callers share: %s',
    async where => {
      const limits = [
        { by: 'route', requests: 5, per: 'day' },
        { by: 'tenant', requests: 1, per: 'day' },
      ]
      const file = where === 'file' ? { file: join(folder, 'shared.db') } : {}
      const { call } = await guarded({ plugins: [withSecret, plugin('quota', { limits, ...file })] })
      const greedy = await bearer({ tenant_id: 'greedy' })
      expect((await call(greedy)).status).toBe(200)
      for (let calls = 0; calls < 6; calls++) expect((await call(greedy)).status).toBe(429)
      expect((await call(greedy)).headers.get('ratelimit')).toContain('"route-day";r=4')
      expect((await call(await bearer({ tenant_id: 'modest' }))).status).toBe(200)
    },
  )

  test('counts are not lost by a reload, and routes may have quotas of their own', async () => {
    const limits = [{ by: 'tenant', requests: 1, per: 'day' }]
    const { call, gate } = await guarded({ plugins: [withSecret, plugin('quota', { limits })] })
    expect((await call(await bearer())).status).toBe(200)
    await gate.gateway.reload({ ...gate.gateway.config })
    expect((await call(await bearer())).status).toBe(429)
    const own = { quota: { options: { limits: [{ by: 'tenant', requests: 3, per: 'day' }] } } }
    const { routes, ...rest } = gate.gateway.config
    await gate.gateway.reload({ ...rest, routes: [route({ ...routes[0], plugins: own })] })
    expect((await call(await bearer())).headers.get('ratelimit-policy')).toBe('"tenant-day";q=3;w=86400')
  })

  test.each([
    [{ limits: [{ by: 'tenant', requests: 1, per: 'day', time_zone: 'Mars/Base' }] }, 'time_zone is neither an offset'],
    [{ limits: [{ by: 'tenant', requests: 1, per: 'week' }] }, 'limits[0].per is not valid. Expected: day, month.'],
    [{ limits: [{ by: 'tenant', requests: 1, per: 'day' }], file: '/nowhere/quota.db' }, 'cannot be opened'],
  ])('is refused at start: %j', async (options, message) => {
    await expect(guarded({ plugins: [plugin('quota', options)] })).rejects.toThrow(message)
  })
})
