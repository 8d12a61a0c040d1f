/** AdCP's own tasks over REST: what the server can do, how a task stands, which tasks there are. */
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/index.ts'
import {
  Body,
  check,
  contract,
  defineAgent,
  httpWire,
  operation,
  refuse,
  requireApproval,
  type ServerContractOptions,
} from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const believed: Authenticate = async request => {
  const [subject = '', tenant = '', ...roles] = (request.headers.get('x-me') ?? '').split('/')
  return subject === '' ? undefined : { subject, tenant, roles }
}

/** Numbers that no double holds, odd white space, odd escapes. */
const odd = '{ "big": 12345678901234567890.10,\t"text": "\\u0041 \\/" }'

async function started(options: ServeOptions = {}) {
  const held = Promise.withResolvers<void>()
  const input = z.looseObject({ how: z.string() })
  const agent = defineAgent({
    name: 'seller',
    version: '1.2.3',
    operations: {
      create_media_buy: operation({
        title: 'Buy',
        route: 'POST /create_media_buy',
        async: true,
        timeoutMs: 60_000,
        input,
        async handler({ how }, context) {
          await context.progress(0.25, 'looking')
          if (how === 'wait') await held.promise
          if (how === 'fail') return refuse('conflict', 'Taken.', { code: 'PRODUCT_UNAVAILABLE' })
          if (how === 'approve') return requireApproval('spend', { action: 'Spend it' })
          return { media_buy_id: 'mb-1', media_buy_status: 'active' }
        },
      }),
      activateSignal: operation({
        title: 'Activate',
        route: 'POST /activate_signal',
        async: true,
        timeoutMs: 20_000,
        input,
        handler: () => ({ activated: true }),
      }),
      get_media_buys: operation({
        title: 'Look',
        route: 'POST /get_media_buys',
        async: true,
        effects: 'none',
        input,
        handler: () => ({ products: [] }),
      }),
    },
  })
  const listening = await serve(agent, {
    contract: 'adcp',
    authenticate: believed,
    // Nobody is waited for but the worker.
    worker: { pollMs: 20 },
    ...options,
  }).listen({ port: 0 })
  closing.push(async () => {
    held.resolve()
    await listening.close()
  })
  const send = async (path: string, body: object | string = {}, me = 'ann/north', message?: string) => {
    const response = await fetch(listening.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), 'x-me': me },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const headers = Object.fromEntries(response.headers)
    const wire = httpWire({ status: response.status, headers, body: Body.ofText(text) })
    expect(check(contract('adcp'), wire)).toEqual([])
    if (message !== undefined && response.status < 400) {
      expect(check(contract('adcp'), wire, { message })).toEqual([])
    }
    return { status: response.status, headers, text, json: JSON.parse(text) }
  }
  const get = (body: object | string, me?: string) => send('/adcp/tasks/get', body, me, 'tasks-get-response')
  const list = (body: object = {}, me?: string) => send('/adcp/tasks/list', body, me, 'tasks-list-response')
  const begin = async (how: string, path = '/create_media_buy', me?: string, more = {}) =>
    (await send(path, { how, ...more }, me)).json.task_id as string
  const reached = async (id: string, status: string, me?: string) => {
    await expect.poll(async () => (await get({ task_id: id }, me)).json.status).toBe(status)
    return (await get({ task_id: id, include_result: true, include_history: true }, me)).json
  }
  return { send, get, list, begin, reached, release: () => held.resolve() }
}

describe('get_adcp_capabilities', () => {
  const ask = async (options: ServeOptions = {}, body: object | string = {}) => {
    const { send } = await started(options)
    return send('/adcp/get_adcp_capabilities', body, '', 'capabilities')
  }

  test('anybody is told, without a key, what is true of the settings', async () => {
    const { status, json, headers } = await ask({ keyTtlMs: 7_200_500, leaseMs: 10_000 }, `{"context": ${odd}}`)
    expect([status, headers['x-adcp-status']]).toEqual([200, 'completed'])
    expect(json).toMatchObject({
      status: 'completed',
      adcp: {
        major_versions: [3],
        supported_versions: ['3.1-beta.3', '3.1', '3.2-beta.5'],
        build_version: '3.1.19',
        idempotency: { supported: true, replay_ttl_seconds: 7200, in_flight_max_seconds: 10 },
      },
      supported_protocols: ['media_buy', 'signals'],
      webhook_signing: { supported: false, legacy_hmac_fallback: true },
      last_updated: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  test.each([
    ['less than AdCP knows', 60_000, { supported: false }],
    ['a day unless said', undefined, { supported: true, replay_ttl_seconds: 86_400 }],
    ['as long as AdCP knows at most', 30 * 86_400_000, { supported: true, replay_ttl_seconds: 604_800 }],
  ])('keys are promised for %s', async (_, keyTtlMs, idempotency) => {
    const { json } = await ask(keyTtlMs === undefined ? {} : { keyTtlMs })
    expect(json.adcp.idempotency).toMatchObject(idempotency)
  })

  test('says what the settings say', async () => {
    const adcp: ServerContractOptions['adcp'] = {
      supportedProtocols: ['media_buy'],
      lastUpdated: '2026-11-01T00:00:00Z',
      capabilities: { specialisms: ['sales-guaranteed'], media_buy: { features: {} }, supported_protocols: ['brand'] },
    }
    expect((await ask({ contractOptions: { adcp } })).json).toMatchObject({
      supported_protocols: ['media_buy'],
      last_updated: '2026-11-01T00:00:00Z',
      specialisms: ['sales-guaranteed'],
      media_buy: { features: {} },
    })
  })

  test('a pinned version that is not served is refused here too', async () => {
    const { json } = await ask({}, `{"adcp_version": "2.5", "context": ${odd}}`)
    expect(json).toMatchObject({ status: 'rejected', adcp_error: { code: 'VERSION_UNSUPPORTED' } })
    expect(json.adcp_error.details.supported_versions).toEqual(['3.1-beta.3', '3.1', '3.2-beta.5'])
  })

  test.each([
    ['3.1', '3.1'],
    ['3.1.19', '3.1'],
    ['3.4', '3.1'],
    ['3.1-beta.3', '3.1-beta.3'],
    ['3.1.0-beta.3', '3.1-beta.3'],
    ['3.2-beta.5', '3.2-beta.5'],
    ['3.2.0-beta.5', '3.2-beta.5'],
  ])('a caller that pins %s is answered in %s', async (pin, served) => {
    const { json } = await ask({}, { adcp_version: pin })
    expect(json).toMatchObject({ status: 'completed', adcp_version: served })
  })

  test('a caller that pins no version is answered in 3.1', async () => {
    expect((await ask()).json.adcp_version).toBe('3.1')
  })

  test('an agent that speaks no protocol of AdCP is told to say which', async () => {
    const agent = defineAgent({
      name: 'other',
      version: '1.0.0',
      operations: { hello: operation({ title: 'Hello', route: 'POST /hello', input: {}, handler: () => ({}) }) },
    })
    const request = () => new Request('http://x/adcp/get_adcp_capabilities', { method: 'POST' })
    const configured = await serve(agent, { contract: 'adcp' }).fetch(request())
    expect([configured.status, await configured.json()]).toMatchObject([
      500,
      { status: 'failed', adcp_error: { code: 'CONFIGURATION_ERROR', recovery: 'terminal' } },
    ])
    expect((await serve(agent, { contract: 'yaagents' }).fetch(request())).status).toBe(404)
    const settings: ServeOptions = {
      contract: 'yaagents',
      contractOptions: { adcp: { supportedProtocols: ['brand'] } },
    }
    const said = await serve(agent, settings).fetch(request())
    expect([said.status, said.headers.get('x-adcp-status')]).toEqual([200, 'completed'])
  })
})

describe('tasks/get', () => {
  test('follows a task from its submission to its result', async () => {
    const { begin, get, reached, release } = await started()
    const id = await begin('wait', undefined, undefined, { brief: 'spring' })
    await expect.poll(async () => (await get({ task_id: id })).json.progress).toBeDefined()
    const going = (await get({ task_id: id, include_result: true })).json
    expect(going).toMatchObject({
      status: 'working',
      task_id: id,
      task_type: 'create_media_buy',
      protocol: 'media-buy',
      has_webhook: false,
      progress: { percentage: 25, current_step: 'looking' },
    })
    expect(going).not.toHaveProperty('result')
    release()
    const ended = await reached(id, 'completed')
    expect(ended).toMatchObject({
      task_id: id,
      completed_at: ended.updated_at,
      result: { status: 'completed', media_buy_id: 'mb-1', media_buy_status: 'active', task_id: id },
      history: [
        { type: 'request', data: { how: 'wait', brief: 'spring' }, timestamp: ended.created_at },
        { type: 'response', data: { status: 'submitted', task_id: id } },
        { type: 'response', data: { status: 'completed', media_buy_id: 'mb-1' } },
      ],
    })
    expect((await get({ task_id: id })).json).not.toHaveProperty('result')
  })

  test.each([
    ['fail', 'failed', { error: { code: 'PRODUCT_UNAVAILABLE', message: 'Taken.' } }],
    ['approve', 'input-required', { errors: [{ code: 'APPROVAL_REQUIRED', severity: 'warning' }] }],
  ])('tells of one that is to %s: %s', async (how, status, says) => {
    const { begin, reached } = await started()
    const task = await reached(await begin(how), status)
    expect(task).toMatchObject({ status, task_type: 'create_media_buy', ...says })
    expect(task).not.toHaveProperty('result')
  })

  test("echoes the caller's own context, else the task's, to the letter, and keeps the conversation", async () => {
    const { send, get } = await started()
    const begun = await send('/create_media_buy', `{"how": "buy", "context_id": "ctx_1", "context": ${odd}}`)
    const id = begun.json.task_id
    const own = await get(`{"task_id": "${id}", "context": {"mine":  1}, "context_id": "ctx_2"}`)
    expect(own.text).toContain('"context":{"mine":  1}')
    expect(own.json.context_id).toBe('ctx_2')
    const none = await get({ task_id: id })
    expect(none.text).toContain(`"context":${odd}`)
    expect(none.json.context_id).toBe('ctx_1')
  })

  test('one of another is like one that is not there, to the letter', async () => {
    const { begin, get } = await started()
    const id = await begin('buy')
    const said = async (task_id: string, me: string) => {
      const { status, json, headers } = await get({ task_id, context_id: 'c' }, me)
      const { timestamp: _, ...rest } = json
      return [status, rest, headers['x-adcp-status']]
    }
    const missing = await said('tsk_AAAAAAAAAAAAAAAAAAAAAA', 'eve/south')
    expect(missing).toMatchObject([
      404,
      { status: 'rejected', adcp_error: { code: 'REFERENCE_NOT_FOUND' } },
      'rejected',
    ])
    expect(await said(id, 'eve/south')).toEqual(missing)
    expect(await said(id, 'bob/north')).toEqual(missing)
    expect(await said('no such id', 'ann/north')).toEqual(missing)
  })

  test('of a type that AdCP does not have is told as what the call would answer now', async () => {
    const { begin, send } = await started()
    const task_id = await begin('look', '/get_media_buys')
    const asked = async () => (await send('/adcp/tasks/get', { task_id })).json
    await expect.poll(async () => (await asked()).status).toBe('completed')
    expect(await asked()).toMatchObject({ task_id, products: [] })
    expect(await asked()).not.toHaveProperty('task_type')
  })

  test('asks for a task id, and for a version that is served', async () => {
    const { send } = await started()
    expect((await send('/adcp/tasks/get', {})).json.adcp_error.field).toBe('task_id')
    const pinned = await send('/adcp/tasks/get', { task_id: 'x', adcp_major_version: 2 })
    expect(pinned.json.adcp_error.code).toBe('VERSION_UNSUPPORTED')
  })
})

describe('tasks/list', () => {
  test('tells of their own tasks, newest first, of the types that AdCP has', async () => {
    const { begin, list, reached } = await started()
    const [first, second] = [await begin('buy'), await begin('fail')]
    const signal = await begin('x', '/activate_signal')
    await begin('look', '/get_media_buys')
    await begin('buy', '/create_media_buy', 'eve/south')
    await Promise.all([reached(first, 'completed'), reached(second, 'failed'), reached(signal, 'completed')])
    const { json } = await list()
    expect(json.tasks.map(({ task_id }: { task_id: string }) => task_id)).toEqual([signal, second, first])
    expect(json.tasks).toMatchObject([
      { task_type: 'activate_signal', domain: 'signals', status: 'completed' },
      { task_type: 'create_media_buy', domain: 'media-buy', status: 'failed', has_webhook: false },
      { task_type: 'create_media_buy', status: 'completed', completed_at: expect.any(String) },
    ])
    expect(json).toMatchObject({
      status: 'completed',
      query_summary: { returned: 3, sort_applied: { field: 'created_at', direction: 'desc' } },
      pagination: { has_more: false },
    })
  })

  test('filters, sorts and gives pages', async () => {
    const { begin, list, reached } = await started()
    const bought = await begin('buy', undefined, undefined, { context: { campaign: 'spring' } })
    const failed = await begin('fail')
    const asking = await begin('approve')
    const signal = await begin('x', '/activate_signal')
    await Promise.all([
      reached(bought, 'completed'),
      reached(failed, 'failed'),
      reached(asking, 'input-required'),
      reached(signal, 'completed'),
    ])
    const names = new Map([
      [bought, 'bought'],
      [failed, 'failed'],
      [asking, 'asking'],
      [signal, 'signal'],
    ])
    const found = async (filters: object, more: object = {}) => {
      const { json } = await list({ ...(Object.keys(filters).length === 0 ? {} : { filters }), ...more })
      return json.tasks.map(({ task_id }: { task_id: string }) => names.get(task_id))
    }
    expect(await found({ status: 'completed' })).toEqual(['signal', 'bought'])
    expect(await found({ statuses: ['failed', 'input-required'] })).toEqual(['asking', 'failed'])
    expect(await found({ statuses: ['rejected', 'auth-required'] })).toEqual([])
    expect(await found({ protocol: 'signals' })).toEqual(['signal'])
    expect(await found({ protocols: ['signals'], task_type: 'create_media_buy' })).toEqual([])
    expect(await found({ task_types: ['create_media_buy'] })).toEqual(['asking', 'failed', 'bought'])
    expect(await found({ task_ids: [failed, 'tsk_none', 'a,b'] })).toEqual(['failed'])
    expect(await found({ context_contains: 'spring' })).toEqual(['bought'])
    expect(await found({ has_webhook: true })).toEqual([])
    expect(await found({ created_after: '2999-01-01T00:00:00Z' })).toEqual([])
    expect(await found({ updated_before: '2999-01-01T00:00:00+09:00' })).toHaveLength(4)
    expect(await found({}, { sort: { direction: 'asc' } })).toEqual(['bought', 'failed', 'asking', 'signal'])
    expect(await found({}, { sort: { field: 'protocol', direction: 'desc' } })).toContain('bought')
    expect((await found({}, { sort: { field: 'protocol', direction: 'desc' } }))[0]).toBe('signal')
    expect((await found({}, { sort: { field: 'status', direction: 'desc' } }))[0]).toBe('asking')
    const seen: unknown[] = []
    let cursor: string | undefined
    for (let page = 0; page < 9; page++) {
      const pagination = { max_results: 3, ...(cursor === undefined ? {} : { cursor }) }
      const { json } = await list({ sort: { field: 'task_type', direction: 'asc' }, pagination })
      seen.push(...json.tasks.map(({ task_id }: { task_id: string }) => names.get(task_id)))
      cursor = json.pagination.cursor
      if (!json.pagination.has_more) break
    }
    expect([seen[0], seen.toSorted()]).toEqual(['signal', ['asking', 'bought', 'failed', 'signal']])
    for (const wrong of ['x', Buffer.from('["status","desc","a","b"]').toString('base64url')]) {
      expect((await list({ pagination: { cursor: wrong } })).json.adcp_error.field).toBe('pagination.cursor')
    }
    expect((await list({ filters: { status: 'active' } })).json.adcp_error.field).toBe('filters.status')
  })
})

describe('an output with a status of its own', () => {
  const serving = (name: string, options: ServeOptions, output: object = { status: { type: 'string' } }) => {
    const made = operation({
      title: 'Look',
      route: 'POST /look',
      input: { type: 'object' },
      output: { type: 'object', properties: output },
      handler: () => ({ status: 'active' }),
    })
    const agent = defineAgent({ name: 'seller', version: '1.0.0', operations: { [name]: made } })
    return () => serve(agent, { authenticate: false, ...options })
  }
  const message = expect.objectContaining({
    code: 'ERR_MISUSE',
    message: expect.stringContaining('the envelope has the member status'),
  })

  test('is refused when the server is made, for every operation that AdCP serves', () => {
    expect(serving('get_products', {})).toThrow(message)
    expect(serving('getProducts', {})).toThrow(message)
    expect(serving('look', { contract: 'adcp' })).toThrow(message)
    const agent = defineAgent({
      name: 'seller',
      version: '1.0.0',
      operations: {
        get_signals: operation({
          title: 'Look',
          input: z.object({}),
          output: z.union([z.object({ signals: z.array(z.string()) }), z.object({ status: z.string() })]),
          handler: () => ({ signals: [] }),
        }),
      },
    })
    expect(() => serve(agent, { authenticate: false })).toThrow(message)
  })

  test('is accepted where it has another name, or where AdCP is not what is served', async () => {
    for (const name of ['create_media_buy', 'update_media_buy']) await serving(name, { contract: 'adcp' })().close()
    await serving('look', {})().close()
    await serving('get_products', {}, { media_buy_status: { type: 'string' } })().close()
  })
})
