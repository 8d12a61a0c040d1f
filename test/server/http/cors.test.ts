/** Pages of other origins: which may call, and what they may read. */
import { describe, expect, test } from 'vitest'
import type { CorsOptions } from '../../../src/server/index.ts'
import { serve } from '../../../src/server/index.ts'
import { a2aHeaders, agent, byKey, hello, key, mcpHeaders, sendMessage } from './agent.ts'
import { type Answer, httpCarriers } from './carriers.ts'

const app = 'https://app.example'
const listed: CorsOptions = { origins: [app, 'http://localhost:3000'] }

function asking(origin: string, method = 'POST', more: Record<string, string> = {}) {
  return { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method, ...more } }
}

const corsHeaders = ({ headers }: Answer) => Object.keys(headers).filter(name => name.startsWith('access-control-'))
const exposed = ({ headers }: Answer) => (headers['access-control-expose-headers'] ?? '').split(', ')

describe.each(httpCarriers)('over %s', (_, open) => {
  test('there is none by default', async () => {
    const ask = await open(agent, { authenticate: byKey })
    const preflight = await ask('/notes', asking(app))
    expect([preflight.status, corsHeaders(preflight)]).toEqual([405, []])
    const answer = await ask('/notes', { headers: { ...key, origin: app } })
    expect([answer.status, corsHeaders(answer)]).toEqual([200, []])
    expect(answer.headers.vary).not.toContain('Origin')
  })

  test('a browser is answered before anyone is asked who they are', async () => {
    const ask = await open(agent, { authenticate: byKey, cors: listed })
    const wanted = { 'access-control-request-headers': 'content-type,x-key, idempotency-key' }
    for (const path of ['/notes', '/agents/run/sync', '/mcp', '/a2a', '/operations']) {
      const { status, headers, text } = await ask(path, asking(app, 'POST', wanted))
      expect([path, status, text]).toEqual([path, 204, ''])
      expect(headers).toMatchObject({
        'access-control-allow-origin': app,
        'access-control-allow-headers': 'content-type,x-key, idempotency-key',
        'access-control-max-age': '600',
        vary: 'Access-Control-Request-Headers, Access-Control-Request-Method, Origin',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
    const { headers } = await ask('/notes', asking(app, 'DELETE'))
    expect(headers['access-control-allow-methods']).toBe('GET, HEAD, POST')
    expect(headers).not.toHaveProperty('access-control-allow-headers')
  })

  test('its options say which headers may be sent, and how long that may be remembered', async () => {
    const ask = await open(agent, { cors: { ...listed, headers: ['Content-Type', 'X-Key'], maxAgeSeconds: 5 } })
    const { headers } = await ask('/notes', asking(app, 'POST', { 'access-control-request-headers': 'x-other' }))
    expect(headers).toMatchObject({
      'access-control-allow-headers': 'Content-Type, X-Key',
      'access-control-max-age': '5',
    })
  })

  test('what is no list of headers is not sent back', async () => {
    const ask = await open(agent, { cors: listed })
    const { headers } = await ask('/notes', asking(app, 'POST', { 'access-control-request-headers': '<b>, "' }))
    expect(headers).not.toHaveProperty('access-control-allow-headers')
  })

  test.each([
    'https://evil.example',
    'https://app.example:444',
    'http://app.example',
    'null',
    'https://app.example.evil',
  ])('%s is allowed nothing', async origin => {
    const ask = await open(agent, { authenticate: byKey, cors: { ...listed, credentials: true } })
    const preflight = await ask('/notes', asking(origin))
    expect([preflight.status, corsHeaders(preflight)]).toEqual([204, []])
    const answer = await ask('/notes', { headers: { ...key, origin } })
    expect(corsHeaders(answer)).toEqual([])
    expect(answer.headers.vary).toContain('Origin')
  })

  test('a path that there is not is not found, and a question that is none is one for a method', async () => {
    const ask = await open(agent, { cors: listed })
    const missing = await ask('/nowhere', asking(app))
    expect([missing.status, missing.headers['access-control-allow-origin']]).toEqual([404, app])
    expect((await ask('/notes', { method: 'OPTIONS', headers: { origin: app } })).status).toBe(405)
    expect(
      (await ask('/notes', { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } })).status,
    ).toBe(405)
  })

  test('a page may read every header of an answer, refusals too', async () => {
    const ask = await open(agent, { authenticate: byKey, cors: { ...listed, exposedHeaders: ['X-Proxy'] } })
    const headers = { ...key, origin: app }
    const made = await ask('/notes', { headers, body: {} })
    expect([made.status, made.headers['access-control-allow-origin']]).toEqual([201, app])
    expect(exposed(made)).toEqual(
      expect.arrayContaining(['location', 'x-correlation-id', 'x-proxy', 'x-request-id', 'x-yaagents-profile']),
    )
    const refused = await ask('/notes', { headers: { origin: app } })
    expect(refused.status).toBe(401)
    expect(exposed(refused)).toContain('www-authenticate')
    const accepted = await ask('/later', { headers, body: {} })
    expect(accepted.status).toBe(202)
    expect(exposed(accepted)).toEqual(expect.arrayContaining(['location', 'retry-after']))
    const mcp = await ask('/mcp', { headers: { ...headers, ...mcpHeaders }, body: hello })
    expect(exposed(mcp)).toContain('mcp-session-id')
    const stream = await ask('/notes', { headers: { ...headers, accept: 'text/event-stream' } })
    expect(stream.headers['access-control-allow-origin']).toBe(app)
    expect((await ask('/openapi.json', { headers })).headers['access-control-allow-origin']).toBe(app)
  })

  test('credentials are allowed to origins that are listed, by name', async () => {
    const ask = await open(agent, { cors: { ...listed, credentials: true } })
    for (const answer of [await ask('/notes', asking(app)), await ask('/notes', { headers: { origin: app } })]) {
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': app,
        'access-control-allow-credentials': 'true',
      })
    }
  })

  test('every page may call where its author says so, and none with credentials', async () => {
    const ask = await open(agent, { cors: { origins: '*' } })
    for (const origin of ['https://any.example', 'null']) {
      const answer = await ask('/notes', { headers: { origin }, body: {} })
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([201, '*'])
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
      expect(answer.headers.vary).not.toContain('Origin')
      expect((await ask('/notes', asking(origin))).headers['access-control-allow-origin']).toBe('*')
    }
  })

  test('its origins may call an open server on its own machine, and its MCP and A2A; others may not', async () => {
    const ask = await open(agent, { cors: listed, origins: [] })
    const statuses = async (origin: string) => [
      (await ask('/mcp', { headers: { ...mcpHeaders, origin }, body: hello })).status,
      (await ask('/a2a', { headers: { ...a2aHeaders, origin }, body: sendMessage })).status,
    ]
    expect(await statuses(app)).toEqual([200, 200])
    expect(await statuses('http://localhost:3000')).toEqual([200, 200])
    expect(await statuses('http://localhost:3001')).toEqual([403, 403])
    expect((await ask('/notes', { headers: { origin: app }, body: {} })).status).toBe(201)
  })
})

test.each<[string, CorsOptions, string]>([
  ['every origin with credentials', { origins: '*', credentials: true }, 'List the origins'],
  ['what is no origin', { origins: ['app.example'] }, 'is not an origin'],
  ['a path', { origins: ['https://app.example/page'] }, 'is not an origin'],
  ['a star among others', { origins: ['*'] }, 'is not an origin'],
  ['null', { origins: ['null'] }, 'is not an origin'],
  ['what is no header', { origins: [], headers: ['a b'] }, 'is not the name of a header'],
  ['a time that is none', { origins: [], maxAgeSeconds: -1 }, 'maxAgeSeconds'],
])('%s is refused at the start', (_, cors, message) => {
  expect(() => serve(agent, { cors })).toThrow(message)
})

test('origins are compared as browsers spell them', async () => {
  const server = serve(agent, { cors: { origins: ['HTTPS://App.Example:443/', 'app://notes'] } })
  for (const origin of ['https://app.example', 'app://notes']) {
    const { headers } = await server.fetch(new Request('http://localhost/notes', { headers: { origin } }))
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  }
})
