import { expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { detect } from './detect.ts'

const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'TASK_NOT_FOUND' }
const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } }

test.each<[string, Json, string | undefined]>([
  [
    'an error over HTTP that names the domain',
    { error: { code: 404, status: 'NOT_FOUND', details: [{ reason: 'TASK_NOT_FOUND', domain: 'a2a-protocol.org' }] } },
    'certain',
  ],
  ['an error over HTTP', { error: { code: 404, status: 'NOT_FOUND', message: 'x' } }, 'likely'],
  [
    'a JSON-RPC error that names the domain',
    { error: { code: -32001, message: 'x', data: [{ ...info, domain: 'a2a-protocol.org' }] } },
    'certain',
  ],
  ['a code that only A2A has', { jsonrpc: '2.0', id: 1, error: { code: -32006, message: 'x' } }, 'likely'],
  ['a code that MCP has had too', { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'x' } }, 'possible'],
  ['a code of JSON-RPC', { error: { code: -32603, message: 'x' } }, 'possible'],
  ['a task in a JSON-RPC response', { jsonrpc: '2.0', id: 1, result: task }, 'possible'],
  ['a framed task in a JSON-RPC response', { jsonrpc: '2.0', id: 1, result: { task } }, 'possible'],
  ['a task of MCP', { taskId: 't', status: 'working', createdAt: 'x' }, undefined],
])('%s', (_, body, sure) => {
  expect(detect(a2aWire(body))?.sure).toBe(sure)
})
