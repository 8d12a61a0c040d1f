import { expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { a2a } from './index.ts'

test.each<[string, Json, string, string]>([
  ['a task of 1.0', { id: 't', status: { state: 'TASK_STATE_COMPLETED' } }, '1.0', 'possible'],
  ['a frame', { task: { id: 't' } }, '1.0', 'possible'],
  ['a task of 0.3', { kind: 'task', id: 't', status: { state: 'completed' } }, '0.3', 'possible'],
  ['a task without its kind', { id: 't', status: { state: 'completed' } }, '0.3', 'possible'],
  ['a message of 0.3', { messageId: 'm', role: 'agent', parts: [] }, '0.3', 'possible'],
  ['an error', { error: { code: -32001, message: 'x' } }, '1.0', 'possible'],
  ['a task of ours', { id: 't', status: {}, metadata: { 'replywire/exchange': {} } }, '1.0', 'likely'],
  [
    'a task with an envelope of another contract in it',
    {
      id: 't',
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'a', parts: [{ data: { status: 'completed' } }] }],
    },
    '1.0',
    'possible',
  ],
])('%s is recognised', (_, body, version, sure) => {
  expect(a2a.detect(a2aWire(body))).toMatchObject({ version, sure })
})

test.each<[string, Json]>([
  ['a text', 'hello'],
  ['another object', { answer: 42 }],
  ['a status that is a word', { status: 'ok' }],
  ['a problem', { title: 'x', status: 404 }],
  ['something with an id', { id: 7, status: 'open' }],
  ['a message that is no message', { message: { text: 'hello' } }],
  ['a task of another kind', { task: { title: 'Buy milk' } }],
  ['parts of something else', { parts: [1, 2] }],
  ['an error of another kind', { error: { code: 'NOT_FOUND', message: 'x' } }],
])('%s is not its own', (_, body) => {
  expect(a2a.detect(a2aWire(body))).toBeUndefined()
})

test('another carrier is not its own', () => {
  expect(a2a.detect(mcpWire({ id: 't', status: {} }))).toBeUndefined()
})
