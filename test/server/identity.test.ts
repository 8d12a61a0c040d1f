/** Who a caller is: which subjects there are, and what an issuer may say of them. Over real sockets. */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jwtAuth } from '../../src/auth/index.ts'
import type { Authenticate } from '../../src/auth/principal.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const agent = defineAgent({
  name: 'plans',
  version: '1.0.0',
  operations: {
    plan: operation({
      title: 'Plan',
      route: 'POST /plans',
      async: true,
      input: z.object({ city: z.string() }),
      handler: ({ city }) => ({ city }),
    }),
  },
})

/** The subject is whatever the header says. */
const named: Authenticate = async request => {
  const subject = request.headers.get('x-me')
  return subject === null ? undefined : { subject: subject.slice(1), tenant: '', roles: [] }
}

describe('a subject that an authenticator of the author’s own returns', () => {
  let listening: Awaited<ReturnType<ReturnType<typeof serve>['listen']>>
  beforeAll(async () => {
    listening = await serve(agent, { authenticate: named }).listen({ port: 0 })
    const begun = await fetch(`${listening.url}/plans`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-me': '=ann' },
      body: '{"city":"Oslo"}',
    })
    expect(begun.status).toBe(202)
  })
  afterAll(() => listening.close())

  const post = (path: string, method: string, me: string, headers: Record<string, string> = {}) =>
    fetch(`${listening.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-me': me,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
    })

  test.each([
    ['empty', '='],
    ['reserved', '=~anybody'],
  ])('is refused when it is %s, over every carrier', async (_, me) => {
    const listed = await fetch(`${listening.url}/operations`, { headers: { 'x-me': me } })
    expect(listed.status).toBe(401)
    expect(await listed.text()).not.toContain('tsk_')
    const over = { 'a2a-version': '1.0' }
    expect((await post('/a2a', 'ListTasks', me, over)).status).toBe(401)
    expect((await post('/mcp', 'tools/list', me)).status).toBe(401)
  })
})

describe('a server that trusts two issuers', () => {
  const secrets = { a: 'the-secret-of-issuer-a-is-long-enough', b: 'the-secret-of-issuer-b-is-long-enough' }
  const tokenOf = (issuer: 'a' | 'b', claims: object) =>
    new SignJWT({ iss: `https://${issuer}.example`, exp: 4102444800, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secrets[issuer]))
  let listening: Awaited<ReturnType<ReturnType<typeof serve>['listen']>>
  let id = ''
  beforeAll(async () => {
    const authenticate = jwtAuth({
      issuers: [
        { issuer: 'https://a.example', secret: secrets.a, tenants: ['acme'], roles: ['operator'] },
        { issuer: 'https://b.example', secret: secrets.b, tenants: ['acme', 'other'], roles: [] },
      ],
    })
    listening = await serve(agent, { authenticate }).listen({ port: 0 })
    const begun = await call('POST', '/plans', await tokenOf('a', { sub: 'alice', tenant_id: 'acme' }))
    expect(begun.status).toBe(202)
    id = /tsk_[\w-]+/.exec(begun.headers.get('location') ?? '')?.[0] ?? ''
  })
  afterAll(() => listening.close())

  const call = (method: string, path: string, token: string) =>
    fetch(`${listening.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(method === 'POST' ? { body: '{"city":"Oslo"}' } : undefined),
    })
  const status = async (path: string, issuer: 'a' | 'b', claims: object) =>
    (await call('GET', path, await tokenOf(issuer, { tenant_id: 'acme', ...claims }))).status

  test('keeps callers of the same subject apart', async () => {
    expect(id).toMatch(/^tsk_/)
    expect(await status(`/operations/${id}/result`, 'a', { sub: 'alice' })).not.toBe(404)
    expect(await status(`/operations/${id}/result`, 'b', { sub: 'alice' })).toBe(404)
    // What is stored for the other is no name that can be claimed either.
    expect(await status(`/operations/${id}/result`, 'b', { sub: 'https://a.example|alice' })).toBe(404)
  })

  test('believes each about its own tenants and roles only', async () => {
    expect(await status(`/operations/${id}`, 'a', { sub: 'olga', roles: ['operator'] })).toBe(200)
    expect(await status(`/operations/${id}`, 'b', { sub: 'olga', roles: ['operator'] })).toBe(404)
    expect(await status('/operations', 'b', { sub: 'olga', tenant_id: 'other' })).toBe(200)
    expect(await status('/operations', 'a', { sub: 'olga', tenant_id: 'other' })).toBe(401)
  })
})
