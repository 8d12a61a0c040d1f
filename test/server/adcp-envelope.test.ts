/** AdCP: what every request may carry, over REST, MCP and A2A. What is malformed is refused before anything executes. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, defineAgent, operation, requireApproval } from '../../src/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { hashOf } from '../../src/runtime/secret.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type CarrierName, callTask, carriers, newKey, rpc, sendData } from './adcp-calls.ts'

/** What a handler was called with: the input, and its governance. */
let ran: { input: unknown; governance: string | undefined }[] = []

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /create_media_buy',
      input: z.looseObject({ budget: z.number(), brand: z.string().optional(), how: z.string().optional() }),
      handler(input, context) {
        if (input.how === 'ask' && input.brand === undefined) return ask([{ name: 'brand', question: 'Which brand?' }])
        if (input.how === 'approve' && context.approval('spend') === undefined) {
          return requireApproval('spend', { action: 'Spend it' })
        }
        ran.push({ input, governance: context.governance?.token })
        return { media_buy_id: 'mb-1' }
      },
    }),
    si_send_message: operation({
      title: 'Talk',
      route: 'POST /si_send_message',
      input: z.looseObject({ context: z.string() }),
      handler: ({ context }) => ({ heard: context }),
    }),
  },
})

let listening: Listening
let store: Store
let operatorToken: string | undefined
/** The bodies that the operator's own endpoint received, and those of a caller's. */
const told: string[] = []
const pushed: string[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', piece => {
    body += piece
  })
  request.on('end', () => {
    const bodies = request.url === '/pushed' ? pushed : told
    bodies.push(body)
    response.writeHead(204).end()
  })
})

beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  store = await openStore('sqlite::memory:')
  const server = serve(agent, {
    contract: 'adcp',
    authenticate: false,
    worker: { pollMs: 20 },
    store,
    webhooks: { allowLoopback: true, endpoints: [{ url: `http://127.0.0.1:${port}/`, secret }] },
  })
  listening = await server.listen({ port: 0 })
  operatorToken = server.operatorToken?.value
})
beforeEach(() => {
  ran = []
})
afterAll(async () => {
  await listening.close()
  await store.close()
  await new Promise(resolve => receiver.close(resolve))
})

/** The audit log, oldest first: each line by its action, its subject and its detail. */
async function audit(): Promise<{ action: string; subject: string; detail: JsonObject }[]> {
  const lines = await store.do('listAudit', { tenant: '', limit: 1000 })
  return lines
    .map(({ action, subject, detail }) => ({ action, subject, detail: JSON.parse(Buffer.from(detail).toString()) }))
    .toReversed()
}

const call = (carrier: CarrierName, members: string, task?: string) => callTask(listening.url, carrier, members, task)
const message = (data: string, ids?: string, configuration?: string) =>
  sendData(listening.url, data, ids, configuration)

describe.each(carriers)('over %s', carrier => {
  test.each([
    ['context', 'words', '"words"'],
    ['context', 'null', 'null'],
    ['context', 'a list', '[1]'],
    ['context_id', 'a number', '5'],
    ['context_id', 'null', 'null'],
    ['governance_context', 'not ASCII', '"badé"'],
    ['governance_context', 'empty', '""'],
    ['governance_context', 'a number', '7'],
    ['governance_context', 'too long', `"${'x'.repeat(4097)}"`],
  ])('a malformed %s (%s) is refused, and nothing is bought', async (member, _, value) => {
    const { root } = await call(carrier, `"${member}":${value}`)
    expect(root).toMatchObject({
      status: 'rejected',
      adcp_error: { code: 'INVALID_REQUEST', recovery: 'correctable', field: member },
      errors: [{ code: 'INVALID_REQUEST', issues: [{ pointer: `/${member}` }] }],
    })
    expect(Object.hasOwn(root, 'context')).toBe(false)
    expect(Object.hasOwn(root, 'governance_context')).toBe(false)
    expect(ran).toEqual([])
  })

  test('what is well-formed goes on, and governance reaches the handler', async () => {
    const { root } = await call(carrier, '"context":{"a":1},"context_id":"ctx_9","governance_context":"gov 1"')
    expect(root).toMatchObject({
      status: 'completed',
      media_buy_id: 'mb-1',
      context: { a: 1 },
      governance_context: 'gov 1',
    })
    expect(ran).toEqual([{ input: { budget: 1 }, governance: 'gov 1' }])
  })

  test('the tools of sponsored intelligence have words in their context', async () => {
    const { root } = await call(carrier, '"context":"words"', 'si_send_message')
    expect(root).toMatchObject({ status: 'completed', heard: 'words' })
  })

  test('a key that is twice in a context is echoed', async () => {
    const { root, text } = await call(carrier, '"context":{"a":{"b":1,"b":2}}')
    expect(root).toMatchObject({ status: 'completed', context: { a: { b: 2 } } })
    if (carrier === 'REST') expect(text).toContain('"context":{"a":{"b":1,"b":2}}')
    expect(ran).toHaveLength(1)
  })

  test.each([
    ['beside it', '"context":{"a":1},"context":{"a":2}'],
    ['in another member', '"context":{"a":1},"other":{"context":{"b":1,"b":2}}'],
  ])('a key that is twice %s is refused', async (_, members) => {
    await call(carrier, members)
    expect(ran).toEqual([])
  })

  test('a key that is twice in the context of a call with a webhook is refused: nobody could sign it', async () => {
    const credentials = 'a long secret, hard to guess: 4f9a0c'
    const push = `{"url":"http://127.0.0.1:9/","authentication":{"schemes":["HMAC-SHA256"],"credentials":"${credentials}"}}`
    const { root } = await call(carrier, `"context":{"a":1,"a":2},"push_notification_config":${push}`)
    expect(root).toMatchObject({
      status: 'rejected',
      adcp_error: { code: 'INVALID_REQUEST', issues: [{ pointer: '/context/a' }] },
    })
    expect(ran).toEqual([])
    const { root: plain } = await call(carrier, `"context":{"a":1},"push_notification_config":${push}`)
    expect(plain).toMatchObject({ status: expect.stringMatching(/^(?:completed|submitted|working)$/) })
  })

  test('a call with effects under governance leaves a line in the audit log', async () => {
    const before = (await audit()).length
    await call(carrier, '"governance_context":"eyJ.gov.token"')
    await call(carrier, '"other":1')
    expect((await audit()).slice(before)).toEqual([
      {
        action: 'call.governed',
        subject: expect.stringMatching(/^tsk_/),
        detail: { operation: 'create_media_buy', requestId: expect.any(String), governance: 'eyJ.gov.token' },
      },
    ])
  })
})

describe('a task under governance', () => {
  const read = async (task: string, more = '') => {
    const response = await fetch(`${listening.url}/adcp/tasks/get`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${operatorToken}` },
      body: `{"task_id":"${task}","include_history":true,"include_result":true${more}}`,
    })
    return (await response.json()) as JsonObject
  }

  test('keeps its token in tasks/get, in the history and in the result', async () => {
    const { root } = await call('A2A', '"governance_context":"gov 3"')
    const task = await read(String(root.task_id))
    expect(task).toMatchObject({
      status: 'completed',
      governance_context: 'gov 3',
      result: { media_buy_id: 'mb-1', governance_context: 'gov 3' },
      history: [
        { type: 'request', data: { budget: 1, governance_context: 'gov 3' } },
        { type: 'response', data: { status: 'submitted', governance_context: 'gov 3' } },
        { type: 'response', data: { status: 'completed', governance_context: 'gov 3' } },
      ],
    })
    expect((await audit()).filter(({ subject }) => subject === root.task_id)).toMatchObject([
      { action: 'call.governed', detail: { governance: 'gov 3' } },
    ])
    expect(await read(String(root.task_id), ',"governance_context":"gov 4"')).toMatchObject({
      governance_context: 'gov 4',
    })
  })

  test('a task without it has none', async () => {
    const { root } = await call('A2A', '"other":1')
    const task = await read(String(root.task_id))
    expect(task).toMatchObject({ status: 'completed', history: [{ data: { budget: 1 } }, {}, {}] })
    expect(JSON.stringify(task)).not.toContain('governance')
  })

  test('what is done to it is in the audit log with its token', async () => {
    const { root } = await call('A2A', '"how":"ask","governance_context":"gov 5"')
    await message('{"brand":"Acme"}', `"taskId":"${root.task_id}",`)
    expect(ran).toMatchObject([{ governance: 'gov 5' }])
    expect((await audit()).filter(({ subject }) => subject === root.task_id)).toMatchObject([
      { action: 'call.governed', detail: { governance: 'gov 5' } },
      { action: 'task.answer', detail: { governance: 'gov 5' } },
    ])
  })

  test('the approvals that a call uses name its token', async () => {
    const { root } = await call('REST', '"how":"approve","governance_context":"gov 6"')
    const token = JSON.stringify(root).match(/apr_[\w-]+/)?.[0] ?? ''
    const { id = '' } = (await store.do('findApproval', { tokenHash: hashOf(token), tenant: '' })) ?? {}
    const send = (path: string, body: JsonObject, headers: Record<string, string>) =>
      fetch(listening.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const decision = { decision: 'approve', idempotency_key: newKey() }
    await send(`/approvals/${id}:decide`, decision, { authorization: `Bearer ${operatorToken}` })
    const given = { budget: 1, how: 'approve', governance_context: 'gov 6', idempotency_key: newKey() }
    const response = await send('/create_media_buy', given, { 'x-approval-token': token })
    expect(await response.json()).toMatchObject({ status: 'completed' })
    expect((await audit()).filter(({ action }) => action === 'approval.used')).toMatchObject([
      { detail: { governance: 'gov 6' } },
    ])
  })
})

test("the operator's own webhooks are signed and sent, with the context as a reader would parse it", async () => {
  const { root } = await call('A2A', '"context":{"mark":"twice","a":1,"a":2}')
  await expect
    .poll(() => told.find(body => body.includes(String(root.task_id)) && body.includes('twice')))
    .toBeDefined()
  const body = told.find(text => text.includes(String(root.task_id))) ?? '{}'
  expect(body).toContain('"context":{"mark":"twice","a":2}')
})

describe('over A2A', () => {
  test('members of the envelope beside the parameters are checked too', async () => {
    const parameters = `{"budget":1,"idempotency_key":"${newKey()}"}`
    const { root } = await message(`{"skill":"create_media_buy","parameters":${parameters},"governance_context":7}`)
    expect(root).toMatchObject({ adcp_error: { code: 'INVALID_REQUEST', field: 'governance_context' } })
    expect(ran).toEqual([])
  })

  test('an answer to a pause with a malformed member is a warning, and the task goes on waiting', async () => {
    const { root } = await call('A2A', '"how":"ask"')
    const ids = `"taskId":"${root.task_id}",`
    const wrong = await message('{"brand":"Acme","governance_context":"badé"}', ids)
    expect(wrong.root).toMatchObject({
      status: 'input-required',
      errors: [{ severity: 'warning', code: 'VALIDATION_ERROR', field: 'governance_context' }],
    })
    expect(ran).toEqual([])
    const right = await message('{"brand":"Acme","governance_context":"gov 2"}', ids)
    expect(right.root).toMatchObject({ status: 'completed', governance_context: 'gov 2' })
    expect(ran).toMatchObject([{ governance: 'gov 2' }])
  })

  test('a push of A2A itself is refused with such a context', async () => {
    const parameters = `{"budget":1,"idempotency_key":"${newKey()}","context":{"a":1,"a":2}}`
    const push = '{"taskPushNotificationConfig":{"url":"http://127.0.0.1:9/"}}'
    const { root } = await message(`{"skill":"create_media_buy","parameters":${parameters}}`, '', push)
    expect(root).toMatchObject({ code: -32602, message: expect.stringContaining('no key of its context twice') })
    expect(ran).toEqual([])
  })

  test('a push that is registered later gets such a context as a reader would parse it', async () => {
    const { root } = await call('A2A', '"how":"ask","context":{"mark":"late","a":1,"a":2}')
    expect(root).toMatchObject({ status: 'input-required', context: { mark: 'late', a: 2 } })
    const { port } = receiver.address() as AddressInfo
    const config = `{"taskId":"${root.task_id}","id":"late","url":"http://127.0.0.1:${port}/pushed"}`
    const registered = JSON.parse(await rpc(listening.url, 'CreateTaskPushNotificationConfig', config))
    expect(registered).toMatchObject({ result: { id: 'late', taskId: root.task_id } })
    const { root: done } = await message(
      '{"brand":"Acme"}',
      `"taskId":"${root.task_id}",`,
      '{"returnImmediately":true}',
    )
    expect(done.task_id).toBe(root.task_id)
    await expect.poll(() => pushed.filter(body => body.includes('mb-1')).length).toBe(1)
    expect(pushed.join()).toContain('"context":{"mark":"late","a":2}')
    expect(pushed.join()).not.toContain('"a":1')
  })
})
