/** Credentials that are missing and credentials that were refused, on every carrier; and where to get some (RFC 9728). */
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiKeyAuth, firstOf, jwtAuth, optionalAuth, staticKeys } from '../../src/auth/index.ts'
import type { Authenticate } from '../../src/auth/principal.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { handshake, inSession, modern, post } from '../interop/mcp/raw.ts'

const agent = defineAgent({
  name: 'seller',
  title: 'Seller',
  version: '1.0.0',
  operations: {
    buy: operation({
      title: 'Buy',
      route: 'POST /buys',
      input: z.object({ amount: z.number() }),
      handler: ({ amount }) => ({ amount }),
    }),
  },
})
const issuer = 'https://id.example/realms/a'
const jwt = jwtAuth({ issuers: [{ issuer, secret: 's'.repeat(32) }] })
const refused = { authorization: 'Bearer eyJ.not.one' }

describe('in AdCP', () => {
  let listening: Awaited<ReturnType<ReturnType<typeof serve>['listen']>>
  beforeAll(async () => {
    listening = await serve(agent, { authenticate: jwt, contract: 'adcp' }).listen({ port: 0 })
  })
  afterAll(() => listening.close())

  const call = { skill: 'buy', parameters: { amount: 1, idempotency_key: crypto.randomUUID() } }
  const rest = (path: string, body: object, headers: Record<string, string>) =>
    post(`${listening.url}${path}`, body, headers).then(({ status, body: answer }) => [status, answer] as const)
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: call }] }
  const old = { messageId: 'm', role: 'user', kind: 'message', parts: [{ kind: 'data', data: call }] }
  const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })

  const carriers: [string, (headers: Record<string, string>) => Promise<readonly [number, unknown]>][] = [
    ['REST', headers => rest('/buys', call.parameters, headers)],
    [
      'A2A 1.0, JSON-RPC',
      headers => rest('/a2a?envelope=adcp', rpc('SendMessage', { message }), { 'a2a-version': '1.0', ...headers }),
    ],
    [
      'A2A 1.0, HTTP+JSON',
      headers => rest('/a2a/message:send?envelope=adcp', { message }, { 'a2a-version': '1.0', ...headers }),
    ],
    ['A2A 0.3, JSON-RPC', headers => rest('/a2a?envelope=adcp', rpc('message/send', { message: old }), headers)],
    [
      'MCP 2026-07-28',
      async headers => {
        const params = { name: 'buy', arguments: call.parameters }
        const { status, body } = await modern(`${listening.url}/mcp?envelope=adcp`, 'tools/call', params, { headers })
        return [status, body]
      },
    ],
    [
      'MCP 2025-06-18',
      async headers => {
        const at = `${listening.url}/mcp?envelope=adcp`
        const { session } = await handshake(at)
        const params = { name: 'buy', arguments: call.parameters }
        const { status, body } = await inSession(at, session, 'tools/call', params, headers)
        return [status, body]
      },
    ],
  ]

  test.each(carriers)('refused ones are AUTH_INVALID and terminal, missing ones AUTH_MISSING: %s', async (_, ask) => {
    const [status, invalid] = await ask(refused)
    expect(status).toBe(401)
    expect(JSON.stringify(invalid)).toMatch(/"code":"AUTH_INVALID"/)
    expect(JSON.stringify(invalid)).toMatch(/"recovery":"terminal"/)
    const [without, missing] = await ask({})
    expect(without).toBe(401)
    expect(JSON.stringify(missing)).toMatch(/"code":"AUTH_MISSING"/)
    expect(JSON.stringify(missing)).toMatch(/"recovery":"correctable"/)
  })
})

describe('the metadata of the protected resource', () => {
  const served = async (options: ServeOptions, use: (url: string) => Promise<void>) => {
    const listening = await serve(agent, options).listen({ port: 0 })
    await use(listening.url).finally(() => listening.close())
  }
  const get = async (url: string) => {
    const response = await fetch(url)
    return { status: response.status, body: response.status === 200 ? await response.json() : undefined }
  }
  const asked = async (url: string, headers: Record<string, string> = {}) =>
    (await handshake(url, { headers })).answer.headers.get('www-authenticate')

  test('is named by every 401 of /mcp, and found there', async () => {
    await served({ authenticate: jwt }, async url => {
      const metadata = `${url}/.well-known/oauth-protected-resource/mcp`
      expect(await asked(`${url}/mcp`)).toBe(`Bearer realm="replywire", resource_metadata="${metadata}"`)
      expect(await asked(`${url}/mcp`, refused)).toBe(
        `Bearer realm="replywire", resource_metadata="${metadata}", error="invalid_token", error_description="The token is not valid."`,
      )
      const words = { authorization_servers: [issuer], bearer_methods_supported: ['header'], resource_name: 'Seller' }
      expect(await get(metadata)).toEqual({ status: 200, body: { resource: `${url}/mcp`, ...words } })
      expect(await get(`${url}/.well-known/oauth-protected-resource`)).toEqual({
        status: 200,
        body: { resource: url, ...words },
      })
    })
  })

  test('follows the prefix, and the address behind a proxy', async () => {
    await served({ authenticate: jwt, prefix: '/api' }, async url => {
      const metadata = `${url}/.well-known/oauth-protected-resource/api/mcp`
      expect(await asked(`${url}/api/mcp`)).toContain(`resource_metadata="${metadata}"`)
      expect((await get(metadata)).body).toMatchObject({ resource: `${url}/api/mcp` })
    })
    await served({ authenticate: jwt, mcp: { url: 'https://agents.example/seller/mcp' } }, async url => {
      const path = '/.well-known/oauth-protected-resource/seller/mcp'
      expect(await asked(`${url}/mcp`)).toContain(`resource_metadata="https://agents.example${path}"`)
      expect((await get(`${url}${path}`)).body).toMatchObject({ resource: 'https://agents.example/seller/mcp' })
    })
  })

  test('follows the path that the server is mounted under', async () => {
    const outer = new Hono()
    const server = serve(agent, { authenticate: jwt })
    outer.all('/tenants/a/*', context => server.fetch(context.req.raw, { base: '/tenants/a' }))
    const response = await outer.request('http://localhost/tenants/a/mcp', { method: 'POST', body: '{}' })
    const metadata = 'http://localhost/tenants/a/.well-known/oauth-protected-resource/mcp'
    expect(response.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`)
    expect(await (await outer.request(metadata)).json()).toMatchObject({ resource: 'http://localhost/tenants/a/mcp' })
  })

  test('is there for several authenticators, and for one that is optional', async () => {
    const keys = apiKeyAuth(staticKeys([]))
    for (const authenticate of [firstOf(keys, jwt), firstOf(jwt, keys)]) {
      await served({ authenticate }, async url => {
        expect(await asked(`${url}/mcp`)).toContain('Bearer realm="replywire", resource_metadata="')
      })
    }
    await served({ authenticate: optionalAuth(jwt) }, async url => {
      expect(await asked(`${url}/mcp`, refused)).toContain('resource_metadata="')
    })
  })

  test.each<[string, Authenticate | false]>([
    ['nobody is asked', false],
    ['keys are asked for', apiKeyAuth(staticKeys([]))],
    ['the issuer is a mere name', jwtAuth({ issuers: [{ issuer: 'inhouse', secret: 's'.repeat(32) }] })],
  ])('is not there where %s', async (_, authenticate) => {
    await served({ authenticate }, async url => {
      expect((await get(`${url}/.well-known/oauth-protected-resource`)).status).toBe(404)
      expect((await get(`${url}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404)
      expect((await asked(`${url}/mcp`)) ?? '').not.toContain('resource_metadata')
    })
  })
})

test.each([null, { subject: 'ann', secret: 'canary' }])(
  'an authenticate that returns no principal is a failure of the server, and the log names it',
  async returned => {
    const lines: string[] = []
    const log = {
      info() {},
      warn: (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message })),
    }
    const authenticate = (async () => returned) as unknown as Authenticate
    const listening = await serve(agent, { authenticate, log }).listen({ port: 0 })
    const { status } = await post(`${listening.url}/buys`, { amount: 1 })
    await listening.close()
    expect(status).toBe(500)
    expect(lines.join()).toContain('"error":"InvalidPrincipalError"')
    expect(lines.join()).not.toContain('canary')
  },
)
