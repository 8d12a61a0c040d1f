/** The console of a gateway: who sees what of its calls, tasks and approvals, and what its journal has of a call. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/gateway/config/read-config.ts'
import { consolePaths } from '../../src/gateway/durable/console-paths.ts'
import { type ConsoleGateway, consoleGateway, headersOf } from './console-kit.ts'
import { get, newStore, send } from './durable/kit.ts'
import { config, gateway, pool, route, sendRaw } from './kit.ts'
import { plugin, withSecret } from './plugins/kit.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types replywire-worker"

interface Entry {
  readonly [name: string]: unknown
  readonly stages: readonly { readonly stage: string; readonly ms: number }[]
  readonly upstream?: { readonly pool: string; readonly ms: number; readonly failure?: string }
}

async function storyOf({ url }: { url: string }, id: string, headers: Record<string, string>): Promise<Entry> {
  const { body } = await get(`${url}/requests/${id}?envelope=problem`, headers)
  return (body.entries as Entry[])[0] as Entry
}

/** One call of each route: one that waits for an approval, and one that is translated. */
async function called(gate: ConsoleGateway) {
  const ada = await headersOf('ada')
  const asked = await send(`${gate.url}/bookings`, { ...ada, 'x-request-id': 'book-1' }, { budget: 500 })
  const planned = await send(`${gate.url}/plans`, { ...ada, 'x-request-id': 'plan-1' }, { goal: 'reach' })
  expect([asked.status, planned.status]).toEqual([412, 200])
  return { ada, asked }
}

test('the page is public, with the policy of a server; what it shows is not', async () => {
  const { url } = await consoleGateway()
  const page = await fetch(`${url}/console/`)
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, policy])
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  const [, script = ''] = /src="\.\/(assets\/[\w.-]+\.js)"/.exec(await page.text()) ?? []
  expect((await fetch(`${url}/console/${script}`)).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect((await fetch(`${url}/console`, { redirect: 'manual' })).headers.get('location')).toBe('console/')
  const shown = ['/whoami', '/requests', '/requests/stats', '/approvals', '/operations', '/deliveries']
  for (const path of [...shown, '/console/changes']) {
    expect([path, (await get(`${url}${path}`)).status]).toEqual([path, 401])
  }
})

test('without console: true there is none of it, and no request is kept', async () => {
  const { url, gateway: opened } = await consoleGateway({ console: undefined, journal: undefined })
  const op = await headersOf('op')
  for (const path of ['/console/', '/whoami', '/requests', '/deliveries']) {
    expect([path, (await get(`${url}${path}`, op)).status]).toEqual([path, 404])
  }
  expect(opened.operatorToken).toBeUndefined()
})

test('without a journal, the list of requests says how to switch it on', async () => {
  const { url } = await consoleGateway({ journal: undefined })
  const { status, body } = await get(`${url}/requests?envelope=problem`, await headersOf('op'))
  expect([status, body.code, body.detail]).toEqual([
    404,
    'JOURNAL_OFF',
    'The request journal is off. Switch it on: `journal: true` in gateway.yaml.',
  ])
})

test('who may do what comes from the roles of durable', async () => {
  const { url } = await consoleGateway()
  const who = async (name: Parameters<typeof headersOf>[0]) =>
    (await get(`${url}/whoami?envelope=problem`, await headersOf(name))).body
  expect(await who('ada')).toMatchObject({
    subject: 'ada',
    tenant: 'acme',
    roles: ['viewer'],
    kind: 'gateway',
    open: false,
  })
  expect(await who('boss')).toMatchObject({ roles: ['viewer', 'approver'] })
  expect(await who('op')).toMatchObject({ roles: ['viewer', 'approver', 'operator'] })
  expect(await who('stranger')).toMatchObject({ tenant: 'other', roles: ['viewer', 'approver', 'operator'] })
})

test('news come by a stream, of the tenant that the plugins have found', async () => {
  const gate = await consoleGateway()
  const marks = async (name: Parameters<typeof headersOf>[0]) =>
    (await get(`${gate.url}/console/changes?envelope=problem`, await headersOf(name))).body
  const before = [await marks('boss'), await marks('stranger')]
  const reading = await fetch(`${gate.url}/console/changes?envelope=problem`, {
    headers: { ...(await headersOf('boss')), accept: 'text/event-stream' },
  })
  expect([reading.status, reading.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = (reading.body as ReadableStream<Uint8Array>).getReader()
  const next = async () => Buffer.from((await reader.read()).value ?? []).toString()
  expect(await next()).toContain('"message":"tasks approvals"')
  await called(gate)
  expect(await next()).toContain('approvals')
  const after = [await marks('boss'), await marks('stranger')]
  expect(after.map(({ approvals }, index) => approvals !== before[index]?.approvals)).toEqual([true, false])
  await reader.cancel()
})

test('requests are for operators of their tenant, approvals for its approvers', async () => {
  const gate = await consoleGateway()
  const { url } = gate
  const { asked } = await called(gate)
  const listed = async (path: string, name: Parameters<typeof headersOf>[0]) => {
    const { status, text } = await get(`${url}${path}?envelope=problem`, await headersOf(name))
    return [status, status === 200 ? JSON.parse(text).length : 0]
  }
  expect(await listed('/requests', 'op')).toEqual([200, 2])
  expect(await listed('/requests', 'stranger')).toEqual([200, 0])
  expect(await listed('/requests', 'ada')).toEqual([403, 0])
  expect(await listed('/requests', 'boss')).toEqual([403, 0])
  expect(await listed('/approvals', 'boss')).toEqual([200, 1])
  expect(await listed('/approvals', 'stranger')).toEqual([200, 0])
  const link = /<([^>]+)>; rel="approval"/.exec(asked.headers.get('link') ?? '')?.[1] ?? ''
  const status = async (path: string, name: Parameters<typeof headersOf>[0]) =>
    (await get(`${url}${path}`, await headersOf(name))).status
  expect([await status(`${link}/review`, 'boss'), await status(`${link}/review`, 'stranger')]).toEqual([200, 404])
  expect([await status('/requests/plan-1', 'op'), await status('/requests/plan-1', 'stranger')]).toEqual([200, 404])
  const plans = async (name: Parameters<typeof headersOf>[0]) =>
    (await get(`${url}/requests/stats?envelope=problem&operation=plan`, await headersOf(name))).body.totals
  expect(await plans('op')).toMatchObject({ calls: 1 })
  expect(await plans('stranger')).toMatchObject({ calls: 0 })
  const no = await send(`${url}${link}:decide`, await headersOf('stranger'), { decision: 'approve' })
  const yes = await send(`${url}${link}:decide`, await headersOf('boss'), { decision: 'approve' })
  expect([no.status, yes.status]).toEqual([404, 200])
})

describe('the journal', () => {
  test('has the plugins, the upstream and the losses of a translated call; nothing of what was said, or where', async () => {
    const gate = await consoleGateway()
    await called(gate)
    const entry = await storyOf(gate, 'plan-1', await headersOf('op'))
    expect(entry).toMatchObject({
      tenant: 'acme',
      subject: 'ada',
      route: 'plan',
      contract: 'problem',
      status: 200,
      losses: [{ pointer: '/outcome/extra/agent-run', reason: 'a member that only agent-run knows' }],
      upstream: { pool: 'route:plan', ms: expect.any(Number) },
    })
    expect(entry.stages.map(({ stage }) => stage)).toEqual([
      'plugin token-validator',
      'plugin rate-limit',
      'identity',
      'read',
      'verify',
      'forward',
    ])
    expect(JSON.stringify(entry)).not.toMatch(/127\.0\.0\.1|reach|Rates of autumn/)
    expect(entry).not.toHaveProperty('bodies')
  })

  test('a call that was not forwarded has no upstream, and one in vain says why', async () => {
    const gate = await consoleGateway({
      pools: [pool('http://127.0.0.1:9', { name: 'bookings' }), pool('http://127.0.0.1:9', { name: 'x' })],
      routes: [route({ id: 'gone', path: '/gone', pool: 'bookings' })],
    })
    await send(`${gate.url}/gone`, { ...(await headersOf('ada')), 'x-request-id': 'gone-1' }, {})
    expect(await storyOf(gate, 'gone-1', await headersOf('op'))).toMatchObject({
      status: 424,
      code: 'UPSTREAM_UNAVAILABLE',
      upstream: { pool: 'bookings', failure: 'unreachable' },
    })
    const held = await consoleGateway()
    await called(held)
    const entry = await storyOf(held, 'book-1', await headersOf('op'))
    expect(entry).not.toHaveProperty('upstream')
    expect(entry.stages.at(-1)?.stage).toBe('ask')
  })

  test('has the findings of the answer by rule, its task, and whether the answer was a stored one', async () => {
    const gate = await consoleGateway({
      routes: [
        route({ id: 'keyed', path: '/keyed', pool: 'bookings', plugins: { idempotency: { enabled: true } } }),
        route({
          id: 'later',
          path: '/later',
          pool: 'bookings',
          plugins: { 'respond-async': { options: { always: true, credentials: 'none' } } },
        }),
        route({ id: 'wrong', path: '/wrong', pool: 'bookings', contract: 'agent-run' }),
      ],
    })
    const ada = await headersOf('ada')
    const op = await headersOf('op')
    const call = (path: string, id: string, more = {}) =>
      send(`${gate.url}${path}`, { ...ada, ...more, 'x-request-id': id }, { budget: 1 })
    await call('/keyed', 'keyed-1', { 'idempotency-key': 'k-0123456789abcdef' })
    await call('/keyed', 'keyed-2', { 'idempotency-key': 'k-0123456789abcdef' })
    expect(gate.received).toHaveLength(1)
    expect(await storyOf(gate, 'keyed-1', op)).not.toHaveProperty('replayed')
    const again = await storyOf(gate, 'keyed-2', op)
    expect([again.replayed, again.upstream]).toEqual([true, undefined])
    const { status, headers } = await call('/later', 'later-1')
    const { taskId } = await storyOf(gate, 'later-1', op)
    expect(status).toBe(202)
    expect(headers.get('location')).toContain(String(taskId))
    expect((await get(`${gate.url}/operations/${taskId}/story`, op)).status).toBe(200)
    expect((await get(`${gate.url}/operations/${taskId}/story`, await headersOf('stranger'))).status).toBe(404)
    await call('/wrong', 'wrong-1')
    const wrong = await storyOf(gate, 'wrong-1', op)
    expect(wrong.code).toBe('UPSTREAM_CONTRACT_VIOLATION')
    expect((wrong.findings as { rule: string }[]).map(({ rule }) => rule)).not.toEqual([])
  })

  test('is in memory without a store; requests without a route and reads of the console leave nothing', async () => {
    const { url } = await consoleGateway({
      store: undefined,
      routes: [route({ id: 'plain', path: '/plain', pool: 'bookings' })],
    })
    const op = await headersOf('op')
    await get(`${url}/nowhere`, op)
    await get(`${url}/requests`)
    await get(`${url}/whoami`, op)
    await send(`${url}/plain`, op, {})
    const { text } = await get(`${url}/requests?envelope=problem`, op)
    expect(JSON.parse(text).map(({ route: id }: { route: string }) => id)).toEqual(['plain'])
    expect(JSON.parse((await get(`${url}/operations?envelope=problem`, op)).text)).toEqual([])
  })
})

test('what plugins refuse before the console leaves no entry', async () => {
  const once = plugin('rate-limit', { limits: [{ by: 'principal', requests: 1, per: '1h' }] })
  const { url } = await consoleGateway({ plugins: [withSecret, once] })
  const ada = await headersOf('ada')
  expect([(await get(`${url}/whoami`, ada)).status, (await get(`${url}/whoami`, ada)).status]).toEqual([200, 429])
  const { text } = await get(`${url}/requests?envelope=problem`, await headersOf('op'))
  expect(JSON.parse(text)).toEqual([])
})

test('a file says console and journal, and where a route is in the way', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'replywire-console-')), 'gateway.yaml')
  const read = async (path: string) => {
    const target = 'target: http://127.0.0.1:9'
    const lines = ['auth: none', 'console: true', 'journal: { entries: 50, keep: 2h }', 'routes:']
    writeFileSync(file, [...lines, `  - { id: mine, method: GET, path: ${path}, ${target} }`].join('\n'))
    return readConfig(file)
  }
  const { config: good } = await read('/mine')
  expect([good?.console, good?.journal]).toEqual([{ hosts: [] }, { entries: 50, keepMs: 7_200_000 }])
  const { errors } = await read('/requests/mine')
  expect(errors).toMatchObject([
    { at: { line: 5 }, message: 'console: answers at /requests, which this route matches' },
  ])
  rmSync(dirname(file), { recursive: true })
})

describe('without authentication', () => {
  const open = async () => consoleGateway({ auth: 'none', plugins: [], store: await newStore() })

  test('only the operator token reads requests and decides', async () => {
    const { url, gateway: opened } = await open()
    const asked = await send(`${url}/bookings`, {}, { budget: 500 })
    const link = /<([^>]+)>; rel="approval"/.exec(asked.headers.get('link') ?? '')?.[1] ?? ''
    const signed = { authorization: `Bearer ${opened.operatorToken?.value}` }
    const wrong = { authorization: `Bearer ${'x'.repeat(43)}` }
    for (const headers of [{}, wrong]) {
      expect((await get(`${url}/whoami?envelope=problem`, headers)).body).toMatchObject({
        open: true,
        roles: ['viewer'],
      })
      expect((await get(`${url}/requests`, headers)).status).toBeGreaterThanOrEqual(401)
      expect((await send(`${url}${link}:decide`, headers, { decision: 'approve' })).status).toBeGreaterThanOrEqual(401)
    }
    expect((await get(`${url}/whoami?envelope=problem`, signed)).body).toMatchObject({
      roles: ['viewer', 'approver', 'operator'],
    })
    // A path without a route leaves nothing, whoever asks for it.
    await get(`${url}/nowhere`)
    const { text } = await get(`${url}/requests?envelope=problem&status=404`, signed)
    expect(JSON.parse(text)).toEqual([])
    expect((await send(`${url}${link}:decide`, signed, { decision: 'approve' })).status).toBe(200)
  })

  test('a page that gave this machine its own name reads nothing', async () => {
    const { port } = await open()
    const ask = (host: string, path: string) =>
      sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    for (const path of ['/console/', '/whoami', '/operations']) {
      expect((await ask('evil.example', path)).slice(0, 12)).toBe('HTTP/1.1 403')
      expect((await ask('localhost', path)).slice(0, 12)).not.toBe('HTTP/1.1 403')
    }
  })
})

describe('paths', () => {
  const on = (path: string, prefix = '') =>
    gateway({
      console: { hosts: [] },
      durable: { ...config().durable, prefix },
      pools: [pool('http://127.0.0.1:9')],
      routes: [route({ id: 'mine', path })],
    })

  test.each(consolePaths.map(path => [path]))('no route may have %s, or a path below it', async path => {
    await expect(on(path)).rejects.toThrow(`The route mine: console: answers at ${path}, which this route matches.`)
    await expect(on(`${path}/{id}`)).rejects.toThrow(path)
    await expect(on(`${path.toUpperCase()}/x`)).rejects.toThrow(path)
    await on(path, '/gateway')
    await expect(on(`/gateway${path}`, '/gateway')).rejects.toThrow(`/gateway${path}`)
  })

  test('a parameter that may be one of them is refused; what takes everything else is not', async () => {
    await expect(on('/{anything}')).rejects.toThrow('durable.prefix')
    await on('/*')
    await on('/consoles')
  })

  test('they are all that the gateway serves for it', async () => {
    const { url } = await on('/*')
    for (const path of consolePaths) expect([path, (await get(`${url}${path}`)).status]).not.toEqual([path, 502])
    expect((await get(`${url}/conformance`)).status).not.toBe(200)
  })
})

test('the console and the journal change with a restart only', async () => {
  const { gateway: opened } = await consoleGateway()
  await expect(opened.reload({ ...opened.config, console: undefined })).rejects.toThrow(
    'console and journal cannot change',
  )
  await expect(opened.reload({ ...opened.config, journal: { entries: 5 } })).rejects.toThrow('restart it')
  await opened.reload({
    ...opened.config,
    plugins: [...opened.config.plugins, plugin('cors', { allowed_origins: ['https://a.example'] })],
  })
})
