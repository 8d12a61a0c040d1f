import { expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { Body } from '../../wire/body.ts'
import { fileWire } from '../../wire/file.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import type { Wire } from '../../wire/wire.ts'
import { detect } from './detect.ts'

const http = (body: Json, headers: Record<string, string> = {}) => httpWire({ status: 200, headers, body })
const error = { code: 'CONFLICT', message: 'x' }
const task = (data: Json) =>
  a2aWire({ id: 't', status: { state: 'completed' }, artifacts: [{ artifactId: 'a', parts: [{ data }] }] })

test.each<[string, Wire, string | undefined]>([
  ['a header', http({}, { 'x-adcp-status': 'completed' }), 'certain'],
  ['a version', http({ status: 'completed', adcp_version: '3.1' }), 'certain'],
  ['an error', http({ adcp_error: error }), 'certain'],
  ['a conversation', http({ status: 'working', context_id: 'c' }), 'likely'],
  ['a legacy state', http({ status: 'working', task_status: 'x' }), 'likely'],
  ['a state alone', http({ status: 'completed' }), 'possible'],
  ['another status', http({ status: 'rich', results: [] }), undefined],
  ['a list', http([]), undefined],
  ['a broken body', httpWire({ status: 200, body: Body.ofText('{') }), undefined],
  ['structured content', mcpWire({ structuredContent: { status: 'completed', adcp_version: '3.1' } }), 'certain'],
  [
    'JSON in a text',
    mcpWire({ content: [{ type: 'text', text: '{"status":"completed","context_id":"c"}' }] }),
    'likely',
  ],
  ['an error result', mcpWire({ isError: true, structuredContent: { adcp_error: error } }), 'certain'],
  ['a JSON-RPC error', mcpWire({ error: { code: -32029, data: { adcp_error: error } } }), 'certain'],
  ['a JSON-RPC error of another', mcpWire({ error: { code: -32602, message: 'x' } }), undefined],
  ['an object without its tool result', mcpWire({ status: 'completed', context_id: 'c' }), 'likely'],
  ['words', mcpWire({ content: [{ type: 'text', text: 'hello' }] }), undefined],
  ['a task with a version', task({ adcp_version: '3.1' }), 'certain'],
  ['a task with a state of its own', task({ status: 'completed' }), undefined],
  ['a task of another', task({ answer: 42 }), undefined],
  ['a file', fileWire({ status: 'completed', adcp_version: '3.1' }), undefined],
])('%s: %s', (_, wire, sure) => {
  expect(detect(wire)?.sure).toBe(sure)
})

test.each<[string, Wire]>([
  ['request', mcpWire({ name: 'get_products', arguments: { adcp_version: '3.1' } })],
  ['request', a2aWire({ message: { parts: [{ data: { skill: 'get_products', parameters: {} } }] } })],
  ['request', httpWire({ method: 'POST', target: '/get_products', body: { adcp_version: '3.1' } })],
  [
    'webhook',
    http({ idempotency_key: 'k', operation_id: 'o', task_id: 't', task_type: 'get_signals', status: 'working' }),
  ],
  ['capabilities', mcpWire({ structuredContent: { status: 'completed', adcp: {}, supported_protocols: [] } })],
])('a %s is told from a response', (message, wire) => {
  expect(detect(wire)?.message).toBe(message)
})
