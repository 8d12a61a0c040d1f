/** AdCP over A2A: who is told on their own connection is not told by a webhook too, and who is not, is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../src/lib/json-value.ts'
import { openStore } from '../../src/store/open.ts'
import { type Receiver, startReceiver } from '../faults/receivers.ts'
import { start } from '../server/processes.ts'
import { serveSeller } from './a2a-seller.ts'

const directory = mkdtempSync(join(tmpdir(), 'a2a-inline-'))
const store = `sqlite:${join(directory, 'a.db')}`
const gateOf = (name: string) => join(directory, name)
const open = (name: string) => writeFileSync(gateOf(name), '')

let url = ''
let listening: { url: string; close(): Promise<void> }
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver(() => 204)
  listening = await serveSeller(store)
  url = listening.url
})
afterAll(async () => {
  await listening.close()
  await receiver.close()
  rmSync(directory, { recursive: true, force: true })
})

interface More {
  taskId?: string
  returnImmediately?: boolean
  signal?: AbortSignal
}

async function send(data: JsonObject, { taskId = '', returnImmediately = false, signal }: More = {}) {
  const message = { messageId: 'm', role: 'ROLE_USER', taskId, parts: [{ data }] }
  const params = { message, configuration: { returnImmediately } }
  const response = await fetch(`${url}/a2a?envelope=adcp`, {
    method: 'POST',
    headers: { 'a2a-version': '1.0', 'content-type': 'application/json', authorization: 'Bearer acme/ada' },
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

/** Something of the store's, asked past the server. */
async function stored<T>(ask: (opened: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  const opened = await openStore(store)
  try {
    return await ask(opened)
  } finally {
    await opened.close()
  }
}

/** The one task that is at work, once there is one. */
const atWork = (): Promise<string> =>
  stored(async opened => {
    for (;;) {
      const [task] = await opened.do('listTasks', { tenant: 'acme', states: ['working'], limit: 1 })
      if (task !== undefined) return task.id
      await sleep(20)
    }
  })

/** What was told of a task, once all that is written to be told was told. */
async function news(taskId: string): Promise<unknown[]> {
  const told = () =>
    receiver.came.flatMap(({ body }) => {
      const one = JSON.parse(body.toString()) as JsonObject
      return one.task_id === taskId ? [one.status] : []
    })
  const lines = await stored(opened => opened.do('listDeliveries', { tenant: 'acme', taskId, limit: 100 }))
  while (told().length < lines.length) await sleep(20)
  return told()
}

async function someNews(taskId: string): Promise<unknown[]> {
  for (;;) {
    const told = await news(taskId)
    if (told.length > 0) return told
    await sleep(20)
  }
}

describe('who waits', () => {
  test('hears of the end once', async () => {
    const done = await send(buy({ brand: 'x' }))
    expect(done.state).toBe('TASK_STATE_COMPLETED')
    expect(await news(done.id)).toEqual([])
  })

  test('hears of it once however long it takes', async () => {
    const waiting = send(buy({ brand: 'x', gate: gateOf('long') }))
    const id = await atWork()
    // Longer than a hold that nobody renews.
    await sleep(4500)
    open('long')
    expect(await waiting).toEqual({ id, state: 'TASK_STATE_COMPLETED' })
    expect(await news(id)).toEqual([])
  })

  test('is told neither the pause nor the end twice', async () => {
    const asked = await send(buy({}))
    expect(asked.state).toBe('TASK_STATE_INPUT_REQUIRED')
    const done = await send({ brand: 'x' }, { taskId: asked.id })
    expect(done.state).toBe('TASK_STATE_COMPLETED')
    expect(await news(asked.id)).toEqual([])
  })

  test('goes on waiting undisturbed by a message that is refused and by a repeat that leaves', async () => {
    const asked = buy({ brand: 'x', gate: gateOf('undisturbed') })
    const waiting = send(asked)
    const id = await atWork()
    await send({ brand: 'y' }, { taskId: id })
    const leaving = new AbortController()
    const repeat = send(asked, { signal: leaving.signal })
    await sleep(200)
    leaving.abort()
    await expect(repeat).rejects.toThrow()
    open('undisturbed')
    expect(await waiting).toEqual({ id, state: 'TASK_STATE_COMPLETED' })
    expect(await news(id)).toEqual([])
  })
})

describe('a webhook tells', () => {
  test('who does not wait', async () => {
    const { id } = await send(buy({ brand: 'x' }), { returnImmediately: true })
    expect(await someNews(id)).toEqual(['completed'])
  })

  test('who answers a pause and does not wait', async () => {
    const { id } = await send(buy({}))
    await send({ brand: 'x' }, { taskId: id, returnImmediately: true })
    expect(await someNews(id)).toEqual(['completed'])
  })

  test('who answered wrongly before', async () => {
    const { id } = await send(buy({}))
    await send({ brand: 7 }, { taskId: id })
    await send({ brand: 'x' }, { taskId: 'tsk_no-such' })
    await send({ brand: 'x' }, { taskId: id, returnImmediately: true })
    expect(await someNews(id)).toEqual(['completed'])
  })

  test('who leaves before the end', async () => {
    const leaving = new AbortController()
    const waiting = send(buy({ brand: 'x', gate: gateOf('left') }), { signal: leaving.signal })
    const id = await atWork()
    leaving.abort()
    await expect(waiting).rejects.toThrow()
    open('left')
    expect(await someNews(id)).toEqual(['completed'])
  })

  test('who was told that it goes on, though somebody else waits', async () => {
    const asked = buy({ brand: 'x', gate: gateOf('both') })
    const waiting = send(asked)
    const id = await atWork()
    expect(await send(asked, { returnImmediately: true })).toEqual({ id, state: 'TASK_STATE_WORKING' })
    open('both')
    expect((await waiting).state).toBe('TASK_STATE_COMPLETED')
    expect(await someNews(id)).toEqual(['completed'])
  })

  test('who was told so over HTTP', async () => {
    const asked = buy({ brand: 'x', gate: gateOf('over HTTP') })
    const waiting = send(asked)
    const id = await atWork()
    const again = await fetch(`${url}/media-buys?envelope=adcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer acme/ada', prefer: 'respond-async' },
      body: JSON.stringify(asked.parameters),
    })
    expect(await again.json()).toMatchObject({ status: 'submitted', task_id: id, replayed: true })
    open('over HTTP')
    expect((await waiting).state).toBe('TASK_STATE_COMPLETED')
    expect(await someNews(id)).toEqual(['completed'])
  })

  test('of a second try whoever waited for the first', async () => {
    const { id, state } = await send(buy({ brand: 'x', missing: gateOf('second') }))
    expect(state).toBe('TASK_STATE_FAILED')
    open('second')
    const headers = { authorization: 'Bearer acme/ada' }
    expect((await fetch(`${url}/operations/${id}:retry`, { method: 'POST', headers })).status).toBe(200)
    expect(await someNews(id)).toEqual(['completed'])
  })

  test('whoever waited for a process that was killed', async () => {
    const gate = gateOf('killed')
    const other = `sqlite:${join(directory, 'killed.db')}`
    const first = await start(['test/interop/a2a-seller.ts', other])
    url = first.line
    try {
      const waiting = send(buy({ brand: 'x', gate })).catch(() => 'nothing')
      const opened = await openStore(other)
      while ((await opened.do('listTasks', { tenant: 'acme', states: ['working'], limit: 1 })).length === 0)
        await sleep(20)
      await opened.close()
      const before = receiver.came.length
      first.child.kill('SIGKILL')
      expect(await waiting).toBe('nothing')
      open('killed')
      const second = await serveSeller(other)
      while (receiver.came.length === before) await sleep(20)
      expect(JSON.parse(String(receiver.came.at(-1)?.body))).toMatchObject({ status: 'completed' })
      await second.close()
    } finally {
      url = listening.url
      first.child.kill('SIGKILL')
    }
  })
})
