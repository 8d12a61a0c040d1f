/** A call is answered in the AdCP release that it pins, over every carrier; tasks and webhooks use its words. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, type JsonObject, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { startReceiver } from '../faults/receivers.ts'
import { modern, post } from '../interop/mcp/raw.ts'

const input = z.looseObject({})
const buying = { title: 'Buy', async: true, input, handler: () => ({ media_buy_id: 'mb-1' }) } as const

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    get_products: operation({
      title: 'Look',
      route: 'POST /get_products',
      effects: 'none',
      input,
      handler: () => ({ products: [] }),
    }),
    create_media_buy: operation({ ...buying, route: 'POST /create_media_buy' }),
    // A type since 3.2.
    buy_products: operation({ ...buying, route: 'POST /buy_products' }),
    // A type since 3.1-beta.3, of a protocol that is no domain of lists.
    acquire_rights: operation({ ...buying, route: 'POST /acquire_rights' }),
    sync_creatives: operation({ ...buying, route: 'POST /sync_creatives' }),
  },
})

let url = ''
let receiver: Awaited<ReturnType<typeof startReceiver>>
let close = async () => {}
beforeAll(async () => {
  receiver = await startReceiver(() => 200)
  const server = await serve(agent, {
    contract: 'adcp',
    mcp: { contract: 'adcp' },
    webhooks: { allowLoopback: true },
    worker: { pollMs: 20 },
  }).listen({ port: 0 })
  url = server.url
  close = () => server.close()
})
afterAll(async () => {
  await close()
  await receiver.close()
})

type Send = (task: string, given: JsonObject) => Promise<JsonObject>

const keyed = (given: JsonObject): JsonObject => ({ idempotency_key: crypto.randomUUID(), ...given })

const rest: Send = async (task, given) => {
  const { body } = await post(`${url}/${task}`, keyed(given), { accept: 'application/json' })
  return body as JsonObject
}
const mcp: Send = async (task, given) => {
  const params = { name: task, arguments: keyed(given) }
  const { body } = await modern(`${url}/mcp`, 'tools/call', params)
  return (body as { result: { structuredContent: JsonObject } }).result.structuredContent
}
/** The DataPart of the answer. */
const a2a: Send = async (skill, given) => {
  const name = given.adcp_version === '3.2-beta.5' ? 'input' : 'parameters'
  const message = {
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts: [{ data: { skill, [name]: keyed(given) } }],
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
  const { body } = await post(`${url}/a2a?envelope=adcp`, call, { 'a2a-version': '1.0' })
  const { error, result } = body as unknown as {
    error?: { data?: JsonObject[] }
    result?: { task: { artifacts: { parts: { data?: JsonObject }[] }[] } }
  }
  if (error !== undefined) return error.data?.find(detail => detail.adcp_error !== undefined) ?? { ...error }
  return result?.task.artifacts[0]?.parts.find(part => part.data !== undefined)?.data ?? {}
}

const hook = () => ({
  url: receiver.url,
  authentication: { schemes: ['Bearer'], credentials: 'these-are-the-credentials-of-the-receiver' },
})

describe.each([
  ['REST', rest],
  ['MCP', mcp],
  ['A2A', a2a],
] as const)('over %s', (_, send) => {
  test.each([
    ['3.1-beta.3', '3.1-beta.3'],
    ['3.1', '3.1'],
    ['3.1.19', '3.1'],
    ['3.2-beta.5', '3.2-beta.5'],
  ])('a call that pins %s is answered in %s', async (pin, served) => {
    const answer = await send('get_products', { adcp_version: pin })
    expect(answer).toMatchObject({ adcp_version: served, products: [] })
  })

  test.each(['2.5', '4.0', '3.2-beta.4', 'newest'])('a call that pins %s is refused', async pin => {
    expect(await send('get_products', { adcp_version: pin })).toMatchObject({
      adcp_error: {
        code: 'VERSION_UNSUPPORTED',
        details: { supported_versions: ['3.1-beta.3', '3.1', '3.2-beta.5'] },
      },
    })
  })

  test('since 3.2 a registration without operation_id is refused', async () => {
    const answer = await send('create_media_buy', { adcp_version: '3.2-beta.5', push_notification_config: hook() })
    expect(answer).toMatchObject({
      adcp_error: {
        code: 'INVALID_REQUEST',
        field: 'push_notification_config.operation_id',
        issues: [{ pointer: '/push_notification_config/operation_id' }],
      },
    })
  })

  test('until 3.2 it is accepted', async () => {
    const answer = await send('create_media_buy', { adcp_version: '3.1', push_notification_config: hook() })
    expect(answer).not.toHaveProperty('adcp_error')
  })
})

describe('tasks have the words of the release that a call pins', () => {
  const begin = async (task: string, pin: string, more: JsonObject = {}): Promise<string> =>
    String((await rest(task, { adcp_version: pin, ...more })).task_id)
  const ended = async (task_id: string, pin: string): Promise<JsonObject> => {
    const ask = () => rest('adcp/tasks/get', { task_id, adcp_version: pin, include_result: true })
    await expect.poll(async () => (await ask()).status).toBe('completed')
    return ask()
  }

  test('tasks/get: a type of 3.2 is one in 3.2 alone', async () => {
    const id = await begin('buy_products', '3.2-beta.5')
    expect(await ended(id, '3.2-beta.5')).toMatchObject({
      adcp_version: '3.2-beta.5',
      task_type: 'buy_products',
      protocol: 'media-buy',
      result: { adcp_version: '3.2-beta.5', media_buy_id: 'mb-1' },
    })
    const earlier = await ended(id, '3.1')
    expect(earlier).toMatchObject({ adcp_version: '3.1', media_buy_id: 'mb-1' })
    expect(earlier).not.toHaveProperty('task_type')
  })

  test('tasks/list: types and domains of the release, and how many tasks have no domain', async () => {
    const ids = {
      buy: await begin('buy_products', '3.2-beta.5'),
      creatives: await begin('sync_creatives', '3.1'),
      rights: await begin('acquire_rights', '3.1'),
    }
    const list = async (pin: string, filters: JsonObject = {}) => {
      const task_ids = Object.values(ids)
      const { tasks, errors } = await rest('adcp/tasks/list', {
        adcp_version: pin,
        filters: { task_ids, ...filters },
        sort: { field: 'task_type', direction: 'asc' },
      })
      return { tasks: (tasks as JsonObject[]).map(({ task_type, domain }) => [task_type, domain]), errors }
    }
    const message = '1 of your tasks cannot be listed: AdCP has no domain for their types. Ask for each with tasks/get.'
    const errors = [{ severity: 'warning', code: 'UNSUPPORTED_FEATURE', message }]
    expect(await list('3.2-beta.5')).toMatchObject({
      tasks: [
        ['buy_products', 'media-buy'],
        ['sync_creatives', 'creative'],
      ],
      errors,
    })
    expect(await list('3.1')).toMatchObject({ tasks: [['sync_creatives', 'creative']], errors })
    expect(await list('3.1-beta.3')).toMatchObject({ tasks: [['sync_creatives', 'media-buy']], errors })
    expect(await list('3.1', { protocol: 'brand' })).toMatchObject({ tasks: [], errors })
    expect(await list('3.1', { protocol: 'creative' })).toEqual({
      tasks: [['sync_creatives', 'creative']],
      errors: undefined,
    })
    expect(await ended(ids.rights, '3.1')).toMatchObject({ task_type: 'acquire_rights', protocol: 'brand' })
  })

  test('a webhook has the type and the release of the call that registered it', async () => {
    const push_notification_config = { ...hook(), operation_id: 'op_of_3.2' }
    await begin('buy_products', '3.2-beta.5', { push_notification_config })
    const bodies = () => receiver.came.map(({ body }) => JSON.parse(body.toString()))
    await expect
      .poll(() => bodies().find(({ operation_id }) => operation_id === 'op_of_3.2'))
      .toMatchObject({
        task_type: 'buy_products',
        protocol: 'media-buy',
        status: 'completed',
        result: { adcp_version: '3.2-beta.5', media_buy_id: 'mb-1' },
      })
  })

  test('in 3.1 the same task has no type, and so no webhook', async () => {
    const push_notification_config = { ...hook(), operation_id: 'op_of_3.1' }
    const answer = await rest('buy_products', { adcp_version: '3.1', push_notification_config })
    expect(answer.errors).toMatchObject([{ code: 'UNSUPPORTED_FEATURE' }])
  })
})
