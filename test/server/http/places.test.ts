/** Paths and headers that are written in more than one way, and what a browser finds at the root. */
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../../src/index.ts'
import { serve } from '../../../src/server/index.ts'
import { answerOf, caller, readSlowly } from '../processes.ts'
import { a2aHeaders, agent, hello, mcpHeaders, sendMessage } from './agent.ts'
import { httpCarriers } from './carriers.ts'

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe.each(httpCarriers)('over %s', (_, open) => {
  test.each(['', '/v1'])(
    '/mcp/ and /a2a/ answer like /mcp and /a2a under "%s", and are no paths of their own',
    async prefix => {
      const ask = await open(agent, { prefix })
      for (const [path, headers, body] of [
        ['/mcp', mcpHeaders, hello],
        ['/a2a', a2aHeaders, sendMessage],
      ] as const) {
        const [plain, slashed] = [
          await ask(`${prefix}${path}`, { headers, body }),
          await ask(`${prefix}${path}/`, { headers, body }),
        ]
        expect([plain.status, slashed.status]).toEqual([200, 200])
        expect(slashed.headers['content-type']).toBe(plain.headers['content-type'])
        expect((await ask(`${prefix}${path}/`, { method: 'PUT' })).status).toBe(405)
      }
      const document = JSON.parse((await ask(`${prefix}/openapi.json`)).text) as { paths: object }
      expect(Object.keys(document.paths).filter(path => path.endsWith('/'))).toEqual([])
    },
  )

  test('a key in quotes and the same without are one key', async () => {
    let runs = 0
    const counting = defineAgent({
      name: 'counting',
      version: '1.0.0',
      operations: {
        count: operation({
          title: 'Count',
          route: 'POST /counts',
          input: z.looseObject({}),
          handler: () => ({ runs: ++runs }),
        }),
      },
    })
    const ask = await open(counting, {})
    const counted = async (key: string) => {
      const { text } = await ask('/counts', { headers: { 'idempotency-key': key }, body: {} })
      return (JSON.parse(text) as { runs: number }).runs
    }
    expect([await counted('"k-1"'), await counted('k-1'), await counted('"k-1"'), await counted('k-2')]).toEqual([
      1, 1, 1, 2,
    ])
  })

  describe('a browser at the root', () => {
    test.each(['', '/v1'])('is led to the documentation under "%s"', async prefix => {
      const ask = await open(agent, { prefix })
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, text } = await ask('/', { method, headers: browser })
        expect([status, headers.location, headers.vary, text]).toEqual([302, `${prefix}/docs`, 'Accept', ''])
      }
      const { status, headers } = await ask(`${prefix}/docs`, { headers: browser })
      expect([status, headers.location]).toEqual([302, 'console/#/try-it'])
      expect((await ask(`${prefix}/console/`, { headers: browser })).status).toBe(200)
    })

    test('is led nowhere by other requests: they are answered in their contract', async () => {
      const ask = await open(agent, {})
      for (const asked of [
        {},
        { headers: { accept: '*/*' } },
        { headers: { accept: 'application/json' } },
        { headers: { accept: 'text/html;q=0, */*' } },
        { headers: browser, body: {} },
      ]) {
        const { status, headers, text } = await ask('/', asked)
        expect(status).toBe(404)
        expect(headers.vary).toContain('Accept')
        expect(JSON.parse(text)).toMatchObject({ code: 'ROUTE_NOT_FOUND' })
      }
      expect((await ask('/nowhere', { headers: browser })).status).toBe(404)
    })

    test('finds what the agent has there', async () => {
      const rooted = defineAgent({
        name: 'rooted',
        version: '1.0.0',
        operations: {
          root: operation({ title: 'Root', route: 'GET /', input: z.looseObject({}), handler: () => ({ root: true }) }),
        },
      })
      const ask = await open(rooted, {})
      const { status, text } = await ask('/', { headers: browser })
      expect([status, JSON.parse(text)]).toMatchObject([200, { root: true }])
    })
  })
})

test('a browser at the root of a mounted server is led to the documentation there', async () => {
  const server = serve(agent, { prefix: '/v1' })
  for (const path of ['/agent', '/agent/']) {
    const request = new Request(`http://localhost${path}`, { headers: browser })
    const { headers } = await server.fetch(request, { base: '/agent' })
    expect(headers.get('location')).toBe('/agent/v1/docs')
  }
})

test('a server that drains is not ready, and says so to those who still have a connection', async () => {
  const listening = await serve(agent).listen({ port: 0 })
  const socket = await caller(listening.url)
  socket.write('GET /health/ready HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'readable')
  expect(answerOf(String(socket.read()))).toMatchObject({ status: 200 })
  socket.write('GET /health/ready HTTP/1.1\r\nhost')
  // Another call is answered after these bytes came.
  await fetch(`${listening.url}/health`, { headers: { connection: 'close' } })
  const closed = listening.close()
  socket.write(': localhost\r\n\r\n')
  const { status, head, body } = answerOf(await readSlowly(socket))
  expect(status).toBe(503)
  expect(head).toContain('cache-control: no-store')
  expect(body).toContain('{"status":"not_ready","service":"notes","reason":"shutting down"}')
  await closed
})
