import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decodeA2a } from './decode-a2a.ts'
import { decodeMcp } from './decode-mcp.ts'

const mcp = (answer: Json) => decodeMcp(mcpWire(answer))
const a2a = (answer: Json) => decodeA2a(a2aWire(answer))

describe('a carrier’s own', () => {
  test('text beside the data is the message; other parts are content', () => {
    const { outcome } = a2a({
      id: 'task_1',
      contextId: 'ctx_1',
      status: { state: 'TASK_STATE_COMPLETED', timestamp: '2026-01-01T00:00:00.000Z' },
      artifacts: [
        {
          artifactId: 'a',
          parts: [
            { text: 'Done.' },
            { url: 'https://a.example/x', mediaType: 'text/csv' },
            { data: { old: 1 } },
            { data: { rows: 2 } },
          ],
        },
        { artifactId: 'b', name: 'log', parts: [{ text: 'line' }] },
      ],
    })
    expect(outcome).toEqual({
      kind: 'completed',
      message: 'Done.',
      payload: { form: 'value', value: { rows: 2 } },
      content: [
        { type: 'link', url: 'https://a.example/x', mediaType: 'text/csv' },
        { type: 'data', data: { old: 1 } },
      ],
      artifacts: [{ id: 'b', name: 'log', parts: [{ type: 'text', text: 'line' }] }],
      task: { id: 'task_1' },
      extra: { adcp: { a2a: { artifact: { artifactId: 'a' } } } },
    })
  })

  test('content of a tool result is kept', () => {
    const { outcome } = mcp({
      structuredContent: { status: 'completed', message: 'Done.' },
      content: [
        { type: 'text', text: '{"status":"completed","message":"Done."}' },
        { type: 'text', text: 'Done.' },
        { type: 'image', data: 'eA==', mimeType: 'image/png', annotations: { priority: 1 } },
        { type: 'resource', resource: { uri: 'a:b', text: 'x' } },
      ],
    })
    expect(outcome).toEqual({
      kind: 'completed',
      message: 'Done.',
      content: [
        { type: 'bytes', base64: 'eA==', mediaType: 'image/png', extra: { adcp: { annotations: { priority: 1 } } } },
        { type: 'data', data: { type: 'resource', resource: { uri: 'a:b', text: 'x' } } },
      ],
    })
  })

  test('a status update names its task and conversation', () => {
    const { outcome, exchange } = a2a({
      statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } },
    })
    expect(outcome).toEqual({ kind: 'pending', phase: 'working', task: { id: 't' } })
    expect(exchange).toEqual({ conversationId: 'c' })
  })

  test('a wrapper is looked into', () => {
    const answer = a2a({
      id: 't',
      status: { state: 'completed' },
      artifacts: [{ parts: [{ data: { response: { rows: 2 } } }] }],
    })
    expect(answer.outcome).toMatchObject({ payload: { value: { rows: 2 } } })
  })

  test('data of an unknown state is kept', () => {
    const answer = a2a({ id: 't', status: { state: 'novel' }, artifacts: [{ parts: [{ data: { rows: 2 } }] }] })
    expect(answer.outcome).toMatchObject({ kind: 'unknown', status: 'novel', payload: { value: { rows: 2 } } })
  })
})

test('other JSON beside structured content is kept as content', () => {
  const answer = mcp({
    structuredContent: { status: 'completed' },
    content: [
      { type: 'text', text: '{"a":1}' },
      { type: 'text', text: 'Done.' },
    ],
  })
  expect(answer.outcome).toEqual({ kind: 'completed', message: 'Done.', content: [{ type: 'text', text: '{"a":1}' }] })
})

test('JSON read from a text item is judged too', () => {
  const answer = mcp({ content: [{ type: 'text', text: '{"status":"completed","n":12345678901234567890}' }] })
  expect(answer.findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'json/exact-numbers /content/0/text/n',
    'adcp/mcp-text-only /content/0/text',
  ])
})
