/** Outcomes as the answers of apps that exist already. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { refuse } from '../../src/agent/answers.ts'
import { completed } from '../../src/outcome/outcome.ts'
import { respond, respondNode } from '../../src/server/respond.ts'
import { serve } from '../../src/server/serve.ts'
import { agent } from './agent.ts'

describe('respond', () => {
  test('answers inside a Hono app', async () => {
    const app = new Hono().post('/x', context => respond(context.req.raw, completed({ a: 1 })))
    const response = await app.request('/x?envelope=agent-run', { method: 'POST', headers: { 'x-request-id': 'r-1' } })
    expect(await response.json()).toMatchObject({ status: 'ok', request_id: 'r-1', outputs: { a: 1 } })
  })

  test('answers inside an Express app', async () => {
    const app = express()
    app.get('/x', (request, response) => respondNode(request, response, refuse('not-found', 'There is none.')))
    const server = createServer(app).listen(0)
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/x`, { headers: { 'x-correlation-id': 'c-1' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/vnd.yaagents.error+json')
    expect(await response.json()).toMatchObject({ type: 'error', trace: { correlationId: 'c-1' } })
    server.close()
  })

  test('refuses an envelope that there is not', async () => {
    const response = respond(new Request('http://x/y?envelope=nope'), completed({}))
    expect(response.status).toBe(422)
  })
})

test('a whole server mounts inside a Hono app', async () => {
  const app = new Hono().mount('/agent', request => serve(agent, { authenticate: false }).fetch(request))
  const response = await app.request('/agent/health')
  expect(await response.json()).toMatchObject({ status: 'ok' })
})

describe('paths', () => {
  test('the server keeps its own under a prefix', async () => {
    const server = serve(agent, { authenticate: false, prefix: '/_agent' })
    expect((await server.fetch(new Request('http://x/_agent/health'))).status).toBe(200)
    expect((await server.fetch(new Request('http://x/health'))).status).toBe(404)
  })

  test('an operation without a route has no path, and none is invoked by name', async () => {
    const server = serve(agent, { authenticate: false })
    for (const path of ['/hidden', '/agents/hidden/invoke', '/agents/test-agent/invoke']) {
      expect((await server.fetch(new Request(`http://x${path}`, { method: 'POST' }))).status).toBe(404)
    }
    const run = await server.fetch(
      new Request('http://x/agents/run/sync', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ request_id: 'r', task_type: 'HIDDEN' }),
      }),
    )
    expect(await run.json()).toMatchObject({ status: 'ok', outputs: { hidden: true } })
  })
})
