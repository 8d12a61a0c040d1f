/** Callers without credentials on servers that take some: no lists, no keys, and the id of a task as the only way to it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { optionalAuth } from '../../src/auth/index.ts'
import type { Authenticate } from '../../src/auth/principal.ts'
import { defineAgent, operation, requireApproval } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { handshake, inSession, modern } from '../interop/mcp/raw.ts'

const secret = 'the visitor’s own words'
const agent = defineAgent({
  name: 'visits',
  version: '1.0.0',
  operations: {
    plan: operation({
      title: 'Plan',
      route: 'POST /plans',
      async: true,
      public: true,
      input: z.object({ city: z.string() }),
      handler: ({ city }) => ({ city }),
    }),
    spend: operation({
      title: 'Spend',
      route: 'POST /spendings',
      public: true,
      input: z.object({ city: z.string() }),
      handler: () => requireApproval('spend', { action: 'Spend it' }),
    }),
    look: operation({
      title: 'Look',
      route: 'POST /looks',
      effects: 'none',
      public: true,
      input: z.object({ city: z.string() }),
      handler: ({ city }) => ({ city }),
    }),
  },
})

const named: Authenticate = async request => {
  const subject = request.headers.get('x-me')
  return subject === null ? undefined : { subject, tenant: '', roles: [] }
}

describe.each<[string, ServeOptions]>([
  ['needs credentials, where one operation is public', { authenticate: named }],
  ['takes credentials, and needs none', { authenticate: optionalAuth(named) }],
])('a server that %s', (_, options) => {
  let listening: Awaited<ReturnType<ReturnType<typeof serve>['listen']>>
  let id = ''
  const send = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${listening.url}${path}`, {
      ...(body === undefined ? undefined : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const rpc = (method: string, params: object, headers: Record<string, string> = {}, path = '/a2a') =>
    send(path, { jsonrpc: '2.0', id: 1, method, params }, { 'a2a-version': '1.0', ...headers })
  const message = (data: object) => ({
    message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ data }] },
  })

  beforeAll(async () => {
    listening = await serve(agent, {
      contractOptions: { adcp: { supportedProtocols: ['signals'] } },
      ...options,
    }).listen({ port: 0 })
    const begun = await send('/plans', { city: secret })
    expect(begun.status).toBe(202)
    id = /tsk_[\w-]+/.exec(begun.headers.get('location') ?? '')?.[0] ?? ''
    expect((await send('/spendings', { city: secret })).status).toBe(412)
    // The stream ends with the task.
    await send(`/operations/${id}/events`, undefined, { accept: 'text/event-stream' })
  })
  afterAll(() => listening.close())

  test.each<[string, () => Promise<{ status: number; text: string }>]>([
    ['tasks over HTTP', () => send('/operations')],
    ['approvals over HTTP', () => send('/approvals')],
    ['tasks over A2A, JSON-RPC', () => rpc('ListTasks', { includeArtifacts: true, historyLength: 5 })],
    ['tasks over A2A, HTTP+JSON', () => send('/a2a/tasks?includeArtifacts=true', undefined, { 'a2a-version': '1.0' })],
    ['tasks of AdCP over HTTP', () => send('/adcp/tasks/list?envelope=adcp', {})],
    [
      'tasks of AdCP over A2A',
      () => rpc('SendMessage', message({ skill: 'list_tasks', parameters: {} }), {}, '/a2a?envelope=adcp'),
    ],
  ])('shows them no list: %s', async (_name, list) => {
    const { status, text } = await list()
    expect([status, text.includes('tsk_'), text.includes(secret)]).toEqual([401, false, false])
  })

  test('shows them no list: tasks of AdCP over MCP, in every revision', async () => {
    const at = `${listening.url}/mcp?envelope=adcp`
    const params = { name: 'list_tasks', arguments: {} }
    const { session } = await handshake(at)
    for (const { body } of [
      await modern(at, 'tools/call', params),
      await inSession(at, session, 'tools/call', params),
    ]) {
      expect(body.error).toMatchObject({ code: -32028, data: { adcp_error: { code: 'AUTH_MISSING' } } })
    }
  })

  test('lets them follow a task whose id they know, over every carrier', async () => {
    expect((await send(`/operations/${id}/result`)).text).toContain(secret)
    expect((await rpc('GetTask', { id })).text).toContain(secret)
    const { body } = await modern(
      `${listening.url}/mcp`,
      'tasks/get',
      { taskId: id },
      { capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    )
    expect(body.result).toMatchObject({ taskId: id, status: 'completed' })
  })

  test('lists to a caller what is theirs', async () => {
    const { text } = await send('/operations', undefined, { 'x-me': 'ann' })
    expect(JSON.parse(text)).toEqual([])
  })

  test('takes no idempotency key of theirs, over any carrier: whose it is cannot be known', async () => {
    const key = { 'idempotency-key': 'order-1' }
    const words = 'An idempotency key needs credentials: without them it has no owner.'
    const calls = [
      await send('/plans', { city: 'Oslo' }, key),
      await send(`/operations/${id}:cancel`, {}, key),
      await send('/agents/run/sync', { request_id: 'r1', task_type: 'plan', inputs: { city: 'Oslo' } }, key),
      await rpc('SendMessage', message({ skill: 'plan', parameters: { city: 'Oslo' } }), key),
    ]
    expect(calls.map(({ status, text }) => [status, text.includes(words)])).toEqual(calls.map(() => [401, true]))
    const { body } = await modern(`${listening.url}/mcp`, 'tools/call', {
      name: 'plan',
      arguments: { city: 'Oslo' },
      _meta: { 'replywire/call': { idempotencyKey: 'order-1' } },
    })
    expect(JSON.stringify(body.result)).toContain(words)
  })

  test('ignores their key where nothing is done, and keeps that of a caller', async () => {
    const key = { 'idempotency-key': 'order-1' }
    expect((await send('/looks', { city: 'Oslo' }, key)).status).toBe(200)
    const ann = { ...key, 'x-me': 'ann' }
    const [first, again] = [await send('/plans', { city: 'Oslo' }, ann), await send('/plans', { city: 'Oslo' }, ann)]
    expect([first.status, again.headers.get('location')]).toEqual([202, first.headers.get('location')])
  })
})
