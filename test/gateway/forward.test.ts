import { describe, expect, test } from 'vitest'
import { gateway, pool, sendJson, traceOf, upstream } from './kit.ts'

describe('forwarding', () => {
  test('a request reaches its upstream, and the answer comes back as it was', async () => {
    const agents = await upstream((received, response) =>
      sendJson(response, 201, { id: 'opt-1', trace: traceOf(received) }, 'application/json', { location: '/o/1' }),
    )
    const { url } = await gateway({ pools: [pool(agents.url)] })
    const response = await fetch(`${url}/campaigns/7/optimizations?a=b%20c`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-correlation-id': 'corr-1', 'x-request-id': 'req-1' },
      body: '{"metric":"ctr"}',
    })
    expect(response.status).toBe(201)
    expect(await response.text()).toBe('{"id":"opt-1","trace":{"correlationId":"corr-1","requestId":"req-1"}}')
    expect(response.headers.get('x-yaagents-profile')).toBe('v0.3')
    expect(response.headers.get('location')).toBe('/o/1')
    expect(response.headers.get('x-request-id')).toBe('req-1')
    const [received] = agents.received
    expect(received?.method).toBe('POST')
    expect(received?.path).toBe('/campaigns/7/optimizations?a=b%20c')
    expect(received?.body).toBe('{"metric":"ctr"}')
    expect(received?.headers.host).toBe(agents.url.slice('http://'.length))
  })
})
