/** `/mcp` at the door: who may come in, under which name, with how much, and for how long. */
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccessLine, serve } from '../../../src/server/index.ts'
import { agent } from './agent.ts'
import { type CallerName, headersOf, listenToCallers } from './callers.ts'
import { handshake, inSession, modern, post } from './raw.ts'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

describe('names', () => {
  /** The status for a Host and an Origin, which fetch would not let be set. */
  function asked(url: string, headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(`${url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      })
      sent.once('response', response => resolve(response.resume().statusCode)).once('error', reject)
      sent.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
        }),
      )
    })
  }

  test.each([
    ['this machine by name', {}, { host: 'localhost:1' }, 200],
    ['this machine by address', {}, { host: '127.0.0.1' }, 200],
    ['a name that was rebound', {}, { host: 'evil.example' }, 403],
    ['a name that is allowed', { hosts: ['agents.example'] }, { host: 'agents.example:8443' }, 200],
    ['a page of the same address', {}, { host: 'localhost:3000', origin: 'http://localhost:3000' }, 200],
    ['a page of another port of this machine', {}, { origin: 'http://localhost:3000' }, 403],
    ['the same, allowed', { origins: ['http://localhost:3000'] }, { origin: 'http://localhost:3000' }, 200],
    ['a page of another', {}, { origin: 'https://evil.example' }, 403],
    ['a page of nowhere', {}, { origin: 'null' }, 403],
    ['a page that is allowed', { origins: ['https://pages.example'] }, { origin: 'https://pages.example' }, 200],
  ])('%s', async (_, mcp, headers, status) => {
    const listening = await serve(agent, { mcp }).listen({ port: 0 })
    expect(await asked(listening.url, headers)).toBe(status)
    await listening.close()
  })
})

describe('a server that asks who calls', () => {
  let server: Awaited<ReturnType<typeof listenToCallers>>
  const lines: AccessLine[] = []
  const log = { info: (line: object) => void lines.push(line as AccessLine), warn() {} }

  beforeAll(async () => {
    server = await listenToCallers({ log, maxBodyBytes: 10_000, mcp: { sessions: { most: 5, each: 3 } } })
  })

  afterAll(() => server.close())

  test.each([
    ['no credentials', {}],
    ['wrong credentials', { 'x-api-key': `rw_0123456789abcdef_${'x'.repeat(43)}` }],
  ])('refuses %s with 401 and what it wants', async (_, headers) => {
    const { status, headers: told, body } = await post(server.mcp, list, headers)
    expect(status).toBe(401)
    expect(told.get('www-authenticate')).toMatch(/^ApiKey/)
    expect(body.error).toMatchObject({ code: -32000 })
  })

  test("a session is its opener's alone: to others there is none", async () => {
    const { session } = await handshake(server.mcp, { headers: headersOf('ada') })
    expect((await inSession(server.mcp, session, 'tools/list', {}, headersOf('ada'))).status).toBe(200)
    const missing = await inSession(server.mcp, 'nothing', 'tools/list', {}, headersOf('ada'))
    expect(missing.status).toBe(404)
    for (const who of ['bob', 'eve'] as const) {
      const other = await inSession(server.mcp, session, 'tools/list', {}, headersOf(who))
      expect([other.status, other.body]).toEqual([404, missing.body])
      const ended = await fetch(server.mcp, {
        method: 'DELETE',
        headers: { 'mcp-session-id': session, ...headersOf(who) },
      })
      expect(ended.status).toBe(404)
    }
    const ended = await fetch(server.mcp, {
      method: 'DELETE',
      headers: { 'mcp-session-id': session, ...headersOf('ada') },
    })
    expect(ended.status).toBe(200)
    expect((await inSession(server.mcp, session, 'tools/list', {}, headersOf('ada'))).status).toBe(404)
  })

  test('there are never more sessions of a caller than allowed: the one that is unused for longest ends', async () => {
    const sessions: string[] = []
    for (let count = 0; count < 4; count++) {
      sessions.push((await handshake(server.mcp, { headers: headersOf('ada') })).session)
    }
    const statuses = []
    for (const session of sessions) {
      statuses.push((await inSession(server.mcp, session, 'ping', {}, headersOf('ada'))).status)
    }
    expect(statuses).toEqual([404, 200, 200, 200])
  })

  test('when there are too many in all, the caller who has most loses the one that is unused for longest', async () => {
    const theirs = { ada: ['', '', ''], bob: ['', ''] }
    for (const who of ['ada', 'bob'] as const) {
      for (const index of theirs[who].keys()) {
        theirs[who][index] = (await handshake(server.mcp, { headers: headersOf(who) })).session
      }
    }
    const { session, answer } = await handshake(server.mcp, { headers: headersOf('eve') })
    expect(answer.status).toBe(200)
    const stands = async (id: string, who: CallerName) =>
      (await inSession(server.mcp, id, 'ping', {}, headersOf(who))).status
    expect(await Promise.all(theirs.ada.map(id => stands(id, 'ada')))).toEqual([404, 200, 200])
    expect(await Promise.all(theirs.bob.map(id => stands(id, 'bob')))).toEqual([200, 200])
    expect(await stands(session, 'eve')).toBe(200)
  })

  test('a body that is too large, no JSON, or gives a member twice is refused', async () => {
    const headers = headersOf('ada')
    expect((await post(server.mcp, { ...list, params: { x: 'x'.repeat(10_000) } }, headers)).status).toBe(413)
    expect(await post(server.mcp, '{"jsonrpc":', headers)).toMatchObject({
      status: 400,
      body: { error: { code: -32700 } },
    })
    expect((await post(server.mcp, '{"id":1,"id":2}', headers)).status).toBe(400)
  })

  test('more than one message at once is refused', async () => {
    const { session } = await handshake(server.mcp, { headers: headersOf('ada') })
    const headers = { ...headersOf('ada'), 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }
    expect(await post(server.mcp, [list], headers)).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
  })

  test('an envelope that there is not is refused, with those that there are', async () => {
    const { status, body } = await post(`${server.mcp}?envelope=yaagents`, list, headersOf('ada'))
    expect(status).toBe(400)
    expect(body.error?.message).toBe('There is no such envelope; there are mcp, adcp, jpcite, v2.')
  })

  test('the trace of `_meta` and an id of the caller are in the log', async () => {
    lines.length = 0
    const trace = '0af7651916cd43dd8448eb211c80319c'
    await modern(
      server.mcp,
      'tools/call',
      { name: 'greet', arguments: { name: 'Ada' }, _meta: { traceparent: `00-${trace}-b7ad6b7169203331-01` } },
      { headers: { ...headersOf('ada'), 'x-request-id': 'mine' } },
    )
    expect(lines).toMatchObject([
      {
        trace_id: trace,
        request_id: 'mine',
        method: 'tools/call',
        route: 'POST /mcp',
        operation: 'greet',
        contract: 'mcp',
      },
    ])
  })
})

test('a session that goes unused ends', async () => {
  let now = Date.now()
  const listening = await serve(agent, { now: () => now, mcp: { sessions: { idleMs: 60_000 } } }).listen({ port: 0 })
  const mcp = `${listening.url}/mcp`
  const { session } = await handshake(mcp)
  now += 59_000
  expect((await inSession(mcp, session, 'ping', {})).status).toBe(200)
  now += 60_000
  expect((await inSession(mcp, session, 'ping', {})).status).toBe(404)
  await listening.close()
})

test('a client that cannot be asked is told the question in a plain result', async () => {
  const listening = await serve(agent).listen({ port: 0 })
  const mcp = `${listening.url}/mcp`
  const params = { name: 'optimize', arguments: { campaign: 'spring' } }
  const { session } = await handshake(mcp)
  const answers = [
    await inSession(mcp, session, 'tools/call', params),
    await modern(mcp, 'tools/call', params, { capabilities: {} }),
  ]
  for (const { body } of answers) {
    expect(body.result).toMatchObject({
      structuredContent: { status: 'input_required', needs: [{ name: 'metric', question: 'Which metric?' }] },
    })
    expect(body.result?.inputRequests).toBeUndefined()
  }
  await listening.close()
})

test('a client that cannot be asked is told which task waits, and can answer it elsewhere', async () => {
  const listening = await serve(agent).listen({ port: 0 })
  const mcp = `${listening.url}/mcp`
  const params = { name: 'research', arguments: { steps: 0 } }
  const { session } = await handshake(mcp)
  const answers = [
    await inSession(mcp, session, 'tools/call', params),
    await modern(mcp, 'tools/call', params, { capabilities: {} }),
  ]
  for (const { body } of answers) {
    expect(body.result).toMatchObject({
      structuredContent: {
        status: 'input_required',
        needs: [{ name: 'topic' }],
        task: { id: expect.stringMatching(/^tsk_/) },
      },
    })
    const told = body.result?.structuredContent as { task: { id: string } } | undefined
    const answered = await fetch(`${listening.url}/operations/${told?.task.id}:answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ inputs: { topic: 'bees' } }),
    })
    expect(answered.ok).toBe(true)
  }
  await listening.close()
})

test('a call is waited for only so long: then it is told that it goes on', async () => {
  const listening = await serve(agent, { mcp: { waitMs: 50 } }).listen({ port: 0 })
  const params = { name: 'research', arguments: { steps: 1, waitMs: 1000 } }
  const { body } = await modern(`${listening.url}/mcp`, 'tools/call', params)
  expect(body.result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'working', task: {} } })
  await listening.close()
})

test('a server that stops ends the streams that wait for news', async () => {
  const listening = await serve(agent).listen({ port: 0 })
  const { session } = await handshake(`${listening.url}/mcp`)
  const stream = await fetch(`${listening.url}/mcp`, {
    headers: { accept: 'text/event-stream', 'mcp-session-id': session },
  })
  const read = stream.text()
  await listening.close()
  expect(await read).toBe('')
})

test('there is none when it is not wanted', async () => {
  const listening = await serve(agent, { mcp: false }).listen({ port: 0 })
  expect((await post(`${listening.url}/mcp`, list)).status).toBe(404)
  await listening.close()
})
