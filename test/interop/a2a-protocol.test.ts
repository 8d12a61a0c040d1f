/** What stands on the wire: versions, media types, errors of both bindings, the card, callers apart from each other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import type { Json } from '../../src/lib/json-value.ts'
import { a2aWire } from '../../src/wire/a2a.ts'
import { believing } from './a2a-agent.ts'
import { byId, call, clientOf, isOld, request, said, sent, serving, state, until, wires } from './a2a-kit.ts'

type Member = 'result' | 'task' | 'tasks' | 'error' | 'code' | 'data' | 'details' | 'reason' | 'status' | 'state'
type CardMember = 'skills' | 'supportedInterfaces' | 'capabilities' | 'extensions' | 'extendedAgentCard' | 'params'
type InnerMember =
  | 'greet'
  | 'input'
  | 'required'
  | 'securitySchemes'
  | 'securityRequirements'
  | 'bearer'
  | 'scheme'
  | 'additionalInterfaces'

/** Whatever is on a wire: any member may be asked for. */
interface Anything
  extends Record<Member | CardMember | InnerMember | 'totalSize' | 'httpAuthSecurityScheme' | 'url' | 0, Anything> {}

let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving({ maxBodyBytes: 10_000 })
})
afterAll(() => server.close())

const message = (data: Json) => ({ messageId: 'm1', role: 'ROLE_USER', parts: [{ data }] })
const inItsName = { messageId: 'm1', role: 'ROLE_AGENT', parts: [{ data: { skill: 'greet' } }] }
const greeting = { message: message({ skill: 'greet', parameters: { name: 'Ada' } }) }

async function rpc(body: unknown, headers: Record<string, string> = { 'a2a-version': '1.0' }, path = '/a2a') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Anything }
}

const tokenOf = (text: string) => Buffer.from(text).toString('base64url')
const rpcCall = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 7, method, params })

async function rest(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { 'a2a-version': '1.0' },
) {
  const response = await fetch(`${server.url}/a2a${path}`, {
    method,
    headers: { 'content-type': 'application/a2a+json', ...headers },
    ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(text === '' ? 'null' : text) as Anything,
  }
}

describe('JSON-RPC', () => {
  test('1.0 wraps the task, and 0.3 is what is spoken without a version', async () => {
    const modern = await rpc(rpcCall('SendMessage', greeting))
    expect(modern.headers.get('content-type')).toBe('application/json')
    expect(modern.body).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
    })
    const parts = [{ kind: 'data', data: { skill: 'greet', parameters: { name: 'Ada' } } }]
    const params = {
      message: { kind: 'message', messageId: 'm', role: 'user', parts },
      configuration: { blocking: true },
    }
    const old = await rpc(rpcCall('message/send', params), {})
    expect(old.body.result).toMatchObject({ kind: 'task', status: { state: 'completed' } })
  })

  test.each([
    ['1.0', 'SendMessage', (result: Anything) => result.task],
    ['0.3', 'message/send', (result: Anything) => result],
  ] as const)('what is answered in %s has nothing wrong with it', async (version, method, taskOf) => {
    for (const data of [
      { skill: 'greet', parameters: { name: 'Ada' } },
      { skill: 'plan', parameters: { days: 1 } },
      { skill: 'none' },
    ]) {
      const part = version === '0.3' ? { kind: 'data', data } : { data }
      const head = version === '0.3' ? { kind: 'message', role: 'user' } : { role: 'ROLE_USER' }
      const params = { message: { ...head, messageId: 'm', parts: [part] } }
      const { body } = await rpc(rpcCall(method, params), { 'a2a-version': version })
      expect(check(contract('a2a'), a2aWire(taskOf(body.result) as unknown as Json), { version })).toEqual([])
    }
  })

  test.each([
    ['a text that is no JSON', '{', -32700],
    ['no request', {}, -32600],
    ['a batch', [rpcCall('ListTasks', {})], -32600],
    ['another version of JSON-RPC', { ...rpcCall('ListTasks', {}), jsonrpc: '1.0' }, -32600],
    ['an id that is neither text nor number', { ...rpcCall('ListTasks', {}), id: {} }, -32600],
    ['a method that there is not', rpcCall('Nothing', {}), -32601],
    ['such a method without parameters', { jsonrpc: '2.0', id: 7, method: 'Nothing' }, -32601],
    ["a method of 0.3's", rpcCall('message/send', {}), -32601],
    ['parameters that are a list', rpcCall('ListTasks', []), -32602],
    ['a message in the name of the agent', rpcCall('SendMessage', { message: inItsName }), -32602],
    ['no message', rpcCall('SendMessage', {}), -32602],
    ['a message without parts', rpcCall('SendMessage', { message: { messageId: 'm', role: 'ROLE_USER' } }), -32602],
    [
      'a message with nothing to read',
      rpcCall('SendMessage', { message: { messageId: 'm', parts: [{ url: 'x:y' }] } }),
      -32005,
    ],
    ['a task that there is not', rpcCall('GetTask', { id: 'tsk_no' }), -32001],
    ['a negative history', rpcCall('GetTask', { id: 'tsk_no', historyLength: -1 }), -32001],
    ['a list of a state that there is not', rpcCall('ListTasks', { status: 'TASK_STATE_ODD' }), -32602],
    ['a list from a page that never was', rpcCall('ListTasks', { pageToken: tokenOf('[1,"\\u0000"]') }), -32602],
    ['a list of a context that no store holds', rpcCall('ListTasks', { contextId: '\ud800' }), -32602],
  ])('%s is refused by its code', async (_, body, code) => {
    const answer = await rpc(body)
    expect(answer.body.error.code).toBe(code)
    if (code === -32001) {
      expect(answer.body.error.data).toEqual([
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'TASK_NOT_FOUND', domain: 'a2a-protocol.org' },
      ])
    }
  })

  test.each([
    ['1.0', 'SendMessage', '/message/contextId', { message: { ...greeting.message, contextId: { a: 1 } } }],
    ['1.0', 'SendMessage', '/message/context_id', { message: { ...greeting.message, context_id: ['c'] } }],
    ['1.0', 'SendMessage', '/message/taskId', { message: { ...greeting.message, taskId: { a: 1 } } }],
    ['1.0', 'SendMessage', '/message/messageId', { message: { ...greeting.message, messageId: { a: 1 } } }],
    ['1.0', 'SendStreamingMessage', '/message/contextId', { message: { ...greeting.message, contextId: 7 } }],
    ['1.0', 'ListTasks', '/contextId', { contextId: { a: 1 } }],
    ['1.0', 'GetTask', '/id', { id: {} }],
    [
      '0.3',
      'message/send',
      '/message/contextId',
      {
        message: {
          kind: 'message',
          messageId: 'm',
          role: 'user',
          parts: [{ kind: 'data', data: { skill: 'greet', parameters: { name: 'Ada' } } }],
          contextId: { a: 1 },
        },
      },
    ],
  ])('%s %s: %s that is no string is refused, and becomes no text', async (version, method, pointer, params) => {
    const { body } = await rpc(rpcCall(method, params), { 'a2a-version': version })
    expect(body.error).toMatchObject({ code: -32602, message: `${pointer} must be a string.` })
    expect((await rpc(rpcCall('ListTasks', { contextId: '[object Object]' }))).body.result.totalSize).toBe(0)
  })

  test('over HTTP+JSON too', async () => {
    const response = await fetch(`${server.url}/a2a/message:send`, {
      method: 'POST',
      headers: { 'a2a-version': '1.0', 'content-type': 'application/json' },
      body: JSON.stringify({ message: { ...greeting.message, contextId: { a: 1 } } }),
    })
    expect([response.status, (await response.json()).error.message]).toEqual([
      400,
      '/message/contextId must be a string.',
    ])
  })

  test('a contextId that is null is none', async () => {
    const { body } = await rpc(rpcCall('SendMessage', { message: { ...greeting.message, contextId: null } }))
    expect(body.result.task).toMatchObject({ contextId: expect.stringMatching(/^ctx_/) })
  })

  test.each([
    { message: { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'file', file: 'secret words' }] } },
    { message: { kind: 'message', messageId: 'm', role: 'user', parts: 'secret words' } },
  ])('parameters of 0.3 that make no sense are refused without a word of them', async params => {
    const { body } = await rpc(rpcCall('message/send', params), {})
    expect(body.error.code).toBe(-32602)
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('a list needs no parameters', async () => {
    expect((await rpc({ jsonrpc: '2.0', id: 7, method: 'ListTasks' })).body.result.tasks).toEqual(expect.any(Array))
  })

  test.each([
    ['1.0', 'SendMessage', { message: { ...greeting.message, contextId: 'unasked' } }],
    ['0.3', 'message/send', {}],
  ])('a notification of %s is neither run nor answered', async (version, method, params) => {
    const response = await fetch(`${server.url}/a2a`, {
      method: 'POST',
      headers: { 'a2a-version': version, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', method, params }),
    })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect((await rpc(rpcCall('ListTasks', { contextId: 'unasked' }))).body.result.totalSize).toBe(0)
  })

  test('a version that is not spoken is refused, a patch of one that is spoken is not', async () => {
    expect((await rpc(rpcCall('ListTasks', {}), { 'a2a-version': '2.0' })).body.error.code).toBe(-32009)
    expect((await rpc(rpcCall('ListTasks', {}), { 'a2a-version': '1.0.1' })).body.result.tasks).toEqual(
      expect.any(Array),
    )
  })

  test('an envelope that is not spoken is refused with those that are', async () => {
    const { body } = await rpc(rpcCall('SendMessage', greeting), undefined, '/a2a?envelope=yaagents')
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('a2a, adcp') })
  })

  test('a body that is too large is refused', async () => {
    const { status, body } = await rpc(rpcCall('SendMessage', { message: message({ text: 'x'.repeat(20_000) }) }))
    expect(status).toBe(413)
    expect(body.error.code).toBe(-32600)
  })

  test('a stream is data alone, and a refusal before it is no stream', async () => {
    const response = await fetch(`${server.url}/a2a`, {
      method: 'POST',
      headers: { 'a2a-version': '1.0', 'content-type': 'application/json' },
      body: JSON.stringify(rpcCall('SendStreamingMessage', greeting)),
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const events = (await response.text()).split('\n\n').filter(event => event !== '')
    expect(events.every(event => /^data: \{"jsonrpc":"2.0","id":7,"result":\{/.test(event))).toBe(true)
    expect((await rpc(rpcCall('SendStreamingMessage', {}))).body.error.code).toBe(-32602)
    expect((await rpc(rpcCall('SubscribeToTask', { id: 'tsk_no' }))).body.error.code).toBe(-32001)
  })
})

describe('HTTP+JSON', () => {
  test('answers are application/a2a+json, in either spelling of the request', async () => {
    const answer = await rest('POST', '/message:send', {
      message: { message_id: 'm', role: 'ROLE_USER', parts: greeting.message.parts },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/a2a+json')
    expect(answer.body.task.status.state).toBe('TASK_STATE_COMPLETED')
    const plain = await rest('POST', '/message:send', greeting, {
      'a2a-version': '1.0',
      'content-type': 'application/json',
    })
    expect(plain.status).toBe(200)
  })

  test.each([
    ['a task that there is not', 'GET', '/tasks/tsk_no', undefined, 404, 'NOT_FOUND', 'TASK_NOT_FOUND'],
    ['a cancel of none', 'POST', '/tasks/tsk_no:cancel', undefined, 404, 'NOT_FOUND', 'TASK_NOT_FOUND'],
    [
      'a message without parts',
      'POST',
      '/message:send',
      { message: { messageId: 'm' } },
      400,
      'INVALID_ARGUMENT',
      undefined,
    ],
    ['a page that is too long', 'GET', '/tasks?pageSize=101', undefined, 400, 'INVALID_ARGUMENT', undefined],
    ['a page of no length', 'GET', '/tasks?pageSize=many', undefined, 400, 'INVALID_ARGUMENT', undefined],
    [
      'no other card',
      'GET',
      '/extendedAgentCard',
      undefined,
      400,
      'FAILED_PRECONDITION',
      'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
    ],
  ])('%s is refused in the form of AIP-193', async (_, method, path, sentBody, code, status, reason) => {
    const answer = await rest(method, path, sentBody)
    expect(answer.status).toBe(code)
    expect(answer.headers.get('content-type')).toBe('application/a2a+json')
    expect(answer.body.error).toMatchObject({ code, status })
    if (reason !== undefined) expect(answer.body.error.details).toMatchObject([{ reason, domain: 'a2a-protocol.org' }])
  })

  test('a request that names no version is one of 0.3, which is not spoken here', async () => {
    const { status, body } = await rest('GET', '/tasks', undefined, {})
    expect(status).toBe(400)
    expect(body.error.details[0].reason).toBe('VERSION_NOT_SUPPORTED')
  })

  test('a body of another kind is refused', async () => {
    const { status, body } = await rest('POST', '/message:send', greeting, {
      'a2a-version': '1.0',
      'content-type': 'text/plain',
    })
    expect(status).toBe(400)
    expect(body.error.details[0].reason).toBe('CONTENT_TYPE_NOT_SUPPORTED')
  })
})

describe('HTTP+JSON of 0.3', () => {
  const json = { 'content-type': 'application/json' }
  const content = [{ data: { data: { skill: 'greet', parameters: { name: 'Ada' } } } }]

  test.each([
    ['message', { message: { messageId: 'm', role: 'ROLE_USER', content } }],
    ['request, in the spelling of protobuf', { request: { message_id: 'm', role: 'ROLE_USER', content } }],
  ])('a message is read from %s, and its task is in the words of protobuf', async (_, body) => {
    const answer = await rest('POST', '/v1/message:send', body, json)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.body).toMatchObject({
      task: {
        status: { state: 'TASK_STATE_COMPLETED' },
        artifacts: [{ parts: [{ data: { data: { text: 'Hello, Ada' } } }] }],
        history: [{ messageId: 'm', role: 'ROLE_USER', content }],
      },
    })
    expect(JSON.stringify(answer.body)).not.toContain('"kind"')
  })

  test.each(['message', 'request'])('arguments are read to the letter from %s: a keyed call holds them', async name => {
    const data = '{"skill":"plan","parameters":{"days":12345678901234567890}}'
    const body = `{"${name}":{"messageId":"m","role":"ROLE_USER","content":[{"data":{"data":${data}}}]}}`
    const headers = { ...json, 'idempotency-key': crypto.randomUUID() }
    const response = await fetch(`${server.url}/a2a/v1/message:send`, { method: 'POST', headers, body })
    expect(await response.json()).toMatchObject({ task: { status: { state: 'TASK_STATE_REJECTED' } } })
  })

  test('pieces of an answer say that they are added', async () => {
    const data = { skill: 'write', parameters: { words: ['a', 'b'] } }
    const body = JSON.stringify({ message: { messageId: 'm', role: 'ROLE_USER', content: [{ data: { data } }] } })
    const response = await fetch(`${server.url}/a2a/v1/message:stream`, { method: 'POST', headers: json, body })
    const events = (await response.text()).split('\n\n').filter(Boolean)
    expect(JSON.parse(events[2]?.slice(6) ?? '')).toMatchObject({
      artifactUpdate: { append: true, artifact: { parts: [{ text: 'b' }] } },
    })
    expect(JSON.parse(events.at(-1)?.slice(6) ?? '')).toMatchObject({
      statusUpdate: { final: true, status: { state: 'TASK_STATE_COMPLETED' } },
    })
  })

  test.each([
    ['a task that there is not', 'GET', '/v1/tasks/tsk_no', undefined, 404, -32001],
    ['a stream of none', 'GET', '/v1/tasks/tsk_no:subscribe', undefined, 404, -32001],
    ['no message', 'POST', '/v1/message:send', {}, 400, -32602],
    ['a body that is no object', 'POST', '/v1/message:stream', [], 400, -32602],
    [
      'a message without parts',
      'POST',
      '/v1/message:send',
      { message: { messageId: 'm', role: 'ROLE_USER' } },
      400,
      -32602,
    ],
    ['a history of no length', 'GET', '/v1/tasks/tsk_no?historyLength=all', undefined, 400, -32602],
    ['a push without a config', 'POST', '/v1/tasks/tsk_no/pushNotificationConfigs', {}, 400, -32602],
    ['no other card', 'GET', '/v1/card', undefined, 400, -32007],
  ])('%s is refused by a code and a message', async (_, method, path, sentBody, status, code) => {
    const answer = await rest(method, path, sentBody, json)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ code, message: expect.any(String) })
  })

  test('another version is not spoken at its paths', async () => {
    const answer = await rest('GET', '/v1/tasks/tsk_no', undefined, { 'a2a-version': '1.0' })
    expect(answer).toMatchObject({ status: 400, body: { code: -32009 } })
  })

  test('whoever is not known is refused, and who is gets the other card', async () => {
    const closed = await serving({
      authenticate: believing,
      a2a: { extendedCard: card => ({ ...card, name: 'More' }) },
    })
    try {
      const refused = await fetch(`${closed.url}/a2a/v1/tasks/tsk_no`)
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).not.toBeNull()
      const client = await clientOf(closed.url, 'HTTP+JSON 0.3', 'acme/ada')
      const card = await client.transport.getExtendedAgentCard({ tenant: '' })
      expect(card.name).toBe('More')
      expect(card.securitySchemes.bearer?.scheme?.$case).toBe('httpAuthSecurityScheme')
      expect(card.securityRequirements).toHaveLength(1)
    } finally {
      await closed.close()
    }
  })
})

describe('the card', () => {
  test.each(['/.well-known/agent-card.json', '/.well-known/agent.json'])('%s is kept by caches', async path => {
    const first = await fetch(`${server.url}${path}`, { headers: { 'a2a-version': '1.0' } })
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(first.headers.get('vary')).toBe('A2A-Version, Host')
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(`${server.url}${path}`, { headers: { 'a2a-version': '1.0', 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect((await fetch(`${server.url}${path}`)).headers.get('etag')).not.toBe(etag)
  })

  test('skills are the operations, interfaces the bindings that there are', async () => {
    const card = (await (
      await fetch(`${server.url}/.well-known/agent-card.json`, { headers: { 'a2a-version': '1.0' } })
    ).json()) as Anything
    expect(card).toMatchObject({
      name: 'Concierge',
      version: '1.2.3',
      capabilities: { streaming: true, pushNotifications: true },
    })
    expect(card.skills[0]).toMatchObject({ id: 'greet', name: 'Greet', description: 'Greets somebody.' })
    expect(card.supportedInterfaces).toEqual([
      { url: `${server.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: `${server.url}/a2a`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: `${server.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      { url: `${server.url}/a2a`, protocolBinding: 'HTTP+JSON', protocolVersion: '0.3' },
    ])
    expect(card.capabilities.extensions[0].params.skills.greet.input.required).toEqual(['name'])
    const old = (await (await fetch(`${server.url}/.well-known/agent.json`)).json()) as Anything
    expect(old).toMatchObject({ protocolVersion: '0.3', url: `${server.url}/a2a`, preferredTransport: 'JSONRPC' })
    expect(old.additionalInterfaces).toEqual([{ url: `${server.url}/a2a`, transport: 'HTTP+JSON' }])
  })

  test('it tells how callers show who they are', async () => {
    const closed = await serving({ authenticate: believing })
    try {
      const headers = { 'a2a-version': '1.0' }
      const card = (await (await fetch(`${closed.url}/.well-known/agent-card.json`, { headers })).json()) as Anything
      expect(card.securitySchemes.bearer.httpAuthSecurityScheme.scheme).toBe('bearer')
      expect(card.securityRequirements).toEqual([{ schemes: { bearer: {} } }])
      const old = (await (await fetch(`${closed.url}/.well-known/agent-card.json`)).json()) as Anything
      expect(old.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
    } finally {
      await closed.close()
    }
  })

  test('the address and the other card are as configured', async () => {
    const public_ = await serving({
      a2a: { url: 'https://agent.example/a2a', extendedCard: card => ({ ...card, name: 'More' }) },
    })
    try {
      const headers = { 'a2a-version': '1.0' }
      const card = (await (await fetch(`${public_.url}/.well-known/agent-card.json`, { headers })).json()) as Anything
      expect(card.supportedInterfaces[0].url).toBe('https://agent.example/a2a')
      expect(card.capabilities.extendedAgentCard).toBe(true)
      expect(await (await fetch(`${public_.url}/a2a/extendedAgentCard`, { headers })).json()).toMatchObject({
        name: 'More',
      })
    } finally {
      await public_.close()
    }
  })

  test('a server without A2A has neither', async () => {
    const without = await serving({ a2a: false })
    try {
      expect((await fetch(`${without.url}/.well-known/agent-card.json`)).status).toBe(404)
      expect((await fetch(`${without.url}/a2a`, { method: 'POST' })).status).toBe(404)
    } finally {
      await without.close()
    }
  })
})

describe('callers', () => {
  test('without credentials they are told what to bring, in the form of their binding', async () => {
    const closed = await serving({ authenticate: believing })
    try {
      const headers = { 'a2a-version': '1.0', 'content-type': 'application/json' }
      const body = JSON.stringify(rpcCall('SendMessage', greeting))
      const overRpc = await fetch(`${closed.url}/a2a`, { method: 'POST', headers, body })
      expect(overRpc.status).toBe(401)
      expect(overRpc.headers.get('www-authenticate')).toContain('Bearer')
      expect(await overRpc.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32028 } })
      const overRest = await fetch(`${closed.url}/a2a/tasks`, { headers })
      expect(overRest.status).toBe(401)
      expect(await overRest.json()).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } })
    } finally {
      await closed.close()
    }
  })

  test('without credentials they may ask what anybody may ask, and nothing else', async () => {
    const closed = await serving({
      authenticate: believing,
      contractOptions: { adcp: { supportedProtocols: ['signals'] } },
    })
    try {
      const send = async (skill: string) => {
        const response = await fetch(`${closed.url}/a2a?envelope=adcp`, {
          method: 'POST',
          headers: {
            'a2a-version': '1.0',
            'content-type': 'application/json',
          },
          body: JSON.stringify(rpcCall('SendMessage', { message: message({ skill, parameters: {} }) })),
        })
        return { status: response.status, text: await response.text() }
      }
      const told = await send('get_adcp_capabilities')
      expect([told.status, told.text]).toEqual([200, expect.stringContaining('"supported_protocols":["signals"]')])
      for (const skill of ['greet', 'get_task_status', 'nothing']) expect((await send(skill)).status).toBe(401)
    } finally {
      await closed.close()
    }
  })

  test('those who call too often are told when to come again', async () => {
    const { fault } = await import('../../src/outcome/fault.ts')
    const limit = () => ({ refused: fault('rate-limited', 'Too many calls.', { retryAfterMs: 3000, began: false }) })
    const limited = await serving({ limit })
    try {
      const headers = { 'a2a-version': '1.0', 'content-type': 'application/json' }
      const answers = await Promise.all([
        fetch(`${limited.url}/a2a`, {
          method: 'POST',
          headers,
          body: JSON.stringify(rpcCall('SendMessage', greeting)),
        }),
        fetch(`${limited.url}/a2a/message:send`, { method: 'POST', headers, body: JSON.stringify(greeting) }),
        fetch(`${limited.url}/a2a/tasks`, { headers }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([429, 429, 429])
      expect(answers.map(answer => answer.headers.get('retry-after'))).toEqual(['3', '3', '3'])
    } finally {
      await limited.close()
    }
  })

  test.each(wires)("another tenant's task is like a missing one, over %s", async wire => {
    const closed = await serving({ authenticate: believing })
    try {
      const ada = await clientOf(closed.url, wire, 'acme/ada')
      const bo = await clientOf(closed.url, wire, 'acme/bo')
      const eve = await clientOf(closed.url, wire, 'evil/eve/operator/approver')
      const boss = await clientOf(closed.url, wire, 'acme/boss/operator')
      const asked = await sent(ada, call('spend', { amount: 5 }))
      const push = {
        tenant: '',
        id: '',
        taskId: asked.id,
        url: 'http://127.0.0.1:1/',
        token: '',
        authentication: undefined,
      }
      const whatOf = async (client: typeof ada, id: string) => {
        const asks = [
          () => client.getTask(byId(id)),
          () => client.cancelTask({ ...byId(id), metadata: undefined }),
          () => sent(client, request({ approve: true }, { taskId: id })),
          () => client.resubscribeTask(byId(id)).next(),
          () => client.createTaskPushNotificationConfig({ ...push, taskId: id }),
          () => client.listTaskPushNotificationConfig({ tenant: '', taskId: id, pageSize: 0, pageToken: '' }),
        ]
        return Promise.all(
          asks.map(ask =>
            ask().then(
              () => 'an answer',
              (error: Error) => `${error.name}: ${error.message}`,
            ),
          ),
        )
      }
      const missing = await whatOf(eve, 'tsk_no')
      expect(new Set(missing.map(words => words.split(':')[0]))).toEqual(new Set(['TaskNotFoundError']))
      expect(await whatOf(eve, asked.id)).toEqual(missing)
      expect(await whatOf(bo, asked.id)).toEqual(missing)
      expect(state(await boss.getTask(byId(asked.id)))).toBe('TASK_STATE_INPUT_REQUIRED')
      if (!isOld(wire)) {
        const none = { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined }
        expect(await eve.listTasks(none)).toMatchObject({ tasks: [], totalSize: 0 })
        expect((await ada.listTasks(none)).totalSize).toBe(1)
      }
    } finally {
      await closed.close()
    }
  })

  test('an approval is decided by who may: neither by its requester nor by a colleague', async () => {
    const closed = await serving({ authenticate: believing })
    try {
      const requester = await clientOf(closed.url, 'JSON-RPC 1.0', 'acme/ada/approver')
      const approver = await clientOf(closed.url, 'JSON-RPC 1.0', 'acme/carol/approver')
      const asked = await sent(requester, call('spend', { amount: 5 }))
      const still = await sent(requester, request({ approve: true }, { taskId: asked.id }))
      expect(state(still)).toBe('TASK_STATE_INPUT_REQUIRED')
      const decided = await sent(approver, request({ approve: true }, { taskId: asked.id }))
      expect(state(decided)).toBe('TASK_STATE_WORKING')
      await until(requester, asked.id, 'TASK_STATE_COMPLETED')
      const plain = await clientOf(closed.url, 'JSON-RPC 1.0', 'acme/dan')
      const own = await sent(plain, call('spend', { amount: 6 }))
      expect(state(await sent(plain, request({ approve: true }, { taskId: own.id })))).toBe('TASK_STATE_INPUT_REQUIRED')
    } finally {
      await closed.close()
    }
  })

  test('an approval may be said to be a matter of authorization', async () => {
    const other = await serving({ a2a: { approvals: 'auth-required' } })
    try {
      const client = await clientOf(other.url, 'JSON-RPC 1.0', other.operatorToken)
      const asked = await sent(client, call('spend', { amount: 5 }))
      expect(state(asked)).toBe('TASK_STATE_AUTH_REQUIRED')
      expect(said(asked)[1]).toMatchObject({ needs: [{ kind: 'approval' }] })
      const list = { tenant: '', contextId: '', pageToken: '', statusTimestampAfter: undefined }
      expect((await client.listTasks({ ...list, status: 8 })).totalSize).toBe(1)
      expect((await client.listTasks({ ...list, status: 6 })).totalSize).toBe(0)
      expect(state(await sent(client, request({ approve: true }, { taskId: asked.id })))).toBe('TASK_STATE_COMPLETED')
    } finally {
      await other.close()
    }
  })
})

test('a store that is away is told as such, and what it said is not', async () => {
  const { StoreUnavailableError } = await import('../../src/store/store.ts')
  const lines: unknown[] = []
  const away = {
    kind: 'sqlite' as const,
    onWake: () => () => {},
    close: async () => {},
    do: async () => Promise.reject(new StoreUnavailableError()),
  }
  const broken = { ...away, do: async () => Promise.reject(new TypeError('secret words')) }
  for (const [store, status] of [
    [away, 503],
    [broken, 500],
  ] as const) {
    const log = { info() {}, warn: (line: object) => void lines.push(line) }
    const without = await serving({ store, log, worker: false })
    try {
      const response = await fetch(`${without.url}/a2a/tasks/tsk_x`, { headers: { 'a2a-version': '1.0' } })
      expect(response.status).toBe(status)
      expect(await response.text()).not.toContain('secret')
    } finally {
      await without.close()
    }
  }
  expect(lines).toContainEqual(expect.objectContaining({ error: 'TypeError', operation: 'GetTask' }))
  expect(JSON.stringify(lines)).not.toContain('secret')
})
