/** The plugin `respond-async`: calls become tasks, which callers poll, cancel and are notified of. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { route, sendJson } from '../kit.ts'
import { durable } from '../settings.ts'
import { knownCallerEntry } from './caller-plugin.ts'
import { ada, bob, completed, countingUpstream, durableGateway, ended, eve, get, newStore, send, until } from './kit.ts'

const service = { credentials: { authorization: 'Bearer service' } }
const on = { 'respond-async': { options: service } }
const path = '/campaigns/7/optimizations?dry=1'
const later = { prefer: 'respond-async' }

describe.each(['sqlite', 'postgres'] as const)('tasks on %s', kind => {
  test('a call is answered with a task, which the worker forwards', async () => {
    const agents = await countingUpstream((received, response) =>
      sendJson(response, 201, completed(received, { body: JSON.parse(received.body) }), 'application/json'),
    )
    const { url } = await durableGateway(agents.url, on, { store: await newStore(kind) })
    const headers = { ...ada, ...later, authorization: 'Bearer of-ada', cookie: 'session=1', 'x-note': 'n' }
    const accepted = await send(`${url}${path}`, headers, { budget: 5 })
    expect(accepted).toMatchObject({ status: 202, body: { type: 'operation_accepted' } })
    expect(accepted.headers.get('preference-applied')).toBe('respond-async')
    const { statusUrl } = accepted.body
    expect(await ended(url, statusUrl, ada)).toMatchObject({ body: { state: 'completed', operation: 'optimize' } })
    const result = await get(`${url}${String(statusUrl).replace('/status', '/result')}`, ada)
    expect(result).toMatchObject({ status: 201, body: { result: { body: { budget: 5 } } } })
    expect(agents.received).toHaveLength(1)
    const [received] = agents.received
    expect(received?.path).toBe(path)
    expect(received?.headers).toMatchObject({
      authorization: 'Bearer service',
      'content-type': 'application/json',
      'x-tenant-id': 'acme',
      'x-actor-subject': 'ada',
    })
    expect(received?.headers).not.toHaveProperty('cookie')
    expect(received?.headers).not.toHaveProperty('x-note')
    expect(received?.headers).not.toHaveProperty('prefer')
  })
})

describe('respond-async', () => {
  test('the upstream learns for whom a trusted caller acts, as it does from a call that is not a task', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on, { trustedCallers: ['proxy'] })
    const headers = { 'test-tenant': 'acme', 'test-subject': 'proxy', 'x-actor-subject': 'agent' }
    await send(`${url}${path}`, { ...headers, 'x-actor-principal': 'ada' }, {})
    await send(`${url}${path}`, { ...headers, ...later, 'x-actor-principal': 'ada' }, {})
    await until(() => agents.received.length === 2 || undefined)
    const actors = agents.received.map(one => [one.headers['x-actor-subject'], one.headers['x-actor-principal']])
    expect(actors).toEqual([
      ['agent', 'ada'],
      ['agent', 'ada'],
    ])
  })

  test('the upstream learns the tenant and the principal under the names that tenant-injector was given', async () => {
    const agents = await countingUpstream()
    const inject = { tenant_header: 'X-Org', principal_header: 'X-Who' }
    const injector = { name: 'tenant-injector', enabled: true, options: { principal: { claim: 'sub' }, inject } }
    const { url } = await durableGateway(agents.url, on, { plugins: [knownCallerEntry, injector] })
    await send(`${url}${path}`, ada, {})
    await send(`${url}${path}`, { ...ada, ...later, 'x-org': 'forged', 'x-who': 'forged' }, {})
    await until(() => agents.received.length === 2 || undefined)
    const told = agents.received.map(({ headers }) => [headers['x-org'], headers['x-who']])
    expect(told).toEqual([
      ['acme', 'ada'],
      ['acme', 'ada'],
    ])
  })

  test('tasks of others are not found, and nobody without credentials sees any', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on)
    const { body } = await send(`${url}${path}`, { ...ada, ...later }, {})
    await ended(url, body.statusUrl, ada)
    expect(await get(`${url}${String(body.statusUrl)}`, bob)).toMatchObject({ status: 404 })
    expect(await get(`${url}${String(body.statusUrl)}`, eve)).toMatchObject({ status: 404 })
    expect(await get(`${url}${String(body.statusUrl)}`)).toMatchObject({ status: 401 })
    expect((await get(`${url}/operations`, ada)).text).toContain('"operation":"optimize"')
    expect((await get(`${url}/operations`, bob)).text).not.toContain('"operation":"optimize"')
  })

  test('nothing of the credentials of a caller is in the store', async () => {
    const agents = await countingUpstream()
    const store = await newStore()
    const { url } = await durableGateway(agents.url, on, { store })
    const { body } = await send(`${url}${path}`, { ...ada, ...later, authorization: 'Bearer of-ada-secret' }, {})
    await ended(url, body.statusUrl, ada)
    const opened = await openStore(store)
    const [row] = await opened.do('listTasks', { tenant: 'acme', limit: 10 })
    const whole = await opened.do('getTask', { id: row?.id ?? '', tenant: 'acme' })
    await opened.close()
    expect(Buffer.from(whole?.call ?? []).toString()).toContain('/campaigns/7/optimizations')
    expect(Buffer.from(whole?.call ?? []).toString()).not.toContain('of-ada-secret')
  })

  test('a task can be canceled: the upstream call is ended', async () => {
    let isGone = false
    const agents = await countingUpstream((_, response) => void response.on('close', () => (isGone = true)))
    const { url } = await durableGateway(agents.url, on)
    const { body } = await send(`${url}${path}`, { ...ada, ...later }, {})
    await until(() => agents.received.length === 1 || undefined)
    const at = String(body.statusUrl).replace('/status', '')
    expect(await send(`${url}${at}:cancel`, ada)).toMatchObject({ status: 200 })
    expect(await ended(url, body.statusUrl, ada)).toMatchObject({ body: { state: 'canceled' } })
    await until(() => isGone || undefined)
  })

  test('every call of a route with always becomes a task; one that takes too long does with after', async () => {
    const agents = await countingUpstream((received, response) =>
      setTimeout(() => sendJson(response, 200, completed(received, { done: true })), 500),
    )
    const always = { 'respond-async': { options: { ...service, always: true } } }
    const one = await durableGateway(agents.url, always)
    expect(await send(`${one.url}${path}`, ada, {})).toMatchObject({ status: 202 })
    const after = { 'respond-async': { options: { ...service, after: '50ms' } } }
    const other = await durableGateway(agents.url, after)
    const slow = await send(`${other.url}${path}`, { ...ada, authorization: 'Bearer of-ada' }, {})
    expect(slow).toMatchObject({ status: 202 })
    expect(await ended(other.url, slow.body.statusUrl, ada)).toMatchObject({ body: { state: 'completed' } })
    expect(agents.received.at(-1)?.headers.authorization).toBe('Bearer of-ada')
    expect(agents.received).toHaveLength(2)
  })

  test('the same key gets the same task', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on)
    const headers = { ...ada, ...later, 'idempotency-key': 'k1' }
    const first = await send(`${url}${path}`, headers, {})
    const repeat = await send(`${url}${path}`, headers, {})
    expect(first.status).toBe(202)
    expect(repeat.body.operationId).toBe(first.body.operationId)
    await ended(url, first.body.statusUrl, ada)
    expect(agents.received).toHaveLength(1)
  })

  test('a call with effects and without a key is sent once: when no answer comes, that is unknown', async () => {
    const agents = await countingUpstream((_, response) => response.destroy())
    const { url } = await durableGateway(agents.url, on)
    const { body } = await send(`${url}${path}`, { ...ada, ...later }, {})
    expect(await ended(url, body.statusUrl, ada)).toMatchObject({ body: { state: 'unknown' } })
    expect(agents.received).toHaveLength(1)
  })

  test('with a key it is sent again, with the same key', async () => {
    const agents = await countingUpstream((received, response, count) => {
      if (count <= 2) response.destroy()
      else sendJson(response, 200, completed(received, { count }))
    })
    const plugins = { 'respond-async': { options: { ...service, backoff: '10ms' } } }
    const { url } = await durableGateway(agents.url, plugins)
    const { body } = await send(`${url}${path}`, { ...ada, ...later, 'idempotency-key': 'k1' }, {})
    expect(await ended(url, body.statusUrl, ada)).toMatchObject({ body: { state: 'completed' } })
    expect(agents.received.length).toBeGreaterThan(2)
    expect(new Set(agents.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('an answer that breaks the contract fails the task', async () => {
    const agents = await countingUpstream((_, response) =>
      sendJson(response, 202, {}, 'application/vnd.yaagents.operation+json'),
    )
    const { url } = await durableGateway(agents.url, on)
    const { body } = await send(`${url}${path}`, { ...ada, ...later }, {})
    expect(await ended(url, body.statusUrl, ada)).toMatchObject({ body: { state: 'failed' } })
    const result = await get(`${url}${String(body.statusUrl).replace('/status', '/result')}`, ada)
    expect(result).toMatchObject({ status: 500, body: { code: 'TRACE_MISSING' } })
  })

  test('configured endpoints are notified of the end', async () => {
    const posted: string[] = []
    const receiver = createServer((request, response) => {
      request.on('data', chunk => posted.push(String(chunk)))
      request.on('end', () => response.end())
    })
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', () => resolve()))
    const { port } = receiver.address() as AddressInfo
    const webhooks = [{ url: `http://127.0.0.1:${port}/`, secret: `whsec_${randomBytes(24).toString('base64')}` }]
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on, { durable: { ...durable, webhooks } })
    const { body } = await send(`${url}${path}`, { ...ada, ...later }, {})
    await ended(url, body.statusUrl, ada)
    await until(() => (posted.join('').includes('"count":1') ? true : undefined))
    receiver.closeAllConnections()
    receiver.close()
  })

  test('below a prefix; other paths stay those of routes', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on, { durable: { ...durable, prefix: '/gateway' } })
    const { body } = await send(`${url}${path}`, { ...ada, ...later }, {})
    expect(String(body.statusUrl)).toMatch(/^\/gateway\/operations\//)
    expect(await get(`${url}/operations`, ada)).toMatchObject({ status: 404, body: { code: 'ROUTE_NOT_FOUND' } })
    expect(await ended(url, body.statusUrl, ada)).toMatchObject({ status: 200 })
  })

  test('a call without a wish for a task is forwarded at once', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, on)
    expect(await send(`${url}${path}`, ada, {})).toMatchObject({ status: 200, body: { result: { count: 1 } } })
  })

  test.each([
    [{}, /needs credentials/],
    [{ ...service, keep_headers: ['Cookie'] }, /may hold a secret/],
    [{ ...service, keep_headers: ['X-Api-Key'] }, /may hold a secret/],
    [{ ...service, keep_headers: ['X-Session-Id'] }, /may hold a secret/],
    [{ ...service, keep_headers: ['X-User-Jwt'] }, /may hold a secret/],
    [{ ...service, keep_headers: ['X-Auth'] }, /may hold a secret/],
    [{ credentials: { 'x-tenant-id': 'other' } }, /the gateway sets itself/],
  ])('options that would leak or forge are refused: %j', async (options, message) => {
    const agents = await countingUpstream()
    await expect(durableGateway(agents.url, { 'respond-async': { enabled: true, options } })).rejects.toThrow(message)
  })

  test('a route cannot have a path of tasks', async () => {
    const agents = await countingUpstream()
    const routes = [route({ plugins: on }), route({ id: 'other', method: 'GET', path: '/operations/{id}' })]
    await expect(durableGateway(agents.url, on, { routes })).rejects.toThrow(/Set durable.prefix/)
  })
})
