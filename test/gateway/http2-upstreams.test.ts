/** Upstreams that offer HTTP/2 by ALPN, and a pool that takes it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificateFor } from '../certificate.ts'
import { until } from './gateway-processes.ts'
import { gateway, pool, route, type TestGateway } from './kit.ts'

const { cert, key } = certificateFor('localhost')
let folder = ''
let server: Http2SecureServer
let gates: { h2: TestGateway; h1: TestGateway }
const seen: { version: string; method: string; path: string; headers: Record<string, unknown>; body: string }[] = []
let left = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replywire-h2-'))
  writeFileSync(join(folder, 'ca.pem'), cert)
  server = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const { httpVersion: version, method, url: path, headers } = request
      seen.push({ version, method, path, headers: { ...headers }, body })
      if (path === '/stream') {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: 1\n\n')
        if (headers['x-hold'] === undefined) response.end('data: [DONE]\n\n')
        response.on('close', () => {
          left += 1
        })
      } else if (path === '/long') response.end('x'.repeat(3_000_000))
      else if (path === '/broken') request.stream.session?.destroy()
      else {
        response.writeHead(200, { 'content-type': 'application/json' })
        const trace = { requestId: headers['x-request-id'], correlationId: headers['x-correlation-id'] }
        response.end(JSON.stringify({ ok: true, trace }))
      }
    })
  })
  server.on('sessionError', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const free = { enforce: 'off', method: 'GET' } as const
  const routes = [
    route(),
    route({ id: 'stream', path: '/stream', mode: 'sse', ...free }),
    route({ id: 'long', path: '/long', ...free }),
    route({ id: 'broken', path: '/broken', ...free }),
  ]
  const of = (http2: boolean) =>
    gateway({ routes, pools: [pool(url, { tls: { ca: join(folder, 'ca.pem') }, http2, connections: 2 })] })
  gates = { h2: await of(true), h1: await of(false) }
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function call(gate: TestGateway) {
  const before = seen.length
  const response = await fetch(`${gate.url}/campaigns/7/optimizations?a=1`, {
    method: 'POST',
    headers: { 'x-request-id': 'req-1', 'x-correlation-id': 'cor-1', 'content-type': 'application/json' },
    body: '{"goal":"reach"}',
  })
  return { status: response.status, body: await response.text(), asked: seen[before] }
}

describe('a pool that takes HTTP/2', () => {
  test('calls its target over it, with the same headers and the same answer', async () => {
    const [second, first] = [await call(gates.h2), await call(gates.h1)]
    expect([second.asked?.version, first.asked?.version]).toEqual(['2.0', '1.1'])
    expect([second.status, second.body]).toEqual([first.status, first.body])
    const plain = ({ asked }: typeof first) =>
      Object.entries(asked?.headers ?? {})
        .filter(([name]) => !/^(?::.*|host|connection|traceparent|x-forwarded-host|transfer-encoding)$/.test(name))
        .sort()
    expect(plain(second)).toEqual(plain(first))
    expect(second.asked?.headers).toMatchObject({ ':path': '/campaigns/7/optimizations?a=1', ':method': 'POST' })
  })

  test('hands on streams and long answers', async () => {
    const stream = await fetch(`${gates.h2.url}/stream`, { headers: { accept: 'text/event-stream' } })
    expect(await stream.text()).toBe('data: 1\n\ndata: [DONE]\n\n')
    expect((await (await fetch(`${gates.h2.url}/long`)).text()).length).toBe(3_000_000)
    expect(seen.slice(-2).map(({ version }) => version)).toEqual(['2.0', '2.0'])
  })

  test('stops a stream whose reader has left', async () => {
    const before = left
    const stop = new AbortController()
    const headers = { accept: 'text/event-stream', 'x-hold': '1' }
    const response = await fetch(`${gates.h2.url}/stream`, { headers, signal: stop.signal })
    await response.body?.getReader().read()
    stop.abort()
    await until(() => left > before || undefined)
  })

  test('answers 424 when the connection breaks, and goes on over a new one', async () => {
    expect((await fetch(`${gates.h2.url}/broken`)).status).toBe(424)
    expect((await call(gates.h2)).status).toBe(200)
  })
})
