/** AdCP over A2A: one artifact with one data part when it is over, a status message before; context and keys. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import { isObject, type Json, type JsonObject } from '../../src/lib/json-value.ts'
import { a2aWire } from '../../src/wire/a2a.ts'
import { serving } from './a2a-kit.ts'

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
      headers: { 'a2a-version': '1.0', 'content-type': 'application/json' },
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

  test('the card leads to where AdCP is spoken', async () => {
    const { search } = new URL(path, server.url)
    const response = await fetch(`${server.url}/.well-known/agent-card.json${search}`, {
      headers: { 'a2a-version': '1.0' },
    })
    const { supportedInterfaces } = (await response.json()) as { supportedInterfaces: [{ url: string }] }
    expect(supportedInterfaces[0].url).toBe(`${server.url}${path}`)
  })
})
