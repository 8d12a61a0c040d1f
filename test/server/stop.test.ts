import { expect, test } from 'vitest'
import { serve } from '../../src/server/serve.ts'
import { readSse } from '../../src/wire/sse.ts'
import { agent } from './agent.ts'
import { callsOpen } from './calls-open.ts'

test('a stream that outlasts the grace ends with an error event, and a request with an answer', async () => {
  const serving = serve(agent, { authenticate: false, shutdownMs: 50 })
  const server = await serving.listen({ port: 0 })
  const post = (body: object, headers = {}) => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const stream = await fetch(
    `${server.url}/talks`,
    post({ words: 100_000, everyMs: 10 }, { accept: 'text/event-stream' }),
  )
  const request = fetch(`${server.url}/slow`, post({ ms: 60_000 }))
  const text = stream.text()
  await expect.poll(() => callsOpen(serving)).toBe(2)
  await server.close()
  const last = readSse(await text).events.at(-1)
  expect(last?.event).toBe('error')
  expect(JSON.parse(last?.data ?? '')).toMatchObject({ code: 'SHUTTING_DOWN' })
  expect((await request).status).toBe(503)
  expect((await request).headers.get('retry-after')).toBe('5')
})

test('a server without authentication listens on this machine only', async () => {
  await expect(serve(agent).listen({ port: 0, host: '0.0.0.0' })).rejects.toThrow('authenticate')
})

test('a server with a degraded check is ready and says so', async () => {
  const server = serve(agent, { ready: () => ({ index: 'degraded', disk: true }) })
  const response = await server.fetch(new Request('http://x/health/ready'))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ status: 'degraded', checks: { index: 'degraded', disk: true } })
})

test('a draining server is not ready and says so at the top', async () => {
  const server = serve(agent, { ready: () => ({ store: false }) })
  const response = await server.fetch(new Request('http://x/health/ready'))
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ status: 'not_ready', checks: { store: false } })
})
