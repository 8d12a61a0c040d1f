import { expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { detect } from './detect.ts'

const content = [{ type: 'text', text: 'x' }]
const short = (body: Json) => {
  const found = detect(mcpWire(body))
  return found && `${found.version} ${found.sure}`
}

test.each<[string, Json, string | undefined]>([
  ['content', { content }, '2025-11-25 possible'],
  ['content in a JSON-RPC response', { jsonrpc: '2.0', id: 1, result: { content } }, '2025-11-25 possible'],
  [
    'a typed result in one',
    { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', content } },
    '2026-07-28 possible',
  ],
  ['a task', { taskId: 't', status: 'working', createdAt: 'x' }, '2025-11-25 likely'],
  ['a created task', { task: { taskId: 't', status: 'working' } }, '2025-11-25 likely'],
  ['a code of JSON-RPC', { error: { code: -32603, message: 'x' } }, '2025-11-25 possible'],
  ['a code of the current revision', { error: { code: -32021, message: 'x' } }, '2026-07-28 likely'],
  ['a page to open', { error: { code: -32042, message: 'x' } }, '2025-11-25 likely'],
  ['an error of A2A over HTTP', { error: { code: 404, status: 'NOT_FOUND', details: [] } }, undefined],
  ['an update of A2A', { kind: 'status-update', taskId: 't', status: { state: 'working' } }, undefined],
  ['a framed task of A2A', { task: { id: 't', status: { state: 'TASK_STATE_WORKING' } } }, undefined],
])('%s', (_, body, expected) => {
  expect(short(body)).toBe(expected)
})
