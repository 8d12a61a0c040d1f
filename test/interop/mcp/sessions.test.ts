/** How many sessions there may be, of whom, and what counts against a limit. */
import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { optionalAuth } from '../../../src/auth/index.ts'
import { fault } from '../../../src/outcome/fault.ts'
import { type ServeOptions, serve } from '../../../src/server/index.ts'
import { agent } from './agent.ts'
import { authenticate, headersOf, listenToCallers } from './callers.ts'
import { handshake, inSession, modern, post } from './raw.ts'

const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const hello = rpc('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
})

/** A request from one of this machine's addresses: its status, and the session that it was given. */
function sentFrom(localAddress: string, url: string, body: string, session?: string) {
  return new Promise<{ status: number | undefined; session: string }>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? undefined : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }),
    }
    httpRequest(url, { method: 'POST', localAddress, headers })
      .once('response', response => {
        response.resume()
        resolve({ status: response.statusCode, session: String(response.headers['mcp-session-id'] ?? '') })
      })
      .once('error', reject)
      .end(body)
  })
}

test.each<[string, ServeOptions, number]>([
  ['open', { authenticate: false, mcp: { sessions: { most: 4 } } }, 4],
  ['one that takes credentials', { authenticate: optionalAuth(authenticate), mcp: { sessions: { each: 3 } } }, 3],
])('callers without credentials are told apart by address: %s', async (_, options, kept) => {
  const listening = await serve(agent, options).listen({ port: 0 })
  const url = `${listening.url}/mcp`
  const ping = rpc('ping', {})
  const mine = await sentFrom('127.0.0.1', url, hello)
  const theirs: string[] = []
  for (let count = 0; count < 8; count++) theirs.push((await sentFrom('127.0.0.2', url, hello)).session)
  expect((await sentFrom('127.0.0.1', url, ping, mine.session)).status).toBe(200)
  const stand: (number | undefined)[] = []
  for (const session of theirs) stand.push((await sentFrom('127.0.0.2', url, ping, session)).status)
  // In an open server mine is one of the four.
  const left = kept === 4 ? 3 : kept
  expect(stand).toEqual([...Array(8 - left).fill(404), ...Array(left).fill(200)])
  // The address is what they are counted by, not what a session is bound to: it may change.
  expect((await sentFrom('127.0.0.2', url, ping, mine.session)).status).toBe(200)
  await listening.close()
})

test('many addresses without credentials take no session of a caller with credentials', async () => {
  const options = { authenticate: optionalAuth(authenticate), mcp: { sessions: { most: 6 } } }
  const listening = await serve(agent, options).listen({ port: 0 })
  const url = `${listening.url}/mcp`
  const ada = await Promise.all([1, 2, 3].map(() => handshake(url, { headers: headersOf('ada') })))
  for (let count = 2; count < 30; count++) await sentFrom(`127.0.0.${count}`, url, hello)
  const stand = await Promise.all(ada.map(({ session }) => inSession(url, session, 'ping', {}, headersOf('ada'))))
  expect(stand.map(({ status }) => status)).toEqual([200, 200, 200])
  await listening.close()
})

test('sessions that begin at once are no more than allowed', async () => {
  const server = await listenToCallers({ mcp: { sessions: { most: 5, each: 3 } } })
  const begin = (who: 'ada' | 'bob' | 'eve') => handshake(server.mcp, { headers: headersOf(who) })
  const crowd = await Promise.all(
    Array.from({ length: 24 }, (_, index) => (['ada', 'bob', 'eve'] as const)[index % 3] ?? 'ada').map(async who => ({
      who,
      answer: await begin(who),
    })),
  )
  expect(crowd.map(({ answer }) => answer.answer.status)).toEqual(Array(24).fill(200))
  const stand = await Promise.all(
    crowd.map(({ who, answer }) => inSession(server.mcp, answer.session, 'ping', {}, headersOf(who))),
  )
  expect(stand.filter(({ status }) => status === 200).length).toBe(5)
  await server.close()
})

test('every request counts against the limit, once and by its name', async () => {
  const counted: string[] = []
  const server = await listenToCallers({ limit: ({ operation }) => void counted.push(operation) })
  const headers = headersOf('ada')
  const { session } = await handshake(server.mcp, { headers })
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
  await post(server.mcp, initialized, { 'mcp-session-id': session, ...headers })
  for (const method of ['ping', 'tools/list']) await inSession(server.mcp, session, method, {}, headers)
  await inSession(server.mcp, session, 'tools/call', { name: 'greet', arguments: { name: 'Ada' } }, headers)
  await inSession(server.mcp, session, 'tools/call', { name: 'none', arguments: {} }, headers)
  await inSession(server.mcp, 'no-session', 'tools/call', { name: 'greet', arguments: { name: 'Ada' } }, headers)
  await modern(server.mcp, 'tools/list', {}, { headers })
  await modern(server.mcp, 'tasks/get', { taskId: 'tsk_none' }, { headers })
  await fetch(server.mcp, { method: 'DELETE', headers: { 'mcp-session-id': session, ...headers } })
  expect(counted).toEqual(['initialize', '', 'ping', 'tools/list', 'greet', '', 'greet', 'tools/list', 'tasks/get', ''])
  await server.close()
})

test.each(['initialize', 'tools/list', 'server/discover'])(
  '%s beyond the limit is 429, and opens nothing',
  async name => {
    const refused = fault('rate-limited', 'Slower.', { retryAfterMs: 2000, began: false })
    const server = await listenToCallers({ limit: ({ operation }) => (operation === name ? { refused } : undefined) })
    const headers = headersOf('ada')
    const answer =
      name === 'initialize'
        ? (await handshake(server.mcp, { headers })).answer
        : await modern(server.mcp, name, {}, { headers })
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('mcp-session-id')]).toEqual([
      429,
      '2',
      null,
    ])
    expect(answer.body.error).toMatchObject({ code: -32000, message: 'Slower.' })
    await server.close()
  },
)

test('a session keeps little of what its client says about itself: more is refused, and icons are dropped', async () => {
  const listening = await serve(agent, { authenticate: false }).listen({ port: 0 })
  const url = `${listening.url}/mcp`
  const helloOf = (clientInfo: object, capabilities: object = {}) =>
    rpc('initialize', {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo: { name: 'raw', version: '1', ...clientInfo },
    })
  const statusOf = async (body: string) => (await sentFrom('127.0.0.1', url, body)).status
  const long = 'x'.repeat(100_000)
  expect(await statusOf(helloOf({ title: long }))).toBe(413)
  expect(await statusOf(helloOf({}, { experimental: { own: { long } } }))).toBe(413)
  expect(await statusOf(helloOf({ title: 'x'.repeat(10_000) }))).toBe(200)
  expect(await statusOf(helloOf({ icons: [{ src: `data:image/png;base64,${long}` }] }))).toBe(200)
  await listening.close()
})

test('the head of a canceled call does not come back with other answers of its session', async () => {
  const server = await listenToCallers()
  const { session } = await handshake(server.mcp, { headers: headersOf('ada') })
  const send = (message: object) =>
    fetch(server.mcp, {
      method: 'POST',
      headers: {
        ...headersOf('ada'),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': session,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
  const stall = (id: number, meta: object) =>
    send({ id, method: 'tools/call', params: { name: 'stall', arguments: {}, _meta: meta } })
  const canceled = stall(7, {})
  // Nothing is sent while it stalls: it is canceled until it has begun.
  const cancel = { method: 'notifications/cancelled', params: { requestId: 7 } }
  const answered = canceled.then(({ status }) => status)
  await expect.poll(async () => [(await send(cancel)).status, await Promise.race([answered, 0])]).toEqual([202, 202])
  const streamed = await stall(8, { progressToken: 1 })
  expect(streamed.headers.get('cache-control')).toBe('no-cache, no-transform')
  await send({ ...cancel, params: { requestId: 8 } })
  await streamed.text()
  await server.close()
})
