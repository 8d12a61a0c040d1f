import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { counted, guarded, plugin, service } from './kit.ts'

const licence = { 'x-license-token': 'lic-1' }

describe('license-check', () => {
  test('asks once for many calls, with the token and the correlation id', async () => {
    const server = await service((_, response) => setImmediate(() => response.end()))
    const caller = await guarded({ plugins: [plugin('license-check', { license_url: `${server.url}/verify` })] })
    const headers = { ...licence, 'x-correlation-id': 'corr-3' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => caller.call(headers)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await caller.call(headers)).status).toBe(200)
    expect(server.requests.map(({ method, url }) => [method, url])).toEqual([['GET', '/verify']])
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer lic-1', 'x-correlation-id': 'corr-3' })
    expect(await counted(caller, 'yaagents_plugin_license_check_total', { outcome: 'valid' })).toBe(11)
    expect(await counted(caller, 'yaagents_plugin_license_verify_duration_seconds_count', { status: '200' })).toBe(1)
    expect(await counted(caller, 'yaagents_plugin_license_cache_size')).toBe(1)
  })

  test('a licence that is denied is remembered, too, for as long as it may be', async () => {
    let at = Date.now()
    const server = await service((_, response) => void response.writeHead(403).end())
    const options = { license_url: server.url, cache_ttl_seconds: 60 }
    const { call } = await guarded({ plugins: [plugin('license-check', options)], now: () => at })
    expect(await call(licence)).toMatchObject({ status: 403, body: { type: 'forbidden', code: 'license_invalid' } })
    expect((await call(licence)).status).toBe(403)
    expect(server.requests.length).toBe(1)
    at += 61_000
    server.answer = (_, response) => response.end()
    expect((await call(licence)).status).toBe(200)
  })

  test('a call without a licence is refused without asking', async () => {
    const server = await service((_, response) => response.end())
    const { call } = await guarded({ plugins: [plugin('license-check', { license_url: server.url })] })
    expect(await call()).toMatchObject({ status: 403, body: { code: 'license_missing' } })
    expect(await call({ 'x-license-token': 'x'.repeat(9000) })).toMatchObject({
      status: 403,
      body: { code: 'license_invalid' },
    })
    expect(server.requests.length).toBe(0)
  })

  test('weakness 21: an error of the server says nothing of the licence and is not remembered', async () => {
    const server = await service((_, response) => void response.writeHead(500).end())
    const caller = await guarded({
      plugins: [plugin('license-check', { license_url: server.url, timeout: '300ms' })],
    })
    const broken: (typeof server.answer)[] = [
      (_, response) => void response.writeHead(500).end(),
      (_, response) => void response.writeHead(429).end(),
      (_, response) => void response.writeHead(302, { location: '/' }).end(),
      (_, response) => response.destroy(),
      () => {},
    ]
    for (const answer of broken) {
      server.answer = answer
      const refused = await caller.call(licence)
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'license_unavailable',
        '5',
      ])
    }
    server.answer = (_, response) => response.end()
    expect((await caller.call(licence)).status).toBe(200)
  })

  test('a connection that breaks is tried once more', async () => {
    const server = await service((_, response) => {
      if (server.requests.length === 1) response.destroy()
      else response.end()
    })
    const { call } = await guarded({ plugins: [plugin('license-check', { license_url: server.url })] })
    expect((await call(licence)).status).toBe(200)
    expect(server.requests.length).toBe(2)
  })

  test('weakness 21: a client that leaves does not cancel the verification that others wait for', async () => {
    const waiting = Promise.withResolvers<() => void>()
    const server = await service((_, response) => waiting.resolve(() => response.end()))
    const { call, gate } = await guarded({ plugins: [plugin('license-check', { license_url: server.url })] })
    const first = connect(gate.port, '127.0.0.1')
    first.write(
      'POST /campaigns/7/optimizations HTTP/1.1\r\nHost: g\r\nX-License-Token: lic-1\r\nContent-Length: 0\r\n\r\n',
    )
    const release = await waiting.promise
    const second = call(licence)
    await expect.poll(() => gate.gateway.openCalls).toBe(2)
    first.destroy()
    await expect.poll(() => gate.gateway.openCalls).toBe(1)
    release()
    expect((await second).status).toBe(200)
    expect(server.requests.length).toBe(1)
  })

  test('weakness 15: enabled: false turns it off, for all and for a route', async () => {
    const server = await service((_, response) => void response.writeHead(403).end())
    const options = { license_url: server.url }
    const off = await guarded({ plugins: [plugin('license-check', options, { enabled: false })] })
    expect((await off.call()).status).toBe(200)
    const here = await guarded({
      plugins: [plugin('license-check', options)],
      route: { plugins: { 'license-check': { enabled: false } } },
    })
    expect((await here.call()).status).toBe(200)
    const back = await guarded({
      plugins: [plugin('license-check', options, { enabled: false })],
      route: { plugins: { 'license-check': { enabled: true } } },
    })
    expect((await back.call()).status).toBe(403)
  })
})
