/** Push notifications: each receiver is told in its own way, and nobody learns its secrets. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskPushNotificationConfig } from '@a2a-js/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import type { AccessLogger } from '../../src/server/log.ts'
import { verifyAdcpHmac } from '../../src/webhooks/index.ts'
import { call, clientOf, isOld, request, sent, serving, wires } from './a2a-kit.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'a2a-'))
  closing.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

interface Received {
  headers: IncomingHttpHeaders
  raw: string
  body: { task?: { id: string; status: { state: string } }; kind?: string; status?: { state: string } }
}

/** A receiver that keeps what it was told. */
async function receiver(): Promise<{ url: string; told: Received[]; heard(count: number): Promise<void> }> {
  const told: Received[] = []
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks).toString()
    told.push({ headers: incoming.headers, raw, body: JSON.parse(raw) })
    outgoing.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => void server.close())
  const heard = async (count: number) => {
    while (told.length < count) await sleep(20)
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, told, heard }
}

const config = (url: string, more: Partial<TaskPushNotificationConfig> = {}): TaskPushNotificationConfig => ({
  tenant: '',
  id: '',
  taskId: '',
  url,
  token: '',
  authentication: undefined,
  ...more,
})

describe.each(wires)('pushes over %s', wire => {
  test('every receiver hears of a pause and of the end, in its own way', async () => {
    const [one, two] = [await receiver(), await receiver()]
    const server = await serving()
    closing.push(server.close)
    const client = await clientOf(server.url, wire)
    const authentication = { scheme: 'Bearer', credentials: 'credential-of-one' }
    const push = config(one.url, { token: 'token-of-one', authentication })
    const asked = await sent(client, call('plan', { days: 3 }, { configuration: { taskPushNotificationConfig: push } }))
    await client.createTaskPushNotificationConfig(config(two.url, { taskId: asked.id, id: 'second' }))
    await one.heard(1)
    await sent(client, request({ city: 'Oslo' }, { taskId: asked.id }))
    await Promise.all([one.heard(2), two.heard(1)])
    const tasks = [...one.told, ...two.told].map(({ body }) => (isOld(wire) ? body : body.task))
    const states = tasks.map(task => task?.status?.state.toLowerCase().replace('task_state_', '').replace('_', '-'))
    expect(states).toEqual(['input-required', 'completed', 'completed'])
    expect(one.told[0]?.headers).toMatchObject({
      'content-type': isOld(wire) ? 'application/json' : 'application/a2a+json',
      'x-a2a-notification-token': 'token-of-one',
      authorization: 'Bearer credential-of-one',
    })
    expect(two.told[0]?.headers).not.toHaveProperty('x-a2a-notification-token')
    expect(two.told[0]?.headers).not.toHaveProperty('authorization')
  })

  test('registrations are listed and found without their secrets, and are gone when they are deleted', async () => {
    const server = await serving()
    closing.push(server.close)
    const client = await clientOf(server.url, wire)
    const { id: taskId } = await sent(client, call('plan', { days: 3 }))
    const { url, told } = await receiver()
    const authentication = { scheme: 'Bearer', credentials: 'secret-credential' }
    await client.createTaskPushNotificationConfig(
      config(url, { taskId, id: 'a', token: 'secret-token', authentication }),
    )
    await client.createTaskPushNotificationConfig(config(`${url}/b`, { taskId, id: 'b' }))
    const list = { tenant: '', taskId, pageSize: 0, pageToken: '' }
    const { configs } = await client.listTaskPushNotificationConfig(list)
    expect(configs.map(one => [one.id, one.url, one.taskId])).toEqual([
      ['a', url, taskId],
      ['b', `${url}/b`, taskId],
    ])
    const found = await client.getTaskPushNotificationConfig({ tenant: '', taskId, id: 'a' })
    expect(found.authentication?.scheme).toBe('Bearer')
    expect(JSON.stringify([configs, found])).not.toContain('secret')
    for (const id of ['a', 'b']) await client.deleteTaskPushNotificationConfig({ tenant: '', taskId, id })
    expect((await client.listTaskPushNotificationConfig(list)).configs).toEqual([])
    await expect(client.getTaskPushNotificationConfig({ tenant: '', taskId, id: 'a' })).rejects.toThrow('no such')
    await sent(client, request({ city: 'Oslo' }, { taskId }))
    await sleep(100)
    expect(told).toEqual([])
  })
})

describe('a registration in the form of the protobuf of 0.3, as the Python SDK sends it', () => {
  async function register(url: string, taskId: string, body: unknown) {
    const response = await fetch(`${url}/a2a/v1/tasks/${taskId}/pushNotificationConfigs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }

  test('is taken, in either spelling, and its receiver hears of the end', async () => {
    const { url, told, heard } = await receiver()
    const server = await serving()
    closing.push(server.close)
    const client = await clientOf(server.url, 'HTTP+JSON 0.3')
    const { id } = await sent(client, call('plan', { days: 3 }))
    const parent = `tasks/${id}`
    const answer = await register(server.url, id, {
      parent,
      configId: 'first',
      config: {
        name: `${parent}/pushNotificationConfigs/first`,
        pushNotificationConfig: { id: 'first', url, token: 'token-of-first' },
      },
    })
    expect(answer).toEqual({
      status: 201,
      body: {
        name: `${parent}/pushNotificationConfigs/first`,
        pushNotificationConfig: { id: 'first', url },
      },
    })
    const second = { parent, config_id: 'second', config: { name: parent, push_notification_config: { url } } }
    expect(await register(server.url, id, second)).toMatchObject({
      status: 201,
      body: { name: `${parent}/pushNotificationConfigs/second` },
    })
    await sent(client, request({ city: 'Oslo' }, { taskId: id }))
    await heard(2)
    expect(told.map(({ headers }) => headers['x-a2a-notification-token']).toSorted()).toEqual([
      'token-of-first',
      undefined,
    ])
  })

  test('is refused where it names another task, two ids, or no config', async () => {
    const server = await serving()
    closing.push(server.close)
    const { id } = await sent(await clientOf(server.url, 'HTTP+JSON 0.3'), call('plan', { days: 3 }))
    const pushNotificationConfig = { url: 'http://127.0.0.1:1/hook' }
    for (const body of [
      { parent: 'tasks/tsk_other', configId: 'a', config: { pushNotificationConfig } },
      { parent: `tasks/${id}x`, configId: 'a', config: { pushNotificationConfig } },
      { config: { name: 'tasks/tsk_other/pushNotificationConfigs/a', pushNotificationConfig } },
      {
        parent: `tasks/${id}`,
        configId: 'a',
        config: { pushNotificationConfig: { ...pushNotificationConfig, id: 'b' } },
      },
      { parent: `tasks/${id}`, configId: 'a', config: {} },
      { parent: `tasks/${id}`, configId: 'a' },
    ]) {
      expect(await register(server.url, id, body)).toMatchObject({ status: 400, body: { code: -32602 } })
    }
  })
})

describe('pushes', () => {
  test('nothing is begun for a receiver that is not public, or not by https', async () => {
    const server = await serving({ webhooks: {} })
    closing.push(server.close)
    const client = await clientOf(server.url, 'JSON-RPC 1.0')
    const contextId = 'ctx_guarded'
    for (const url of [
      'http://example.com/hook',
      'https://127.0.0.1/hook',
      'https://169.254.169.254/latest',
      'https://[::1]/hook',
      'https://localhost/hook',
      'ftp://example.com/',
      'nonsense',
    ]) {
      const configuration = { taskPushNotificationConfig: config(url) }
      const asked = call('greet', { name: 'Ada' }, { contextId, configuration })
      await expect(sent(client, asked)).rejects.toMatchObject({ name: 'RequestMalformedError' })
    }
    const list = { tenant: '', contextId, status: 0, pageToken: '', statusTimestampAfter: undefined }
    expect((await client.listTasks(list)).totalSize).toBe(0)
  })

  test('a secret to sign with signs, and is not sent', async () => {
    const server = await serving()
    closing.push(server.close)
    const { url, told, heard } = await receiver()
    const secret = 'a-secret-of-more-than-32-characters!'
    const body = {
      message: {
        messageId: 'm',
        role: 'ROLE_USER',
        parts: [{ data: { skill: 'greet', parameters: { name: 'Ada' } } }],
      },
      configuration: {
        pushNotificationConfig: { url, authentication: { schemes: ['HMAC-SHA256'], credentials: secret } },
      },
    }
    const headers = { 'a2a-version': '1.0', 'content-type': 'application/json' }
    await fetch(`${server.url}/a2a/message:send`, { method: 'POST', headers, body: JSON.stringify(body) })
    await heard(1)
    const [first] = told
    expect(JSON.stringify(first)).not.toContain(secret)
    const verified = verifyAdcpHmac({ headers: first?.headers ?? {}, body: first?.raw ?? '', secrets: [secret] })
    expect(verified.ok).toBe(true)
  })

  test('a header cannot be broken out of, and one task has a bounded number of receivers', async () => {
    const server = await serving()
    closing.push(server.close)
    const client = await clientOf(server.url, 'JSON-RPC 1.0')
    const { id: taskId } = await sent(client, call('plan', { days: 3 }))
    const register = (more: Partial<TaskPushNotificationConfig>) =>
      client.createTaskPushNotificationConfig(config('http://127.0.0.1:9/', { taskId, ...more }))
    await expect(register({ token: 'a\r\nx: y' })).rejects.toMatchObject({ name: 'RequestMalformedError' })
    for (let n = 0; n < 10; n++) await register({ id: `n${n}` })
    await register({ id: 'n0' })
    await expect(register({ id: 'one-more' })).rejects.toThrow('At most 10')
  })

  test('a server that tells nobody says so', async () => {
    const server = await serving({ a2a: { pushNotifications: false } })
    closing.push(server.close)
    const client = await clientOf(server.url, 'JSON-RPC 1.0')
    const { id: taskId } = await sent(client, call('plan', { days: 3 }))
    const options = { serviceParameters: { 'A2A-Version': '1.0' } }
    await expect(
      client.transport.createTaskPushNotificationConfig(config('https://example.com/', { taskId }), options),
    ).rejects.toMatchObject({ name: 'PushNotificationNotSupportedError' })
  })

  test('neither inputs nor secrets stand in the log or, in clear, in the store', async () => {
    const lines: unknown[] = []
    const log: AccessLogger = { info: line => void lines.push(line), warn: line => void lines.push(line) }
    const path = join(directory(), 'store.db')
    const server = await serving({ log, store: `sqlite:${path}` })
    const client = await clientOf(server.url, 'JSON-RPC 1.0')
    const { url, heard } = await receiver()
    const authentication = { scheme: 'Bearer', credentials: 'canary-credential' }
    const push = config(url, { token: 'canary-token', authentication })
    const configuration = { taskPushNotificationConfig: push }
    await sent(client, call('greet', { name: 'canary-input' }, { configuration }))
    await heard(1)
    await server.close()
    expect(JSON.stringify(lines)).not.toContain('canary')
    expect(lines.filter(line => JSON.stringify(line).includes('SendMessage'))).toHaveLength(1)
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'SendMessage', operation: 'greet', contract: 'a2a' }),
    )
    const bytes = readFileSync(path, 'latin1')
    expect(bytes).not.toContain('canary-credential')
    expect(bytes).not.toContain('canary-token')
  })
})
