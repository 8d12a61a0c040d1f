/** What a message may say to a task that waits, and what is kept and shown of it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { check } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import { ask, defineAgent, operation, requireApproval } from '../../src/index.ts'
import { isObject, type Json, type JsonObject } from '../../src/lib/json-value.ts'
import { serve } from '../../src/server/index.ts'
import { a2aWire } from '../../src/wire/a2a.ts'
import { filesIn } from '../files-in.ts'
import { believing } from './a2a-agent.ts'

const directory = mkdtempSync(join(tmpdir(), 'a2a-answers-'))
const buyer = 'acme/ada'
/** They see the tasks of others too: an approver who is no operator is shown their own decision alone. */
const boss = 'acme/carol/approver/operator'
const otherBoss = 'acme/dora/approver/operator'
const secret = 'a-secret-of-thirty-two-characters-or-more'
const echoed = 'a-token-that-news-repeat'
const registration = {
  url: 'https://buyer.example/hook',
  token: echoed,
  authentication: { schemes: ['Bearer'], credentials: secret },
}

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  title: 'Seller',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      input: z.object({ amount: z.number(), brand: z.string().optional(), second: z.boolean().optional() }),
      handler({ amount, brand, second }, ctx) {
        if (brand === undefined) return ask([{ name: 'brand', question: 'Which brand?' }])
        if (!ctx.approval('spend')) return requireApproval('spend', { action: `Spend ${amount} for ${brand}` })
        if (second && !ctx.approval('more')) return requireApproval('more', { action: 'Spend more' })
        return { amount, brand }
      },
    }),
    mixed: operation({
      title: 'Asks for an input and an approval at once',
      effects: 'none',
      input: z.object({ amount: z.number() }),
      handler({ amount }, ctx) {
        if (ctx.approval('spend')) return { amount }
        const input = {
          kind: 'input' as const,
          name: 'amount',
          location: 'body' as const,
          schema: { type: 'number' },
          required: false,
          question: 'How much?',
        }
        return {
          kind: 'paused' as const,
          needs: [{ kind: 'approval', key: 'spend', action: `Spend ${amount}` }, input],
        }
      },
    }),
  },
})

let listening: { url: string; close(): Promise<void> }
beforeAll(async () => {
  const store = `sqlite:${join(directory, 'a.db')}`
  listening = await serve(agent, { authenticate: believing, store }).listen({ port: 0 })
})
afterAll(async () => {
  await listening.close()
  rmSync(directory, { recursive: true, force: true })
})

interface Sent {
  as?: string
  envelope?: string
  message?: JsonObject
  parts?: Json[]
}

function post(method: string, params: JsonObject, as: string, envelope: string): Promise<Response> {
  return fetch(`${listening.url}/a2a?envelope=${envelope}`, {
    method: 'POST',
    headers: { 'a2a-version': '1.0', 'content-type': 'application/json', authorization: `Bearer ${as}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
}

/** The task, or the error's message. */
async function send(data: Json, { as = buyer, envelope = 'a2a', message = {}, parts = [] }: Sent = {}) {
  const sent = { messageId: 'm', role: 'ROLE_USER', parts: [{ data }, ...parts], ...message }
  const { result, error } = (await (await post('SendMessage', { message: sent }, as, envelope)).json()) as JsonObject
  if (isObject(error)) return { id: '', refused: String(error.message) }
  const task = (result as JsonObject).task as JsonObject
  if (envelope === 'adcp') expect(check(contract('adcp'), a2aWire(task))).toEqual([])
  return { ...task, id: String(task.id), refused: undefined }
}

/** The data of a status message. */
function said(task: unknown): JsonObject {
  const { status } = task as { status: { message: { parts: JsonObject[] } } }
  return status.message.parts.find(({ data }) => isObject(data))?.data as JsonObject
}

const newKey = () => crypto.randomUUID()
const buy = (parameters: JsonObject) => ({ skill: 'create_media_buy', parameters })
const on = (taskId: string): JsonObject => ({ taskId })

describe('secrets of registrations', () => {
  test('are shown in no history, and stand nowhere in clear in the store', async () => {
    const adcp = { envelope: 'adcp' }
    const own = { push_notification_config: registration }
    const asked = await send(buy({ amount: 5, idempotency_key: newKey(), ...own }), adcp)
    const waits = await send({ brand: 'x', ...own }, { ...adcp, message: on(asked.id) })
    const native = {
      taskPushNotificationConfig: registration,
      nested: [{ ...registration, url: 'https://b.example/' }],
    }
    await send(buy({ amount: 'wrong', ...own }), { ...adcp, message: { metadata: native } })
    const done = await send({ approve: true }, { ...adcp, as: boss, message: on(asked.id) })
    const got = await (await post('GetTask', { id: asked.id }, buyer, 'adcp')).json()
    for (const shown of [asked, waits, done, got].map(task => JSON.stringify(task))) {
      expect(shown).not.toContain(secret)
      expect(shown).not.toContain(echoed)
    }
    expect(JSON.stringify(got)).toContain('https://buyer.example/hook')
    for (const file of filesIn(directory)) expect(readFileSync(file).includes(secret)).toBe(false)
  })

  test('are echoed in a stream by the fresh submitted answer alone', async () => {
    const data = buy({ amount: 5, brand: 'x', idempotency_key: newKey(), push_notification_config: registration })
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data }] }
    const text = await (await post('SendStreamingMessage', { message }, buyer, 'adcp')).text()
    const [first = '', ...later] = text.split('\n\n').filter(event => event.includes('data:'))
    expect(first).toContain(secret)
    expect(later.length).toBeGreaterThan(0)
    expect(later.join()).not.toContain(secret)
  })
})

describe('what a task takes', () => {
  test('is what it asked for: its other arguments stay as they are', async () => {
    const asked = await send(buy({ amount: 5 }))
    const changed = await send({ brand: 'x', amount: 9000 }, { message: on(asked.id) })
    expect(changed.refused).toContain('/inputs/amount: It was not asked for.')
    const waits = await send({ brand: 'x' }, { message: on(asked.id) })
    expect(said(waits)).toMatchObject({ needs: [{ action: 'Spend 5 for x' }] })
  })

  test('is nothing but a decision while it waits for an approval', async () => {
    const waits = await send(buy({ amount: 5, brand: 'x' }))
    const changed = await send(buy({ amount: 9000 }), { message: on(waits.id) })
    expect(changed.refused).toContain('/inputs/amount: It was not asked for.')
    const done = await send({ approve: true }, { as: boss, message: on(waits.id) })
    expect(done).toMatchObject({ artifacts: [{ parts: [{ data: { amount: 5, brand: 'x' } }] }] })
  })
})

describe('a decision', () => {
  const tokenOf = (task: unknown) => (said(task).needs as JsonObject[])[0]?.token ?? ''

  test('on what was shown is none on what took its place', async () => {
    const shown = await send({ skill: 'mixed', parameters: { amount: 1 } })
    const now = await send({ amount: 9000 }, { message: on(shown.id) })
    const bare = await send({ approve: true }, { as: boss, message: on(shown.id) })
    expect(bare.refused).toContain('name the one meant')
    const old = await send({ approve: true, token: tokenOf(shown) }, { as: boss, message: on(shown.id) })
    expect(old.refused).toContain('not what it waits for now')
    const done = await send({ approve: true, token: tokenOf(now) }, { as: boss, message: on(shown.id) })
    expect(done).toMatchObject({ artifacts: [{ parts: [{ data: { amount: 9000 } }] }] })
  })

  test('that is sent twice does not decide on the next approval', async () => {
    const waits = await send(buy({ amount: 5, brand: 'x', second: true }))
    const next = await send({ approve: true }, { as: boss, message: on(waits.id) })
    expect(said(next)).toMatchObject({ needs: [{ action: 'Spend more' }] })
    expect((await send({ approve: true }, { as: boss, message: on(waits.id) })).refused).toContain('name the one meant')
    const named = { approve: true, token: tokenOf(next) }
    const same = await send(named, { as: boss, message: on(waits.id) })
    expect(same).toMatchObject({ status: { state: 'TASK_STATE_INPUT_REQUIRED' } })
    const done = await send(named, { as: otherBoss, message: on(waits.id) })
    expect(done).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } })
  })

  test('may name its approval by the id that the inbox has', async () => {
    const waits = await send(buy({ amount: 5, brand: 'x' }))
    const response = await fetch(`${listening.url}/approvals`, { headers: { authorization: `Bearer ${boss}` } })
    const id = /apv_[\w-]+/.exec(await response.text())?.[0] ?? ''
    const wrong = await send({ approve: true, approval: 'apv_none' }, { as: boss, message: on(waits.id) })
    expect(wrong.refused).toContain('/inputs/approval')
    const done = await send({ approve: true, approval: id }, { as: boss, message: on(waits.id) })
    expect(done).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } })
  })
})

describe('an answer under AdCP', () => {
  const envelope = 'adcp'
  const context = { turn: 2 }
  const own = { context, idempotency_key: newKey(), governance_context: 'g', adcp_version: '3.1-beta.3' }
  const begun = (more: JsonObject = {}) =>
    send(buy({ amount: 5, context: { turn: 1 }, idempotency_key: newKey(), ...more }), { envelope })

  test.each([
    ['bare', (inputs: JsonObject) => inputs],
    ['with its skill', buy],
  ])("has AdCP's own members beside its inputs, %s, and its context comes back from then on", async (_, written) => {
    const asked = await begun()
    expect(said(asked)).toMatchObject({ context: { turn: 1 } })
    const waits = await send(written({ brand: 'x', ...own }), { envelope, message: on(asked.id) })
    expect(said(waits)).toMatchObject({ status: 'input-required', context })
    const got = (await (await post('GetTask', { id: asked.id }, buyer, envelope)).json()) as { result: JsonObject }
    expect(said(got.result)).toMatchObject({ context })
    const decision = written({ approve: true, context: { turn: 3 } })
    const done = await send(decision, { envelope, as: boss, message: on(asked.id) })
    expect(done).toMatchObject({ artifacts: [{ parts: [{ data: { amount: 5, brand: 'x', context: { turn: 3 } } }] }] })
  })

  test.each([
    ['is not valid', { brand: 7 }, 'brand'],
    ['was not asked for', { brand: 'x', amount: 9000 }, 'amount'],
    ['names another context', { brand: 'x', context_id: 'ctx_other' }, 'context_id'],
  ])('that %s is told as errors of the task, which goes on waiting, with its context', async (__, inputs, field) => {
    const asked = await begun()
    const still = await send({ ...inputs, context }, { envelope, message: on(asked.id) })
    expect(still).toMatchObject({ id: asked.id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } })
    expect(said(still)).toMatchObject({
      status: 'input-required',
      errors: [{ code: 'VALIDATION_ERROR', severity: 'warning', field }],
      context,
    })
    const got = (await (await post('GetTask', { id: asked.id }, buyer, envelope)).json()) as { result: JsonObject }
    expect(said(got.result)).toMatchObject({ context: { turn: 1 } })
    expect(said(got.result)).not.toHaveProperty('errors')
  })
})

describe('a call', () => {
  test('has one context, whether its message names it or its parameters', async () => {
    const parameters = { amount: 5, brand: 'x', context_id: 'ctx_named' }
    const named = await send(buy({ ...parameters, idempotency_key: newKey() }), { envelope: 'adcp' })
    expect(named).toMatchObject({ contextId: 'ctx_named', history: [{ contextId: 'ctx_named' }] })
    const data = buy({ ...parameters, context: { a: 1 }, idempotency_key: newKey() })
    const other = await send(data, { envelope: 'adcp', message: { contextId: 'ctx_other' } })
    expect(other).toMatchObject({
      contextId: 'ctx_other',
      history: [{ contextId: 'ctx_other' }],
      status: { state: 'TASK_STATE_REJECTED' },
      artifacts: [
        { parts: [{ data: { adcp_error: { code: 'INVALID_REQUEST', field: 'context_id' }, context: { a: 1 } } }] },
      ],
    })
  })

  test('that could be two is none', async () => {
    const parameters = { amount: 5, brand: 'x', context: { a: 1 } }
    const parts = [{ data: { skill: 'mixed', parameters: { amount: 1 } } }]
    const two = await send(buy(parameters), { envelope: 'adcp', parts })
    const both = await send({ ...buy(parameters), input: { amount: 6 } }, { envelope: 'adcp' })
    for (const task of [two, both]) {
      expect(task).toMatchObject({
        status: { state: 'TASK_STATE_REJECTED' },
        artifacts: [{ parts: [{ data: { adcp_error: { code: 'VALIDATION_ERROR' }, context: { a: 1 } } }] }],
      })
    }
  })
})

describe('an approver who asks back', () => {
  /** What the approver says over HTTP, of the one approval of a task. */
  async function asksBack(taskId: string): Promise<{ at: string; as: Record<string, string> }> {
    const as = { authorization: `Bearer ${boss}`, 'content-type': 'application/json' }
    const { rows } = (await (
      await fetch(`${listening.url}/approvals?envelope=agent-run&limit=100`, { headers: as })
    )
      .json()
      .then(body => (body as { outputs: unknown }).outputs)) as { rows: { id: string; operationId: string }[] }
    const at = `${listening.url}/approvals/${rows.find(({ operationId }) => operationId === taskId)?.id}`
    const body = JSON.stringify({ decision: 'ask', note: 'Why?' })
    expect((await fetch(`${at}:decide`, { method: 'POST', headers: as, body })).status).toBe(200)
    return { at, as }
  }
  const stateOf = async (id: string) => {
    const { result } = (await (await post('GetTask', { id }, buyer, 'a2a')).json()) as { result: JsonObject }
    return result
  }

  test.each([
    ['a text', { parts: [{ text: 'For Acme.' }] }],
    ['a reply', { parts: [{ data: { reply: 'For Acme.' } }] }],
  ])('is answered on the task by %s, and by nothing else', async (_, message) => {
    const waits = await send(buy({ amount: 5, brand: 'x' }))
    const { at, as } = await asksBack(waits.id)
    await expect.poll(async () => JSON.stringify(await stateOf(waits.id))).toContain('Why?')
    expect((await send({ amount: 7 }, { message: on(waits.id) })).refused).toContain('not asked for')
    await send({}, { message: { ...on(waits.id), ...message } })
    const approval = (await (await fetch(`${at}?envelope=agent-run`, { headers: as })).json()) as JsonObject
    expect(JSON.stringify(approval)).toContain('For Acme.')
    await expect
      .poll(async () => (await send({ approve: true }, { as: boss, message: on(waits.id) })) as object)
      .toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } })
  })

  test('does not keep a task that is canceled at once from ending', async () => {
    const waits = await send(buy({ amount: 5, brand: 'x' }))
    await asksBack(waits.id)
    await post('CancelTask', { id: waits.id }, buyer, 'a2a')
    await expect.poll(() => stateOf(waits.id)).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } })
  })
})
