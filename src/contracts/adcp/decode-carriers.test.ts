import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decodeA2a } from './decode-a2a.ts'
import { decodeMcp } from './decode-mcp.ts'
import { encodeA2a, encodeMcp } from './encode.ts'
import { extractA2a, extractA2aError } from './extraction.ts'
import { adcp } from './index.ts'

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
      payload: { kind: 'value', value: { rows: 2 } },
      content: [
        { kind: 'link', url: 'https://a.example/x', mediaType: 'text/csv' },
        { kind: 'data', data: { old: 1 } },
      ],
      artifacts: [{ id: 'b', name: 'log', parts: [{ kind: 'text', text: 'line' }] }],
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
        { kind: 'bytes', base64: 'eA==', mediaType: 'image/png', extra: { adcp: { annotations: { priority: 1 } } } },
        { kind: 'data', data: { type: 'resource', resource: { uri: 'a:b', text: 'x' } } },
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

describe('nothing is dropped', () => {
  test('what the data says otherwise than its task is kept, and the task’s own is read', () => {
    const data = { context_id: 'zz', timestamp: '2025-06-01T00:00:00Z', task_id: 'other', a: 1 }
    const { outcome, exchange } = a2a({
      id: 't',
      contextId: 'c',
      status: { state: 'TASK_STATE_COMPLETED', timestamp: '2026-01-01T00:00:00Z' },
      artifacts: [{ artifactId: 'result', parts: [{ data }] }],
    })
    expect(exchange).toEqual({ conversationId: 'c', at: '2026-01-01T00:00:00Z' })
    expect(outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'value', value: { a: 1 } },
      task: { id: 't' },
      extra: {
        adcp: { a2a: { root: { task_id: 'other', context_id: 'zz', timestamp: '2025-06-01T00:00:00Z' } } },
      },
    })
    const again = encodeA2a(outcome, seal(exchange), '1.0')
    expect(again.losses).toEqual([])
    expect(decodeA2a(again.wire).outcome).toEqual(outcome)
  })

  test('members of another type than the envelope gives them are kept', () => {
    const odd = { percentage: '50', current_step: 5, message: 7, replayed: 'no', errors: 'none', task_status: 'x' }
    const { outcome } = mcp({ structuredContent: { status: 'working', step_number: 2, ...odd } })
    expect(outcome).toEqual({ kind: 'pending', phase: 'working', progress: { step: 2 }, extra: { adcp: odd } })
  })

  test('what an approval says of its severity and recovery is kept', () => {
    const entry = { code: 'APPROVAL_REQUIRED', message: 'Approve?', severity: 'error', recovery: 'terminal' }
    const { outcome } = mcp({ structuredContent: { status: 'input-required', errors: [entry] } })
    expect(outcome).toMatchObject({ needs: [{ extra: { adcp: { severity: 'error', recovery: 'terminal' } } }] })
    const { wire } = encodeMcp(outcome, seal({}))
    expect(JSON.parse(wire.body.text())).toMatchObject({
      structuredContent: { errors: [{ ...entry, severity: 'warning' }] },
    })
    expect(decodeMcp(wire).outcome).toMatchObject({ needs: (outcome as { needs: object[] }).needs })
  })

  test('the error of a system’s cancel comes back as one', () => {
    const error = { code: 'SERVICE_UNAVAILABLE', message: 'Down.', recovery: 'transient' }
    const { outcome } = a2a({
      id: 't',
      contextId: 'c',
      status: { state: 'TASK_STATE_CANCELED' },
      artifacts: [{ artifactId: 'result', parts: [{ data: { adcp_error: error } }] }],
    })
    expect(outcome).toMatchObject({ kind: 'canceled', notices: [{ severity: 'error', code: 'SERVICE_UNAVAILABLE' }] })
    const { wire } = encodeA2a(outcome, seal({ conversationId: 'c' }), '0.3')
    const task = JSON.parse(wire.body.text()) as Json
    expect(extractA2aError(task)).toMatchObject({ ok: true, data: error })
    expect(extractA2a(task)).toMatchObject({ data: { errors: [{ ...error, severity: 'error' }] } })
    expect(decodeA2a(wire).outcome).toEqual(outcome)
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
  expect(answer.outcome).toEqual({ kind: 'completed', message: 'Done.', content: [{ kind: 'text', text: '{"a":1}' }] })
})

test('JSON read from a text item is judged too', () => {
  const answer = mcp({ content: [{ type: 'text', text: '{"status":"completed","n":12345678901234567890}' }] })
  expect(answer.findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'json/exact-numbers /content/0/text/n',
    'adcp/mcp-text-only /content/0/text',
  ])
})

test('a captured JSON-RPC response is read as the task inside it', () => {
  const task = {
    id: 't',
    contextId: 'c',
    status: { state: 'TASK_STATE_COMPLETED' },
    artifacts: [{ artifactId: 'result', parts: [{ data: { adcp_version: '3.1', rows: 2 } }] }],
  }
  const wire = a2aWire({ jsonrpc: '2.0', id: 1, result: { task }, trace: 'x' })
  const read = adcp.editions['3.1']?.a2a?.decode(wire)
  expect(read?.outcome).toEqual({
    kind: 'completed',
    payload: { kind: 'value', value: { rows: 2 } },
    task: { id: 't' },
    extra: { a2a: { rpc: { trace: 'x' } } },
  })
  expect(read?.findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(['adcp/a2a-envelope '])
  expect(adcp.detect(wire)).toMatchObject({ sure: 'certain' })
})
