import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { a2aWire } from '../../wire/a2a.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'

const source = { id: () => 'r', now: () => new Date(0) }

function rewritten(body: Json, from: A2aVersion, to: A2aVersion = from) {
  const { outcome, exchange } = decode(a2aWire(body), from)
  const { wire } = encode(outcome, seal(exchange, source), to)
  const { findings, ...read } = decode(wire, to)
  return { body: JSON.parse(wire.body.text()), findings, before: outcome, after: read.outcome }
}

const detail = (type: string, members: object) => ({ '@type': `type.googleapis.com/google.rpc.${type}`, ...members })

describe('members that nobody knows', () => {
  const details = [
    detail('ErrorInfo', { reason: 'R', domain: 'd.example', metadata: { k: 'v' }, vendor: 1 }),
    detail('RetryInfo', { retryDelay: '1.5s', vendor: 2 }),
    detail('BadRequest', {
      fieldViolations: [{ field: 'a.b', description: 'bad', reason: 'SHORT', localizedMessage: { locale: 'ja' } }],
      vendor: 3,
    }),
  ]

  test.each(['0.3', '1.0'] as const)('of the details of an error are written where they stood: %s', version => {
    const error = { code: 400, status: 'INVALID_ARGUMENT', message: 'No.', details }
    const { body, findings } = rewritten({ error }, version)
    for (const one of details) expect(body.error.details).toContainEqual(one)
    expect(findings).toEqual([])
  })

  test.each([detail('RetryInfo', { retryDelay: 'soon' }), detail('BadRequest', { fieldViolations: [], vendor: 1 })])(
    'of a detail that says nothing readable stay with it: %j',
    one => {
      const error = { code: 400, status: 'INVALID_ARGUMENT', message: 'No.', details: [one] }
      expect(rewritten({ error }, '1.0').body.error.details).toContainEqual(one)
    },
  )

  test.each(['0.3', '1.0'] as const)('of the part with the fault come over into %s', to => {
    const data = { error: { code: 'X', message: 'No.', vendor: 1 }, vendor: 2 }
    const parts = [{ kind: 'data', data, metadata: { vendor: 3 }, vendor: 4 }]
    const message = { kind: 'message', messageId: 'm', role: 'agent', parts }
    const task = { kind: 'task', id: 't', contextId: 'c', status: { state: 'failed', message } }
    const { body, findings, before, after } = rewritten(task, '0.3', to)
    const part = body.status.message.parts.find((candidate: { data?: unknown }) => candidate.data !== undefined)
    expect(part).toMatchObject({ data, metadata: { vendor: 3 } })
    expect(after).toEqual(before)
    expect(findings).toEqual([])
  })

  test('of a frame come back', () => {
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Hello.' }] }
    const { before, after } = rewritten({ message, vendor: 1 }, '1.0')
    expect(before).toMatchObject({ extra: { a2a: { frame: { vendor: 1 } } } })
    expect(after).toEqual(before)
  })
})

describe('values of another kind are kept, and come back when written again:', () => {
  const over = (details: Json): Json => ({ error: { code: 400, status: 'INVALID_ARGUMENT', message: 'No.', details } })

  test.each<[string, Json, object]>([
    ['a detail that is no object', over(['odd', [1]]), { details: ['odd', [1]] }],
    [
      'the members of an ErrorInfo',
      over([detail('ErrorInfo', { reason: [1], domain: { d: 2 }, metadata: 'odd' })]),
      { info: { reason: [1], domain: { d: 2 }, metadata: 'odd' } },
    ],
    [
      'a violation that is no object',
      over([detail('BadRequest', { fieldViolations: [{ field: 'a', description: 'bad' }, 'odd'] })]),
      { request: { fieldViolations: ['odd'] } },
    ],
    [
      'data beside details',
      { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'No.', details: [], data: ['odd'] } },
      { data: ['odd'] },
    ],
  ])('%s', (_, body, kept) => {
    const { findings, before, after } = rewritten(body, '1.0')
    expect(before).toMatchObject({ fault: { extra: { a2a: kept } } })
    expect(after).toEqual(before)
    expect(findings).toEqual([])
  })

  test('the members of a violation', () => {
    const fieldViolations = [{ field: ['a'], description: { ja: 'x' } }]
    const { findings, before, after } = rewritten(over([detail('BadRequest', { fieldViolations })]), '1.0')
    expect(before).toMatchObject({
      fault: { issues: [{ extra: { a2a: { field: ['a'], description: { ja: 'x' } } } }] },
    })
    expect(after).toEqual(before)
    expect(findings).toEqual([])
  })

  test('what stands under our keys in another shape, which is found too', () => {
    const metadata = { 'replywire/outcome': { task: { zz: 1 }, partial: true }, 'replywire/exchange': 'odd' }
    const task = { id: 't', status: { state: 'TASK_STATE_COMPLETED' }, metadata }
    expect(decode(a2aWire(task), '1.0')).toMatchObject({
      outcome: { partial: true, task: { id: 't' }, extra: { a2a: { 'replywire/outcome': { task: { zz: 1 } } } } },
      exchange: { extra: { a2a: { 'replywire/exchange': 'odd' } } },
      findings: [
        { rule: 'a2a/carried', pointer: '/metadata/replywire~1outcome/task/id' },
        { rule: 'a2a/carried', pointer: '/metadata/replywire~1exchange' },
      ],
    })
    const { findings, before, after } = rewritten(task, '1.0')
    expect(after).toEqual(before)
    expect(findings).toEqual([])
  })
})

test('a mark of ours that says nothing readable is found', () => {
  const metadata = { 'replywire/message': 5, 'replywire/detail': [], 'replywire/payload': 'odd' }
  const { findings } = decode(a2aWire({ id: 't', status: { state: 'TASK_STATE_COMPLETED' }, metadata }), '1.0')
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'a2a/carried /metadata/replywire~1message',
    'a2a/carried /metadata/replywire~1detail',
    'a2a/carried /metadata/replywire~1payload',
  ])
})

test('a mark of a payload that is no object is found, and not written again', () => {
  const parts = [{ data: { total: 3 } }, { text: 'Three.' }]
  const artifacts = [{ artifactId: 'sum', parts, metadata: { 'replywire/payload': null, zz: 1 } }]
  const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' }, artifacts }
  const { findings, outcome } = decode(a2aWire(task), '1.0')
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/artifacts/0/metadata/replywire~1payload'])
  expect(outcome.artifacts?.[0]?.extra).toEqual({ a2a: { metadata: { zz: 1 } } })
  expect(rewritten(task, '1.0').findings).toEqual([])
})
