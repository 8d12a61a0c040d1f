/** What follows a task ends with its caller's credentials. The task goes on; a run that was admitted finishes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AuthError } from '../../src/auth/index.ts'
import type { Authenticate } from '../../src/auth/principal.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { handshake } from '../interop/mcp/raw.ts'

const held = Promise.withResolvers<void>()
const wait = (isAsync: boolean) =>
  operation({
    title: 'Wait',
    route: isAsync ? 'POST /tasks' : 'POST /runs',
    async: isAsync,
    timeoutMs: 120_000,
    input: z.object({}),
    async handler(_, context) {
      await context.progress(0.5, 'half')
      await held.promise
      return { done: 'all of it' }
    },
  })
const agent = defineAgent({
  name: 'waiting',
  version: '1.0.0',
  operations: { task: wait(true), run: wait(false) },
})

/** Ann, until the time that the header names. */
const authenticate: Authenticate = async request => {
  const expiresAt = Number(request.headers.get('x-until') ?? Number.POSITIVE_INFINITY)
  if (Date.now() >= expiresAt) throw new AuthError('expired')
  return { subject: 'ann', tenant: '', roles: [], ...(Number.isFinite(expiresAt) ? { expiresAt } : undefined) }
}

let listening: Awaited<ReturnType<ReturnType<typeof serve>['listen']>>
let mcp = ''
let session = ''
const ids: string[] = []
let until: Record<string, string> = {}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${listening.url}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
const events = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${listening.url}/operations/${id}/events`, { headers: { accept: 'text/event-stream', ...headers } })
const a2a = (method: string, params: object, headers: Record<string, string> = {}) =>
  post('/a2a', { jsonrpc: '2.0', id: 1, method, params }, { 'a2a-version': '1.0', ...headers })
const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skill: 'task', parameters: {} } }] }
const inMcp = (method: string, params: object, headers: Record<string, string> = {}) =>
  post(
    '/mcp',
    { jsonrpc: '2.0', id: 2, method, params },
    { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18', ...headers },
  )

beforeAll(async () => {
  listening = await serve(agent, { authenticate, worker: { concurrency: 20 } }).listen({ port: 0 })
  mcp = `${listening.url}/mcp`
  for (let index = 0; index < 2; index++) {
    const { headers } = await post('/tasks', {}, { accept: 'application/json' })
    ids.push(/tsk_[\w-]+/.exec(headers.get('location') ?? '')?.[0] ?? '')
  }
  session = (await handshake(mcp)).session
})
afterAll(async () => {
  held.resolve()
  await listening.close()
})

describe('streams that are opened with credentials of three seconds', () => {
  let closed: string[] = []
  let run: Response
  test('close when these end, though the tasks go on', async () => {
    const [first = '', second = ''] = ids
    for (const id of ids) {
      await expect.poll(async () => (await a2a('GetTask', { id })).text()).toContain('half')
    }
    until = { 'x-until': String(Date.now() + 3000) }
    const call = { name: 'task', arguments: {}, _meta: { progressToken: 1 } }
    const opened = await Promise.all([
      events(first, until),
      a2a('SubscribeToTask', { id: second }, until),
      a2a('SendStreamingMessage', { message }, until),
      inMcp('tools/call', call, until),
      fetch(mcp, { headers: { accept: 'text/event-stream', 'mcp-session-id': session, ...until } }),
      post('/tasks', {}, { ...until, accept: 'text/event-stream' }),
      post('/agents/run/stream', { request_id: 'r', task_type: 'TASK' }, until),
      post('/runs', {}, { ...until, accept: 'text/event-stream' }),
    ])
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 200])
    run = opened[7] as Response
    closed = await Promise.all(opened.slice(0, 7).map(response => response.text()))
    const [overHttp = '', subscribed = '', sent = '', called = '', , streamed = '', ran = ''] = closed
    for (const text of [overHttp, sent, called, streamed, ran]) expect(text).toContain('half')
    expect(subscribed).toContain('TASK_STATE_WORKING')
    expect(closed.join()).not.toContain('all of it')
    // Who waited for a call is told that it goes on, and where.
    expect(called).toMatch(/tsk_[\w-]+/)
    const states = await Promise.all(ids.map(id => fetch(`${listening.url}/operations/${id}`).then(one => one.json())))
    expect(states.map(state => (state as { state: string }).state)).toEqual(['working', 'working'])
  }, 30_000)

  test('are not taken up again with the same credentials', async () => {
    const [first = '', second = ''] = ids
    expect((await events(first, { ...until, 'last-event-id': '1' })).status).toBe(401)
    expect((await a2a('SubscribeToTask', { id: second }, until)).status).toBe(401)
    expect((await inMcp('ping', {}, until)).status).toBe(401)
  })

  test('are taken up where they stood with fresh ones, and a run that was admitted finishes', async () => {
    const [first = '', second = ''] = ids
    const again = await events(first, { 'last-event-id': '1' })
    const subscribed = await a2a('SubscribeToTask', { id: second })
    held.resolve()
    expect(await again.text()).toContain('all of it')
    expect(await subscribed.text()).toContain('all of it')
    expect(await run.text()).toContain('all of it')
  })
})
