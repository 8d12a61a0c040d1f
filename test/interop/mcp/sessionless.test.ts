/** Callers of the 2025 revisions who call without a session, and the ids that refusals carry. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fault } from '../../../src/outcome/fault.ts'
import { type Listening, serve } from '../../../src/server/index.ts'
import { agent } from './agent.ts'
import { headersOf, listenToCallers } from './callers.ts'
import { handshake, inSession, modern, post } from './raw.ts'

const request = (method: string, params: object, id: string | number = 'call-7') => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const greet = request('tools/call', { name: 'greet', arguments: { name: 'Ada' } })

describe('a call without a session', () => {
  let listening: Listening
  let mcp: string

  beforeAll(async () => {
    listening = await serve(agent, { authenticate: false }).listen({ port: 0 })
    mcp = `${listening.url}/mcp`
  })

  afterAll(() => listening.close())

  test.each([
    ['names no revision', {}],
    ['names 2025-06-18', { 'mcp-protocol-version': '2025-06-18' }],
    ['names 2025-11-25', { 'mcp-protocol-version': '2025-11-25' }],
  ])('that %s is answered as JSON, and opens no session', async (_, headers: Record<string, string>) => {
    const answer = await post(mcp, greet, headers)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('mcp-session-id')]).toEqual([
      200,
      'application/json',
      null,
    ])
    expect(answer.body).toMatchObject({
      jsonrpc: '2.0',
      id: 'call-7',
      result: { structuredContent: { text: 'Hello, Ada' } },
    })
  })

  test('may be any number at once, with one id', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(mcp, greet)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })

  test('is written in the contract that it asks for', async () => {
    const { body } = await post(`${mcp}?envelope=jpcite`, greet)
    expect(body.result?.structuredContent).toMatchObject({ status: 'sparse', results: [{ text: 'Hello, Ada' }] })
  })

  test('tools can be listed, and the server pinged', async () => {
    const { body } = await post(mcp, request('tools/list', {}))
    expect(body.result?.tools).toContainEqual(expect.objectContaining({ name: 'greet' }))
    expect((await post(mcp, request('ping', {}, 3))).body).toEqual({ jsonrpc: '2.0', id: 3, result: {} })
  })

  test('reports its progress on a stream of its own', async () => {
    const params = { name: 'large', arguments: { events: 2 }, _meta: { progressToken: 'p' } }
    const response = await fetch(mcp, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(request('tools/call', params)),
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const messages = (await response.text())
      .split('\n\n')
      .filter(event => event.startsWith('event: message'))
      .map(event => JSON.parse(event.slice(event.indexOf('data: ') + 6)))
    expect(messages).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 0.5 } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
      { id: 'call-7', result: {} },
    ])
  })

  test('that would need an answer of the client is answered with the question', async () => {
    const { status, body } = await post(mcp, request('tools/call', { name: 'optimize', arguments: { campaign: 'x' } }))
    expect(status).toBe(200)
    expect(body.result?.structuredContent).toMatchObject({
      status: 'input_required',
      needs: [{ name: 'metric', question: 'Which metric?' }],
    })
  })

  test('of an unknown tool, or with arguments that are no object, is an error with its id', async () => {
    const unknown = await post(mcp, request('tools/call', { name: 'none', arguments: {} }))
    expect(unknown.body).toMatchObject({ id: 'call-7', error: { code: -32602 } })
    const list = await post(mcp, request('tools/call', { name: 'greet', arguments: [] }))
    expect(list.body).toMatchObject({ id: 'call-7', error: { code: -32602 } })
    const nameless = await post(mcp, request('tools/call', {}))
    expect(nameless.body).toMatchObject({ id: 'call-7', error: { code: -32602 } })
  })

  test.each([
    ['a method that needs one', request('logging/setLevel', { level: 'info' }), 'call-7'],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, null],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, null],
  ])('%s without a session is refused, and it says how to begin one', async (_, message, id) => {
    expect(await post(mcp, message)).toMatchObject({
      status: 400,
      body: {
        id,
        error: { code: -32000, message: 'This needs a session: send initialize, then the mcp-session-id header.' },
      },
    })
  })
})

describe('a refusal before dispatch', () => {
  const refused = fault('rate-limited', 'Slower.', { retryAfterMs: 2000, began: false })
  let server: Awaited<ReturnType<typeof listenToCallers>>

  beforeAll(async () => {
    server = await listenToCallers({
      maxBodyBytes: 10_000,
      limit: ({ operation }) => (operation === 'tools/list' ? { refused } : undefined),
    })
  })

  afterAll(() => server.close())

  test.each<[string, object, Record<string, string>, number]>([
    ['no credentials', greet, {}, 401],
    ['wrong credentials', greet, { 'x-api-key': `rw_0123456789abcdef_${'x'.repeat(43)}` }, 401],
    ['a rate', request('tools/list', {}), headersOf('ada'), 429],
    ['no such session', greet, { ...headersOf('ada'), 'mcp-session-id': 'nothing' }, 404],
    ['a revision that is not served', greet, { ...headersOf('ada'), 'mcp-protocol-version': '2024-11-05' }, 400],
    ['an Accept that is not served', greet, { ...headersOf('ada'), accept: 'text/html' }, 406],
    ['params that are no object', { ...greet, params: 7 }, headersOf('ada'), 400],
  ])('for %s carries the id of the request', async (_, message, headers, status) => {
    const answer = await post(server.mcp, message, headers)
    expect([answer.status, answer.body]).toMatchObject([status, { jsonrpc: '2.0', id: 'call-7', error: {} }])
  })

  test('of 2026-07-28 does too', async () => {
    const answer = await modern(server.mcp, 'tools/list', {}, { headers: headersOf('ada') })
    expect([answer.status, answer.body]).toMatchObject([429, { id: 1 }])
    const unknown = await modern(
      server.mcp,
      'tools/call',
      { name: 'greet', arguments: { name: 'Ada' } },
      { headers: { ...headersOf('ada'), 'mcp-name': 'another' } },
    )
    expect([unknown.status, unknown.body]).toMatchObject([400, { id: 1 }])
  })

  test.each<[string, unknown, number]>([
    ['is too large to be read', { ...greet, more: 'x'.repeat(10_000) }, 413],
    ['is no JSON', '{"jsonrpc":"2.0","id":7', 400],
    ['is a batch', [greet], 400],
    ['has an id that is none', { ...greet, id: { __proto__: null } }, 400],
  ])('of a body that %s carries null', async (_, message, status) => {
    const answer = await post(server.mcp, message, headersOf('ada'))
    expect([answer.status, answer.body]).toMatchObject([status, { jsonrpc: '2.0', id: null, error: {} }])
  })

  test('a session that another opened is not found, by the id of the request', async () => {
    const { session } = await handshake(server.mcp, { headers: headersOf('bob') })
    const answer = await inSession(server.mcp, session, 'ping', {}, headersOf('ada'))
    expect([answer.status, answer.body]).toMatchObject([404, { id: 2, error: { code: -32001 } }])
  })
})
