/** A route with streams is a route like any other: identity, headers, path, limits. */
import { describe, expect, test } from 'vitest'
import { callerEntry } from './caller-plugin.ts'
import { gateway, pool, route, sendRaw, upstream } from './kit.ts'

const stream = route({ id: 'stream', path: '/things/{id}/events', mode: 'sse' })
const head = 'Host: gateway\r\nAccept: text/event-stream\r\nContent-Length: 0\r\nConnection: close, X-Private\r\n'

describe('a stream', () => {
  test('reaches its upstream with the verified identity, the path as it was sent, and no header of the connection', async () => {
    const agents = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-yaagents-profile': 'v0.2', 'keep-alive': 'x' })
      response.end('data: 1\n\n')
    })
    const { port } = await gateway({ pools: [pool(agents.url)], routes: [stream], plugins: [callerEntry] })
    const claims =
      'X-Tenant-ID: globex\r\nX-Actor-Roles: admin\r\nX_Actor_Subject: eve\r\nX-Private: 1\r\nTE: trailers\r\n'
    const text = await sendRaw(
      port,
      `POST /things/a%2Fb/events?q=%20 HTTP/1.1\r\n${head}test-tenant: acme\r\ntest-roles: writer\r\n${claims}\r\n`,
    )
    expect(text.match(/x-yaagents-profile: .*/gi)).toEqual(['x-yaagents-profile: v0.3'])
    expect(text).not.toMatch(/keep-alive: x/i)
    const [received] = agents.received
    expect(received?.path).toBe('/things/a%2Fb/events?q=%20')
    expect(received?.headers).toMatchObject({
      'x-tenant-id': 'acme',
      'x-actor-subject': 'ada',
      'x-actor-roles': 'writer',
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
    })
    const names = Object.keys(received?.headers ?? {})
    expect(names.filter(name => /x_actor|x-private|^te$/.test(name))).toEqual([])
  })

  test('whose upstream says nothing is answered when its own time is up, not when that of the stream is', async () => {
    const agents = await upstream(() => {})
    const { url, metric } = await gateway({
      pools: [pool(agents.url, { firstByteTimeoutMs: 100 })],
      routes: [{ ...stream, executionTimeoutSeconds: 5 }],
    })
    const response = await fetch(`${url}/things/7/events`, { method: 'POST', headers: { accept: 'text/event-stream' } })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([424, 'UPSTREAM_TIMEOUT'])
    expect(await metric('yaagents_gateway_sse_errors_total', { route_id: 'stream', error_kind: 'timeout' })).toBe(1)
  })
})
