/** §§2 and 5.1 of the profile: ids, the trace of vendor bodies, the header on every answer. */
import { describe, expect, test } from 'vitest'
import { callerEntry } from './caller-plugin.ts'
import { closedPort, gateway, pool, type Received, route, sendJson, sendRaw, traceOf, upstream } from './kit.ts'

const clarification = 'application/vnd.yaagents.clarification+json'
const errorType = 'application/vnd.yaagents.error+json'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const question = (trace: unknown) => ({
  type: 'clarification_required',
  code: 'CLARIFICATION_REQUIRED',
  message: 'More is needed.',
  requiredInputs: [{ name: 'metric', location: 'body', type: 'string', required: true, question: 'Which metric?' }],
  ...(trace === undefined ? undefined : { trace }),
})

async function asking(trace: (received: Received) => unknown, enforce: 'enforce' | 'enforce-must' | 'report' | 'off') {
  const agents = await upstream((received, response) =>
    sendJson(response, 400, question(trace(received)), clarification),
  )
  return { agents, ...(await gateway({ pools: [pool(agents.url)], routes: [route({ enforce })] })) }
}

const post = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/campaigns/7/optimizations`, { method: 'POST', headers, body: '{}' })

describe('§5.1 ids', () => {
  test('1 and 2: both ids are minted as UUIDs of version 4 when absent; 3: both are forwarded', async () => {
    const { agents, url } = await asking(traceOf, 'enforce')
    const response = await post(url)
    const { headers } = agents.received[0] as Received
    expect(headers['x-correlation-id']).toMatch(uuid)
    expect(headers['x-request-id']).toMatch(uuid)
    expect(headers['x-request-id']).not.toBe(headers['x-correlation-id'])
    expect(response.headers.get('x-correlation-id')).toBe(headers['x-correlation-id'])
    expect(response.headers.get('x-request-id')).toBe(headers['x-request-id'])
  })

  test('1 to 3: ids of the caller are kept, forwarded and returned', async () => {
    const { agents, url } = await asking(traceOf, 'enforce')
    const response = await post(url, { 'x-correlation-id': 'corr-123', 'x-request-id': 'req-456' })
    expect(traceOf(agents.received[0] as Received)).toEqual({ correlationId: 'corr-123', requestId: 'req-456' })
    expect(response.headers.get('x-correlation-id')).toBe('corr-123')
    expect(response.headers.get('x-request-id')).toBe('req-456')
  })

  test('a malformed id is replaced, so that the upstream sees what callers see', async () => {
    const { agents, url } = await asking(traceOf, 'enforce')
    const response = await post(url, { 'x-request-id': `<script>${'x'.repeat(200)}` })
    expect(agents.received[0]?.headers['x-request-id']).toMatch(uuid)
    expect(response.headers.get('x-request-id')).toBe(agents.received[0]?.headers['x-request-id'])
    expect(response.status).toBe(400)
  })

  test('4: a body with the propagated trace passes, byte by byte', async () => {
    const { url } = await asking(traceOf, 'enforce')
    const response = await post(url, { 'x-correlation-id': 'c', 'x-request-id': 'r' })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe(clarification)
    expect(await response.text()).toBe(JSON.stringify(question({ correlationId: 'c', requestId: 'r' })))
  })

  test.each([
    ['no trace', undefined],
    ['a trace that is no object', 'trace'],
    ['a trace without a request id', { correlationId: 'c' }],
    ['an empty correlation id', { correlationId: '', requestId: 'r' }],
    ['ids that are no strings', { correlationId: 1, requestId: 2 }],
  ])('5: %s is 500 TRACE_MISSING', async (_, trace) => {
    const { url } = await asking(() => trace, 'enforce')
    const response = await post(url, { 'x-correlation-id': 'c', 'x-request-id': 'r' })
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe(errorType)
    expect(response.headers.get('x-yaagents-profile')).toBe('v0.3')
    expect(await response.json()).toEqual({
      type: 'error',
      code: 'TRACE_MISSING',
      message: 'The answer of the upstream has no trace.',
      trace: { correlationId: 'c', requestId: 'r' },
    })
  })

  test.each([
    ['another request id', { correlationId: 'c', requestId: 'other' }],
    ['another correlation id', { correlationId: 'other', requestId: 'r' }],
    ['both exchanged', { correlationId: 'r', requestId: 'c' }],
  ])('4: %s is 500 TRACE_MISMATCH', async (_, trace) => {
    const { url } = await asking(() => trace, 'enforce-must')
    const response = await post(url, { 'x-correlation-id': 'c', 'x-request-id': 'r' })
    expect(response.status).toBe(500)
    expect(((await response.json()) as { code: string }).code).toBe('TRACE_MISMATCH')
  })

  test('in report mode such a body passes unchanged, and is counted by its rule', async () => {
    const { url, metric } = await asking(() => ({ correlationId: 'x', requestId: 'y' }), 'report')
    const response = await post(url, { 'x-correlation-id': 'c', 'x-request-id': 'r' })
    expect(response.status).toBe(400)
    expect(await response.text()).toBe(JSON.stringify(question({ correlationId: 'x', requestId: 'y' })))
    const labels = { route: 'optimize', rule: 'yaagents/trace-propagated', level: 'must' }
    expect(await metric('replywire_gateway_findings_total', labels)).toBe(1)
  })

  test('with enforcement off nothing is read', async () => {
    const { url, metric } = await asking(() => undefined, 'off')
    const response = await post(url)
    expect(response.status).toBe(400)
    expect(await metric('replywire_gateway_findings_total')).toBeUndefined()
  })

  test('a trace is recommended for 200 and 201, not required', async () => {
    const agents = await upstream((_, response) => sendJson(response, 200, { fine: true }))
    const { url } = await gateway({ pools: [pool(agents.url)] })
    expect((await post(url)).status).toBe(200)
  })

  test('traceparent is propagated, and tracestate only with it', async () => {
    const { agents, url } = await asking(traceOf, 'enforce')
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await post(url, { traceparent, tracestate: 'vendor=1' })
    await post(url, { traceparent: '00-zz', tracestate: 'vendor=1' })
    expect(agents.received[0]?.headers.traceparent).toBe(traceparent)
    expect(agents.received[0]?.headers.tracestate).toBe('vendor=1')
    expect(agents.received[1]?.headers.traceparent).toBeUndefined()
    expect(agents.received[1]?.headers.tracestate).toBeUndefined()
  })
})

describe('§2: the profile header', () => {
  test('is on every answer: of upstreams, and every refusal, with both ids and a trace', async () => {
    const agents = await upstream((received, response) => {
      if (received.path === '/other') sendJson(response, 200, {}, 'application/json', { 'x-yaagents-profile': 'v0.2' })
      else if (received.path === '/html') sendJson(response, 200, '<html>', 'text/html')
      else response.destroy()
    })
    const common = { pool: 'agents', method: 'GET' }
    const { url, gateway: opened } = await gateway({
      pools: [pool(agents.url), pool(`http://127.0.0.1:${await closedPort()}`, { name: 'gone' })],
      plugins: [callerEntry],
      routes: [
        route({ ...common, id: 'other', path: '/other' }),
        route({ ...common, id: 'html', path: '/html' }),
        route({ ...common, id: 'broken', path: '/broken' }),
        route({ ...common, id: 'gone', path: '/gone', pool: 'gone' }),
        route({ ...common, id: 'roles', path: '/roles', roles: ['admin'] }),
        route({ ...common, id: 'tenant', path: '/tenant', tenantRequired: true }),
        route({ ...common, id: 'small', path: '/small', method: 'POST', maxBodyBytes: 1 }),
      ],
    })
    const expectations: [string, number, string | undefined, RequestInit?][] = [
      ['/other', 200, undefined],
      ['/html', 500, 'UPSTREAM_CONTRACT_VIOLATION'],
      ['/broken', 424, 'UPSTREAM_BROKEN'],
      ['/gone', 424, 'UPSTREAM_UNAVAILABLE'],
      ['/roles', 403, 'INSUFFICIENT_ROLES'],
      ['/tenant', 403, 'TENANT_REQUIRED'],
      ['/small', 413, 'PAYLOAD_TOO_LARGE', { method: 'POST', body: 'too long' }],
      ['/small', 405, 'METHOD_NOT_ALLOWED'],
      ['/nowhere', 404, 'ROUTE_NOT_FOUND'],
    ]
    for (const [path, status, code, init] of expectations) {
      const response = await fetch(`${url}${path}`, {
        ...init,
        headers: { 'x-request-id': 'r', 'x-correlation-id': 'c' },
      })
      const body = (await response.json()) as { code?: string; trace?: unknown }
      expect([path, response.status, body.code]).toEqual([path, status, code])
      expect(response.headers.get('x-yaagents-profile')).toBe('v0.3')
      expect(response.headers.get('x-request-id')).toBe('r')
      if (code !== undefined) {
        expect(body.trace).toEqual({ correlationId: 'c', requestId: 'r' })
        expect(response.headers.get('content-type')).toMatch(/^application\/vnd\.yaagents\./)
      }
    }
    opened.startDraining()
    const draining = await fetch(`${url}/other`)
    expect(draining.status).toBe(503)
    expect(((await draining.json()) as { code: string }).code).toBe('SHUTTING_DOWN')
    expect(draining.headers.get('retry-after')).toBe('5')
    expect(draining.headers.get('x-yaagents-profile')).toBe('v0.3')
  })

  test('is on the answer to a request whose Host makes no sense', async () => {
    const { port } = await gateway({ pools: [pool('http://127.0.0.1:1')] })
    const text = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 422 /)
    expect(text).toMatch(/x-yaagents-profile: v0\.3/i)
  })
})
