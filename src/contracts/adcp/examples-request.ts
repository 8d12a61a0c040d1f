/** A good and a bad message for every rule about AdCP 3.1 requests and documents. */
import type { ExampleMessage, RuleExamples } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'

const key = '8f14e45f-ceea-4e7a-9b1c-000000000001'

const call = (name: string, given: Json): ExampleMessage => ({
  wire: mcpWire({ name, arguments: given }),
  message: 'request',
})

const send = (...parts: Json[]): ExampleMessage => ({
  wire: a2aWire({ message: { messageId: 'm', role: 'ROLE_USER', parts } }),
  message: 'request',
})

const document = (message: string, body: JsonObject): ExampleMessage => ({
  wire: httpWire({ headers: {}, body }),
  message,
})

/** The same document, good and with some members changed. */
const changed = (message: string, base: JsonObject, members: JsonObject) => ({
  good: document(message, base),
  bad: document(message, { ...base, ...members }),
})

const buy = call('create_media_buy', { idempotency_key: key })
const skill = (data: JsonObject) => send({ data: { skill: 'create_media_buy', ...data } })
const webhook = {
  idempotency_key: 'evt_0123456789abcdef',
  operation_id: 'op_1',
  task_id: 'task_789',
  task_type: 'create_media_buy',
  status: 'completed',
  timestamp: '2025-10-14T14:40:00Z',
  result: { status: 'completed', media_buy_id: 'mb_1' },
}
const task = {
  task_id: 'task_789',
  task_type: 'create_media_buy',
  protocol: 'media-buy',
  status: 'working',
  created_at: '2025-10-14T14:30:00Z',
  updated_at: '2025-10-14T14:31:00Z',
}
const { protocol: _, ...listed } = { ...task, domain: 'media-buy' }
const list = { status: 'completed', query_summary: {}, tasks: [listed], pagination: { has_more: false } }
const adcp = { major_versions: [3], supported_versions: ['3.1'], idempotency: { supported: false } }
const capabilities = { status: 'completed', adcp, supported_protocols: ['media_buy'] }

export const requestExamples: RuleExamples = {
  'adcp/request': { good: buy, bad: call('create_media_buy', []) },
  'adcp/version-agreement': {
    good: buy,
    bad: call('create_media_buy', { idempotency_key: key, adcp_version: '3.1', adcp_major_version: 2 }),
  },
  'adcp/a2a-invocation': {
    good: skill({ parameters: { idempotency_key: key } }),
    bad: send({ text: 'Buy something.' }),
  },
  'adcp/a2a-invocation-input': {
    good: skill({ parameters: { idempotency_key: key } }),
    bad: skill({ input: { idempotency_key: key } }),
  },
  'adcp/idempotency-key': { good: buy, bad: call('create_media_buy', { idempotency_key: 'short' }) },
  'adcp/idempotency-required': { good: buy, bad: call('create_media_buy', {}) },
  'adcp/idempotency-read': {
    good: call('get_products', { idempotency_key: key }),
    bad: call('get_products', {}),
  },
  'adcp/webhook': changed('webhook', webhook, { timestamp: 'now' }),
  'adcp/webhook-context': changed('webhook', webhook, { context: 'session-7' }),
  'adcp/webhook-result': changed('webhook', webhook, { status: 'submitted' }),
  'adcp/task-type': changed('webhook', webhook, { task_type: 'optimize' }),
  'adcp/protocol': changed('tasks-get-response', task, { protocol: 'media_buy' }),
  'adcp/tasks-get': changed('tasks-get-response', task, { updated_at: 'just now' }),
  'adcp/tasks-get-result': changed('tasks-get-response', task, { result: {} }),
  'adcp/tasks-list': changed('tasks-list-request', { sort: { field: 'status' } }, { sort: { field: 'name' } }),
  'adcp/task-domain': changed('tasks-list-response', list, { tasks: [{ ...listed, domain: 'brand' }] }),
  'adcp/capabilities': changed('capabilities', capabilities, { supported_protocols: [] }),
  'adcp/capabilities-idempotency': changed('capabilities', capabilities, {
    adcp: { ...adcp, idempotency: { supported: true } },
  }),
  'adcp/capabilities-versions': changed('capabilities', capabilities, {
    adcp: { major_versions: [3], idempotency: { supported: false } },
  }),
}
