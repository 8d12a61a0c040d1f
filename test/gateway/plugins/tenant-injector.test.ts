import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { describe, expect, test, vi } from 'vitest'
import { certificateFor } from '../../certificate.ts'
import { gateway, pool, route, upstream } from '../kit.ts'
import { bearer, counted, guarded, plugin, secret, service, withSecret } from './kit.ts'

const noTenant = { tenant_id: undefined }

function lookup(url: string, more: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) {
  return plugin('tenant-injector', {
    principal: { claim: 'sub' },
    lookup: { url: `${url}/api/v1/principals/{principal}/tenant`, ...more },
    ...rest,
  })
}

describe('tenant-injector', () => {
  test('takes the tenant from a verified claim of any depth', async () => {
    const { call, agents } = await guarded({
      plugins: [withSecret, plugin('tenant-injector', { tenant: { claim: 'org.id' } })],
    })
    expect((await call({ ...(await bearer({ ...noTenant, org: { id: 'globex' } })), 'x-tenant-id': 'x' })).status).toBe(
      200,
    )
    expect(agents.received[0]?.headers['x-tenant-id']).toBe('globex')
    expect(await call(await bearer(noTenant))).toMatchObject({ status: 401, body: { code: 'claim_missing' } })
  })

  test('looks the tenant up once for many calls, with the correlation id', async () => {
    const iam = await service((_, response) => setImmediate(() => response.end('{"tenant_id":"globex"}')))
    const caller = await guarded({ plugins: [withSecret, lookup(iam.url)] })
    const headers = {
      ...(await bearer({ ...noTenant, sub: 'a/b ?.' })),
      'x-correlation-id': 'corr-9',
      'x-tenant-id': 'x',
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => caller.call(headers)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await caller.call(headers)).status).toBe(200)
    expect(iam.requests.map(({ url, method }) => [method, url])).toEqual([
      ['GET', '/api/v1/principals/a%2Fb%20%3F%2E/tenant'],
    ])
    expect(iam.requests[0]?.headers['x-correlation-id']).toBe('corr-9')
    expect(new Set(caller.agents.received.map(one => one.headers['x-tenant-id']))).toEqual(new Set(['globex']))
    expect(await counted(caller, 'yaagents_plugin_tenant_resolve_total', { outcome: 'cache' })).toBeGreaterThan(0)
    expect(await counted(caller, 'yaagents_plugin_tenant_lookup_duration_seconds_count', { status: '200' })).toBe(1)
    expect(await counted(caller, 'yaagents_plugin_tenant_cache_size')).toBe(1)
  })

  test('{issuer} keeps callers of the same name apart, in the question and in what is remembered', async () => {
    const iam = await service((request, response) =>
      response.end(JSON.stringify({ tenant_id: request.url?.startsWith('/https%3A%2F%2Fa/') === true ? 'a1' : 'b1' })),
    )
    const issuers = ['https://a', 'https://b'].map(issuer => ({ issuer, secret }))
    const url = `${iam.url}/{issuer}/{principal}`
    const { call, agents } = await guarded({
      plugins: [
        plugin('token-validator', { issuers }),
        plugin('tenant-injector', { principal: { claim: 'sub' }, lookup: { url } }),
      ],
    })
    for (const iss of ['https://a', 'https://b', 'https://a']) await call(await bearer({ ...noTenant, iss }))
    expect(agents.received.map(({ headers }) => headers['x-tenant-id'])).toEqual(['a1', 'b1', 'a1'])
    expect(iam.requests.map(one => one.url)).toEqual(['/https%3A%2F%2Fa/ada', '/https%3A%2F%2Fb/ada'])
  })

  test('no spelling of a tenant header of another name is forwarded from callers', async () => {
    const { call, agents } = await guarded({
      plugins: [withSecret, plugin('tenant-injector', { inject: { tenant_header: 'X-Org-ID' } })],
    })
    const forged = { 'x-org-id': 'x', x_org_id: 'x', 'x-org_id': 'x', 'x.org-id': 'x' }
    expect((await call({ ...(await bearer()), ...forged })).status).toBe(200)
    const headers = Object.entries(agents.received[0]?.headers ?? {})
    expect(headers.filter(([name]) => name.includes('org'))).toEqual([['x-org-id', 'acme']])
  })

  test('is whose streams are counted, whatever callers say', async () => {
    const agents = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
    })
    const injector = plugin('tenant-injector', { tenant: { claim: 'tenant_id' } })
    const gate = await gateway({
      pools: [pool(agents.url)],
      routes: [route({ mode: 'sse' })],
      plugins: [withSecret, injector],
      limits: { maxSseConnectionsPerTenant: 1 },
    })
    const leaving = new AbortController()
    const open = async (tenant_id: string, said: string) => {
      const headers = { ...(await bearer({ tenant_id })), accept: 'text/event-stream', 'x-tenant-id': said }
      const init = { method: 'POST', headers, signal: leaving.signal }
      return (await fetch(`${gate.url}/campaigns/7/optimizations`, init)).status
    }
    expect([await open('acme', 'a'), await open('acme', 'b'), await open('globex', 'a')]).toEqual([200, 429, 200])
    expect(agents.received.map(({ headers }) => headers['x-tenant-id'])).toEqual(['acme', 'globex'])
    leaving.abort()
  })

  test('a verified claim wins over the lookup', async () => {
    const iam = await service((_, response) => response.end('{"tenant_id":"globex"}'))
    const { call, agents } = await guarded({ plugins: [withSecret, lookup(iam.url)] })
    await call(await bearer())
    expect(agents.received[0]?.headers['x-tenant-id']).toBe('acme')
    expect(iam.requests.length).toBe(0)
  })

  test('remembers for as long as it may, unknown principals for a shorter time, and no more than so many', async () => {
    let at = Date.now()
    const iam = await service((request, response) => {
      if (request.url?.includes('nobody') === true) response.statusCode = 404
      response.end('{"tenant_id":"globex"}')
    })
    const cache = { ttl: '5m', negative_ttl_seconds: 30, max_entries: 2 }
    const { call } = await guarded({ plugins: [withSecret, lookup(iam.url, { cache })], now: () => at })
    const as = async (sub: string) => (await call(await bearer({ ...noTenant, sub }, '1h'))).status
    expect([await as('a'), await as('a'), await as('nobody'), await as('nobody')]).toEqual([200, 200, 403, 403])
    expect(iam.requests.length).toBe(2)
    at += 31_000
    expect([await as('a'), await as('nobody')]).toEqual([200, 403])
    expect(iam.requests.length).toBe(3)
    at += 300_000
    expect(await as('a')).toBe(200)
    expect(iam.requests.length).toBe(4)
    // Two others push the least recently used one out.
    expect([await as('b'), await as('c'), await as('a')]).toEqual([200, 200, 200])
    expect(iam.requests.length).toBe(7)
  })

  test('a service that fails, hangs, redirects or answers nonsense is a failure, and is not remembered', async () => {
    const iam = await service((_, response) => response.destroy())
    const caller = await guarded({ plugins: [withSecret, lookup(iam.url, { timeout_ms: 200 })] })
    const headers = await bearer(noTenant)
    const answers: (typeof iam.answer)[] = [
      (_, response) => response.destroy(),
      (_, response) => void response.writeHead(500).end(),
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (_, response) => response.end('<html>'),
      (_, response) => response.end(JSON.stringify({ tenant_id: 'x', filler: 'y'.repeat(70_000) })),
    ]
    for (const answer of answers) {
      iam.answer = answer
      const { status, body, headers: head } = await caller.call(headers)
      expect([status, body.code, head.get('retry-after')]).toEqual([503, 'lookup_network_error', '5'])
    }
    iam.answer = () => {}
    expect(await caller.call(headers)).toMatchObject({ status: 503, body: { code: 'lookup_timeout' } })
    iam.answer = (_, response) => response.end('{"tenant_id":"globex"}')
    expect((await caller.call(headers)).status).toBe(200)
    expect(await counted(caller, 'yaagents_plugin_tenant_lookup_duration_seconds_count', { status: 'timeout' })).toBe(1)
  })

  test('an answer without the field means that the principal is unknown; statuses can be set', async () => {
    const iam = await service((_, response) => response.end('{"tenant_id":7}'))
    const on_failure = { principal_not_found: 404, claim_missing: 403 }
    const { call } = await guarded({ plugins: [withSecret, lookup(iam.url, {}, { on_failure })] })
    expect(await call(await bearer(noTenant))).toMatchObject({ status: 404, body: { code: 'principal_not_found' } })
    const plugins = [
      plugin('token-validator', { ...withSecret.options, required_claims: [] }),
      lookup(iam.url, {}, { on_failure, principal: { claim: 'employee' } }),
    ]
    const other = await guarded({ plugins })
    expect(await other.call(await bearer(noTenant))).toMatchObject({ status: 403, body: { code: 'claim_missing' } })
  })

  test('only listed tenants are let through', async () => {
    const plugins = [withSecret, plugin('tenant-injector', { allowlist: ['globex'] })]
    const { call } = await guarded({ plugins })
    expect(await call(await bearer())).toMatchObject({ status: 403, body: { code: 'tenant_not_in_allowlist' } })
    expect((await call(await bearer({ tenant_id: 'globex' }))).status).toBe(200)
  })

  test('other headers can carry tenant and principal; those of the caller are removed', async () => {
    const inject = { tenant_header: 'X-Org', principal_header: 'X-Who' }
    const { call, agents } = await guarded({ plugins: [withSecret, plugin('tenant-injector', { inject })] })
    await call({ ...(await bearer()), 'x-org': 'victim', 'x-who': 'root' })
    expect(agents.received[0]?.headers).toMatchObject({ 'x-org': 'acme', 'x-who': 'ada', 'x-tenant-id': 'acme' })
    await call({ ...(await bearer(noTenant)), 'x-org': 'victim' })
    expect(agents.received[1]?.headers['x-org']).toBeUndefined()
  })

  test('sends a bearer token from the environment, and its own headers', async () => {
    vi.stubEnv('IAM_TOKEN_OF_TESTS', 'iam-secret')
    const iam = await service((_, response) => response.end('{"tenant":{"id":"globex"}}'))
    const auth = { mode: 'bearer', bearer_token_env: 'IAM_TOKEN_OF_TESTS' }
    const more = {
      auth,
      headers: { 'X-App': 'gw' },
      method: 'POST',
      response: { mode: 'single', tenant_id_field: 'tenant.id' },
    }
    const { call } = await guarded({ plugins: [withSecret, lookup(iam.url, more)] })
    expect((await call(await bearer(noTenant))).status).toBe(200)
    expect(iam.requests[0]?.method).toBe('POST')
    expect(iam.requests[0]?.headers).toMatchObject({ authorization: 'Bearer iam-secret', 'x-app': 'gw' })
    vi.unstubAllEnvs()
    await expect(guarded({ plugins: [withSecret, lookup(iam.url, more)] })).rejects.toThrow(
      'lookup.auth needs bearer_token_env, the name of an environment variable that is set.',
    )
  })

  test('weakness 5: mtls really sends the certificate of the gateway', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenant-mtls-'))
    const server = certificateFor('localhost')
    const client = certificateFor('gateway')
    const path = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const auth = {
      mode: 'mtls',
      client_cert_path: path('client.crt', client.cert),
      client_key_path: path('client.key', client.key),
      ca_path: path('server.crt', server.cert),
    }
    const shown: string[] = []
    // Only the certificate of the gateway is let in.
    const settings = { ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true }
    const iam = createTlsServer(settings, (request, response) => {
      shown.push((request.socket as TLSSocket).getPeerCertificate().subjectaltname ?? '')
      response.end('{"tenant_id":"globex"}')
    })
    await new Promise<void>(resolve => iam.listen(0, '127.0.0.1', () => resolve()))
    const url = `https://localhost:${(iam.address() as AddressInfo).port}`
    try {
      const { call } = await guarded({ plugins: [withSecret, lookup(url, { auth, timeout: '5s' })] })
      expect((await call(await bearer(noTenant))).status).toBe(200)
      expect(shown).toEqual(['DNS:gateway'])
      const without = await guarded({ plugins: [withSecret, lookup(url, { timeout: '5s' })] })
      expect((await without.call(await bearer(noTenant))).status).toBe(503)
    } finally {
      iam.closeAllConnections()
      iam.close()
      rmSync(folder, { recursive: true })
    }
  })

  test.each([
    [
      { lookup: { url: 'http://iam.example/tenant' }, principal: { claim: 'sub' } },
      'lookup.url must hold {principal} exactly once.',
    ],
    [
      { lookup: { url: 'http://{principal}.example/' }, principal: { claim: 'sub' } },
      'lookup.url must not have {principal} in its host.',
    ],
    [
      { lookup: { url: 'http://{issuer}.example/{principal}' }, principal: { claim: 'sub' } },
      'lookup.url must not have {issuer} in its host.',
    ],
    [
      { lookup: { url: 'ftp://iam.example/{principal}' }, principal: { claim: 'sub' } },
      'lookup.url is not an http address.',
    ],
    [
      { lookup: { url: 'http://a:b@iam.example/{principal}' }, principal: { claim: 'sub' } },
      'lookup.url must not hold credentials.',
    ],
    [{ lookup: { url: 'http://iam.example/{principal}' } }, 'lookup needs principal.claim'],
    [
      { lookup: { url: 'http://iam.example/{principal}', timeout_ms: 60_000 }, principal: { claim: 'sub' } },
      'at most 30000',
    ],
  ])('is refused at start: %j', async (options, message) => {
    await expect(guarded({ plugins: [withSecret, plugin('tenant-injector', options)] })).rejects.toThrow(message)
  })
})
