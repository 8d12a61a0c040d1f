import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed, type Outcome, paused, pending } from '../../outcome/outcome.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { type A2aVersion, a2aVersions } from '../../wire/a2a-frame.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'

const exchange: SealedExchange = {
  requestId: 'r-1',
  correlationId: 'c-1',
  conversationId: 'ctx-1',
  at: '2026-01-31T12:00:00Z',
  durationMs: 7,
}

function written(outcome: Outcome, version: A2aVersion = '1.0', call: SealedExchange = exchange): JsonObject {
  return JSON.parse(encode(outcome, call, version).wire.body.text())
}

function again(outcome: Outcome, version: A2aVersion, call: SealedExchange = exchange): Outcome {
  const { wire, losses } = encode(outcome, call, version)
  expect(losses).toEqual([])
  const read = decode({ ...wire, body: wire.body.reread() }, version)
  expect(read.findings).toEqual([])
  expect(read.exchange).toEqual(call)
  return read.outcome
}

describe('a task', () => {
  test('is written in the spelling of its version', () => {
    const wire = completed({ n: 1 }, { message: 'Done.', task: { id: 't-1' } })
    expect(written(wire)).toMatchObject({
      id: 't-1',
      contextId: 'ctx-1',
      status: {
        state: 'TASK_STATE_COMPLETED',
        timestamp: '2026-01-31T12:00:00Z',
        message: { messageId: 't-1-status', role: 'ROLE_AGENT', taskId: 't-1', parts: [{ text: 'Done.' }] },
      },
      artifacts: [{ artifactId: 'result', parts: [{ data: { n: 1 } }] }],
    })
    expect(written(wire, '0.3')).toMatchObject({
      kind: 'task',
      status: {
        state: 'completed',
        message: { kind: 'message', role: 'agent', parts: [{ kind: 'text', text: 'Done.' }] },
      },
      artifacts: [{ artifactId: 'result', parts: [{ kind: 'data', data: { n: 1 } }] }],
    })
  })

  test.each<[string, Outcome, string]>([
    ['queued', pending({ id: 't' }), 'TASK_STATE_SUBMITTED'],
    ['at work', pending({ id: 't' }, { phase: 'working' }), 'TASK_STATE_WORKING'],
    ['a question', paused([{ kind: 'reply', question: '?' }]), 'TASK_STATE_INPUT_REQUIRED'],
    ['an approval', paused([{ kind: 'approval', key: 'a', action: 'b' }]), 'TASK_STATE_INPUT_REQUIRED'],
    ['credentials alone', paused([{ kind: 'credentials' }]), 'TASK_STATE_AUTH_REQUIRED'],
    [
      'credentials and a question',
      paused([{ kind: 'credentials' }, { kind: 'reply', question: '?' }]),
      'TASK_STATE_INPUT_REQUIRED',
    ],
    ['a failure', failed(fault('internal', 'x')), 'TASK_STATE_FAILED'],
    ['a refusal before work began', failed(fault('invalid', 'x', { began: false })), 'TASK_STATE_REJECTED'],
    ['a status that nobody knows', { kind: 'unknown', status: 'resting' }, 'TASK_STATE_UNSPECIFIED'],
  ])('is in the state of %s', (_, wire, state) => {
    expect(written(wire)).toMatchObject({ status: { state } })
    for (const version of a2aVersions) expect(again(wire, version)).toEqual(wire)
  })

  test('tells a question in words and to programs', () => {
    expect(written(paused([{ kind: 'reply', question: 'What for?' }]))).toMatchObject({
      status: {
        message: { parts: [{ text: 'What for?' }, { data: { needs: [{ kind: 'reply', question: 'What for?' }] } }] },
      },
    })
  })

  test('never shows what is for developers', () => {
    const body = written(failed(fault('internal', 'It failed.', { detail: 'shard 7' })))
    expect(JSON.stringify(body.status)).not.toContain('shard 7')
    expect(body.metadata).toMatchObject({ 'replywire/detail': 'shard 7' })
  })

  test('in 1.0 has its times in UTC, and the exchange keeps its own spelling', () => {
    const call = { ...exchange, at: '2026-01-31T13:00:00+01:00' }
    expect(written(completed(), '1.0', call)).toMatchObject({ status: { timestamp: '2026-01-31T12:00:00.000Z' } })
    expect(again(completed(), '1.0', call)).toEqual(completed())
  })

  test('in 0.3 always has a context', () => {
    const { conversationId: _, ...call } = exchange
    expect(written(completed(), '0.3', call).contextId).toBe('r-1')
    expect(written(completed(), '1.0', call).contextId).toBeUndefined()
    expect(again(completed(), '0.3', call)).toEqual(completed())
  })

  test.each(a2aVersions)('in %s brings back payloads of every form', version => {
    for (const value of [{ n: 1 }, [1], 7, null, 'text'] as Json[]) {
      const written: Outcome = { kind: 'completed', payload: { kind: 'value', value } }
      expect(again(written, version)).toEqual(written)
    }
    const rows: Outcome = { kind: 'completed', payload: { kind: 'rows', rows: [1], page: { total: 9, next: 'p2' } } }
    expect(again(rows, version)).toEqual(rows)
  })

  test('that was read with a history keeps it, in whichever version it is written', () => {
    const history = [
      {
        kind: 'message',
        messageId: 'm-1',
        role: 'user',
        parts: [{ kind: 'file', file: { bytes: 'AAEC', name: 'a.bin' } }],
      },
    ]
    const body = { kind: 'task', id: 't', contextId: 'c', status: { state: 'completed' }, history }
    const { outcome } = decode(a2aWire(body), '0.3')
    expect(written(outcome, '0.3').history).toEqual(history)
    expect(written(outcome, '1.0').history).toEqual([
      { messageId: 'm-1', role: 'ROLE_USER', parts: [{ raw: 'AAEC', filename: 'a.bin' }] },
    ])
  })
})

test('a message that was read is a message again', () => {
  const body = { messageId: 'm-1', role: 'ROLE_AGENT', contextId: 'c', parts: [{ text: 'Hello.' }], metadata: { a: 1 } }
  const { outcome, exchange: call } = decode(a2aWire(body), '1.0')
  expect(written(outcome, '1.0', { ...exchange, ...call })).toMatchObject(body)
})

describe('an error of the protocol', () => {
  test.each<[string, number]>([
    ['TASK_NOT_FOUND', -32001],
    ['TASK_NOT_CANCELABLE', -32002],
    ['INVALID_AGENT_RESPONSE', -32006],
  ])('%s is %i', (code, number) => {
    const wire = failed(fault('invalid', 'x', { code }))
    expect(written(wire)).toMatchObject({ error: { code: number, message: 'x' } })
    for (const version of a2aVersions) expect(again(wire, version)).toEqual(wire)
  })

  test('names its reason in 1.0, with the details that are texts', () => {
    const wire = failed(fault('not-found', 'x', { code: 'TASK_NOT_FOUND', details: { taskId: 't-9' } }))
    const { data } = written(wire).error as JsonObject
    expect((data as Json[])[0]).toEqual({
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'TASK_NOT_FOUND',
      domain: 'a2a-protocol.org',
      metadata: { taskId: 't-9' },
    })
    expect(JSON.stringify(data)).not.toContain('replywire/outcome')
    expect(written(wire, '0.3')).toMatchObject({ error: { code: -32001, data: { taskId: 't-9' } } })
  })

  test('that came over HTTP is written so again', () => {
    const error = { code: 503, status: 'UNAVAILABLE', message: 'Later.' }
    const { outcome } = decode(a2aWire({ error }), '1.0')
    expect(written(outcome)).toMatchObject({ error })
    for (const version of a2aVersions) expect(again(outcome, version)).toEqual(outcome)
  })

  test('that a version does not know stands in a task', () => {
    const wire = failed(fault('invalid', 'x', { code: 'VERSION_NOT_SUPPORTED' }))
    expect(written(wire, '1.0')).toMatchObject({ error: { code: -32009 } })
    expect(written(wire, '0.3')).toMatchObject({ status: { state: 'failed' } })
    expect(again(wire, '0.3')).toEqual(wire)
  })

  test('with a number of JSON-RPC is one again, and without it a failure of the agent’s own', () => {
    const wire = failed(fault('invalid', 'x', { code: 'INVALID_PARAMS', extra: { a2a: { code: -32602 } } }))
    expect(written(wire)).toMatchObject({ error: { code: -32602 } })
    for (const version of a2aVersions) expect(again(wire, version)).toEqual(wire)
    expect(written(failed(fault('invalid', 'x', { code: 'INVALID_REQUEST' })))).toMatchObject({
      status: { state: 'TASK_STATE_FAILED' },
    })
  })
})

test('members of other contracts are named as lost', () => {
  const extra = { elsewhere: { a: 1 } }
  const { losses } = encode(
    { kind: 'completed', extra, content: [{ kind: 'text', text: 'a', extra }] },
    exchange,
    '1.0',
  )
  expect(losses.map(({ pointer }) => pointer)).toEqual([
    '/outcome/extra/elsewhere',
    '/outcome/content/0/extra/elsewhere',
  ])
})
