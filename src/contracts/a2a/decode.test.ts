import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { Body } from '../../wire/body.ts'
import { decode } from './decode.ts'

const read = (body: Json) => decode(a2aWire(body), '1.0')
const task = (state: string, more: object = {}, parts?: Json[]) =>
  ({
    id: 't-1',
    contextId: 'ctx-1',
    status: {
      state: `TASK_STATE_${state}`,
      timestamp: '2026-01-31T12:00:00.000Z',
      ...(parts === undefined ? {} : { message: { messageId: 'm-1', role: 'ROLE_AGENT', parts } }),
    },
    ...more,
  }) as Json

describe('the state of a task', () => {
  test.each<[string, object]>([
    ['SUBMITTED', { kind: 'pending', phase: 'queued' }],
    ['WORKING', { kind: 'pending', phase: 'working' }],
    ['COMPLETED', { kind: 'completed' }],
    ['CANCELED', { kind: 'canceled' }],
    ['INPUT_REQUIRED', { kind: 'paused', needs: [{ kind: 'reply', question: '' }] }],
    ['AUTH_REQUIRED', { kind: 'paused', needs: [{ kind: 'credentials' }] }],
    ['FAILED', { kind: 'failed', fault: { category: 'internal', code: 'TASK_FAILED', recovery: 'retry' } }],
    [
      'REJECTED',
      { kind: 'failed', fault: { category: 'forbidden', code: 'TASK_REJECTED', recovery: 'stop', began: false } },
    ],
    ['UNSPECIFIED', { kind: 'unknown', status: 'unspecified' }],
    ['RESTING', { kind: 'unknown', status: 'resting' }],
  ])('%s', (state, outcome) => {
    expect(read(task(state)).outcome).toMatchObject({ ...outcome, task: { id: 't-1' } })
  })

  test('comes with the conversation and the time', () => {
    expect(read(task('COMPLETED')).exchange).toEqual({ conversationId: 'ctx-1', at: '2026-01-31T12:00:00.000Z' })
  })

  test('comes with a message: the first text is the outcome’s, the rest is content', () => {
    expect(read(task('WORKING', {}, [{ text: 'Half of it.' }, { data: { n: 1 } }])).outcome).toMatchObject({
      message: 'Half of it.',
      content: [{ kind: 'data', data: { n: 1 } }],
    })
  })

  test('of a pause is asked in words', () => {
    const { outcome } = read(task('INPUT_REQUIRED', {}, [{ text: 'Where to?' }]))
    expect(outcome).toMatchObject({ needs: [{ kind: 'reply', question: 'Where to?' }] })
    expect(outcome.content).toBeUndefined()
  })

  test('of a failure is told in words, or in an error that programs read', () => {
    expect(read(task('FAILED', {}, [{ text: 'It died.' }])).outcome).toMatchObject({ fault: { message: 'It died.' } })
    const error = { code: 'NOT_FOUND', message: 'No such thing.', category: 'not-found' }
    const { outcome } = read(task('FAILED', {}, [{ text: 'Sorry.' }, { data: { error } }]))
    expect(outcome).toMatchObject({ fault: { category: 'not-found' }, content: [{ kind: 'text', text: 'Sorry.' }] })
  })
})

describe('artifacts', () => {
  const artifact = (parts: Json[], more: object = {}) => ({ artifactId: 'a-1', parts, ...more })

  test.each<[string, Json, object]>([
    ['an object', { data: { n: 1 } }, { kind: 'value', value: { n: 1 } }],
    ['rows', { data: [1], mediaType: 'application/json' }, { kind: 'rows', rows: [1] }],
    ['a text', { text: '# x', mediaType: 'text/markdown' }, { kind: 'text', text: '# x', mediaType: 'text/markdown' }],
    ['bytes', { raw: 'AAEC', mediaType: 'image/png' }, { kind: 'bytes', base64: 'AAEC', mediaType: 'image/png' }],
  ])('one artifact of one part is what the agent produced: %s', (_, part, payload) => {
    const { outcome } = read(task('COMPLETED', { artifacts: [artifact([part], { name: 'plan' })] }))
    expect(outcome).toMatchObject({ payload, extra: { a2a: { artifact: { artifactId: 'a-1', name: 'plan' } } } })
    expect(outcome.artifacts).toBeUndefined()
  })

  test.each<[string, Json[]]>([
    ['several artifacts', [artifact([{ text: 'a' }]), artifact([{ text: 'b' }])]],
    ['several parts', [artifact([{ text: 'a' }, { text: 'b' }])]],
    ['a part with a name', [artifact([{ text: 'a', filename: 'a.txt' }])]],
    ['a link', [artifact([{ url: 'https://example.com/' }])]],
  ])('%s stay artifacts', (_, artifacts) => {
    const { outcome } = read(task('COMPLETED', { artifacts }))
    expect(outcome.payload).toBeUndefined()
    expect(outcome.artifacts).toHaveLength(artifacts.length)
  })

  test('of a task that is not completed stay artifacts', () => {
    expect(read(task('WORKING', { artifacts: [artifact([{ text: 'a' }])] })).outcome.artifacts).toHaveLength(1)
  })

  test('data that are null are data', () => {
    const { outcome } = read(task('WORKING', { artifacts: [artifact([{ data: null }])] }))
    expect(outcome.artifacts?.[0]?.parts).toEqual([{ kind: 'data', data: null }])
  })
})

describe('a message in place of a task', () => {
  const message = { messageId: 'm-1', role: 'ROLE_AGENT', contextId: 'ctx-1', parts: [{ text: 'Hello.' }] }

  test('is completed, and its parts are the content', () => {
    expect(read(message)).toEqual({
      outcome: {
        kind: 'completed',
        content: [{ kind: 'text', text: 'Hello.' }],
        extra: { a2a: { messageId: 'm-1' } },
      },
      exchange: { conversationId: 'ctx-1' },
      findings: [],
    })
  })

  test('is read the same in a frame, and in the spelling of 0.3', () => {
    const { outcome } = read(message)
    expect(read({ message }).outcome).toEqual(outcome)
    const legacy = {
      kind: 'message',
      messageId: 'm-1',
      role: 'agent',
      contextId: 'ctx-1',
      parts: [{ kind: 'text', text: 'Hello.' }],
    }
    expect(decode(a2aWire(legacy), '0.3')).toMatchObject({ outcome, findings: [] })
  })
})

describe('updates', () => {
  test('of a status are read as the task', () => {
    const { id: taskId, ...rest } = task('COMPLETED') as { id: string }
    expect(read({ statusUpdate: { taskId, ...rest } })).toMatchObject({
      outcome: { kind: 'completed', task: { id: 't-1' } },
      findings: [],
    })
  })

  test('of an artifact are work that goes on', () => {
    const artifact = { artifactId: 'a-1', parts: [{ text: 'Chapter 1' }] }
    expect(read({ artifactUpdate: { taskId: 't-1', contextId: 'c', artifact, append: true } }).outcome).toEqual({
      kind: 'pending',
      phase: 'working',
      task: { id: 't-1' },
      artifacts: [{ id: 'a-1', parts: [{ kind: 'text', text: 'Chapter 1' }] }],
      extra: { a2a: { append: true } },
    })
  })
})

describe('errors', () => {
  test.each<[number, string, string]>([
    [-32001, 'TASK_NOT_FOUND', 'not-found'],
    [-32002, 'TASK_NOT_CANCELABLE', 'conflict'],
    [-32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED', 'invalid'],
    [-32004, 'UNSUPPORTED_OPERATION', 'invalid'],
    [-32005, 'CONTENT_TYPE_NOT_SUPPORTED', 'invalid'],
    [-32006, 'INVALID_AGENT_RESPONSE', 'integrity'],
    [-32007, 'EXTENDED_AGENT_CARD_NOT_CONFIGURED', 'invalid'],
    [-32008, 'EXTENSION_SUPPORT_REQUIRED', 'invalid'],
    [-32009, 'VERSION_NOT_SUPPORTED', 'invalid'],
    [-32602, 'INVALID_PARAMS', 'invalid'],
    [-32603, 'INTERNAL_ERROR', 'internal'],
    [-32050, 'JSON_RPC_ERROR', 'internal'],
  ])('%i is %s', (number, code, category) => {
    expect(read({ error: { code: number, message: 'x' } }).outcome).toMatchObject({
      fault: { code, category, message: 'x' },
    })
  })

  test('over HTTP are read by their reason, then by their status', () => {
    const info = {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'TASK_NOT_FOUND',
      domain: 'a2a-protocol.org',
      metadata: { taskId: 't-9' },
    }
    expect(read({ error: { code: 404, status: 'NOT_FOUND', message: 'x', details: [info] } }).outcome).toMatchObject({
      fault: { code: 'TASK_NOT_FOUND', category: 'not-found', details: { taskId: 't-9' } },
    })
    expect(read({ error: { code: 503, status: 'UNAVAILABLE', message: 'x' } }).outcome).toMatchObject({
      fault: { code: 'UNAVAILABLE', category: 'unavailable', recovery: 'retry' },
    })
  })

  test('tell fields and delays in their details', () => {
    const details = [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'parts[0].text', description: 'Empty.' }],
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1.5s' },
    ]
    expect(read({ error: { code: 400, status: 'INVALID_ARGUMENT', message: 'x', details } }).outcome).toMatchObject({
      fault: { issues: [{ pointer: '/parts/0/text', message: 'Empty.' }], retryAfterMs: 1500 },
    })
  })
})

describe('the other version', () => {
  test('is named, and read all the same', () => {
    const legacy = { kind: 'task', id: 't', contextId: 'c', status: { state: 'completed' } }
    const { outcome, findings } = read(legacy)
    expect(outcome.kind).toBe('completed')
    expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['a2a/spelling', '/kind'],
      ['a2a/spelling', '/status/state'],
    ])
    expect(findings[1]?.message).toBe('This is the spelling of A2A 0.3.')
    expect(decode(a2aWire(task('COMPLETED')), '0.3').findings[0]?.message).toBe('This is the spelling of A2A 1.0.')
  })
})

describe('whatever comes', () => {
  test.each<[string, Json]>([
    ['null', null],
    ['an empty object', {}],
    ['a task of nothing', { id: null, status: null, artifacts: [null, 7, {}], history: [null], metadata: [] }],
    ['a message of nothing', { role: null, parts: [null, 7, {}] }],
    ['an error of nothing', { error: null }],
    ['details of nothing', { error: { code: 1, message: 'x', status: 7, details: [null, {}] } }],
    ['a member named __proto__', JSON.parse('{"__proto__": {"id": "x"}, "status": {"__proto__": 1}}')],
  ])('%s is read, and found wanting', (_, body) => {
    const { outcome, findings } = read(body)
    expect(outcome.kind).toBeTypeOf('string')
    expect(findings.length).toBeGreaterThan(0)
  })

  test('bytes that are no JSON are a failure', () => {
    expect(decode(a2aWire(Body.ofText('<html>')), '0.3').outcome).toMatchObject({
      fault: { code: 'UNREADABLE_ANSWER' },
    })
  })
})
