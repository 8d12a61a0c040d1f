/** What every answer has, whatever is answered: no browser may take it for something else than it says it is. */
import { describe, expect, test } from 'vitest'
import { serve } from '../../../src/server/index.ts'
import { answerOf, caller, readSlowly } from '../processes.ts'
import { a2aHeaders, agent, byKey, hello, key, mcpHeaders, sendMessage } from './agent.ts'
import { type AskInput, httpCarriers } from './carriers.ts'

const page = { headers: { accept: 'text/html' } }
const preflight = {
  method: 'OPTIONS',
  headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
}

const calls: readonly (readonly [string, number, string, AskInput])[] = [
  ['an operation', 200, '/notes', { headers: key }],
  ['an operation without its body', 200, '/notes', { headers: key, method: 'HEAD' }],
  ['a stream', 200, '/notes', { headers: { ...key, accept: 'text/event-stream' } }],
  ['a refusal of credentials', 401, '/notes', {}],
  ['a path that there is not', 404, '/nowhere', {}],
  ['a method that there is not', 405, '/notes', { method: 'DELETE' }],
  ['a run', 422, '/agents/run/sync', { headers: key, body: {} }],
  ['tasks', 200, '/operations', { headers: key }],
  ['MCP', 200, '/mcp', { headers: { ...key, ...mcpHeaders }, body: hello }],
  ['a refusal of MCP', 401, '/mcp', { headers: mcpHeaders, body: hello }],
  ['A2A', 200, '/a2a', { headers: { ...key, ...a2aHeaders }, body: sendMessage }],
  ['a refusal of A2A', 401, '/a2a/tasks', { headers: a2aHeaders }],
  ['the card', 200, '/.well-known/agent-card.json', {}],
  ['health', 200, '/health', {}],
  ['the document', 200, '/openapi.json', {}],
  ['the way to the operations', 302, '/docs', page],
  ['the console', 200, '/console/', page],
  ['the way to the documentation', 302, '/', page],
  ['a question of a browser', 204, '/notes', preflight],
]

describe.each(httpCarriers)('over %s', (_, open) => {
  test.each(calls)('%s says that it is what it says it is', async (_name, status, path, asked) => {
    const ask = await open(agent, { authenticate: byKey, cors: { origins: ['https://app.example'] } })
    const answer = await ask(path, asked)
    expect([answer.status, answer.headers['x-content-type-options']]).toEqual([status, 'nosniff'])
  })
})

test.each([
  ['no HTTP', 400, 'hello there\r\n\r\n'],
  ['no Host', 422, 'GET /notes HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['headers that are too large', 431, `GET / HTTP/1.1\r\nhost: localhost\r\na: ${'b'.repeat(40_000)}\r\n\r\n`],
])('so does the answer to bytes with %s', async (_, status, bytes) => {
  const listening = await serve(agent).listen({ port: 0 })
  const socket = await caller(listening.url)
  socket.on('error', () => {})
  socket.write(bytes)
  const answer = answerOf(await readSlowly(socket))
  expect(answer.status).toBe(status)
  expect(answer.head).toContain('x-content-type-options: nosniff')
  await listening.close()
})

test('so do the metrics, to which no page of another origin has access', async () => {
  const server = serve(agent, { cors: { origins: '*' } })
  for (const path of ['/metrics', '/health', '/nowhere']) {
    const { headers } = await server.admin(new Request(`http://localhost${path}`))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})
