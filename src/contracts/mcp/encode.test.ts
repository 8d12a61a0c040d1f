import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import { canceled, completed, failed, type Outcome, paused, pending } from '../../outcome/outcome.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { type Version, versions } from './status.ts'

const exchange: SealedExchange = { requestId: 'r-1', correlationId: 'c-1', at: '2026-01-31T12:00:00Z', durationMs: 7 }
const beside = { requestId: 'r-1', correlationId: 'c-1', at: '2026-01-31T12:00:00Z', durationMs: 7 }

function written(outcome: Outcome, version: Version = '2026-07-28'): JsonObject {
  return JSON.parse(encode(outcome, exchange, version).wire.body.text())
}

function again(outcome: Outcome, version: Version): Outcome {
  const { wire, losses } = encode(outcome, exchange, version)
  expect(losses).toEqual([])
  const read = decode({ ...wire, body: wire.body.reread() }, version)
  expect(read.findings).toEqual([])
  expect(read.exchange).toEqual(beside)
  return read.outcome
}

const texts = (body: JsonObject) => (body.content as JsonObject[]).map(({ text }) => text)

describe('a plain host', () => {
  test('sees the message, then the value', () => {
    const body = written(completed({ n: 1 }, { message: 'One was found.' }))
    expect(texts(body)).toEqual(['One was found.', '{"n":1}'])
  })

  test('sees the message of a failure and the details of it', () => {
    const body = written(failed(fault('not-found', 'No such campaign.', { detail: 'shard 7' })), '2025-06-18')
    expect(body.isError).toBe(true)
    expect(texts(body)[0]).toBe('No such campaign.')
    expect(body.structuredContent).toEqual({
      error: { category: 'not-found', code: 'NOT_FOUND', message: 'No such campaign.', recovery: 'correct' },
    })
  })

  test('never sees what is for developers', () => {
    const body = written(failed(fault('internal', 'It failed.', { detail: 'shard 7' })))
    expect(JSON.stringify([body.content, body.structuredContent])).not.toContain('shard 7')
    expect(body._meta).toMatchObject({ 'replywire/detail': 'shard 7' })
  })

  test.each<Version>(['2025-06-18', '2025-11-25'])('of %s sees the question of a pause, and no error', version => {
    const body = written(paused([{ kind: 'reply', question: 'What for?' }]), version)
    expect(texts(body)[0]).toBe('What for?')
    expect(body.isError).toBeUndefined()
    expect(body.structuredContent).toEqual({
      status: 'input_required',
      needs: [{ kind: 'reply', question: 'What for?' }],
    })
  })

  test.each<Version>(['2025-06-18', '2025-11-25'])('of %s sees that the work goes on', version => {
    const body = written(pending({ id: 't-1' }), version)
    expect(texts(body)[0]).toBe('The work goes on.')
    expect(body.structuredContent).toEqual({ status: 'queued', task: { id: 't-1' } })
  })

  test('sees that a run was canceled', () => {
    expect(texts(written(canceled()))[0]).toBe('The run was canceled.')
  })
})

describe('revision 2026-07-28', () => {
  test('asks for inputs in one flat form', () => {
    const body = written(
      paused([
        {
          kind: 'input',
          name: 'a',
          location: 'body',
          schema: { type: 'string', enum: ['x'] },
          required: true,
          question: 'A?',
        },
        { kind: 'input', name: 'b', location: 'body', schema: { type: 'integer' }, required: false, question: 'B?' },
      ]),
    )
    expect(body).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        input: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'More information is needed.',
            requestedSchema: {
              type: 'object',
              properties: {
                a: { type: 'string', enum: ['x'], description: 'A?' },
                b: { type: 'integer', description: 'B?' },
              },
              required: ['a'],
            },
          },
        },
      },
    })
  })

  test('asks for a nested value as a text, and keeps its schema beside', () => {
    const need = {
      kind: 'input',
      name: 'a',
      location: 'body',
      schema: { type: 'object' },
      required: true,
      question: 'A?',
    } as const
    expect(written(paused([need]))).toMatchObject({
      inputRequests: { input: { params: { requestedSchema: { properties: { a: { type: 'string' } } } } } },
      _meta: { 'replywire/outcome': { needs: [need] } },
    })
  })

  test('asks for an approval by a boolean, and for credentials by a page', () => {
    const body = written(
      paused([
        { kind: 'approval', key: 'spend', action: 'Spend 25000' },
        { kind: 'credentials', url: 'https://auth.example/' },
      ]),
    )
    expect(body.inputRequests).toEqual({
      spend: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'Spend 25000',
          requestedSchema: { type: 'object', properties: { approve: { type: 'boolean' } }, required: ['approve'] },
        },
      },
      credentials: {
        method: 'elicitation/create',
        params: { mode: 'url', message: 'Please sign in to continue.', url: 'https://auth.example/' },
      },
    })
  })

  test('never asks for a secret in a form', () => {
    const { inputRequests } = written(paused([{ kind: 'credentials', scheme: 'Bearer' }])) as JsonObject
    expect(inputRequests).toMatchObject({ credentials: { params: { requestedSchema: { properties: {} } } } })
  })

  test('gives a task in place of a result, with the times of the exchange', () => {
    expect(written(pending({ id: 't-1', pollAfterMs: 500 }, { phase: 'working', message: 'Half.' }))).toMatchObject({
      resultType: 'task',
      taskId: 't-1',
      status: 'working',
      statusMessage: 'Half.',
      createdAt: '2026-01-31T12:00:00Z',
      lastUpdatedAt: '2026-01-31T12:00:00Z',
      ttlMs: null,
      pollIntervalMs: 500,
    })
  })

  test('has rows as an array and a scalar as itself', () => {
    expect(written(completed([1])).structuredContent).toEqual([1])
    expect(written(completed(7)).structuredContent).toBe(7)
    expect(written(completed('plain')).structuredContent).toBeUndefined()
  })
})

test('before, rows and scalars stand in an object', () => {
  expect(written(completed([1]), '2025-06-18').structuredContent).toEqual({ rows: [1] })
  expect(written(completed(7), '2025-11-25').structuredContent).toEqual({ value: 7 })
})

describe('an error of the protocol', () => {
  test.each<[number, Version, number]>([
    [-32602, '2025-06-18', -32602],
    [-32603, '2026-07-28', -32603],
    [-32002, '2025-11-25', -32002],
    [-32002, '2026-07-28', -32602],
    [-32001, '2026-07-28', -32001],
    [1007, '2025-06-18', 1007],
  ])('that was read as %i is written in %s as %i', (code, version, expected) => {
    const wire = failed(fault('invalid', 'x', { code: 'X', extra: { mcp: { code } } }))
    expect(written(wire, version)).toMatchObject({ error: { code: expected, message: 'x' } })
    expect(again(wire, version)).toEqual(wire)
  })

  test.each<Version>([...versions])('is known by its name in %s', version => {
    expect(written(failed(fault('not-found', 'x', { code: 'METHOD_NOT_FOUND' })), version)).toMatchObject({
      error: { code: -32601 },
    })
  })

  test('of the tool itself stays in a result, where a model sees it', () => {
    expect(written(failed(fault('internal', 'x')))).toMatchObject({ isError: true })
    expect(written(failed(fault('invalid', 'x', { code: 'INVALID_REQUEST' })))).toMatchObject({ isError: true })
  })

  test('whose data the revision demands is one only with them', () => {
    const without = failed(fault('invalid', 'x', { code: 'UNSUPPORTED_PROTOCOL_VERSION' }))
    expect(written(without)).toMatchObject({ isError: true })
    const details = { supported: ['2026-07-28'], requested: '2024-11-05' }
    const whole = failed(fault('invalid', 'x', { code: 'UNSUPPORTED_PROTOCOL_VERSION', details }))
    expect(written(whole)).toMatchObject({ error: { code: -32022, data: details } })
    expect(again(whole, '2026-07-28')).toEqual(whole)
  })

  test('-32042 is written again in the one revision that has it', () => {
    const needs = [
      { kind: 'credentials', url: 'https://auth.example/', extra: { mcp: { elicitationId: 'e', message: 'm' } } },
    ] as const
    const wire: Outcome = { kind: 'paused', needs: [...needs], message: 'First sign in.' }
    expect(written(wire, '2025-11-25')).toMatchObject({ error: { code: -32042 } })
    expect(written(wire, '2025-06-18').error).toBeUndefined()
    for (const version of versions) expect(again(wire, version)).toEqual(wire)
  })
})

test('a state that must be sent back is sent with the questions, or alone', () => {
  const extra = { mcp: { requestState: 's' } }
  expect(written(paused([{ kind: 'reply', question: '?' }], { extra })).requestState).toBe('s')
  const waiting: Outcome = { kind: 'pending', phase: 'queued', extra }
  expect(written(waiting)).toMatchObject({ resultType: 'input_required', requestState: 's' })
  expect(again(waiting, '2026-07-28')).toEqual(waiting)
})

test('members of other contracts are named as lost, wherever they stand', () => {
  const extra = { elsewhere: { a: 1 } }
  const written = failed(fault('invalid', 'x', { extra, issues: [{ pointer: '', message: 'y', extra }] }), {
    artifacts: [{ id: 'a', extra, parts: [{ kind: 'text', text: 'z', extra }] }],
    extra,
  })
  const { losses } = encode(written, { ...exchange, extra, query: { extra } }, '2025-06-18')
  expect(losses.map(({ pointer }) => pointer).toSorted()).toEqual([
    '/exchange/extra/elsewhere',
    '/exchange/query/extra/elsewhere',
    '/outcome/artifacts/0/extra/elsewhere',
    '/outcome/artifacts/0/parts/0/extra/elsewhere',
    '/outcome/extra/elsewhere',
    '/outcome/fault/extra/elsewhere',
    '/outcome/fault/issues/0/extra/elsewhere',
  ])
})

test('a part that no block can hold is a marked text', () => {
  const content: Outcome['content'] = [
    { kind: 'data', data: { a: [1] }, name: 'd' },
    { kind: 'link', url: '/relative' },
    { kind: 'text', text: '# x', mediaType: 'text/markdown' },
    { kind: 'bytes', base64: 'AAEC' },
  ]
  const body = written({ kind: 'completed', content })
  expect((body.content as JsonObject[]).map(({ type }) => type)).toEqual(['text', 'text', 'text', 'resource'])
  for (const version of versions)
    expect(again({ kind: 'completed', content }, version)).toEqual({ kind: 'completed', content })
})

test('tens of thousands of needs, many of one name, each have a request of their own', () => {
  const needs = Array.from({ length: 30_000 }, (_, index): Need[] => [
    { kind: 'reply', question: `Which of ${index}?` },
    { kind: 'credentials' },
  ]).flat() as [Need, ...Need[]]
  const { wire } = encode(paused(needs), exchange, '2026-07-28')
  const reading = wire.body.json()
  const { inputRequests } = (reading.ok ? reading.value : {}) as { inputRequests: Record<string, unknown> }
  expect(Object.keys(inputRequests)).toHaveLength(60_000)
  expect(Object.keys(inputRequests).slice(0, 4)).toEqual(['input', 'credentials', 'input-2', 'credentials-2'])
}, 60_000)
