/** Upstreams that refuse, hang, drip, reset, lie or send too much: callers get an answer of their contract, and no more. */

import type { Socket } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { closedPort, gateway, pool, rawUpstream, route, sendJson, upstream } from './kit.ts'
import { json, misbehaviours } from './misbehaviours.ts'

const quick = { firstByteTimeoutMs: 100, idleTimeoutMs: 100, totalTimeoutMs: 300 }

interface Failure {
  readonly type: string
  readonly code: string
  readonly message: string
}

async function callRaw(serve: (socket: Socket) => void, enforce: 'enforce' | 'off' = 'enforce') {
  const agents = await rawUpstream(socket => socket.once('data', () => serve(socket)))
  const opened = await gateway({ pools: [pool(agents.url, quick)], routes: [route({ enforce })] })
  const response = await fetch(`${opened.url}/campaigns/7/optimizations`, { method: 'POST', body: '{"a":1}' })
  return { response, agents, ...opened }
}

describe('an upstream that', () => {
  test.each(misbehaviours)('%s: %i %s', async (_, status, code, serve) => {
    const { response, agents } = await callRaw(serve)
    const text = await response.text()
    expect([response.status, (JSON.parse(text) as Failure).code]).toEqual([status, code])
    expect(response.headers.get('content-type')).toBe('application/vnd.yaagents.error+json')
    expect(response.headers.get('x-yaagents-profile')).toBe('v0.3')
    // Nothing of the upstream leaks: no address, no port, no words of its own or of the system.
    const said = `${text} ${JSON.stringify([...response.headers])}`
    expect(said).not.toMatch(/127\.0\.0\.1|ECONN|nginx|ESMTP|socket|undici/i)
    expect(said).not.toContain(String(agents.port))
  })

  test('refuses connections: 424, whatever the system says of it', async () => {
    const port = await closedPort()
    const { url } = await gateway({ pools: [pool(`http://127.0.0.1:${port}`)] })
    const response = await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' })
    expect(response.status).toBe(424)
    expect(await response.json()).toMatchObject({
      type: 'failed_dependency',
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The service behind this route cannot be reached.',
    })
  })

  test('has a name that nobody knows: 424', async () => {
    const { url } = await gateway({ pools: [pool('http://no-such-host.invalid')] })
    const response = await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' })
    expect(response.status).toBe(424)
    expect(await response.text()).not.toContain('no-such-host')
  })

  test('compresses though it is asked not to: the body is verified, and sent as it would have been', async () => {
    for (const [coding, compress] of [
      ['gzip', gzipSync],
      ['zstd', zstdCompressSync],
    ] as const) {
      const agents = await upstream((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
        response.end(compress('{"fine":true}'))
      })
      const { url } = await gateway({ pools: [pool(agents.url)] })
      const response = await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(response.headers.get('content-length')).toBe('13')
      expect(await response.text()).toBe('{"fine":true}')
      expect(agents.received[0]?.headers['accept-encoding']).toBe('identity')
    }
  })

  test('sends a decompression bomb: 500, within the bound', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const agents = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(bomb)
    })
    const { url } = await gateway({ pools: [pool(agents.url)] })
    const response = await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' })
    expect(response.status).toBe(500)
    expect(((await response.json()) as Failure).code).toBe('UPSTREAM_BODY_TOO_LARGE')
  })

  test('breaks off a body that is not verified: the caller does not take it for whole', async () => {
    const { response } = await callRaw(
      socket => socket.end(`${json}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`),
      'off',
    )
    await expect(response.text()).rejects.toThrow()
  })

  test('sends informational answers first: they are passed over', async () => {
    const { response } = await callRaw(socket =>
      socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${json}Content-Length: 2\r\n\r\n{}`),
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('link')).toBeNull()
  })

  test('says prototype keys: they are data', async () => {
    const agents = await upstream((_, response) => {
      response.setHeader('__proto__', 'x')
      response.setHeader('constructor', 'y')
      sendJson(response, 200, JSON.parse('{"__proto__":{"polluted":true}}'))
    })
    const { url } = await gateway({ pools: [pool(agents.url)] })
    const response = await fetch(`${url}/campaigns/7/optimizations`, {
      method: 'POST',
      headers: { constructor: 'mine', ['__proto__']: 'p' },
    })
    expect(await response.text()).toBe('{"__proto__":{"polluted":true}}')
    expect(response.headers.get('constructor')).toBe('y')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(agents.received[0]?.headers.constructor).toBe('mine')
  })

  test('hangs for one tenant: the calls of another are answered meanwhile', async () => {
    const agents = await upstream((received, response) => {
      if (received.headers['test-tenant'] !== 'slow') sendJson(response, 200, {})
    })
    const { url, gateway: opened } = await gateway({ pools: [pool(agents.url)] })
    const leaving = new AbortController()
    const call = (tenant: string) =>
      fetch(`${url}/campaigns/7/optimizations`, {
        method: 'POST',
        headers: { 'test-tenant': tenant },
        signal: leaving.signal,
      })
    const hung = Array.from({ length: 100 }, () => call('slow').catch(() => undefined))
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await call('quick')).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(opened.openCalls).toBe(100)
    leaving.abort()
    await Promise.all(hung)
  })
})
