import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { effectOf } from './request.ts'
import { a2aRequest, httpRequest, mcpRequest } from './request-faces.ts'

const key = '8f14e45f-ceea-4e7a-9b1c-000000000001'
const context = '{ "n":1.0, "big":12345678901234567890 }'
const given = `{"idempotency_key":"${key}","context":${context},"context_id":"ctx_1","governance_context":"token",
  "push_notification_config":{"url":"https://b.example/h"},"adcp_version":"3.1","account":{"account_id":"a"},"brief":"ctv"}`

const call: Call = {
  operation: 'create_media_buy',
  input: { account: { account_id: 'a' }, brief: 'ctv' },
  exchange: { conversationId: 'ctx_1', context, governance: 'token' },
  idempotencyKey: key,
  push: { url: 'https://b.example/h' },
  extra: { adcp: { adcp_version: '3.1' } },
}

describe('the same call', () => {
  test('over REST: the path names the task', () => {
    const wire = httpWire({
      method: 'POST',
      target: '/adcp/create_media_buy?x=1',
      headers: {},
      body: Body.ofText(given),
    })
    expect(httpRequest.decode(wire)).toEqual({ call, findings: [] })
  })

  test('over MCP: the arguments of the tool', () => {
    const wire = mcpWire(Body.ofText(`{"name":"create_media_buy","arguments":${given}}`))
    expect(mcpRequest.decode(wire)).toEqual({ call, findings: [] })
  })

  test.each([
    ['parameters', []],
    ['input', ['adcp/a2a-invocation-input']],
  ])('over A2A: the %s of the skill', (member, rules) => {
    const text = `{"message":{"parts":[{"kind":"text","text":"x"},{"kind":"data","data":{"skill":"create_media_buy","${member}":${given}}}]}}`
    const { call: read, findings } = a2aRequest.decode(a2aWire(Body.ofText(text)))
    expect(read).toEqual(call)
    expect(findings.map(({ rule }) => rule)).toEqual(rules)
  })

  test('written and read again over each', () => {
    const http = httpRequest.encode(call)
    expect(http.losses).toEqual([])
    expect(http.wire).toMatchObject({ method: 'POST', target: '/create_media_buy' })
    expect(http.wire.body.source('/context')).toBe(context)
    expect(httpRequest.decode(http.wire).call).toEqual(call)
    expect(mcpRequest.decode(mcpRequest.encode(call).wire).call).toEqual(call)
    expect(a2aRequest.decode(a2aRequest.encode(call).wire).call).toEqual(call)
  })
})

test('over A2A the registration and the conversation have places of their own', () => {
  const { wire } = a2aRequest.encode(call)
  expect(JSON.parse(wire.body.text())).toMatchObject({
    message: { role: 'ROLE_USER', contextId: 'ctx_1', parts: [{ data: { skill: 'create_media_buy' } }] },
    configuration: { pushNotificationConfig: { url: 'https://b.example/h' } },
  })
})

test('what has no place among the arguments rides on headers or metadata', () => {
  const more: Call = {
    ...call,
    exchange: { ...call.exchange, requestId: 'req-1' },
    approvalTokens: ['t1', 't2'],
    prefer: { async: true, waitMs: 2000 },
    budgets: { tokens: 5 },
  }
  const http = httpRequest.encode(more)
  expect(http.wire.headers).toMatchObject({
    'x-request-id': 'req-1',
    'x-approval-token': 't1,t2',
    prefer: 'respond-async, wait=2',
  })
  expect(http.losses.map(({ pointer }) => pointer)).toEqual(['/call/budgets'])
  expect(mcpRequest.decode(mcpRequest.encode(more).wire).call).toEqual(more)
  expect(a2aRequest.decode(a2aRequest.encode(more).wire).call).toEqual(more)
})

test('an input of the request’s own names is not sent in its place', () => {
  const { wire, losses } = mcpRequest.encode({ operation: 'x', input: { context_id: 'mine', a: 1 }, exchange: {} })
  expect(JSON.parse(wire.body.text())).toMatchObject({ arguments: { a: 1 } })
  expect(wire.body.text()).not.toContain('mine')
  expect(losses.map(({ pointer }) => pointer)).toEqual(['/call/input/context_id'])
})

test('an input that is no object is wrapped', () => {
  const { wire, losses } = mcpRequest.encode({ operation: 'x', input: [1], exchange: {} })
  expect(JSON.parse(wire.body.text())).toMatchObject({ arguments: { value: [1] } })
  expect(losses.map(({ pointer }) => pointer)).toEqual(['/call/input'])
})

describe('the key', () => {
  test.each([
    ['create_media_buy', 'writes'],
    ['sync_creatives', 'writes'],
    ['get_products', 'reads'],
    ['list_creatives', 'reads'],
    ['get_adcp_capabilities', 'none'],
    ['si_terminate_session', 'none'],
    ['optimize', undefined],
  ])('%s: %s', (task, effect) => {
    expect(effectOf(task)).toBe(effect)
  })

  test('is made from the request id where it is demanded', () => {
    const { wire, losses } = mcpRequest.encode({
      operation: 'create_media_buy',
      input: {},
      exchange: { requestId: 'r' },
    })
    expect(mcpRequest.decode(wire)).toMatchObject({ call: { idempotencyKey: 'request:r.......' }, findings: [] })
    expect(losses.map(({ pointer }) => pointer)).toEqual(['/call/idempotencyKey'])
  })

  test('is read from the header of HTTP, quoted or not', () => {
    for (const header of [key, `"${key}"`]) {
      const wire = httpWire({ target: '/create_media_buy', headers: { 'idempotency-key': header }, body: {} })
      expect(httpRequest.decode(wire)).toMatchObject({ call: { idempotencyKey: key }, findings: [] })
    }
  })
})

test.each(['', '[]', '7', '{"params":7}', '{"message":{"parts":7}}', '{"name":7}', '{"name":"x","arguments":7}'])(
  'whatever comes is read: %s',
  text => {
    for (const { call: read } of [
      httpRequest.decode(httpWire({ body: Body.ofText(text) })),
      mcpRequest.decode(mcpWire(Body.ofText(text))),
      a2aRequest.decode(a2aWire(Body.ofText(text))),
    ]) {
      expect(read.exchange).toEqual({})
    }
  },
)

test('the registration of an A2A request is judged as the one among arguments is', () => {
  const push = { url: 'nope', token: 'x', authentication: { schemes: ['Bearer', 'HMAC-SHA256'], credentials: 'short' } }
  const data = { skill: 'create_media_buy', parameters: { idempotency_key: key } }
  const request = {
    message: { messageId: 'm', role: 'user', parts: [{ kind: 'data', data }] },
    configuration: { pushNotificationConfig: push },
  }
  const places = ['url', 'token', 'authentication/schemes', 'authentication/credentials']
  const pointers = (body: JsonObject) => a2aRequest.decode(a2aWire(body)).findings.map(({ pointer }) => pointer)
  expect(pointers(request)).toEqual(places.map(place => `/configuration/pushNotificationConfig/${place}`))
  expect(pointers({ jsonrpc: '2.0', params: request })).toEqual(
    places.map(place => `/params/configuration/pushNotificationConfig/${place}`),
  )
})

test('the words that a tool of sponsored intelligence calls its context are its own argument', () => {
  const si: Call = {
    operation: 'si_initiate_session',
    input: { context: 'I want shoes', identity: {} },
    exchange: {},
    idempotencyKey: key,
  }
  const wire = mcpWire({
    name: 'si_initiate_session',
    arguments: { idempotency_key: key, context: 'I want shoes', identity: {} },
  })
  expect(mcpRequest.decode(wire)).toEqual({ call: si, findings: [] })
  const again = mcpRequest.encode(si)
  expect(again.losses).toEqual([])
  expect(mcpRequest.decode(again.wire)).toMatchObject({ call: si, findings: [] })
})

test('what another task calls its context is found, and not dropped', () => {
  const { call: read, findings } = mcpRequest.decode(
    mcpWire({ name: 'get_products', arguments: { idempotency_key: key, context: 'x' } }),
  )
  expect(read.input).toEqual({ context: 'x' })
  expect(findings.map(({ rule }) => rule)).toEqual(['adcp/context'])
})

test.each([
  ['si_send_message', 'adcp/idempotency-required'],
  ['preview_creative', 'adcp/idempotency-read'],
  ['get_products', 'adcp/idempotency-read'],
  ['get_adcp_capabilities', undefined],
  ['si_terminate_session', undefined],
])('%s without a key: %s', (name, expected) => {
  const { findings } = mcpRequest.decode(mcpWire({ name, arguments: {} }))
  expect(findings.map(({ rule }) => rule)).toEqual(expected === undefined ? [] : [expected])
})

test('a key in the header of HTTP is judged as one in the body', () => {
  const wire = httpWire({ target: '/create_media_buy', headers: { 'idempotency-key': 'short' }, body: {} })
  expect(httpRequest.decode(wire).findings).toMatchObject([
    { rule: 'adcp/idempotency-key', pointer: '/idempotency_key' },
  ])
})
