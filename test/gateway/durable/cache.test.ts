/** The plugin `cache`: what may be kept, for whom, and for how long. */
import { describe, expect, test } from 'vitest'
import type { RouteConfig } from '../../../src/gateway/config.ts'
import { gateway, pool, type Received, sendJson, type Upstream } from '../kit.ts'
import { route } from '../settings.ts'
import { knownCallerEntry } from './caller-plugin.ts'
import { ada, bob, completed, countingUpstream, eve, get, send } from './kit.ts'

/** Makes a body as long as its content-length says. */
function padding(received: Received, { 'content-length': length }: Record<string, string>): string {
  if (length === undefined) return ''
  return 'x'.repeat(Number(length) - JSON.stringify(completed(received, { count: 1, pad: '' })).length)
}

const anyone = { 'x-none': '1' }

async function cached(
  headers: Record<string, string>,
  options: Record<string, unknown> = {},
  own: Partial<RouteConfig> = {},
): Promise<{ url: string; agents: Upstream; opened: Awaited<ReturnType<typeof gateway>>; clock: { now: number } }> {
  const agents = await countingUpstream((received, response, count) =>
    sendJson(
      response,
      200,
      completed(received, { count, pad: padding(received, headers) }),
      'application/json',
      headers,
    ),
  )
  const clock = { now: Date.now() }
  const routes = [
    route({
      id: 'read',
      method: 'GET',
      path: '/reports/{id}',
      effects: 'none',
      ...own,
      plugins: { cache: { enabled: true, options } },
    }),
    route({ id: 'write', path: '/reports/{id}', plugins: { cache: { enabled: true, options } } }),
  ]
  const settings = { auth: 'required' as const, plugins: [knownCallerEntry], pools: [pool(agents.url)], routes }
  const opened = await gateway(settings, () => clock.now)
  return { url: `${opened.url}/reports/7`, agents, opened, clock }
}

const count = ({ body }: { body: Record<string, unknown> }) => (body.result as { count: number }).count

describe('cache', () => {
  test('an answer is kept for its caller, with the trace of each call', async () => {
    const { url, agents, opened } = await cached({ 'cache-control': 'max-age=60' })
    const first = await get(url, ada)
    const second = await get(url, ada)
    expect([count(first), count(second)]).toEqual([1, 1])
    const { trace } = second.body as { trace: { requestId: string } }
    expect(trace.requestId).toBe(second.headers.get('x-request-id'))
    expect(trace.requestId).not.toBe(first.headers.get('x-request-id'))
    expect(second.headers.get('age')).toBe('0')
    expect(second.headers.get('cache-control')).toBe('max-age=60')
    expect(agents.received).toHaveLength(1)
    expect(await opened.metric('replywire_plugin_cache_total', { outcome: 'hit' })).toBe(1)
    expect(await opened.metric('replywire_plugin_cache_total', { outcome: 'miss' })).toBe(1)
  })

  test('another subject, another tenant, other roles and other credentials get their own', async () => {
    const { url, agents } = await cached({ 'cache-control': 'public, max-age=60' })
    const callers = [ada, bob, eve, { ...ada, 'test-roles': 'boss' }, { ...ada, authorization: 'Bearer 2' }]
    const counts: number[] = []
    for (const caller of [...callers, ...callers]) counts.push(count(await get(url, caller)))
    expect(counts).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    expect(agents.received).toHaveLength(5)
  })

  test.each(['x-auth-token', 'x-api-token', 'api-key', 'x-session-id', 'proxy-authorization'])(
    'callers whom the upstream knows by %s get their own, where the gateway asks nobody who they are',
    async name => {
      const { opened } = await cached({ 'cache-control': 'max-age=60' })
      const { routes, pools } = opened.gateway.config
      const { url } = await gateway({ routes, pools })
      const counts: number[] = []
      for (const value of ['ada', 'bob', 'ada']) counts.push(count(await get(`${url}/reports/7`, { [name]: value })))
      expect(counts).toEqual([1, 2, 1])
    },
  )

  test('people for whom one trusted caller calls get their own, though an agent is the subject of all', async () => {
    const { url, opened } = await cached({ 'cache-control': 'max-age=60' })
    await opened.gateway.reload({ ...opened.gateway.config, trustedCallers: ['proxy'] })
    const agent = { ...ada, 'test-subject': 'proxy', 'x-actor-subject': 'agent' }
    const counts: number[] = []
    for (const person of ['ada', 'bob', 'ada', 'bob'])
      counts.push(count(await get(url, { ...agent, 'x-actor-principal': person })))
    expect(counts).toEqual([1, 2, 1, 2])
  })

  test.each([
    ['nothing', {}],
    ['no-store', { 'cache-control': 'max-age=60, no-store' }],
    ['private', { 'cache-control': 'private, max-age=60' }],
    ['no-cache', { 'cache-control': 'no-cache, max-age=60' }],
    ['max-age=0', { 'cache-control': 'max-age=0' }],
    ['an age that is over', { 'cache-control': 'max-age=60', age: '60' }],
    ['a cookie', { 'cache-control': 'max-age=60', 'set-cookie': 'a=1' }],
    ['vary: *', { 'cache-control': 'max-age=60', vary: '*' }],
    ['a time that is no number', { 'cache-control': 'max-age=-1' }],
  ])('an answer with %s is not kept', async (_, headers) => {
    const { url, agents } = await cached(headers)
    await get(url, ada)
    await get(url, ada)
    expect(agents.received).toHaveLength(2)
  })

  test('shared: public answers are for all callers, others for none', async () => {
    const open = await cached({ 'cache-control': 'public, s-maxage=60' }, { shared: true })
    expect([count(await get(open.url, ada)), count(await get(open.url, eve))]).toEqual([1, 1])
    const closed = await cached({ 'cache-control': 'max-age=60' }, { shared: true })
    expect([count(await get(closed.url, ada)), count(await get(closed.url, ada))]).toEqual([1, 2])
    for (const vary of ['Authorization', 'Cookie', 'X-Tenant-ID', 'X-Actor-Subject']) {
      const varying = await cached({ 'cache-control': 'public, max-age=60', vary }, { shared: true })
      expect([count(await get(varying.url, ada)), count(await get(varying.url, eve))]).toEqual([1, 2])
    }
  })

  test('a kept answer is given only to callers whom the route lets in', async () => {
    const { url } = await cached({ 'cache-control': 'public, max-age=60' }, { shared: true }, { roles: ['reader'] })
    expect((await get(url, { ...ada, 'test-roles': 'reader' })).status).toBe(200)
    expect((await get(url, bob)).status).toBe(403)
  })

  test('it is asked for again when its time is over, at the latest after max_age', async () => {
    const { url, clock } = await cached({ 'cache-control': 'max-age=60' })
    expect(count(await get(url, ada))).toBe(1)
    clock.now += 59_000
    const kept = await get(url, ada)
    expect([count(kept), kept.headers.get('age')]).toEqual([1, '59'])
    clock.now += 1000
    expect(count(await get(url, ada))).toBe(2)
    const short = await cached({ 'cache-control': 'max-age=60' }, { max_age: '10s' })
    await get(short.url, ada)
    short.clock.now += 10_000
    expect(count(await get(short.url, ada))).toBe(2)
  })

  test('Vary and Accept, the query and the path make other answers', async () => {
    const { url, agents } = await cached({ 'cache-control': 'max-age=60', vary: 'Accept-Language' })
    const german = { ...ada, 'accept-language': 'de' }
    expect(count(await get(url, ada))).toBe(1)
    expect(count(await get(url, german))).toBe(2)
    expect(count(await get(url, ada))).toBe(1)
    expect(count(await get(url, german))).toBe(2)
    expect(count(await get(`${url}?page=2`, ada))).toBe(3)
    expect(count(await get(url.replace('/7', '/8'), ada))).toBe(4)
    expect(count(await get(url, { ...ada, accept: 'application/problem+json' }))).toBe(5)
    expect(agents.received).toHaveLength(5)
  })

  test.each([
    { 'cache-control': 'no-cache' },
    { 'cache-control': 'no-store' },
    { 'cache-control': 'max-age=0' },
    { range: 'bytes=0-1' },
  ])('a caller who sends %j gets a new answer', async more => {
    const { url, agents } = await cached({ 'cache-control': 'max-age=60' })
    await get(url, ada)
    await get(url, { ...ada, ...more })
    expect(agents.received).toHaveLength(2)
  })

  test('a caller who has the answer is told so by its tag', async () => {
    const { url, agents } = await cached({ 'cache-control': 'max-age=60', etag: '"v1"' })
    await get(url, ada)
    const kept = await get(url, ada)
    expect(kept.headers.get('etag')).toBe('W/"v1"')
    const unchanged = await get(url, { ...ada, 'cache-control': 'max-age=60', 'if-none-match': '"v0", W/"v1"' })
    expect([unchanged.status, unchanged.text]).toEqual([304, ''])
    const other = { ...ada, 'cache-control': 'max-age=60', 'if-none-match': '"v2"' }
    expect((await get(url, other)).status).toBe(200)
    expect(agents.received).toHaveLength(1)
  })

  test('what is asked for at once is asked for once', async () => {
    const agents = await countingUpstream((received: Received, response, at) =>
      setTimeout(
        () =>
          sendJson(response, 200, completed(received, { count: at }), 'application/json', {
            'cache-control': 'max-age=60',
          }),
        200,
      ),
    )
    const plugins = { cache: { enabled: true } }
    const routes = [route({ id: 'read', method: 'GET', path: '/reports/{id}', effects: 'none', plugins })]
    const { url } = await gateway({ pools: [pool(agents.url)], routes })
    const replies = await Promise.all(Array.from({ length: 10 }, () => get(`${url}/reports/7`, anyone)))
    expect(replies.map(count)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    expect(agents.received).toHaveLength(1)
  })

  test('calls with effects, errors and answers that break the contract are not kept', async () => {
    const { url, agents } = await cached({ 'cache-control': 'max-age=60' })
    await send(url, ada, {})
    await send(url, ada, {})
    expect(agents.received).toHaveLength(2)
    const effects = await cached({ 'cache-control': 'max-age=60' }, {}, { effects: 'additive' })
    await get(effects.url, ada)
    await get(effects.url, ada)
    expect(effects.agents.received).toHaveLength(2)
  })

  test('memory is bounded by bytes, by entries and by the length of an answer', async () => {
    const { url } = await cached({ 'cache-control': 'max-age=60' }, { max_entries: 2 })
    for (const id of ['1', '2', '3']) await get(url.replace('/7', `/${id}`), ada)
    expect(count(await get(url.replace('/7', '/3'), ada))).toBe(3)
    expect(count(await get(url.replace('/7', '/1'), ada))).toBe(4)
    const tiny = await cached({ 'cache-control': 'max-age=60' }, { max_body_bytes: 10 })
    await get(tiny.url, ada)
    expect(count(await get(tiny.url, ada))).toBe(2)
    const small = await cached({ 'cache-control': 'max-age=60' }, { max_bytes: 1024 })
    await get(small.url, ada)
    expect(count(await get(small.url, ada))).toBe(2)
  })

  test('where nobody reads the answer, it is kept byte by byte', async () => {
    const length = { 'content-length': '300' }
    const { url } = await cached({ ...length, 'cache-control': 'max-age=60', etag: '"v1"' }, {}, { enforce: 'off' })
    const first = await get(url, ada)
    const second = await get(url, ada)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('etag')).toBe('"v1"')
  })
})
