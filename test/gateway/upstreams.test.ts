/** Pools of upstreams: retries, the breaker, health, balance, the cap, TLS. */

import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { certificateFor } from '../certificate.ts'
import { closedPort, gateway, pool, rawUpstream, route, sendJson, upstream } from './kit.ts'

const fine = () => upstream((_, response) => sendJson(response, 200, {}))
const get = route({ id: 'read', method: 'GET', path: '/x', effects: 'none' })
const post = route({ id: 'write', method: 'POST', path: '/x' })

/** Upstreams that cut the first connections after they have read the request. */
async function cutting(cuts: number) {
  let requests = 0
  const agents = await rawUpstream(socket =>
    socket.on('data', () => {
      requests += 1
      if (requests <= cuts) socket.destroy()
      else socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
    }),
  )
  return { url: agents.url, requests: () => requests }
}

describe('retries', () => {
  test('a call of which nothing was sent goes to another target', async () => {
    const good = await fine()
    const { url, metric } = await gateway({
      routes: [post],
      pools: [pool([`http://127.0.0.1:${await closedPort()}`, good.url])],
    })
    for (let call = 0; call < 4; call++) expect((await fetch(`${url}/x`, { method: 'POST' })).status).toBe(200)
    expect(good.received).toHaveLength(4)
    expect(await metric('replywire_gateway_upstream_tries_total', { result: 'refused' })).toBeGreaterThan(0)
  })

  test.each([
    ['GET', {}, 200, 2],
    ['POST', { 'idempotency-key': 'k' }, 200, 2],
    ['POST', {}, 424, 1],
  ])('%s with %o that may have been sent: %i after %i tries', async (method, headers, status, tries) => {
    const { url: target, requests } = await cutting(1)
    const { url } = await gateway({ routes: [get, post], pools: [pool(target)] })
    const response = await fetch(`${url}/x`, { method, headers: headers as Record<string, string> })
    expect([response.status, requests()]).toEqual([status, tries])
  })

  test('what took too long is not tried again', async () => {
    const slow = await upstream(() => {})
    const { url } = await gateway({ routes: [get], pools: [pool(slow.url, { firstByteTimeoutMs: 50 })] })
    expect((await fetch(`${url}/x`)).status).toBe(424)
    expect(slow.received).toHaveLength(1)
  })

  test('an answer that fails is an answer', async () => {
    const failing = await upstream((received, response) =>
      sendJson(
        response,
        503,
        {
          type: 'error',
          code: 'BUSY',
          message: '',
          trace: { correlationId: 'c', requestId: received.headers['x-request-id'] },
        },
        'application/vnd.yaagents.error+json',
      ),
    )
    const { url } = await gateway({ routes: [get], pools: [pool(failing.url)] })
    expect((await fetch(`${url}/x`, { headers: { 'x-correlation-id': 'c' } })).status).toBe(503)
    expect(failing.received).toHaveLength(1)
  })
})

describe('the breaker', () => {
  test('opens after failures in a row, refuses at once, and closes after a call that succeeds', async () => {
    const { url: target, requests } = await cutting(3)
    const { url, metric } = await gateway({
      routes: [post],
      pools: [pool(target, { breaker: { failures: 3, openMs: 100 } })],
    })
    const call = () => fetch(`${url}/x`, { method: 'POST' })
    for (let at = 0; at < 3; at++) expect((await call()).status).toBe(424)
    const refused = await call()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([424, '1'])
    expect(((await refused.json()) as { code: string }).code).toBe('UPSTREAM_UNAVAILABLE')
    expect(requests()).toBe(3)
    expect(await metric('replywire_gateway_upstream_healthy')).toBe(0)
    await wait(120)
    expect((await call()).status).toBe(200)
    expect((await call()).status).toBe(200)
    expect(await metric('replywire_gateway_upstream_healthy')).toBe(1)
  })

  test('one call is a trial: while it runs, and when it fails, others are refused', async () => {
    const { url: target, requests } = await cutting(3)
    const { url } = await gateway({ routes: [post], pools: [pool(target, { breaker: { failures: 2, openMs: 60 } })] })
    const call = async () => (await fetch(`${url}/x`, { method: 'POST' })).status
    expect([await call(), await call()]).toEqual([424, 424])
    await wait(80)
    expect(await Promise.all([call(), call(), call()])).toEqual([424, 424, 424])
    expect(requests()).toBe(3)
    expect(await call()).toBe(424)
    expect(requests()).toBe(3)
  })

  test('slow calls do not open it: they would shut out the calls of others', async () => {
    const slow = await upstream((received, response) => {
      if (received.headers['x-slow'] === undefined) sendJson(response, 200, {})
    })
    const { url } = await gateway({
      routes: [get],
      pools: [pool(slow.url, { firstByteTimeoutMs: 30, breaker: { failures: 2, openMs: 10_000 } })],
    })
    for (let at = 0; at < 4; at++) expect((await fetch(`${url}/x`, { headers: { 'x-slow': '1' } })).status).toBe(424)
    expect((await fetch(`${url}/x`)).status).toBe(200)
  })
})

describe('health checks', () => {
  test('leave a target out, and take it back', async () => {
    let isWell = true
    const checked = await upstream((received, response) => {
      if (received.path === '/base/healthz') response.writeHead(isWell ? 200 : 500).end()
      else sendJson(response, 200, { from: 'checked' })
    })
    const health = { path: '/healthz', intervalMs: 15, timeoutMs: 200, unhealthyAfter: 2, healthyAfter: 2 }
    const { url, metric } = await gateway({ routes: [get], pools: [pool(`${checked.url}/base`, { health })] })
    const isHealthy = () => metric('replywire_gateway_upstream_healthy')
    expect((await fetch(`${url}/x`)).status).toBe(200)
    isWell = false
    while ((await isHealthy()) === 1) await wait(5)
    expect((await fetch(`${url}/x`)).status).toBe(424)
    isWell = true
    while ((await isHealthy()) === 0) await wait(5)
    expect((await fetch(`${url}/x`)).status).toBe(200)
  })
})

describe('the cap on open calls', () => {
  test('refuses further ones at once with 503 and Retry-After', async () => {
    const held: (() => void)[] = []
    const slow = await upstream((_, response) => held.push(() => sendJson(response, 200, {})))
    const { url } = await gateway({ routes: [get], pools: [pool(slow.url, { maxConcurrent: 4 })] })
    const calls = Array.from({ length: 4 }, async () => (await fetch(`${url}/x`)).status)
    while (held.length < 4) await wait(2)
    const refused = await fetch(`${url}/x`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({ type: 'error', code: 'UPSTREAM_BUSY', retryAfter: 1 })
    for (const answer of held.splice(0)) answer()
    expect(await Promise.all(calls)).toEqual([200, 200, 200, 200])
    const next = fetch(`${url}/x`)
    while (held.length < 1) await wait(2)
    held[0]?.()
    expect((await next).status).toBe(200)
  })
})

describe('TLS', () => {
  test('the certificate of the upstream is checked, and the gateway shows its own', async () => {
    const { cert, key } = certificateFor('localhost')
    const folder = mkdtempSync(join(tmpdir(), 'gateway-tls-'))
    const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), ca: join(folder, 'cert.pem') }
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key)
    let shown: string | undefined
    const server = createTlsServer(
      { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true },
      (request, response) => {
        shown = (request.socket as import('node:tls').TLSSocket).getPeerCertificate().fingerprint256
        sendJson(response, 200, {})
      },
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
    const target = `https://localhost:${(server.address() as AddressInfo).port}`
    try {
      const own = await gateway({ routes: [get], pools: [pool(target, { tls: files })] })
      expect((await fetch(`${own.url}/x`)).status).toBe(200)
      expect(shown).toMatch(/^[0-9A-F:]+$/)
      const unknown = await gateway({ routes: [get], pools: [pool(target)] })
      expect((await fetch(`${unknown.url}/x`)).status).toBe(424)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
