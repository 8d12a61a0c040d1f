/** The plugin `idempotency`: one key, one call of the upstream, one answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { gateway, pool, route, sendJson, upstream } from '../kit.ts'
import { knownCallerEntry } from './caller-plugin.ts'
import { ada, bob, completed, countingUpstream, durableGateway, eve, newStore, send, setSecret } from './kit.ts'

const on = { idempotency: { enabled: true } }
const path = '/campaigns/7/optimizations'
const key = (value: string) => ({ 'idempotency-key': value })

describe.each(['sqlite', 'postgres'] as const)('keys on %s', kind => {
  test('a repeat gets the stored answer, and the upstream is called once', async () => {
    const agents = await countingUpstream((received, response, count) =>
      sendJson(response, 201, completed(received, { count }), 'application/json', { location: '/optimizations/1' }),
    )
    const { url } = await durableGateway(agents.url, on, { store: await newStore(kind) })
    const first = await send(`${url}${path}`, { ...ada, ...key('k1') }, { budget: 5 })
    const repeat = await send(`${url}${path}`, { ...ada, ...key('k1') }, { budget: 5 })
    expect(first).toMatchObject({ status: 201, body: { result: { count: 1 } } })
    expect(repeat).toMatchObject({ status: 201, body: { result: { count: 1 } } })
    expect(repeat.headers.get('location')).toBe('/optimizations/1')
    expect(repeat.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(agents.received).toHaveLength(1)
  })

  test('a call in flight is not made twice, also at another process', async () => {
    const agents = await countingUpstream((received, response, count) =>
      setTimeout(() => sendJson(response, 200, completed(received, { count })), 300),
    )
    const store = await newStore(kind)
    const [one, other] = [
      await durableGateway(agents.url, on, { store }),
      await durableGateway(agents.url, on, { store }),
    ]
    const first = send(`${one.url}${path}`, { ...ada, ...key('k1') }, {})
    while (agents.received.length === 0) await sleep(10)
    const second = await send(`${other.url}${path}`, { ...ada, ...key('k1') }, {})
    expect(second).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_FLIGHT' } })
    expect(second.headers.get('retry-after')).toBe('1')
    expect(await first).toMatchObject({ status: 200, body: { result: { count: 1 } } })
    expect(agents.received).toHaveLength(1)
  })
})

describe('idempotency', () => {
  test('listed once for all routes, it is on for each', async () => {
    const agents = await countingUpstream()
    const plugins = [knownCallerEntry, { name: 'idempotency', module: undefined, enabled: true, options: {} }]
    const { url } = await gateway({
      auth: 'required',
      plugins,
      pools: [pool(agents.url)],
      routes: [route({ id: 'one', path: '/one' }), route({ id: 'two', path: '/two' })],
      store: await newStore(),
    })
    for (const at of ['/one', '/one', '/two', '/two']) {
      expect(await send(`${url}${at}`, { ...ada, ...key(at) }, {})).toMatchObject({ status: 200 })
    }
    expect(agents.received.map(({ path: at }) => at)).toEqual(['/one', '/two'])
  })

  test('another body or another path with the same key is a conflict', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on)
    await send(`${url}${path}`, { ...ada, ...key('k1') }, { budget: 5 })
    const conflict = { status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } }
    expect(await send(`${url}${path}`, { ...ada, ...key('k1') }, { budget: 6 })).toMatchObject(conflict)
    expect(await send(`${url}/campaigns/8/optimizations`, { ...ada, ...key('k1') }, { budget: 5 })).toMatchObject(
      conflict,
    )
    expect(await send(`${url}${path}?dry=1`, { ...ada, ...key('k1') }, { budget: 5 })).toMatchObject(conflict)
    expect(agents.received).toHaveLength(1)
  })

  test('a key belongs to its caller, its tenant and its route; the upstream gets another for each', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on)
    for (const caller of [ada, bob, eve]) {
      expect(await send(`${url}${path}`, { ...caller, ...key('k1') }, {})).toMatchObject({ status: 200 })
    }
    expect(agents.received).toHaveLength(3)
    const keys = agents.received.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(3)
    expect(keys).not.toContain('k1')
  })

  test('an upstream that breaks off gets the same key again', async () => {
    const agents = await countingUpstream((received, response, count) => {
      if (count === 1) response.destroy()
      else sendJson(response, 200, completed(received, { count }))
    })
    const { url } = await durableGateway(agents.url, on)
    expect(await send(`${url}${path}`, { ...ada, ...key('k1') }, {})).toMatchObject({
      status: 200,
      body: { result: { count: 2 } },
    })
    const [one, other] = agents.received.map(({ headers }) => headers['idempotency-key'])
    expect(one).toBe(other)
  })

  test('an upstream that knows no keys is not called again', async () => {
    const agents = await countingUpstream((_, response) => response.destroy())
    const plugins = { idempotency: { enabled: true, options: { upstream_keys: false } } }
    const { url } = await durableGateway(agents.url, plugins)
    expect(await send(`${url}${path}`, { ...ada, ...key('k1') }, {})).toMatchObject({
      status: 424,
      body: { code: 'UPSTREAM_BROKEN' },
    })
    expect(agents.received).toHaveLength(1)
  })

  test('a refusal that came before any work leaves the key free', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on, { pools: [pool('http://127.0.0.1:1')] })
    expect(await send(`${url}${path}`, { ...ada, ...key('k1') }, {})).toMatchObject({
      status: 424,
      body: { code: 'UPSTREAM_UNAVAILABLE' },
    })
    expect(await send(`${url}${path}`, { ...ada, ...key('k1') }, { other: 1 })).toMatchObject({ status: 424 })
  })

  test('a key is required where the route says so', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, { idempotency: { enabled: true, options: { required: true } } })
    const refused = await send(`${url}${path}`, ada, {})
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.text).toContain('needs a key')
    expect(agents.received).toHaveLength(0)
  })

  test('a key without credentials has no owner', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on)
    expect(await send(`${url}${path}`, key('k1'), {})).toMatchObject({ status: 401 })
    expect(agents.received).toHaveLength(0)
  })

  test.each(['authorization', 'cookie', 'x-api-key', 'x-auth-token'])(
    'where nobody is asked who they are, an answer is for callers with the same %s alone',
    async name => {
      const agents = await countingUpstream((received, response, count) =>
        sendJson(response, 200, completed(received, { count })),
      )
      const { url } = await durableGateway(agents.url, on, { auth: 'none', plugins: [] })
      const as = (value: string, more = {}) =>
        send(`${url}${path}`, { ...key('k1'), [name]: value, ...more }, { budget: 5 })
      expect(await as('of-ada')).toMatchObject({ status: 200, body: { result: { count: 1 } } })
      expect(await as('of-bob')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } })
      expect(await send(`${url}${path}`, key('k1'), { budget: 5 })).toMatchObject({ status: 409 })
      const repeat = await as('of-ada', { 'x-approval-token': 'apr_1', signature: 'other' })
      expect(repeat).toMatchObject({ status: 200, body: { result: { count: 1 } } })
      expect(agents.received).toHaveLength(1)
    },
  )

  test.each(['{"a":1,"a":2}', '{"a":12345678901234567890}', '{"a":'])(
    'a body that two readers could take for two is refused: %s',
    async body => {
      const agents = await countingUpstream()
      const { url } = await durableGateway(agents.url, on)
      expect(await send(`${url}${path}`, { ...ada, ...key('k1') }, body)).toMatchObject({ status: 422 })
      expect(agents.received).toHaveLength(0)
    },
  )

  test('a body that is not JSON counts as it is', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on)
    const csv = { ...ada, ...key('k1'), 'content-type': 'text/csv' }
    expect(await send(`${url}${path}`, csv, 'a,b')).toMatchObject({ status: 200 })
    expect(await send(`${url}${path}`, csv, 'a,b')).toMatchObject({ status: 200 })
    expect(await send(`${url}${path}`, csv, 'a,c')).toMatchObject({ status: 409 })
    expect(agents.received.map(({ body }) => body)).toEqual(['a,b'])
  })

  test('without a key, and with the store away, calls pass; with a key they are told to come again', async () => {
    const agents = await countingUpstream()
    setSecret()
    const { url } = await durableGateway(agents.url, on, { store: 'postgres://nobody@127.0.0.1:1/none' })
    expect(await send(`${url}${path}`, ada, {})).toMatchObject({ status: 200 })
    const away = await send(`${url}${path}`, { ...ada, ...key('k1') }, {})
    expect(away).toMatchObject({ status: 503, body: { type: 'error' } })
    expect(away.headers.get('retry-after')).not.toBeNull()
    expect(agents.received).toHaveLength(1)
  })

  test('a gateway without a store refuses the plugin, and says what to set', async () => {
    const agents = await upstream(() => {})
    await expect(durableGateway(agents.url, on, { store: 'none' })).rejects.toThrow(
      /plugin idempotency: needs a store\. Set store: /,
    )
  })
})
