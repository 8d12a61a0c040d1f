/** Limits of several gateways with one store: as several processes have them, on a real file. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RouteConfig } from '../../src/gateway/config.ts'
import { until } from './gateway-processes.ts'
import { gateway, pool, route, sendJson, type TestConfig, type TestGateway, traceOf, upstream } from './kit.ts'
import { bearer, plugin, withSecret } from './plugins/kit.ts'

let folder = ''
let file = ''
let count = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-limits-'))
})
beforeEach(() => {
  count += 1
  file = join(folder, `store-${count}.db`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const routes: readonly RouteConfig[] = [
  route(),
  route({ id: 'stream', method: 'GET', path: '/stream', mode: 'sse', enforce: 'off' }),
]

/** Gateways with one store, in front of one upstream whose streams stay open. */
async function gateways(number: number, settings: TestConfig = {}): Promise<TestGateway[]> {
  const agents = await upstream((received, response) => {
    if (received.path !== '/stream') return sendJson(response, 200, { ok: true, trace: traceOf(received) })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
  })
  const whole = { store: `sqlite:${file}`, auth: 'none', routes, pools: [pool(agents.url)], ...settings } as const
  const opened: TestGateway[] = []
  for (let n = 0; n < number; n++) opened.push(await gateway(whole))
  return opened
}

const answer = async ({ url }: TestGateway, headers: Record<string, string> = {}): Promise<Response> => {
  const response = await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST', headers })
  await response.arrayBuffer()
  return response
}
const statusOf = async (gate: TestGateway, headers: Record<string, string> = {}) => (await answer(gate, headers)).status

async function statuses(gates: readonly TestGateway[], calls: number, headers = {}): Promise<Record<number, number>> {
  const found: Record<number, number> = {}
  for (let n = 0; n < calls; n++) {
    const status = await statusOf(gates[n % gates.length] as TestGateway, headers)
    found[status] = (found[status] ?? 0) + 1
  }
  return found
}

const perHour = (requests: number, more: Record<string, unknown> = {}) =>
  plugin('rate-limit', { limits: [{ by: 'tenant', requests, per: '1h', ...more }] })
const perMonth = (requests: number, more: Record<string, unknown> = {}) =>
  plugin('quota', { limits: [{ by: 'tenant', requests, per: 'month', ...more }] })

/** A stream that is open until it is closed. */
async function stream({ url }: TestGateway, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  const response = await fetch(`${url}/stream`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  })
  return { status: response.status, response, close: () => stop.abort() }
}

const rows = (table: string): number => {
  const db = new DatabaseSync(file)
  try {
    return Number(db.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n)
  } finally {
    db.close()
  }
}

describe('rates and quotas', () => {
  test('small ones are exact over gateways, and each tenant has its own', async () => {
    const gates = await gateways(3, { plugins: [withSecret, perHour(7)] })
    expect(await statuses(gates, 12, await bearer())).toEqual({ 200: 7, 429: 5 })
    expect(await statuses(gates, 9, await bearer({ tenant_id: 'globex' }))).toEqual({ 200: 7, 429: 2 })
  })

  test('a quota is one over gateways, and outlives them', async () => {
    const plugins = [withSecret, perMonth(6)]
    const gates = await gateways(2, { plugins })
    expect(await statuses(gates, 4, await bearer())).toEqual({ 200: 4 })
    for (const { gateway: one } of gates) await one.close()
    const later = await gateways(2, { plugins })
    const last = await answer(later[0] as TestGateway, await bearer())
    expect(last.headers.get('ratelimit')).toMatch(/^"tenant-month";r=1;t=\d+$/)
    expect(await statuses(later, 4, await bearer())).toEqual({ 200: 1, 429: 3 })
    const refused = await answer(later[1] as TestGateway, await bearer())
    expect(refused.headers.get('ratelimit-policy')).toMatch(/^"tenant-month";q=6;w=\d+$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a large one is served from slices: few questions for many calls, and no more calls than it allows', async () => {
    const gates = await gateways(2, { plugins: [withSecret, perMonth(200, { slice: 50 })] })
    const headers = await bearer()
    // Near the end one may be refused while the other holds the rest.
    let served = 0
    for (let n = 0; served < 200; n++) {
      if ((await statusOf(gates[n % 2] as TestGateway, headers)) === 200) served += 1
      else await delay(20)
    }
    expect(await statuses(gates, 6, headers)).toEqual({ 429: 6 })
    const asked = await Promise.all(
      gates.map(gate => gate.metric('replywire_gateway_store_calls_total', { result: 'answered' })),
    )
    expect((asked[0] ?? 0) + (asked[1] ?? 0)).toBeLessThan(60)
  })

  test('what a gateway has not used is for the others when it stops', async () => {
    const gates = await gateways(2, { plugins: [withSecret, perMonth(10, { slice: 10 })] })
    const [first, second] = gates as [TestGateway, TestGateway]
    expect(await statuses([first], 3, await bearer())).toEqual({ 200: 3 })
    expect(await statusOf(second, await bearer())).toBe(429)
    await first.gateway.close()
    expect(await until(async () => ((await statusOf(second, await bearer())) === 200 ? true : undefined))).toBe(true)
    expect(await statuses([second], 8, await bearer())).toEqual({ 200: 6, 429: 2 })
  })

  test('a call that one limit refuses uses up nothing of the others', async () => {
    const limits = [
      { by: 'tenant', requests: 3, per: 'month' },
      { by: 'principal', requests: 2, per: 'month' },
    ]
    const [gate] = (await gateways(1, { plugins: [withSecret, plugin('quota', { limits })] })) as [TestGateway]
    expect(await statuses([gate], 5, await bearer())).toEqual({ 200: 2, 429: 3 })
    const other = await answer(gate, await bearer({ sub: 'bob' }))
    const left = other.headers.get('ratelimit')?.replaceAll(/t=\d+/g, 't')
    expect([other.status, left]).toEqual([200, '"tenant-month";r=0;t, "principal-month";r=1;t'])
  })

  test('a reload keeps what is held, and shared: false counts in each process', async () => {
    const gates = await gateways(2, { plugins: [withSecret, perHour(4)] })
    expect(await statuses(gates, 4, await bearer())).toEqual({ 200: 4 })
    for (const { gateway: one } of gates) await one.reload({ ...one.config })
    expect(await statuses(gates, 2, await bearer())).toEqual({ 429: 2 })
    const alone = plugin('rate-limit', { shared: false, limits: [{ by: 'tenant', requests: 4, per: '1h' }] })
    for (const { gateway: one } of gates) await one.reload({ ...one.config, plugins: [withSecret, alone] })
    expect(await statuses(gates, 12, await bearer())).toEqual({ 200: 8, 429: 4 })
  })

  test('shared: true without a store that processes share is an error', async () => {
    const plugins = [plugin('quota', { shared: true, limits: [{ by: 'route', requests: 1, per: 'day' }] })]
    const message = 'shared needs a store that processes share'
    await expect(gateways(1, { plugins, store: undefined })).rejects.toThrow(message)
    await expect(gateways(1, { plugins, store: 'sqlite::memory:' })).rejects.toThrow(message)
  })
})

describe('streams', () => {
  const limits = { maxSseConnectionsPerTenant: 3 }

  test('have one ceiling over gateways, and a stream that ends makes room', async () => {
    const gates = await gateways(3, { plugins: [withSecret], limits })
    const opened = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => stream(gates[n % 3] as TestGateway, await bearer())),
    )
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(9).fill(429)])
    const [globex] = [await stream(gates[0] as TestGateway, await bearer({ tenant_id: 'globex' }))]
    expect(globex.status).toBe(200)
    opened.find(({ status }) => status === 200)?.close()
    const late = await until(async () => {
      const one = await stream(gates[1] as TestGateway, await bearer())
      return one.status === 200 ? one : undefined
    })
    for (const one of [...opened, globex, late]) one.close()
    await until(() => rows('stream_place') === 0 || undefined)
  })

  test('what a refused call took is given back', async () => {
    const [gate] = (await gateways(1, { plugins: [withSecret], limits, pools: [pool('http://127.0.0.1:1')] })) as [
      TestGateway,
    ]
    for (let n = 0; n < 5; n++) expect((await stream(gate, await bearer())).status).toBe(424)
    await until(() => rows('stream_place') === 0 || undefined)
  })

  test('give their places back when the gateway closes', async () => {
    const [gate] = (await gateways(1, { plugins: [withSecret], limits })) as [TestGateway]
    const one = await stream(gate, await bearer())
    expect(rows('stream_place')).toBe(1)
    await gate.gateway.close()
    expect(rows('stream_place')).toBe(0)
    await one.response.text()
  })
})

describe('while the store is away', () => {
  const away = () => renameSync(file, `${file}.away`)
  const back = () => renameSync(`${file}.away`, file)

  test('what is held is served, then calls and streams are refused with 503, until it is back', async () => {
    const plugins = [withSecret, perMonth(1000, { slice: 10 })]
    const [gate] = (await gateways(1, { plugins })) as [TestGateway]
    const headers = await bearer()
    expect(await statusOf(gate, headers)).toBe(200)
    away()
    const found = await statuses([gate], 30, headers)
    // Ten are held, less the one that was served; half-way the gateway asks for more, in vain.
    expect(found).toEqual({ 200: 9, 503: 21 })
    const refused = await answer(gate, headers)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await stream(gate, headers)).status).toBe(503)
    expect(await gate.metric('replywire_gateway_store_calls_total', { result: 'failed' })).toBeGreaterThan(0)
    back()
    await until(async () => (await statusOf(gate, headers)) === 200 || undefined)
    const open = await until(async () => {
      const one = await stream(gate, headers)
      return one.status === 200 ? one : undefined
    })
    open.close()
  })

  test('with `open`, each gateway counts alone', async () => {
    const limits = { whenStoreIsAway: 'open', maxSseConnectionsPerTenant: 2 } as const
    const gates = await gateways(2, { plugins: [withSecret, perHour(5)], limits })
    const headers = await bearer()
    expect(await statuses(gates, 2, headers)).toEqual({ 200: 2 })
    away()
    expect(await statuses(gates, 14, headers)).toEqual({ 200: 10, 429: 4 })
    const opened = await Promise.all(gates.flatMap(gate => [0, 1, 2].map(() => stream(gate, headers))))
    for (const one of opened) one.close()
    back()
  })
})
