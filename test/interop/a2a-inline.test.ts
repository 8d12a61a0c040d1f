/** AdCP over A2A: who is told on their own connection is not told by a webhook too, and who is not, is. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, defineAgent, operation } from '../../src/index.ts'
import { isObject, type JsonObject } from '../../src/lib/json-value.ts'
import { serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { type Receiver, startReceiver } from '../faults/receivers.ts'
import { believing } from './a2a-agent.ts'

const directory = mkdtempSync(join(tmpdir(), 'a2a-inline-'))
const store = `sqlite:${join(directory, 'a.db')}`
/** Held runs, each let go by its own name. */
const gates = new Map<string, PromiseWithResolvers<void>>()

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      input: z.object({ brand: z.string().optional(), gate: z.string().optional() }),
      async handler({ brand, gate }) {
        if (brand === undefined) return ask([{ name: 'brand', question: 'Which brand?' }])
        await gates.get(gate ?? '')?.promise
        return { media_buy_id: `of ${brand}` }
      },
    }),
  },
})

let listening: { url: string; close(): Promise<void> }
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver(() => 204)
  const webhooks = { allowLoopback: true }
  listening = await serve(agent, { authenticate: believing, store, webhooks }).listen({ port: 0 })
})
afterAll(async () => {
  await listening.close()
  await receiver.close()
  rmSync(directory, { recursive: true, force: true })
})

interface More {
  taskId?: string
  returnImmediately?: boolean
  as?: string
  signal?: AbortSignal
}

async function send(data: JsonObject, { taskId = '', returnImmediately = false, as = 'acme/ada', signal }: More = {}) {
  const message = { messageId: 'm', role: 'ROLE_USER', taskId, parts: [{ data }] }
  const params = { message, configuration: { returnImmediately } }
  const response = await fetch(`${listening.url}/a2a?envelope=adcp`, {
    method: 'POST',
    headers: { 'a2a-version': '1.0', 'content-type': 'application/json', authorization: `Bearer ${as}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params }),
    ...(signal === undefined ? undefined : { signal }),
  })
  const { result } = (await response.json()) as { result?: { task?: JsonObject } }
  const task = result?.task ?? {}
  return { id: String(task.id), state: isObject(task.status) ? task.status.state : undefined }
}

const buy = (more: JsonObject) => ({
  skill: 'create_media_buy',
  parameters: {
    idempotency_key: crypto.randomUUID(),
    push_notification_config: {
      url: receiver.url,
      operation_id: 'op-1',
      authentication: { schemes: ['Bearer'], credentials: 'these-are-the-credentials-of-the-receiver' },
    },
    ...more,
  },
})

/** The states of which a task's receiver is told, sent or not: they are written with what they tell of. */
async function news(taskId: string): Promise<unknown[]> {
  const opened = await openStore(store)
  try {
    const lines = await opened.do('listDeliveries', { tenant: 'acme', taskId, limit: 100 })
    while (receiver.came.filter(({ body }) => body.includes(taskId)).length < lines.length) await sleep(20)
    return receiver.came.flatMap(({ body }) => {
      const told = JSON.parse(body.toString()) as JsonObject
      return told.task_id === taskId ? [told.status] : []
    })
  } finally {
    await opened.close()
  }
}

test('who waits for the end hears of it once', async () => {
  const done = await send(buy({ brand: 'x' }))
  expect(done.state).toBe('TASK_STATE_COMPLETED')
  expect(await news(done.id)).toEqual([])
})

test('who does not wait is told', async () => {
  const { id } = await send(buy({ brand: 'x' }), { returnImmediately: true })
  while ((await news(id)).length === 0) await sleep(20)
  expect(await news(id)).toEqual(['completed'])
})

test('neither the pause nor the end is told twice to who waits for both', async () => {
  const asked = await send(buy({}))
  expect(asked.state).toBe('TASK_STATE_INPUT_REQUIRED')
  const done = await send({ brand: 'x' }, { taskId: asked.id })
  expect(done.state).toBe('TASK_STATE_COMPLETED')
  expect(await news(asked.id)).toEqual([])
})

test('who answers a pause and does not wait is told of the end', async () => {
  const { id } = await send(buy({}))
  await send({ brand: 'x' }, { taskId: id, returnImmediately: true })
  while ((await news(id)).length === 0) await sleep(20)
  expect(await news(id)).toEqual(['completed'])
})

test('an answer that is refused holds nothing back', async () => {
  const { id } = await send(buy({}))
  await send({ brand: 7 }, { taskId: id })
  await send({ brand: 'x' }, { taskId: 'tsk_no-such' })
  await send({ brand: 'x' }, { taskId: id, returnImmediately: true })
  while ((await news(id)).length === 0) await sleep(20)
  expect(await news(id)).toEqual(['completed'])
})

test('whoever comes back with their key and does not wait is told, though nobody gave their hold up', async () => {
  gates.set('back', Promise.withResolvers())
  const asked = buy({ brand: 'back', gate: 'back' })
  const { id } = await send(asked, { returnImmediately: true })
  const opened = await openStore(store)
  await opened.do('holdPush', { taskId: id, tenant: 'acme', held: true })
  await opened.close()
  expect(await send(asked, { returnImmediately: true })).toMatchObject({ id })
  gates.get('back')?.resolve()
  while ((await news(id)).length === 0) await sleep(20)
  expect(await news(id)).toEqual(['completed'])
})

test('who leaves before the end is told of it', async () => {
  gates.set('left', Promise.withResolvers())
  const leaving = new AbortController()
  const waiting = send(buy({ brand: 'left', gate: 'left' }), { signal: leaving.signal })
  const opened = await openStore(store)
  const begun = async () => (await opened.do('listTasks', { tenant: 'acme', states: ['working'], limit: 1 }))[0]
  let task = await begun()
  while (task === undefined) task = await begun()
  await opened.close()
  leaving.abort()
  await expect(waiting).rejects.toThrow()
  gates.get('left')?.resolve()
  while ((await news(task.id)).length === 0) await sleep(20)
  expect(await news(task.id)).toEqual(['completed'])
})
