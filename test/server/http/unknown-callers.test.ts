/** How much is read of a body before its sender is known, where even a refusal echoes what it says. */
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serve } from '../../../src/server/index.ts'
import { caller } from '../processes.ts'
import { agent, byKey, key } from './agent.ts'
import { httpCarriers } from './carriers.ts'

const adcp = { authenticate: byKey, contract: 'adcp' }
const long = 'y'.repeat(1024 * 1024 - 200)
const message = (parameters: object) => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skill: 'write', parameters } }] },
})

describe.each(httpCarriers)('over %s', (_, open) => {
  test('the context of a caller who is not known comes back on the refusal', async () => {
    const ask = await open(agent, adcp)
    const context = { note: 'x'.repeat(10_000) }
    const { status, text } = await ask('/notes', { body: { context } })
    expect(status).toBe(401)
    expect(JSON.parse(text)).toMatchObject({ context })
  })

  test('that of a longer body does not, and a caller who is known gets it back', async () => {
    const ask = await open(agent, adcp)
    const body = { context: { note: 'x'.repeat(20_000) }, idempotency_key: crypto.randomUUID() }
    const refused = await ask('/notes', { body })
    expect(refused.status).toBe(401)
    expect(JSON.parse(refused.text)).not.toHaveProperty('context')
    const answered = await ask('/notes', { headers: key, body })
    expect(JSON.parse(answered.text)).toMatchObject({ context: body.context })
  })
})

describe.each([
  ['with its length', `content-length: ${long.length}\r\n`, ''],
  ['in chunks', 'transfer-encoding: chunked\r\n', '100000\r\n'],
])('a megabyte %s', (_, framing, begin) => {
  test.each([
    ['an operation', '/notes', `{"text":"${long}"}`],
    ['A2A', '/a2a/message:send?envelope=adcp', JSON.stringify(message({ text: long }))],
    ['MCP', '/mcp?envelope=adcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { text: long } })],
  ])('for %s is refused after some of it has come', async (_name, path, body) => {
    const listening = await serve(agent, adcp).listen({ port: 0 })
    onTestFinished(() => listening.close())
    const socket = await caller(listening.url)
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\na2a-version: 1.0\r\naccept: application/json, text/event-stream\r\n` +
        `content-type: application/json\r\n${framing}\r\n${begin}${body.slice(0, 17 * 1024)}`,
    )
    // Nothing more is sent: a server that wanted the rest would never answer.
    await once(socket, 'readable')
    expect(String(socket.read()).split(' ')[1]).toBe('401')
  })
})

test('a caller who is known may send all of it', async () => {
  const listening = await serve(agent, adcp).listen({ port: 0 })
  onTestFinished(() => listening.close())
  const body = JSON.stringify({ context: { note: 'z'.repeat(900_000) }, idempotency_key: crypto.randomUUID() })
  const socket = await caller(listening.url)
  onTestFinished(() => void socket.destroy())
  socket.write(
    `POST /notes HTTP/1.1\r\nhost: localhost\r\nx-key: k\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  for (let at = 0; at < body.length; at += 100_000) {
    if (!socket.write(body.slice(at, at + 100_000))) await once(socket, 'drain')
  }
  await once(socket, 'readable')
  expect(String(socket.read()).split(' ')[1]).toMatch(/^20/)
})
