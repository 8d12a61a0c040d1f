/** How many connections a gateway has, and what becomes of those that send nothing. */
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { runGateway, until } from './gateway-processes.ts'
import { sendJson, upstream } from './kit.ts'

function opened(port: number): Promise<{ socket: Socket; isClosed(): boolean; text(): string }> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let isClosed = false
    let text = ''
    socket.on('error', () => {})
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
    })
    socket.on('close', () => {
      isClosed = true
    })
    socket.once('connect', () => resolve({ socket, isClosed: () => isClosed, text: () => text }))
  })
}

test('connections are bounded; slow heads and slow bodies are refused, and make place', async () => {
  const agents = await upstream((_, response) => sendJson(response, 200, {}))
  const { url, adminUrl } = await runGateway(`
listen: 127.0.0.1:0
admin: 127.0.0.1:0
auth: none
limits: { maxConnections: 3, headTimeout: 500ms, requestTimeout: 1s }
routes:
  - { id: things, method: POST, path: /things, target: "${agents.url}" }
`)
  const port = Number(new URL(url).port)
  const [slowHead, slowBody, silent] = [await opened(port), await opened(port), await opened(port)]
  slowHead.socket.write('POST /things HTTP/1.1\r\nHost: gateway\r\nX-Slow: ')
  slowBody.socket.write('POST /things HTTP/1.1\r\nHost: gateway\r\nContent-Length: 100\r\n\r\n{')
  const fourth = await opened(port)
  await until(() => fourth.isClosed() || undefined)
  expect(fourth.text()).toBe('')
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
  expect(metrics).toMatch(/replywire_gateway_connections_closed_total\{reason="over-limit"\} [1-9]/)
  for (const slow of [slowHead, slowBody]) {
    await until(() => slow.isClosed() || undefined)
    expect(slow.text()).toMatch(/^HTTP\/1\.1 422 /)
    expect(slow.text()).toContain('x-yaagents-profile: v0.3')
    expect(slow.text()).toContain('"message":"The request did not arrive in time."')
  }
  expect((await fetch(`${url}/things`, { method: 'POST', body: '{}' })).status).toBe(200)
  silent.socket.destroy()
  expect(agents.received.map(({ body }) => body)).toEqual(['{}'])
})
