/** Routes as the tools of one MCP server and the skills of one A2A agent, with the official clients over real sockets. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RouteConfig } from '../../src/gateway/config.ts'
import { modernServer } from '../client/mcp-servers.ts'
import { clientAt, served } from '../client/servers.ts'
import { clientOf, request, wires } from '../interop/a2a-kit.ts'
import { connect, type Era } from '../interop/mcp/clients.ts'
import { callerEntry } from './caller-plugin.ts'
import { gateway, pool, type Received, route, sendJson, sendRaw, type TestConfig, upstream } from './kit.ts'
import { bearer, plugin, withSecret } from './plugins/kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'replywire-fronts-'))

const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things/{id}': {
      put: {
        operationId: 'saveThing',
        summary: 'Save a thing',
        description: 'Keeps a thing under its id.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] },
            },
          },
        },
      },
    },
  },
}

const eras: readonly Era[] = ['v1', 'v2 2025-11-25', 'v2 2026-07-28']

/** A REST service of the profile. */
const things = () =>
  upstream((received, response) => {
    const { size } = JSON.parse(received.body)
    if (size === 13) sendJson(response, 409, conflict(received), 'application/vnd.yaagents.conflict+json', profile)
    else sendJson(response, 200, { saved: received.path, size, trace: ids(received) })
  })

const profile = { 'x-yaagents-profile': 'v0.3' }

function conflict(received: Received) {
  return { type: 'conflict', code: 'THING_TAKEN', message: 'It is taken.', trace: ids(received) }
}

function ids({ headers }: Received) {
  return { requestId: String(headers['x-request-id']), correlationId: String(headers['x-correlation-id']) }
}

function documentFile(): string {
  const file = join(folder, 'things.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

const save = (more: Partial<RouteConfig> = {}) =>
  route({ id: 'save', method: 'PUT', path: '/things/{thingId}', openapi: documentFile(), ...more })

async function opened(settings: TestConfig) {
  const one = await gateway({ mcp: { hosts: [] }, a2a: { hosts: [] }, ...settings })
  return one
}

/** The tools, once the document was read. */
async function toolsOf(url: string): Promise<Record<string, unknown>[]> {
  const client = await connect('v2 2026-07-28', { url: `${url}/mcp` })
  try {
    return await client.tools()
  } finally {
    await client.close()
  }
}

describe('/mcp', () => {
  it.each(eras)('offers routes as their OpenAPI document has them, and calls them (%s)', async era => {
    const agents = await things()
    const { url } = await opened({ pools: [pool(agents.url)], routes: [save()] })
    await expect
      .poll(() => toolsOf(url))
      .toMatchObject([
        {
          name: 'saveThing',
          title: 'Save a thing',
          description: 'Keeps a thing under its id.',
          inputSchema: {
            required: ['thingId', 'size'],
            properties: { thingId: { type: 'string' }, size: { type: 'integer' } },
          },
          annotations: { readOnlyHint: false },
        },
      ])
    const client = await connect(era, { url: `${url}/mcp` })
    const answer = await client.call('saveThing', { thingId: 'a/b', size: 3 })
    expect(answer).toMatchObject({ structuredContent: { saved: '/things/a%2Fb', size: 3 } })
    expect(agents.received[0]).toMatchObject({ method: 'PUT', path: '/things/a%2Fb', body: '{"size":3}' })
    const refused = await client.call('saveThing', { thingId: 'a', size: 'no' })
    expect(refused.isError).toBe(true)
    expect(agents.received).toHaveLength(1)
    const failed = await client.call('saveThing', { thingId: 'a', size: 13 })
    expect(failed).toMatchObject({ isError: true })
    expect(JSON.stringify(failed)).toContain('It is taken.')
    await client.close()
  })

  it('offers what the routes say themselves, and tools of an MCP server behind them', async () => {
    const server = await modernServer()
    const agents = await things()
    const routes = [
      save({
        openapi: undefined,
        title: 'Save',
        description: 'As written.',
        input: { type: 'object', properties: {} },
      }),
      route({ id: 'greet', path: '/greet', pool: 'tools', contract: 'mcp', offers: ['yaagents'] }),
      route({ id: 'all', path: '/all/*' }),
    ]
    const pools = [pool(agents.url), pool(`mcp+${server.origin}/mcp`, { name: 'tools' })]
    const { url } = await opened({ pools, routes })
    await expect
      .poll(() => toolsOf(url))
      .toMatchObject([
        { name: 'save', title: 'Save', description: 'As written.' },
        { name: 'greet', description: 'Says hello.', inputSchema: { properties: { name: { type: 'string' } } } },
      ])
    const client = await connect('v1', { url: `${url}/mcp` })
    const answer = await client.call('greet', { name: 'Ada' })
    expect(answer).toMatchObject({ structuredContent: { greeting: 'Hello, Ada.' } })
    await client.close()
  })

  it('offers the routes that are named, and none without being asked', async () => {
    const agents = await things()
    const routes = [save(), save({ id: 'other', path: '/others/{thingId}', openapi: undefined })]
    const { url } = await opened({ pools: [pool(agents.url)], routes, mcp: { hosts: [], routes: ['other'] } })
    expect((await toolsOf(url)).map(({ name }) => name)).toEqual(['other'])
    const off = await gateway({ pools: [pool(agents.url)], routes })
    expect((await fetch(`${off.url}/mcp`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${off.url}/.well-known/agent-card.json`)).status).toBe(404)
  })

  it('asks of its callers what the route asks, and counts the call as one of the route', async () => {
    const agents = await things()
    const limited = {
      name: 'rate-limit',
      enabled: true,
      options: { limits: [{ by: 'tenant', requests: 2, per: '1h' }] },
    }
    const one = await opened({
      pools: [pool(agents.url)],
      routes: [save({ roles: ['writer'], tenantRequired: true, openapi: undefined })],
      auth: 'required',
      plugins: [callerEntry, limited],
    })
    const anonymous = await fetch(`${one.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(anonymous.status).toBe(401)
    const as = (roles: string) => ({ 'test-tenant': 'acme', 'test-roles': roles, authorization: 'Bearer x' })
    const call = async (roles: string) => {
      const client = await connect('v1', { url: `${one.url}/mcp`, headers: as(roles) })
      const answer = await client.call('save', { thingId: 'a', size: 1 })
      await client.close()
      return JSON.stringify(answer)
    }
    expect(await call('reader')).toContain('INSUFFICIENT_ROLES')
    expect(agents.received).toHaveLength(0)
    expect(await call('writer')).not.toContain('isError":true')
    expect(agents.received[0]?.headers).toMatchObject({ 'x-tenant-id': 'acme', 'x-actor-roles': 'writer' })
    expect(agents.received[0]?.headers.authorization).toBeUndefined()
    expect(await call('writer')).toContain('RATE_LIMIT')
    expect(await one.metric('yaagents_gateway_requests_total', { route: 'save', status: '200' })).toBe(1)
    expect(await one.metric('yaagents_gateway_requests_total', { route: 'save', status: '403' })).toBe(1)
    expect(one.lines.some(line => line.route === 'save' && line.status === 403)).toBe(true)
  })

  it('does not try the patterns that an upstream publishes: one of them would stop it for minutes', async () => {
    const agents = await things()
    const slow = structuredClone(document)
    const { content } = slow.paths['/things/{id}'].put.requestBody
    Object.assign(content['application/json'].schema, {
      properties: { text: { type: 'string', pattern: '^(a+)+$', maxLength: 60 }, pattern: { type: 'string' } },
      patternProperties: { '^(b+)+$': { type: 'string' } },
      required: [],
    })
    const file = join(folder, 'slow.json')
    writeFileSync(file, JSON.stringify(slow))
    const { url } = await opened({ pools: [pool(agents.url)], routes: [save({ openapi: file })] })
    await expect.poll(() => toolsOf(url)).toMatchObject([{ name: 'saveThing' }])
    const [tool] = await toolsOf(url)
    expect(tool?.inputSchema).toMatchObject({
      properties: { text: { type: 'string', maxLength: 60 }, pattern: { type: 'string' } },
    })
    expect(JSON.stringify(tool)).not.toContain('+)+')
    const client = await connect('v1', { url: `${url}/mcp` })
    const size = 3
    const text = `${'a'.repeat(50)}!`
    const answer = await client.call('saveThing', { thingId: 'a', size, text, [`${'b'.repeat(50)}!`]: 'x' })
    expect(answer).toMatchObject({ structuredContent: { saved: '/things/a' } })
    await client.close()
  })

  it.each([
    ['a type that does not exist', { type: 'object', properties: { size: { type: 'strin' } } }],
    ['a reference that leads nowhere', { type: 'object', properties: { size: { $ref: '#/$defs/none' } } }],
  ])('offers a tool without checking its arguments where what is published has %s', async (_, schema) => {
    const agents = await things()
    const broken = structuredClone(document)
    Object.assign(broken.paths['/things/{id}'].put.requestBody.content['application/json'], { schema })
    const file = join(folder, `broken-${crypto.randomUUID()}.json`)
    writeFileSync(file, JSON.stringify(broken))
    const one = await opened({ pools: [pool(agents.url)], routes: [save({ openapi: file })] })
    await expect.poll(() => toolsOf(one.url)).toMatchObject([{ name: 'saveThing', inputSchema: { type: 'object' } }])
    const client = await connect('v1', { url: `${one.url}/mcp` })
    const answer = await client.call('saveThing', { thingId: 'a', size: 3 })
    expect(answer).toMatchObject({ structuredContent: { saved: '/things/a', size: 3 } })
    await client.close()
    expect(one.lines.find(({ operation }) => operation === 'saveThing')?.message).toContain('no usable JSON Schema')
  })

  it('does not start with an input of a route that no arguments can be checked against', async () => {
    const agents = await things()
    const input = { type: 'object', properties: { size: { type: 'strin' } } }
    const opening = opened({ pools: [pool(agents.url)], routes: [save({ openapi: undefined, input })] })
    await expect(opening).rejects.toThrow('route save: the input is no JSON Schema that can be used')
  })

  it('has other tools after a reload, in the same session', async () => {
    const agents = await things()
    const settings: TestConfig = { pools: [pool(agents.url)], routes: [save({ openapi: undefined })] }
    const one = await opened(settings)
    const client = await connect('v1', { url: `${one.url}/mcp` })
    expect((await client.tools()).map(({ name }) => name)).toEqual(['save'])
    const { config } = one.gateway
    const routes = [
      save({ id: 'kept', openapi: undefined }),
      save({ id: 'more', path: '/more/{thingId}', openapi: undefined }),
    ]
    await one.gateway.reload({ ...config, routes })
    expect((await client.tools()).map(({ name }) => name)).toEqual(['kept', 'more'])
    const answer = await client.call('more', { thingId: 'x', size: 1 })
    expect(answer).toMatchObject({ structuredContent: { saved: '/more/x' } })
    await client.close()
  })

  it('follows a task of the upstream to its end', async () => {
    const server = await modernServer()
    const routes = [route({ id: 'long', path: '/long', pool: 'tools', contract: 'mcp', offers: ['yaagents'] })]
    const { url } = await opened({ pools: [pool(`mcp+${server.origin}/mcp`, { name: 'tools' })], routes })
    await expect.poll(() => toolsOf(url)).toHaveLength(1)
    const client = await connect('v2 2026-07-28', { url: `${url}/mcp` })
    const answer = await client.call('long', {})
    expect(answer.structuredContent).toEqual({ done: true })
    await client.close()
  })

  it('asks what the upstream asks: for an input, and for an approval that is its own', async () => {
    const { url: agents } = await served()
    const routes = [
      route({ id: 'spend', path: '/payments', offers: ['yaagents'] }),
      route({ id: 'plan', path: '/plans' }),
    ]
    const { url } = await opened({ pools: [pool(agents)], routes })
    const client = clientAt(`mcp+${url}/mcp`)
    const paused = await client.call('plan' as never, {} as never)
    expect(paused.outcome).toMatchObject({ kind: 'paused', needs: [{ kind: 'input', name: 'metric' }] })
    const asked = await client.call('spend' as never, { amount: 5 } as never)
    expect(asked.outcome).toMatchObject({ kind: 'paused', needs: [{ kind: 'approval' }] })
  })
})

describe('/a2a', () => {
  it.each(wires)('offers routes as skills, and calls them (%s)', async wire => {
    const agents = await things()
    const { url } = await opened({ pools: [pool(agents.url)], routes: [save()] })
    await expect
      .poll(async () => (await (await fetch(`${url}/.well-known/agent-card.json`)).json()).skills)
      .toMatchObject([{ id: 'saveThing', name: 'Save a thing', description: 'Keeps a thing under its id.' }])
    const client = await clientOf(url, wire)
    const data = { skill: 'saveThing', parameters: { thingId: 'x', size: 2 } }
    const answer = JSON.stringify(await client.sendMessage(request(data)))
    expect(answer).toContain('/things/x')
    expect(agents.received).toHaveLength(1)
  })

  it('keeps tasks apart by the tenant that a plugin finds', async () => {
    const { url: agents } = await served()
    const { url } = await opened({
      pools: [pool(agents)],
      routes: [route({ id: 'plan', path: '/plans', tenantRequired: true })],
      auth: 'required',
      plugins: [withSecret, plugin('tenant-injector', { tenant: { claim: 'org' } })],
    })
    const caller = async (org: string) => {
      const headers = {
        ...(await bearer({ tenant_id: undefined, org })),
        'content-type': 'application/json',
        'a2a-version': '1.0',
      }
      return async (method: string, params: object) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        return (await fetch(`${url}/a2a`, { method: 'POST', headers, body })).json()
      }
    }
    const acme = await caller('acme')
    const other = await caller('other')
    const parts = [{ data: { skill: 'plan', parameters: {} } }]
    const sent = await acme('SendMessage', { message: { messageId: '1', role: 'ROLE_USER', parts } })
    const { id } = sent.result.task
    expect(await acme('GetTask', { id })).toMatchObject({ result: { id } })
    expect(await other('GetTask', { id })).toMatchObject({ error: { code: -32001 } })
  })

  it('is reached by this machine and the names that it was given alone', async () => {
    const agents = await things()
    const front = { hosts: ['agents.example'] }
    const one = await opened({ pools: [pool(agents.url)], routes: [save()], mcp: front, a2a: front })
    const ask = async (host: string, path: string) => {
      const text = await sendRaw(
        one.port,
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      )
      return text.slice(9, 12)
    }
    for (const path of ['/mcp', '/a2a']) {
      expect(await ask('evil.example', path)).toBe('403')
      expect(await ask('agents.example', path)).not.toBe('403')
    }
  })
})
