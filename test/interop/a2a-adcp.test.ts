/** AdCP over A2A: one artifact with one data part when it is over, a status message before; context and keys. */
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { LegacyJsonRpcTransport } from '@a2a-js/sdk/compat/v0_3/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuthError } from '../../src/auth/index.ts'
import type { Authenticate } from '../../src/auth/principal.ts'
import { check } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import { isObject, type Json, type JsonObject } from '../../src/lib/json-value.ts'
import { fault } from '../../src/outcome/fault.ts'
import type { ServeOptions } from '../../src/server/index.ts'
import { a2aWire } from '../../src/wire/a2a.ts'
import { believing } from './a2a-agent.ts'
import { call, serving, word } from './a2a-kit.ts'

const key = 'k'.repeat(8)
let keys = 0
const newKey = () => `${key}-${crypto.randomUUID()}-${++keys}`

describe.each([
  ['asked for by its envelope', {}, '/a2a?envelope=adcp'],
  ["the mount's own", { contract: 'adcp' }, '/a2a'],
] as const)('AdCP, %s', (_, options, path) => {
  let server: Awaited<ReturnType<typeof serving>>
  beforeAll(async () => {
    server = await serving(options)
  })
  afterAll(() => server.close())

  async function send(data: Json, more: JsonObject = {}, text?: string): Promise<JsonObject> {
    const params = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data }], ...more } }
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        'a2a-version': '1.0',
        'content-type': 'application/json',
        authorization: `Bearer ${server.operatorToken}`,
      },
      body: text ?? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params }),
    })
    const { result, error } = (await response.json()) as JsonObject
    if (!isObject(result) || !isObject(result.task)) throw new Error(JSON.stringify(error))
    expect(check(contract('adcp'), a2aWire(result.task))).toEqual([])
    return result.task
  }

  test('a completed task has one artifact with one data part: the bare body, with the context', async () => {
    const task = await send({ skill: 'greet', parameters: { name: 'Ada', context: { session: 7 } } })
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [
        { parts: [{ data: { status: 'completed', text: 'Hello, Ada', context: { session: 7 }, task_id: task.id } }] },
      ],
    })
    expect(task.artifacts).toHaveLength(1)
    expect((await send({ skill: 'greet', input: { name: 'Bo' } })).status).toMatchObject({
      state: 'TASK_STATE_COMPLETED',
    })
  })

  test('numbers of a context come back as they were spelt', async () => {
    const spelling = '{"n":12345678901234567890,"e":1e400,"z":[-0,1.0,0.1]}'
    const parts = [{ data: { skill: 'greet', parameters: { name: 'Ada', context: 0 } } }]
    const params = { message: { messageId: 'm', role: 'ROLE_USER', parts } }
    const sent = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params })
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'a2a-version': '1.0', 'content-type': 'application/json' },
      body: sent.replace('"context":0', `"context":${spelling}`),
    })
    expect(await response.text()).toContain(`"context":${spelling}`)
  })

  test('a failure has both layers of the error in its one data part', async () => {
    const task = await send({ skill: 'greet', parameters: { name: 7, context: { a: 1 } } })
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_REJECTED' },
      artifacts: [
        {
          parts: [
            {
              data: {
                adcp_error: { code: 'VALIDATION_ERROR' },
                errors: [{ code: 'VALIDATION_ERROR' }],
                context: { a: 1 },
              },
            },
          ],
        },
      ],
    })
  })

  test('a call with effects needs its key, and a repeat is the same task', async () => {
    const without = await send({ skill: 'plan', parameters: { days: 1, city: 'Oslo' } })
    expect(without).toMatchObject({ artifacts: [{ parts: [{ data: { adcp_error: { code: 'INVALID_REQUEST' } } }] }] })
    const parameters = { days: 1, city: 'Oslo', idempotency_key: newKey() }
    const first = await send({ skill: 'plan', parameters })
    const again = await send({ skill: 'plan', parameters })
    expect(again.id).toBe(first.id)
    const other = await send({ skill: 'plan', parameters: { ...parameters, city: 'Rome' } })
    expect(other).toMatchObject({
      artifacts: [{ parts: [{ data: { adcp_error: { code: 'IDEMPOTENCY_CONFLICT' } } }] }],
    })
  })

  test('a number that a double cannot hold is refused on a keyed call', async () => {
    const data = `{"skill":"plan","parameters":{"days":12345678901234567890,"city":"x","idempotency_key":"${newKey()}"}}`
    const message = `{"messageId":"m","role":"ROLE_USER","parts":[{"data":${data}}]}`
    const text = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":${message}}}`
    expect(await send(null, {}, text)).toMatchObject({
      artifacts: [{ parts: [{ data: { adcp_error: { code: 'INVALID_REQUEST', field: 'days' } } }] }],
    })
  })

  test('a pause stands in the status message, and is answered on the task', async () => {
    const asked = await send({ skill: 'plan', parameters: { days: 2, idempotency_key: newKey() } })
    expect(asked).toMatchObject({
      status: {
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: { parts: [{ text: 'Which city?' }, { data: { status: 'input-required' } }] },
      },
    })
    expect(asked).not.toHaveProperty('artifacts')
    const done = await send({ skill: 'plan', parameters: { city: 'Rome' } }, { taskId: asked.id ?? '' })
    expect(done).toMatchObject({ artifacts: [{ parts: [{ data: { status: 'completed', city: 'Rome' } }] }] })
  })

  test('an approval stands in the status message, and is given on the task', async () => {
    const asked = await send({ skill: 'spend', parameters: { amount: 2, idempotency_key: newKey() } })
    expect(asked.status).toMatchObject({ state: 'TASK_STATE_INPUT_REQUIRED' })
    const done = await send({ approve: true }, { taskId: asked.id ?? '' })
    expect(done).toMatchObject({ artifacts: [{ parts: [{ data: { status: 'completed', amount: 2 } }] }] })
  })

  /** Every frame of a stream, each of which a reader of AdCP can read. */
  async function frames(method: string, params: JsonObject, version: string, opened = async () => {}) {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'a2a-version': version, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    await opened()
    const events = (await response.text()).split('\n\n').filter(event => event !== '')
    return events.map(event => {
      const { result } = JSON.parse(event.replace(/^data: /, '')) as { result: JsonObject }
      expect(check(contract('adcp'), a2aWire(result))).toEqual([])
      return result
    })
  }

  const asked = (data: JsonObject) => ({ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data }] } })
  const askedOf = (skill: string, parameters: JsonObject) =>
    asked({ skill, parameters: { ...parameters, context: { session: 7 }, idempotency_key: newKey() } })

  test('a stream tells interim states as status updates and ends with the whole task', async () => {
    const told = await frames('SendStreamingMessage', askedOf('flood', { count: 2 }), '1.0')
    expect(told.map(frame => Object.keys(frame)[0])).toEqual(['task', 'statusUpdate', 'statusUpdate', 'task'])
    const interim = { state: 'TASK_STATE_WORKING', message: { parts: [{}, { data: { context: { session: 7 } } }] } }
    expect(told[1]).toMatchObject({ statusUpdate: { status: interim } })
    expect(told[3]).toMatchObject({
      task: {
        status: { state: 'TASK_STATE_COMPLETED' },
        artifacts: [{ parts: [{ data: { status: 'completed', count: 2, context: { session: 7 } } }] }],
        history: [{ messageId: 'm' }],
      },
    })
    const written = await frames('SendStreamingMessage', askedOf('write', { words: ['a', 'b'] }), '1.0')
    expect(written.map(frame => Object.keys(frame)[0])).toEqual(['task', 'task'])
    const pauses = await frames('SendStreamingMessage', askedOf('plan', { days: 1 }), '1.0')
    expect(pauses.at(-1)).toMatchObject({ task: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } } })
  })

  test('a stream of 0.3 ends with the whole task too', async () => {
    const parts = [{ kind: 'data', data: { skill: 'flood', parameters: { count: 1, idempotency_key: newKey() } } }]
    const message = { kind: 'message', messageId: 'm', role: 'user', parts }
    const told = await frames('message/stream', { message }, '0.3')
    expect(told.map(({ kind }) => kind)).toEqual(['task', 'status-update', 'task'])
    expect(told[2]).toMatchObject({ status: { state: 'completed' }, artifacts: [{ parts: [{ data: { count: 1 } }] }] })
  })

  test('whoever subscribes hears of the end with the whole task', async () => {
    const file = join(tmpdir(), crypto.randomUUID())
    const begun = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'a2a-version': '1.0', 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: { ...askedOf('wait', { file }), configuration: { returnImmediately: true } },
      }),
    })
    const { result } = (await begun.json()) as { result: { task: { id: string } } }
    const heard = await frames('SubscribeToTask', { id: result.task.id }, '1.0', () => writeFile(file, ''))
    expect(heard.at(-1)).toMatchObject({
      task: {
        status: { state: 'TASK_STATE_COMPLETED' },
        artifacts: [{ parts: [{ data: { file: 'there', context: { session: 7 } } }] }],
      },
    })
    await rm(file)
  })

  test.each(['JSON-RPC 1.0', 'JSON-RPC 0.3'] as const)(
    'the official client reads a stream to its end, over %s',
    async wire => {
      const endpoint = `${server.url}${path}`
      const { search } = new URL(endpoint)
      const card = await new DefaultAgentCardResolver().resolve(server.url, `/.well-known/agent-card.json${search}`)
      const client =
        wire === 'JSON-RPC 0.3'
          ? new Client(new LegacyJsonRpcTransport({ endpoint }), card)
          : await new ClientFactory({ transports: [new JsonRpcTransportFactory()] }).createFromAgentCard(card)
      const words: string[] = []
      const parameters = { count: 1, idempotency_key: newKey() }
      for await (const event of client.sendMessageStream(call('flood', parameters))) words.push(word(event))
      expect(words).toEqual(['task TASK_STATE_SUBMITTED', 'status TASK_STATE_WORKING', 'task TASK_STATE_COMPLETED'])
    },
  )

  test('the card leads to where AdCP is spoken', async () => {
    const { search } = new URL(path, server.url)
    const response = await fetch(`${server.url}/.well-known/agent-card.json${search}`, {
      headers: { 'a2a-version': '1.0' },
    })
    const { supportedInterfaces } = (await response.json()) as { supportedInterfaces: [{ url: string }] }
    expect(supportedInterfaces[0].url).toBe(`${server.url}${path}`)
  })
})

const spend = { skill: 'spend', parameters: { amount: 1, context: { session: 7 }, idempotency_key: newKey() } }

/** The refusal of one call, over each binding. */
async function refusals(options: ServeOptions) {
  const server = await serving({ contract: 'adcp', ...options })
  const post = (path: string, version: string, body: Json) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'a2a-version': version, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: spend }] }
  const proto = { messageId: 'm', role: 'ROLE_USER' }
  const old = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'data', data: spend }] }
  const call = (method: string, params: JsonObject) => ({ jsonrpc: '2.0', id: 1, method, params })
  try {
    const answers = await Promise.all([
      post('/a2a', '1.0', call('SendMessage', { message })),
      post('/a2a', '1.0', call('SendStreamingMessage', { message })),
      post('/a2a', '0.3', call('message/send', { message: old })),
      post('/a2a/message:send', '1.0', { message }),
      post('/a2a/v1/message:send', '0.3', { message: { ...proto, content: [{ data: { data: spend } }] } }),
    ])
    const bodies = await Promise.all(answers.map(async answer => (await answer.json()) as JsonObject))
    return {
      statuses: answers.map(({ status }) => status),
      rpc: bodies.slice(0, 3),
      rest: bodies[3],
      oldRest: bodies[4],
    }
  } finally {
    await server.close()
  }
}

const unreachable: Authenticate = () => {
  throw new AuthError('keys-unavailable')
}

test.each([
  ['without credentials', 401, 'AUTH_MISSING', -32028, { authenticate: believing }],
  [
    'one too many',
    429,
    'RATE_LIMITED',
    -32029,
    { limit: () => ({ refused: fault('rate-limited', 'Too many calls.', { retryAfterMs: 3000, began: false }) }) },
  ],
  ['whose credentials cannot be checked', 503, 'SERVICE_UNAVAILABLE', -32027, { authenticate: unreachable }],
] satisfies [string, number, string, number, ServeOptions][])(
  'a call %s is refused with adcp_error and its context',
  async (_, status, code, number, options) => {
    const { statuses, rpc, rest, oldRest } = await refusals(options)
    expect(statuses).toEqual([status, status, status, status, status])
    const told = { adcp_error: expect.objectContaining({ code }), context: { session: 7 } }
    for (const body of rpc) {
      expect(body).toMatchObject({ id: 1, error: { code: number, data: told } })
      expect(check(contract('adcp'), a2aWire(body))).toEqual([])
    }
    expect(oldRest).toMatchObject({ code: number, data: told })
    expect(rest).toMatchObject({
      error: { code: status, details: [{ '@type': 'type.googleapis.com/google.protobuf.Struct', value: told }] },
    })
  },
)
