/** How much one caller may have open at once, over HTTP, MCP and A2A: beyond it 429, and others are not affected. */
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/index.ts'
import { defineAgent, operation, requireApproval } from '../../src/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { handshake, inSession } from '../interop/mcp/raw.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

let runs = 0

const agent = defineAgent({
  name: 'shop',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Work',
      route: 'POST /work',
      async: true,
      input: z.object({}),
      handler: () => ({}),
    }),
    spend: operation({
      title: 'Spend',
      route: 'POST /spendings',
      input: z.object({ amount: z.number() }),
      handler(_, ctx) {
        runs += 1
        return ctx.approval('spend') ? {} : requireApproval('spend', { action: 'Spend' })
      },
    }),
    watch: operation({
      title: 'Watch',
      route: 'GET /watch',
      effects: 'none',
      input: {},
      handler: (_, { signal }) => new Promise<never>((_, reject) => signal.addEventListener('abort', reject)),
    }),
  },
})

const byHeader: Authenticate = async request => {
  const subject = request.headers.get('x-me')
  return subject === null ? undefined : { subject, tenant: 'north', roles: [] }
}

const secret = 'a secret of thirty-two characters'

async function started(options: ServeOptions = {}) {
  // No worker: what is queued stays queued. Streams begin at once.
  const settings = {
    authenticate: byHeader,
    secret,
    worker: false as const,
    webhooks: { allowLoopback: true },
    streamStartMs: 0,
  }
  const { url, close } = await serve(agent, { ...settings, ...options }).listen({ port: 0 })
  closing.push(close)
  const send = async (path: string, me: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'x-me': me, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
  }
  const get = async (path: string, me: string) =>
    (await fetch(`${url}${path}`, { headers: { 'x-me': me } })).json() as Promise<{ state: string; attempt: number }>
  const a2a = (me: string, method: string, params: object) =>
    send('/a2a', me, { jsonrpc: '2.0', id: 1, method, params }, { 'a2a-version': '1.0' })
  const tool = async (me: string, name: string, args: JsonObject) => {
    const headers = { 'x-me': me }
    const { session } = await handshake(`${url}/mcp`, { headers })
    return inSession(`${url}/mcp`, session, 'tools/call', { name, arguments: args }, headers)
  }
  const watch = (me: string | undefined, path = '/watch', body?: object) => {
    const left = new AbortController()
    closing.push(() => left.abort())
    const headers = {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...(me === undefined ? undefined : { 'x-me': me }),
    }
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return fetch(`${url}${path}`, { ...init, headers, signal: left.signal }).then(response => ({
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      leave: () => left.abort(),
    }))
  }
  return { url, send, get, a2a, tool, watch }
}

const message = (skill: string) => ({
  message: {
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts: [{ data: { skill, input: {} } }],
  },
})

const receiver = { url: 'http://127.0.0.1:9/hook' }

test('queued tasks: 1,000 of each caller, unless configured', async () => {
  const { send } = await started()
  const statuses: number[] = []
  for (let n = 0; n < 1000; n += 50) {
    const some = Array.from({ length: 50 }, () => send('/work', 'ann', {}))
    statuses.push(...(await Promise.all(some)).map(({ status }) => status))
  }
  expect(statuses.filter(status => status === 202)).toHaveLength(1000)
  expect(await send('/work', 'ann', {})).toMatchObject({
    status: 429,
    retryAfter: '10',
    body: { code: 'RATE_LIMITED' },
  })
  expect((await send('/work', 'bob', {})).status).toBe(202)
})

test('queued tasks beyond the limit are refused in every contract and on every carrier, and the key is free', async () => {
  const { send, a2a, tool } = await started({ perCaller: { queuedTasks: 2 } })
  const key = { 'idempotency-key': 'key-of-the-third-call' }
  expect([(await send('/work', 'ann', {})).status, (await send('/work', 'ann', {})).status]).toEqual([202, 202])
  for (const envelope of ['yaagents', 'problem', 'jpcite', 'adcp']) {
    const refused = await send(`/work?envelope=${envelope}`, 'ann', {}, key)
    expect([envelope, refused.status, refused.retryAfter]).toEqual([envelope, 429, '10'])
  }
  expect(await a2a('ann', 'SendMessage', message('create_media_buy'))).toMatchObject({
    status: 429,
    retryAfter: '10',
    body: { error: { code: -32029, message: 'Too many tasks of this caller wait.' } },
  })
  expect(await tool('ann', 'create_media_buy', {})).toMatchObject({
    body: { result: { isError: true, structuredContent: { error: { code: 'RATE_LIMITED', retryAfterMs: 10_000 } } } },
  })
  const configured = { ...message('create_media_buy'), configuration: { returnImmediately: true } }
  expect((await a2a('bob', 'SendMessage', configured)).status).toBe(200)
  const list = await a2a('ann', 'ListTasks', {})
  expect(list.body.result.totalSize).toBe(2)
  const tasks: { id: string }[] = list.body.result.tasks
  expect((await send(`/operations/${tasks[0]?.id}:cancel`, 'ann', {})).status).toBe(200)
  expect((await send('/work', 'ann', {}, key)).status).toBe(202)
})

test('open approvals: 100 of each caller; a repeat of the same request is no further one', async () => {
  const { send, tool } = await started()
  const statuses = new Set<number>()
  for (let n = 0; n < 100; n += 20) {
    const some = Array.from({ length: 20 }, (_, m) => send('/spendings', 'ann', { amount: n + m }))
    for (const { status } of await Promise.all(some)) statuses.add(status)
  }
  expect(statuses).toEqual(new Set([412]))
  expect(await send('/spendings', 'ann', { amount: 100 })).toMatchObject({
    status: 429,
    retryAfter: '60',
    body: { code: 'RATE_LIMITED' },
  })
  expect(await tool('ann', 'spend', { amount: 100 })).toMatchObject({
    body: { result: { isError: true, structuredContent: { error: { code: 'RATE_LIMITED', retryAfterMs: 60_000 } } } },
  })
  expect((await send('/spendings', 'ann', { amount: 7 })).status).toBe(412)
  expect((await send('/spendings', 'bob', { amount: 100 })).status).toBe(412)
})

test('a task whose caller has too many open approvals asks again later, and has used no try', async () => {
  const { send, get } = await started({ perCaller: { openApprovals: 1 }, worker: { concurrency: 1 } })
  const before = runs
  const ask = async (amount: number): Promise<string> => {
    const { status, body } = await send('/spendings', 'ann', { amount }, { prefer: 'respond-async' })
    expect(status).toBe(202)
    return body.operationId
  }
  const ids = [await ask(1), await ask(2)]
  const told = async () => [runs - before, ...(await Promise.all(ids.map(id => get(`/operations/${id}`, 'ann'))))]
  await expect.poll(told).toMatchObject([2, { state: 'paused', attempt: 1 }, { state: 'queued', attempt: 0 }])
})

test('push registrations: 100 of each caller, with a call or on a task', async () => {
  const { a2a, send } = await started()
  const statuses: number[] = []
  const push = { configuration: { returnImmediately: true, taskPushNotificationConfig: receiver } }
  let taskId = ''
  for (let n = 0; n < 100; n++) {
    const { status, body } = await a2a('ann', 'SendMessage', { ...message('create_media_buy'), ...push })
    statuses.push(status)
    taskId = body.result.task.id
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = { status: 429, retryAfter: '60', body: { error: { code: -32029 } } }
  expect(await a2a('ann', 'SendMessage', { ...message('create_media_buy'), ...push })).toMatchObject(refused)
  expect(await a2a('ann', 'CreateTaskPushNotificationConfig', { taskId, id: 'more', ...receiver })).toMatchObject(
    refused,
  )
  const authentication = { schemes: ['Bearer'], credentials: 'these-are-the-credentials-of-the-receiver' }
  const adcp = { push_notification_config: { ...receiver, authentication }, idempotency_key: crypto.randomUUID() }
  expect(await send('/work?envelope=adcp', 'ann', adcp)).toMatchObject({ status: 429, retryAfter: '60' })
  expect((await send('/work?envelope=adcp', 'bob', adcp)).status).toBe(202)
  // Nothing was begun for what was refused.
  expect((await a2a('ann', 'ListTasks', {})).body.result.totalSize).toBe(100)
})

test('open streams: 50 of each caller on all carriers together, until one of them ends', async () => {
  const { url, send, a2a, watch } = await started()
  const { body } = await send('/work', 'ann', {})
  const streams = await Promise.all(Array.from({ length: 46 }, () => watch('ann')))
  streams.push(await watch('ann', `/operations/${body.operationId}/events`))
  const run = { request_id: 'r', task_type: 'CREATE_MEDIA_BUY' }
  streams.push(await watch('ann', '/work', {}), await watch('ann', '/agents/run/stream', run))
  const { session } = await handshake(`${url}/mcp`, { headers: { 'x-me': 'ann' } })
  const listen = async () => {
    const left = new AbortController()
    closing.push(() => left.abort())
    const headers = { 'x-me': 'ann', accept: 'text/event-stream', 'mcp-session-id': session }
    return (await fetch(`${url}/mcp`, { headers, signal: left.signal })).status
  }
  expect([...streams.map(({ status }) => status), await listen()]).toEqual(Array.from({ length: 50 }, () => 200))
  const tasks = async () => (await a2a('ann', 'ListTasks', {})).body.result.totalSize
  expect(await tasks()).toBe(3)
  expect(await watch('ann')).toMatchObject({ status: 429, retryAfter: '10' })
  expect(await watch('ann', '/work', {})).toMatchObject({ status: 429, retryAfter: '10' })
  expect((await watch('ann', '/agents/run/stream', run)).status).toBe(429)
  // Nothing was begun for what was refused.
  expect(await tasks()).toBe(3)
  expect(await watch('ann', `/operations/${body.operationId}/events`)).toMatchObject({ status: 429, retryAfter: '10' })
  expect(await a2a('ann', 'SubscribeToTask', { id: body.operationId })).toMatchObject({
    status: 429,
    retryAfter: '10',
    body: { error: { code: -32029 } },
  })
  expect(await listen()).toBe(429)
  expect((await watch('bob')).status).toBe(200)
  streams[47]?.leave()
  await expect.poll(async () => (await watch('ann')).status).toBe(200)
})

test('on an open server streams count by address, and the rest for everybody together', async () => {
  const { send, watch } = await started({ authenticate: false, perCaller: { queuedTasks: 1, streams: 1 } })
  expect([(await watch(undefined)).status, (await watch(undefined)).status]).toEqual([200, 429])
  expect([(await send('/work', 'ann', {})).status, (await send('/work', 'bob', {})).status]).toEqual([202, 429])
})
