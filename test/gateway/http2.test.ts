/** HTTP/2 in front: the same calls over HTTP/1.1 and HTTP/2 have the same answers, and what only HTTP/2 has is bounded. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import { certificateFor } from '../certificate.ts'
import { until } from './gateway-processes.ts'
import {
  type Answered,
  certificate,
  openSession,
  overHttp1,
  overHttp2,
  type SecureGateway,
  type Sent,
  secureGateway,
  send,
  sendFrames,
} from './http2-kit.ts'
import { pool, type Received, route, sendJson, traceOf, type Upstream, upstream } from './kit.ts'

const long = 'x'.repeat(3_000_000)
let agents: Upstream
let gate: SecureGateway
const open = new Set<() => void>()

beforeAll(async () => {
  agents = await upstream((received, response) => {
    const { path } = received
    if (path === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
      const end = () => response.end('data: [DONE]\n\n')
      if (received.headers['x-hold'] === undefined) end()
      else open.add(end)
      response.on('close', () => open.delete(end))
      return
    }
    if (path === '/long') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(long)
      return
    }
    if (path === '/nothing') {
      response.writeHead(204, { 'set-cookie': ['a=1', 'b=2'], connection: 'x-mine', 'x-mine': '1' }).end()
      return
    }
    const isOther = path === '/other'
    const trace = isOther ? { correlationId: 'a', requestId: 'b' } : traceOf(received)
    sendJson(response, isOther ? 409 : 200, { path, body: received.body, trace }, 'application/json', {
      'x-kept': 'yes',
    })
  })
  const free = { enforce: 'off', method: 'GET' } as const
  const routes = [
    route({ maxBodyBytes: 10_000 }),
    route({ id: 'get', method: 'GET', path: '/things/*' }),
    route({ id: 'other', method: 'GET', path: '/other' }),
    route({ id: 'stream', path: '/stream', mode: 'sse', ...free }),
    route({ id: 'long', path: '/long', ...free }),
    route({ id: 'nothing', path: '/nothing', ...free }),
  ]
  gate = await secureGateway({
    pools: [pool(agents.url)],
    routes,
    limits: { sendTimeoutMs: 2000, maxSseConnectionsPerTenant: 200 },
  })
})

const post = (more: Partial<Sent> = {}): Sent => ({
  method: 'POST',
  path: '/campaigns/7/optimizations?dry=1',
  body: '{"goal":"reach"}',
  ...more,
  headers: { 'content-type': 'application/json', ...more.headers },
})
const ids = { 'x-request-id': 'req-1', 'x-correlation-id': 'cor-1' }

const cases: readonly (readonly [string, Sent])[] = [
  ['a call with ids', post({ headers: ids })],
  ['a call without ids', post()],
  ['a malformed id', post({ headers: { ...ids, 'x-request-id': 'with space' } })],
  ['an empty body', post({ headers: ids, body: '' })],
  ['a body that is too long', post({ headers: ids, body: 'x'.repeat(20_000) })],
  ['cookies, and headers that are sent twice', post({ headers: { ...ids, cookie: 'a=1; b=2', 'x-two': ['1', '2'] } })],
  [
    'an identity that the caller claims',
    post({ headers: { ...ids, 'x-tenant-id': 'acme', 'x-actor-roles': 'admin' } }),
  ],
  ['a trace of tracing', post({ headers: { ...ids, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } })],
  ['an answer with a wrong trace', { path: '/other', headers: ids }],
  ['a path without a route', { path: '/none', headers: ids }],
  ['a method without a route', { method: 'DELETE', path: '/other', headers: ids }],
  ['another spelling of a path', { path: '/things/../other', headers: ids }],
  ['a URL that is too long', { path: `/things/${'x'.repeat(9000)}`, headers: ids }],
  ['HEAD', { method: 'HEAD', path: '/long', headers: ids }],
  ['an answer without a body', { path: '/nothing', headers: ids }],
  ['a long answer', { path: '/long', headers: ids }],
  ['a stream', { path: '/stream', headers: { ...ids, accept: 'text/event-stream' } }],
  ['a stream that is not accepted as one', { path: '/stream', headers: ids }],
]

/** Of one connection, or new for each call. */
const ofCall = /^(?:date|connection|keep-alive|transfer-encoding|:status|x-request-id|x-correlation-id)$/
const minted = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

function comparable({ status, headers, body }: Answered) {
  const entries = Object.entries(headers).filter(([name]) => !ofCall.test(name))
  return { status, headers: Object.fromEntries(entries.sort()), body: body.replaceAll(minted, 'ID') }
}

/** What the upstream was sent, without what differs from call to call. */
function forwarded(received: Received | undefined) {
  if (received === undefined) return undefined
  const { method, path, headers, body } = received
  const text = JSON.stringify(Object.entries(headers).sort()).replaceAll(minted, 'ID')
  return { method, path, body, headers: text.replaceAll(/00-[0-9a-f]{32}-[0-9a-f]{16}/g, 'TRACE') }
}

async function both(sent: Sent) {
  const results = []
  for (const way of [overHttp1, overHttp2]) {
    const before = agents.received.length
    const answer = await way(gate.port, sent)
    results.push({ answer: comparable(answer), asked: forwarded(agents.received[before]) })
  }
  return results as [(typeof results)[number], (typeof results)[number]]
}

describe('over HTTP/1.1 and HTTP/2 alike', () => {
  test.each(cases)('%s', async (_, sent) => {
    const [first, second] = await both(sent)
    expect(second).toEqual(first)
  })

  test('with the ids of the call on both, and the statuses that they should have', async () => {
    const statuses: number[] = []
    for (const [, sent] of cases) {
      const { status, headers } = await overHttp2(gate.port, sent)
      statuses.push(status)
      if (sent.headers?.['x-request-id'] === 'req-1') expect(headers['x-request-id']).toBe('req-1')
      expect(headers.connection).toBeUndefined()
    }
    expect(statuses.join()).toBe('200,200,200,200,413,200,200,200,500,404,405,500,431,200,204,200,200,200')
  })
})

describe('HTTP/2', () => {
  test('is chosen by ALPN on the port of HTTP/1.1, unless it is off', async () => {
    const chosen = async (port: number, ALPNProtocols?: string[]) => {
      const socket = connect({
        host: '127.0.0.1',
        port,
        ca: certificate.cert,
        servername: 'localhost',
        ...(ALPNProtocols && { ALPNProtocols }),
      })
      await once(socket, 'secureConnect')
      const { alpnProtocol } = socket
      socket.destroy()
      return alpnProtocol
    }
    expect(await chosen(gate.port, ['h2', 'http/1.1'])).toBe('h2')
    expect(await chosen(gate.port, ['http/1.1'])).toBe('http/1.1')
    expect(await chosen(gate.port)).toBe(false)
    const plain = await secureGateway({ pools: [pool(agents.url)] }, { http2: false })
    expect(await chosen(plain.port, ['h2', 'http/1.1'])).toBe('http/1.1')
  })

  test('upstreams get the authority as the host that was called, and no pseudo-header', async () => {
    const before = agents.received.length
    await overHttp2(gate.port, post({ headers: { ':authority': 'api.example' } }))
    const { headers } = agents.received[before] as Received
    expect(headers).toMatchObject({ 'x-forwarded-host': 'api.example', 'x-forwarded-proto': 'https' })
    expect(Object.keys(headers).filter(name => name.startsWith(':'))).toEqual([])
  })

  test('trailers of a request are not forwarded', async () => {
    const session = await openSession(gate.port)
    const before = agents.received.length
    const stream = session.request(
      { ':method': 'POST', ':path': '/campaigns/7/optimizations', 'content-type': 'application/json' },
      { waitForTrailers: true },
    )
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-tenant-id': 'forged', 'x-late': '1' }))
    stream.end('{}')
    const [head] = await once(stream, 'response')
    expect(head[':status']).toBe(200)
    const { headers } = agents.received[before] as Received
    expect([headers['x-late'], headers['x-tenant-id'], headers.trailer]).toEqual([undefined, undefined, undefined])
    session.close()
  })

  test('100 streams at once, pushes never', async () => {
    const { remoteSettings } = await openSession(gate.port)
    expect(remoteSettings).toMatchObject({ maxConcurrentStreams: 100, maxHeaderListSize: 32_768 })
  })

  test('a head that is too large is refused in the contract', async () => {
    const headers = { ...ids, 'x-large': 'x'.repeat(15_000), 'x-larger': 'x'.repeat(2000) }
    const { status, body, headers: back } = await overHttp2(gate.port, { path: '/other', headers })
    expect([status, JSON.parse(body).code, back['x-yaagents-profile']]).toEqual([431, 'HEADERS_TOO_LARGE', 'v0.3'])
  })

  test('a Host that is not the authority is refused in the contract', async () => {
    const headers = { ':authority': 'localhost', host: 'other.example' }
    const { status, body } = await overHttp2(gate.port, { path: '/other', headers })
    expect([status, JSON.parse(body).code]).toEqual([422, 'VALIDATION_FAILED'])
  })
})

type Fields = readonly (readonly [string, string])[]

describe('frames that no client should send', () => {
  const head = [
    [':method', 'POST'],
    [':scheme', 'https'],
    [':authority', 'localhost'],
    [':path', '/campaigns/7/optimizations'],
  ] as const
  const without = (name: string) => head.filter(([one]) => one !== name)
  const with_ = (...more: (readonly [string, string])[]) => [...head, ...more]

  const vectors: readonly (readonly [string, Fields, string?])[] = [
    ['transfer-encoding', with_(['transfer-encoding', 'chunked']), '0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n'],
    ['connection', with_(['connection', 'x-smuggled'], ['x-smuggled', '1'])],
    ['keep-alive', with_(['keep-alive', 'timeout=5'])],
    ['proxy-connection', with_(['proxy-connection', 'keep-alive'])],
    ['upgrade', with_(['upgrade', 'h2c'])],
    ['te that is not trailers', with_(['te', 'gzip'])],
    ['an upper-case name', with_(['X-Smuggled', '1'])],
    ['a line break in the path', [...without(':path'), [':path', '/a HTTP/1.1\r\nx-smuggled: 1\r\n\r\nGET /admin']]],
    ['a space in the method', [...without(':method'), [':method', 'GET /admin']]],
    ['a line break in the authority', [...without(':authority'), [':authority', 'a\r\nx-smuggled: 1']]],
    ['no path', without(':path')],
    ['an empty path', [...without(':path'), [':path', '']]],
    ['no method', without(':method')],
    ['two paths', with_([':path', '/admin'])],
    ['a pseudo-header after the others', [...without(':path'), ['x-a', '1'], [':path', '/admin']]],
    ['an unknown pseudo-header', with_([':smuggled', '1'])],
    ['a shorter body than announced', with_(['content-length', '10']), 'GET'],
    ['a longer body than announced', with_(['content-length', '3']), 'GET /admin HTTP/1.1\r\n\r\n'],
    ['two lengths', with_(['content-length', '3'], ['content-length', '30']), 'abc'],
    ['another authority in Host', with_(['host', 'admin.example'])],
  ]

  test.each(vectors.map(([name, headers, body]) => ({ name, headers, body })))(
    '$name: no upstream gets it',
    async ({ headers, body }) => {
      const before = agents.received.length
      const frames = await sendFrames(gate.port, headers, body)
      expect(agents.received.slice(before)).toEqual([])
      // Refused by a reset of the stream or the connection, or by an answer that is no success (`8` is :status 200).
      expect(frames.filter(one => /^HEADERS (?:88|89)/.test(one))).toEqual([])
      expect(frames.some(one => /RST_STREAM|GOAWAY|HEADERS/.test(one))).toBe(true)
      expect((await overHttp2(gate.port, post({ headers: ids }))).status).toBe(200)
    },
  )

  const dropped: readonly (readonly [string, readonly [string, string]])[] = [
    ['a line break in a value', ['x-a', '1\r\nx-smuggled: 1']],
    ['a line break in a name', ['x-a: 1\r\nx-smuggled', '1']],
    ['a colon in a name', ['x-smuggled:', '1']],
    ['a zero byte in a value', ['x-smuggled', '\u0000']],
  ]

  test.each(dropped)('%s: the field is dropped', async (_, field) => {
    const before = agents.received.length
    await sendFrames(gate.port, with_(field), '{}')
    expect(agents.received.length).toBe(before + 1)
    expect(JSON.stringify(agents.received.at(-1))).not.toMatch(/smuggled|x-a/)
  })

  test('a call that is as it should be passes in the same way', async () => {
    const before = agents.received.length
    const frames = await sendFrames(gate.port, with_(['content-length', '2']), '{}')
    expect(frames.some(one => one.startsWith('HEADERS 88'))).toBe(true)
    expect(agents.received.length).toBe(before + 1)
  })
})

describe('a client that does too much', () => {
  test('loses its connection when it opens and resets streams, and others are served', async () => {
    const session = await openSession(gate.port)
    const closed = new Promise(resolve => session.once('close', resolve))
    let reset = 0
    let isOpen = true
    session.once('close', () => {
      isOpen = false
    })
    while (isOpen) {
      const streams = session.closed
        ? []
        : Array.from({ length: 50 }, () => session.request({ ':path': '/things/reset' }))
      for (const stream of streams) stream.on('error', () => {})
      // Sent together, a head and its reset are nothing.
      await delay(5)
      for (const stream of streams) stream.close(8)
      reset += streams.length
      await delay(5)
    }
    await closed
    expect(reset).toBeGreaterThan(99)
    expect(reset).toBeLessThan(700)
    expect((await overHttp2(gate.port, post({ headers: ids }))).status).toBe(200)
  })

  test('loses a stream of which it reads nothing; the others on its connection go on', async () => {
    const session = await openSession(gate.port, { settings: { initialWindowSize: 1000 } })
    const stalled = session.request({ ':path': '/long' })
    stalled.on('error', () => {})
    stalled.pause()
    await once(stalled, 'response')
    const ended = once(stalled, 'close')
    expect((await send(session, { path: '/things/1', headers: ids })).status).toBe(200)
    await ended
    expect(stalled.rstCode).toBe(8)
    expect((await send(session, { path: '/things/2', headers: ids })).status).toBe(200)
    session.close()
  })

  test('that leaves a stream stops the upstream', async () => {
    const session = await openSession(gate.port)
    const [stream] = await hold(session, 1)
    expect(open.size).toBe(1)
    stream?.close(8)
    await until(() => open.size === 0 || undefined)
    session.close()
  })
})

/** Streams that stay open. */
async function hold(session: ClientHttp2Session, count: number): Promise<ClientHttp2Stream[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const stream = session.request({ ':path': '/stream', accept: 'text/event-stream', 'x-hold': '1' })
      stream.on('error', () => {})
      await once(stream, 'response')
      return stream
    }),
  )
}

describe('a gateway that changes', () => {
  test('uses a new certificate for new connections; those that are open go on', async () => {
    const one = await secureGateway({ pools: [pool(agents.url)], routes: [route()] })
    const session = await openSession(one.port)
    const second = certificateFor('localhost', 'second.example')
    writeFileSync(one.tls.cert, second.cert)
    writeFileSync(one.tls.key, second.key)
    await one.running.reload(one.running.config)
    expect((await send(session, post({ headers: ids }))).status).toBe(200)
    await expect(openSession(one.port)).rejects.toThrow()
    const fresh = await openSession(one.port, { ca: second.cert })
    expect((await send(fresh, post({ headers: ids }))).status).toBe(200)
  })

  test('says GOAWAY when it stops, ends its streams, and takes no more', async () => {
    const routes = [route({ id: 'stream', path: '/stream', method: 'GET', mode: 'sse', enforce: 'off' })]
    const one = await secureGateway({ pools: [pool(agents.url)], routes, shutdownMs: 20_000 })
    const [session, idle] = [await openSession(one.port), await openSession(one.port)]
    const [stream] = (await hold(session, 1)) as [ClientHttp2Stream]
    let text = ''
    stream.on('data', chunk => {
      text += chunk
    })
    const gone = [once(session, 'goaway'), once(idle, 'goaway'), once(session, 'close'), once(idle, 'close')]
    const stopped = one.running.stop()
    await until(
      async () => (await send(idle, { path: '/stream' }).catch(() => ({ status: 503 }))).status === 503 || undefined,
    )
    for (const end of open) end()
    await once(stream, 'end')
    expect(text).toBe('data: 1\n\ndata: [DONE]\n\n')
    await Promise.all([stopped, ...gone])
  })
})
