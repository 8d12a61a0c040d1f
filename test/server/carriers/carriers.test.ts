/** Both HTTP carriers give the same answer to the same bytes. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../../src/server/index.ts'
import { agent } from '../agent.ts'
import { bytesOf, exchange, type RawAnswer, type RawRequest } from './bytes.ts'
import { type Door, listenOn } from './listen.ts'

const maxBodyBytes = 40_000
const server = serve(agent, {
  authenticate: false,
  maxBodyBytes,
  // The same for both.
  now: () => 1_800_000_000_000,
  newId: () => 'id-1',
})
let node: Door
let web: Door
beforeAll(async () => {
  node = await listenOn('node', server)
  web = await listenOn('web', server)
})
afterAll(async () => {
  await web.close()
  await node.close()
})

/** The answer of both carriers, once it is known to be one. */
async function same(request: RawRequest) {
  const ids = ['x-request-id: 01MCC5RM00HGPKX83ZE0C5AHAT', 'x-correlation-id: 01MCC5RM00GJ7Z79SYN37DSA4W']
  const bytes = bytesOf({ ...request, headers: [...(request.headers ?? []), ...ids] })
  const [ours, theirs] = [await exchange(node.url, bytes), await exchange(web.url, bytes)]
  // Compared as text: a difference between long answers stays readable.
  expect(textOf(theirs)).toBe(textOf(ours))
  return ours
}

const textOf = ({ status, headers, body }: RawAnswer) =>
  [
    status,
    ...Object.entries(headers)
      .map(pair => pair.join(': '))
      .toSorted(),
    body,
  ].join('\n')

const post = (target: string, body: unknown, ...headers: string[]): RawRequest => ({
  method: 'POST',
  target,
  headers,
  body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
})
const sum = { a: 1, b: 2 }
const run = { request_id: 'r', task_type: 'ADD', inputs: sum }
const message = { messageId: 'm', role: 'ROLE_USER', parts: [] }
const stream = 'accept: text/event-stream'
const mcp = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'add',
    arguments: sum,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}
const mcpHeads = [
  'accept: application/json, text/event-stream',
  'mcp-protocol-version: 2026-07-28',
  'mcp-method: tools/call',
  'mcp-name: add',
]

describe('every kind of route', () => {
  test.each<[string, number, RawRequest]>([
    ['an operation', 200, post('/sums', sum)],
    ['an operation in jpcite', 200, post('/sums?envelope=jpcite', sum)],
    ['an operation in adcp without a key', 422, post('/sums?envelope=adcp', sum)],
    ['an operation with parameters', 200, { target: '/things/7?depth=2&tag=a&tag=b' }],
    ['an action', 200, post('/things/7:pause', '')],
    ['201 and Location', 201, post('/happenings', { what: 'created' })],
    ['202 and where to ask', 202, post('/happenings', { what: 'accepted' })],
    ['a handler that throws', 500, post('/happenings', { what: 'throw' })],
    ['a refused input', 422, post('/sums', { a: 'x' })],
    ['a stream', 200, post('/talks', { words: 5 }, stream)],
    ['a run', 200, post('/agents/run/sync', run)],
    ['a run of what there is not', 422, post('/agents/run/sync', { ...run, task_type: 'NONE' })],
    ['a streamed run', 200, post('/agents/run/stream', { ...run, task_type: 'TALK', inputs: { words: 2 } })],
    ['tasks', 200, { target: '/operations' }],
    ['a task that there is not', 404, { target: '/operations/tsk_none/status' }],
    ['events of a task that there is not', 404, { target: '/operations/tsk_none/events', headers: [stream] }],
    ['the result of a task that there is not', 404, { target: '/operations/tsk_none/result' }],
    ['approvals', 401, { target: '/approvals' }],
    ['a tool of MCP', 200, post('/mcp', mcp, ...mcpHeads)],
    ['MCP without a session', 400, { target: '/mcp', headers: [stream] }],
    ['what is no message of MCP', 400, post('/mcp', '[', 'accept: application/json, text/event-stream')],
    ['A2A, refused', 200, post('/a2a', { jsonrpc: '2.0', id: 1, method: 'None' }, 'a2a-version: 1.0')],
    ['A2A over REST, refused', 400, post('/a2a/message:send', { message }, 'a2a-version: 1.0')],
    ['the card', 200, { target: '/.well-known/agent-card.json' }],
    ['health', 200, { target: '/health' }],
    ['readiness', 200, { target: '/health/ready' }],
    ['the OpenAPI document', 200, { target: '/openapi.json' }],
    ['a page that leads on', 302, { target: '/docs' }],
    ['pages', 200, { target: '/console/' }],
    ['no such asset', 404, { target: '/console/assets/none' }],
    ['no such path', 404, { target: '/nowhere' }],
    ['no such run endpoint', 404, { target: '/agents/run/nowhere' }],
    ['another method', 405, { method: 'DELETE', target: '/sums' }],
    ['HEAD of an operation', 200, { method: 'HEAD', target: '/things/7' }],
    ['HEAD of a page', 200, { method: 'HEAD', target: '/health' }],
    ['HEAD of a path for POST', 405, { method: 'HEAD', target: '/sums' }],
    ['HEAD of nothing', 404, { method: 'HEAD', target: '/nowhere' }],
    ['OPTIONS', 405, { method: 'OPTIONS', target: '/sums' }],
  ])('%s', async (_, status, request) => {
    expect((await same(request)).status).toBe(status)
  })

  test('a task, from its beginning to its result', async () => {
    const { id } = await begin()
    for (const kind of ['status', 'result']) {
      expect((await same({ target: `/operations/${id}/${kind}` })).status).toBe(200)
    }
    const events = await same({ target: `/operations/${id}/events`, headers: [stream] })
    expect(events.body).toContain('event: outcome')
    const rest = await same({ target: `/operations/${id}/events`, headers: [stream, 'last-event-id: 1'] })
    expect(rest.body.length).toBeLessThan(events.body.length)
  })

  async function begin(): Promise<{ id: string }> {
    const { body } = await exchange(node.url, bytesOf(post('/sums', sum, 'prefer: respond-async')))
    const { operationId: id } = JSON.parse(body)
    const status = async () => (await exchange(node.url, bytesOf({ target: `/operations/${id}/result` }))).status
    await expect.poll(status).toBe(200)
    return { id }
  }
})

describe('a target', () => {
  test.each<[string, number]>([
    ['/things/../health', 200],
    ['/things/%2e%2e/health', 200],
    ['/things/.%2E/health', 200],
    ['/things/%2e./health', 200],
    ['/./health', 200],
    ['/health/.', 404],
    ['/health/', 404],
    ['/health?', 200],
    ['/health??', 200],
    ['/health#part', 200],
    ['/things/a%2Fb', 200],
    ['/things/a%2fb%5Cc', 200],
    ['/things\\a', 200],
    ['/things/%', 404],
    ['/things/%ff', 404],
    ['/things/%C3%BC', 200],
    ['/things/"<>`{}|^\'', 200],
    ['/things/a;b=1,2', 200],
    ['/things/7?depth=1&depth=2', 422],
    ['/things/7?depth=%', 422],
    ['/things/7?tag=%C3%BC&tag=%ff', 200],
    ['/things/7?tag=a+b&tag=a%20b', 200],
    ['/things/7?tag=\'"<>`{}|^', 200],
    ['/things/7?&&=&=x', 200],
    ['/things/7?__proto__=x&constructor=y', 200],
    [`/things/7?tag=${'x'.repeat(10_000)}`, 200],
    [`/things/${'x'.repeat(8_000)}`, 200],
    ['//health', 404],
    ['//x/health', 404],
    ['/things//7', 404],
    ['http://localhost/health', 200],
    ['http://localhost/things/../health?x', 200],
    ['http://localhost', 404],
  ])('%s', async (target, status) => {
    expect((await same({ target })).status).toBe(status)
  })
})

describe('headers', () => {
  test.each<[string, number, RawRequest]>([
    ['Accept twice', 200, post('/sums', sum, 'accept: text/event-stream;q=0.1', 'accept: application/json')],
    ['Accept without a value', 200, post('/sums', sum, 'accept:')],
    ['Content-Type twice', 415, post('/sums', sum, 'content-type: application/json', 'content-type: text/plain')],
    ['Content-Type without a value', 415, post('/sums', sum, 'content-type:')],
    ['Content-Encoding twice', 415, post('/sums', sum, 'content-encoding: identity', 'content-encoding: gzip')],
    ['ids without a value', 200, post('/sums', sum, 'x-request-id:', 'x-correlation-id:')],
    ['ids with markup', 200, post('/sums', sum, 'x-request-id: <b>')],
    ['a key twice', 422, post('/sums', sum, 'idempotency-key: k1', 'idempotency-key: k2')],
    ['Prefer twice', 200, post('/sums', sum, 'prefer: x', 'prefer: y')],
    ['an input twice', 200, { target: '/things/7', headers: ['api-version: 1', 'api-version: 2'] }],
    ['an input without a value', 200, { target: '/things/7', headers: ['api-version:'] }],
    ['an input in UTF-8', 200, { target: '/things/7', headers: ['api-version: ü'] }],
    ['spaces around a value', 200, { target: '/things/7', headers: ['api-version: \t 1 \t '] }],
    ['names of an object', 200, { target: '/things/7', headers: ['constructor: x', '__proto__: y'] }],
    ['Origin of a page elsewhere', 403, post('/sums', sum, 'origin: http://evil.example')],
    ['Origin twice', 403, post('/sums', sum, 'origin: http://localhost', 'origin: http://evil.example')],
    ['Expect', 200, post('/sums', sum, 'expect: 100-continue')],
    ['a profile twice', 200, post('/sums', sum, 'x-yaagents-profile: v0.3', 'x-yaagents-profile: v0.2')],
  ])('%s', async (_, status, request) => {
    expect((await same(request)).status).toBe(status)
  })

  test.each<[string, number]>([
    ['LOCALHOST', 200],
    ['localhost:80', 200],
    ['localhost:8080', 200],
    ['localhost.', 403],
    ['127.1', 200],
    ['0x7f000001', 200],
    ['evil.example', 403],
    ['[::1]', 200],
    ['[0:0:0:0:0:0:0:1]:99', 200],
  ])('Host: %s', async (host, status) => {
    expect((await same({ ...post('/sums', sum), host })).status).toBe(status)
    await same({ target: '/.well-known/agent-card.json', host })
  })
})

describe('a body', () => {
  const padded = (size: number) => JSON.stringify(sum).padEnd(size)
  const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n.toString(36)}":0`).join()}}`

  test.each<[string, number, RawRequest]>([
    ['that is empty', 422, post('/sums', '')],
    ['that is empty and of no length', 422, { ...post('/sums', ''), chunked: 1 }],
    ['in chunks', 200, { ...post('/sums', sum), chunked: 3 }],
    ['as large as allowed', 200, post('/sums', padded(maxBodyBytes))],
    ['as large as allowed, in chunks', 200, { ...post('/sums', padded(maxBodyBytes)), chunked: 999 }],
    ['one byte larger', 413, post('/sums', padded(maxBodyBytes + 1))],
    ['one byte larger, in chunks', 413, { ...post('/sums', padded(maxBodyBytes + 1)), chunked: 999 }],
    ['much larger, in chunks', 413, { ...post('/sums', padded(maxBodyBytes * 50)), chunked: 50_000 }],
    ['of GET', 200, { target: '/things/7', body: '{"depth":' }],
    ['of DELETE', 405, { method: 'DELETE', target: '/sums', body: '{}' }],
    ['of HEAD', 200, { method: 'HEAD', target: '/things/7', body: 'nonsense' }],
    ['in broken UTF-8', 422, post('/sums', Buffer.from('{"a":1,"b":"\xff"}', 'latin1'))],
    ['with a byte order mark', 200, post('/sums', `\ufeff${JSON.stringify(sum)}`)],
    ['that is deep', 422, post('/sums', '['.repeat(20_000) + ']'.repeat(20_000))],
    ['with __proto__', 200, post('/sums', '{"a":1,"b":2,"__proto__":{"a":"x"},"constructor":1}')],
    ['with a key twice', 422, post('/sums', '{"a":1,"a":2,"b":3}')],
    ['that is compressed', 415, post('/sums', gzipSync(JSON.stringify(sum)), 'content-encoding: gzip')],
    ['of another type', 415, post('/sums', 'a=1', 'content-type: application/x-www-form-urlencoded')],
    ['of a type with +json', 200, post('/sums', sum, 'content-type: application/x+json; charset="UTF-8"')],
    ['that is no object', 422, post('/sums', '[1]')],
    ['that ends too early', 422, post('/sums', '{"a":1')],
    ['of AdCP above 16 KiB', 422, post('/sums?envelope=adcp', { ...sum, context: { x: 'x'.repeat(20_000) } })],
  ])('%s', async (_, status, request) => {
    expect((await same(request)).status).toBe(status)
  })

  test('with 100,000 keys', async () => {
    const roomy = serve(agent, { authenticate: false, newId: () => 'id-1' })
    const doors = [await listenOn('node', roomy), await listenOn('web', roomy)]
    const bytes = bytesOf(post('/sums', keys(100_000)))
    const answers = await Promise.all(doors.map(({ url }) => exchange(url, bytes)))
    expect(answers[0]).toEqual(answers[1])
    // Unknown members are left out, and `a` and `b` are among them all.
    expect(answers[0]?.status).toBe(200)
    for (const door of doors) await door.close()
  })
})
