import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer, request as httpsRequest } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { certificateFor } from '../../../test/certificate.ts'
import { type PostMessage, type PostOptions, post } from './post.ts'

const open: { server: Server; sockets: Set<Socket> }[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  }
})

async function listen(server: Server): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  open.push({ server, sockets })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, sockets }
}

const receive = (answer: RequestListener) => listen(createServer(answer))
const raw = (answer: (socket: Socket) => void) =>
  listen(createTcpServer(socket => answer(socket.on('error', () => {}))))

const send = (port: number, more: Partial<PostMessage> = {}, options: PostOptions = {}) =>
  post({ url: `http://127.0.0.1:${port}/hook?token=canary`, body: '{}', ...more }, { allowLoopback: true, ...options })

describe('what is sent', () => {
  test('is the very bytes, once, under the name that was asked for', async () => {
    const body = Buffer.from('{"text":"Zürich 顧問先 😀"}\n')
    const seen: unknown[] = []
    const { port, sockets } = await receive(async (request, response) => {
      const { method, url, headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(await request.toArray()) })
      response.writeHead(202).end('ok')
    })
    const headers = { 'X-ADCP-Timestamp': '1', Host: 'evil.example', 'Transfer-Encoding': 'chunked', connection: 'x' }
    expect(await send(port, { body, headers })).toEqual({
      kind: 'delivered',
      reason: 'accepted',
      status: 202,
      durationMs: expect.any(Number),
    })
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/hook?token=canary',
        headers: {
          host: `127.0.0.1:${port}`,
          connection: 'close',
          'content-type': 'application/json',
          'user-agent': 'replywire',
          'x-adcp-timestamp': '1',
          'content-length': '34',
        },
        body,
      },
    ])
    expect(sockets.size).toBe(1)
  })

  test('nothing, when a header cannot be sent; and the header is not told', async () => {
    const { port, sockets } = await receive((_, response) => response.end())
    const result = await send(port, { headers: { authorization: 'Bearer canary\r\nx: y' } })
    expect(result).toMatchObject({ kind: 'refused', reason: 'bad-message' })
    expect(JSON.stringify(result)).not.toContain('canary')
    expect(sockets.size).toBe(0)
  })
})

describe('what comes back', () => {
  test.each([
    [200, {}, 'delivered', 'accepted'],
    [307, { location: '/elsewhere' }, 'refused', 'redirect'],
    [400, {}, 'refused', 'rejected'],
    [401, { 'www-authenticate': 'Signature error="webhook_signature_invalid"' }, 'refused', 'signature-rejected'],
    [410, {}, 'gone', 'gone'],
    [429, { 'retry-after': '7' }, 'retry', 'rate-limited'],
    [503, {}, 'retry', 'server-error'],
  ])('%i %j: %s, %s, after one request', async (status, headers, kind, reason) => {
    let requests = 0
    const { port } = await receive((_, response) => {
      requests++
      response.writeHead(status, headers).end('<html>canary</html>')
    })
    const result = await send(port)
    expect(result).toMatchObject({ kind, reason, status })
    expect(result.retryAfterMs).toBe(status === 429 ? 7000 : undefined)
    expect(JSON.stringify(result)).not.toContain('canary')
    expect(requests).toBe(1)
  })

  test('an answer without end is cut off, and counts for what its status says', async () => {
    const closed = Promise.withResolvers<void>()
    const { port } = await receive((_, response) => {
      response.on('close', closed.resolve)
      response.writeHead(200)
      const more = (): void => void (response.destroyed || response.write('x'.repeat(16_384), () => setImmediate(more)))
      more()
    })
    expect(await send(port)).toMatchObject({ kind: 'delivered', status: 200 })
    await closed.promise
  })

  test('an answer that trickles ends with the time, and counts for what its status says', async () => {
    const { port } = await receive((_, response) => void response.writeHead(200).write('x'))
    expect(await send(port, { timeoutMs: 2000 })).toMatchObject({ kind: 'delivered', status: 200 })
  })

  test.each([
    ['nothing at all', '', 'connection-failed'],
    ['half a head', 'HTTP/1.1 200 OK\r\nx: ', 'connection-failed'],
    ['no HTTP', '220 smtp.example ESMTP\r\n', 'connection-failed'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'connection-failed',
    ],
    ['a head without end', `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(100)}`, 'connection-failed'],
  ])('%s is tried again', async (_, text, reason) => {
    const { port } = await raw(socket => socket.once('data', () => socket.end(text)))
    expect(await send(port)).toMatchObject({ kind: 'retry', reason })
  })

  test('half an answer with a status is an answer', async () => {
    const text = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'
    const { port } = await raw(socket => socket.once('data', () => socket.end(text)))
    expect(await send(port)).toMatchObject({ kind: 'delivered', status: 200 })
  })
})

describe('a receiver that does not answer', () => {
  test('is tried again when the time is up', async () => {
    const { port } = await receive(() => {})
    expect(await send(port, { timeoutMs: 100 })).toMatchObject({ kind: 'retry', reason: 'timeout' })
  })

  test('is tried again when nobody listens', async () => {
    const { port } = await receive(() => {})
    await new Promise(resolve => open.pop()?.server.close(resolve))
    expect(await send(port)).toMatchObject({ kind: 'retry', reason: 'connection-failed' })
  })

  test('is tried again when no connection stands in time', async () => {
    const { port } = await raw(() => {})
    const url = `https://127.0.0.1:${port}/`
    expect(await send(port, { url, connectTimeoutMs: 100 })).toMatchObject({ kind: 'retry', reason: 'connect-timeout' })
  })

  test('is not connected to when its name resolves too late', async () => {
    const answer = Promise.withResolvers<{ address: string }[]>()
    const { port, sockets } = await receive((_, response) => response.end())
    const result = await send(
      port,
      { url: `http://localhost:${port}/`, connectTimeoutMs: 50 },
      { lookup: () => answer.promise },
    )
    answer.resolve([{ address: '127.0.0.1' }])
    expect(result).toMatchObject({ kind: 'retry', reason: 'connect-timeout' })
    await new Promise(setImmediate)
    expect(sockets.size).toBe(0)
  })

  test('at one of its addresses is asked at the next', async () => {
    const { port } = await receive((_, response) => response.end())
    const lookup = async () => [{ address: '::1' }, { address: '127.0.0.1' }]
    const url = `http://localhost:${port}/`
    expect(await send(port, { url }, { lookup })).toMatchObject({ kind: 'delivered', status: 200 })
  })

  test('is let go of when the sender stops', async () => {
    const { port, sockets } = await receive(() => controller.abort())
    const controller = new AbortController()
    expect(await send(port, {}, { signal: controller.signal })).toMatchObject({ kind: 'retry', reason: 'aborted' })
    expect(await send(port, {}, { signal: controller.signal })).toMatchObject({ kind: 'retry', reason: 'aborted' })
    expect(sockets.size).toBe(1)
  })
})

describe('a receiver behind TLS', () => {
  const { key, cert } = certificateFor('hooks.example.com')
  const url = (port: number) => `https://hooks.example.com:${port}/`
  /** The name's public address, checked; the test then leads the socket to this machine. */
  const here: PostOptions = {
    lookup: async () => [{ address: '8.8.8.8' }],
    request: (to, options) => httpsRequest(to, { ...options, lookup: loopback }),
  }
  const loopback: NonNullable<Parameters<typeof httpsRequest>[1]['lookup']> = (_, __, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }])

  const receiveTls = async () => {
    const seen: unknown[] = []
    const server = createTlsServer({ key, cert }, ({ headers, socket }, response) => {
      seen.push({ host: headers.host, servername: (socket as { servername?: string }).servername })
      response.end()
    })
    server.on('tlsClientError', () => {})
    return { port: (await listen(server)).port, seen }
  }

  test('is asked by its name, in TLS and in HTTP', async () => {
    const { port, seen } = await receiveTls()
    expect(await send(port, { url: url(port) }, { ...here, ca: cert })).toMatchObject({ kind: 'delivered' })
    expect(seen).toEqual([{ host: `hooks.example.com:${port}`, servername: 'hooks.example.com' }])
  })

  test('is sent nothing when it cannot prove its name, even where the environment would not mind', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const { port, seen } = await receiveTls()
    const failed = { kind: 'retry', reason: 'tls-failed' }
    expect(await send(port, { url: url(port) }, here)).toMatchObject(failed)
    const other = `https://other.example.com:${port}/`
    expect(await send(port, { url: other }, { ...here, ca: cert })).toMatchObject(failed)
    expect(seen).toEqual([])
  })

  test('is tried again when it speaks no TLS', async () => {
    const { port } = await receive((_, response) => response.end())
    expect(await send(port, { url: url(port) }, here)).toMatchObject({ kind: 'retry', reason: 'tls-failed' })
  })
})

test('an unknown name is tried again; nonsense is not, and nothing throws', async () => {
  const lookup = () => Promise.reject(new Error('ENOTFOUND canary'))
  const result = await post({ url: 'https://hooks.example.com/', body: '{}' }, { lookup })
  expect(result).toEqual({ kind: 'retry', reason: 'lookup-failed', durationMs: expect.any(Number) })
  const nonsense = { url: 7, body: undefined } as unknown as PostMessage
  expect(await post(nonsense)).toMatchObject({ kind: 'refused', reason: 'bad-url' })
})

test('content that is got when it is needed is not asked for while the address is not known', async () => {
  const content = vi.fn(async () => ({ body: '{}' }))
  const lookup = () => Promise.reject(new Error('nobody answers'))
  const result = await post({ url: 'https://hooks.example.com/', content }, { lookup })
  expect([result.reason, content.mock.calls.length]).toEqual(['lookup-failed', 0])
  const got: string[] = []
  const { port } = await receive(async (request, response) => {
    got.push(Buffer.concat(await request.toArray()).toString())
    response.writeHead(204).end()
  })
  expect(await post({ url: `http://127.0.0.1:${port}/`, content }, { allowLoopback: true })).toMatchObject({
    kind: 'delivered',
  })
  expect(got).toEqual(['{}'])
})
