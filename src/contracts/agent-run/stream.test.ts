import { describe, expect, test } from 'vitest'
import { check, editionOf } from '../../codec/check.ts'
import { readStream, writeStream } from '../../codec/stream.ts'
import { seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import type { Moment } from '../../outcome/moment.ts'
import { completed, failed } from '../../outcome/outcome.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { agentRun } from './index.ts'

const edition = editionOf(agentRun)
const read = (text: string) => readStream(agentRun, edition, text)
const source = { id: () => 'minted', now: () => new Date(0) }
const exchange = seal({ requestId: 'r-1', operation: 'T', durationMs: 7 }, source)
const write = (moments: Moment[], read = exchange) => writeStream(agentRun, edition, moments, read)
const events = (text: string) =>
  text
    .trimEnd()
    .split('\n\n')
    .map(block => {
      const [name = '', data = ''] = block.split('\n')
      return [name.slice('event: '.length), JSON.parse(data.slice('data: '.length))]
    })

describe('writing a stream', () => {
  test('is started, progress, pieces, and one final that a checker of the contract passes', () => {
    const { text } = write([
      { kind: 'progress', fraction: 0.07, message: 'searching', step: 1, total: 4 },
      { kind: 'delta', mode: 'append', part: { kind: 'text', text: 'One' } },
      { kind: 'outcome', outcome: completed({ count: 1 }) },
    ])
    expect(events(text)).toEqual([
      ['started', { type: 'started', request_id: 'r-1', task_type: 'T' }],
      [
        'progress',
        { type: 'progress', request_id: 'r-1', progress: 7, step: 'searching', current_step: 1, total_steps: 4 },
      ],
      ['delta', { type: 'delta', request_id: 'r-1', mode: 'append', part: { type: 'text', text: 'One' } }],
      [
        'final',
        {
          type: 'final',
          request_id: 'r-1',
          task_type: 'T',
          status: 'ok',
          success: true,
          outputs: { count: 1 },
          usage: { duration_ms: 7 },
          duration_ms: 7,
        },
      ],
    ])
  })

  test('tells a failure in the envelope, a refusal too', () => {
    const { text } = write([{ kind: 'outcome', outcome: failed(fault('timeout', 'Too slow.', { began: false })) }])
    expect(events(text).at(-1)).toMatchObject([
      'final',
      { status: 'error', success: false, outputs: {}, error: { code: 'TIMEOUT', details: { began: false } } },
    ])
    expect(read(text).moments.at(-1)).toMatchObject({ outcome: { fault: { category: 'timeout', began: false } } })
  })

  test('has a word for a task type that is not told, and names it', () => {
    const { operation: _, ...untold } = exchange
    const { text, losses } = write([{ kind: 'outcome', outcome: completed({}) }], untold)
    expect(events(text).at(-1)).toMatchObject(['final', { task_type: 'unknown' }])
    expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/operation')
  })

  test('refuses anything after the outcome', () => {
    const outcome: Moment = { kind: 'outcome', outcome: completed({}) }
    expect(() => write([outcome, { kind: 'progress' }])).toThrow('last moment')
  })

  test('names a fraction that is none', () => {
    const { text, losses } = write([
      { kind: 'progress', fraction: 1.5 },
      { kind: 'outcome', outcome: completed({}) },
    ])
    expect(events(text)[1]).toMatchObject(['progress', { progress: 100 }])
    expect(losses[0]?.pointer).toBe('/moment/fraction')
  })

  test.each([
    ['another contract’s', { contract: 'adcp', event: 'tokens', data: {} }],
    ['one that ends the stream', { contract: 'agent-run', event: 'done', data: {} }],
    ['one with no name', { contract: 'agent-run', event: 'message', data: {} }],
    ['one with a line break', { contract: 'agent-run', event: 'a\nb', data: {} }],
  ])('drops an event that is %s, and names it', (_, event) => {
    const { text, losses } = write([
      { kind: 'opaque', ...event },
      { kind: 'outcome', outcome: completed({}) },
    ])
    expect(events(text).map(([name]) => name)).toEqual(['started', 'final'])
    expect(losses[0]?.pointer).toBe('/moment')
  })

  test('passes on an event of its own under the ids of this stream', () => {
    const data = { type: 'other', request_id: 'r-9', count: 3 }
    const { text, losses } = write([
      { kind: 'opaque', contract: 'agent-run', event: 'tokens', data },
      { kind: 'outcome', outcome: completed({}) },
    ])
    expect(events(text)[1]).toEqual(['tokens', { type: 'tokens', request_id: 'r-1', count: 3 }])
    expect(losses.slice(0, 2).map(({ pointer }) => pointer)).toEqual(['/moment/data/type', '/moment/data/request_id'])
  })

  test('passes on an event without a type as it came', () => {
    const { text, losses } = write([
      { kind: 'opaque', contract: 'agent-run', event: 'tokens', data: { count: 3 } },
      { kind: 'outcome', outcome: completed({}) },
    ])
    expect(events(text)[1]).toEqual(['tokens', { count: 3 }])
    expect(losses.filter(({ pointer }) => pointer.startsWith('/moment'))).toEqual([])
  })
})

describe('reading a stream', () => {
  const started = 'event: started\ndata: {"type":"started","request_id":"r-1","task_type":"T","shard":3}\n\n'
  const final =
    'event: final\ndata: {"type":"final","request_id":"r-1","task_type":"T","status":"ok","outputs":{"a":1},"duration_ms":5}\n\n'
  const outcomesOf = (moments: Moment[]) => moments.filter(({ kind }) => kind === 'outcome')

  test('gives the exchange, the moments and the outcome', () => {
    const { moments, exchange: outcome } = read(
      `${started}event: status\ndata: {"step":"read","progress":25,"n":1}\n\n${final}`,
    )
    expect(moments).toEqual([
      { kind: 'progress', fraction: 0.25, message: 'read', extra: { 'agent-run': { n: 1 } } },
      { kind: 'outcome', outcome: { kind: 'completed', payload: { kind: 'value', value: { a: 1 } } } },
    ])
    expect(outcome).toEqual({ requestId: 'r-1', operation: 'T', durationMs: 5, extra: { 'agent-run': { shard: 3 } } })
  })

  test('believes the first of two terminal events', () => {
    const { moments } = read(`${started}${final}${final.replace('"a":1', '"a":2')}`)
    expect(outcomesOf(moments)).toMatchObject([{ outcome: { payload: { value: { a: 1 } } } }])
  })

  test('that stopped without a word ends in a failure', () => {
    expect(outcomesOf(read(started).moments)).toMatchObject([
      { outcome: { kind: 'failed', fault: { category: 'integrity', code: 'UNREADABLE_ANSWER' } } },
    ])
  })

  test.each([
    ['{"message":"Down.","code":"UNAVAILABLE"}', 'Down.', 'unavailable'],
    ['{"error":"Down."}', 'Down.', 'internal'],
    ['{"error":{"code":"TIMEOUT","message":"Slow."}}', 'Slow.', 'timeout'],
    ['Down.', 'Down.', 'internal'],
  ])('takes an error event that nothing follows for the failure: %s', (data, message, category) => {
    const { moments } = read(`${started}event: error\ndata: ${data}\n\n`)
    expect(moments).toMatchObject([{ kind: 'outcome', outcome: { kind: 'failed', fault: { message, category } } }])
  })

  test('passes an error event on when the answer follows it', () => {
    const { moments, findings } = read(`${started}event: error\ndata: {"message":"Slow."}\n\n${final}`)
    expect(moments.map(({ kind }) => kind)).toEqual(['opaque', 'outcome'])
    expect(findings).toEqual([])
  })

  test('with a terminal event that cannot be read ends in a failure', () => {
    const { moments } = read(`${started}event: final\ndata: {'status': 'ok'}\n\n`)
    expect(moments).toMatchObject([{ outcome: { kind: 'failed', fault: { code: 'UNREADABLE_ANSWER' } } }])
  })

  test('counts steps where step is a number', () => {
    const { moments } = read(`${started}event: progress\ndata: {"step":2,"total_steps":5}\n\n${final}`)
    expect(moments[0]).toEqual({ kind: 'progress', step: 2, total: 5 })
  })
})

test('the id of an event that only the contract knows is read, and named as lost when it is written', () => {
  const moment: Moment = { kind: 'opaque', contract: 'agent-run', event: 'heartbeat', data: { n: 1 }, id: '7' }
  expect(read('id: 7\nevent: heartbeat\ndata: {"n":1}\n\n').moments[0]).toEqual(moment)
  const { text, losses } = write([moment, { kind: 'outcome', outcome: completed({}) }])
  expect(text).not.toContain('id: 7')
  expect(losses).toContainEqual({
    pointer: '/moment/id',
    reason: 'an id is a place in the stream where it was read',
  })
})

test('a member of the call whose name the first event has for another is named as lost', () => {
  const read = { ...exchange, extra: { 'agent-run': { task_type: 'other' } } }
  const { losses } = write([{ kind: 'outcome', outcome: completed({}) }], read)
  expect(losses).toContainEqual({
    pointer: '/exchange/extra/agent-run/task_type',
    reason: 'the contract has this name for another member',
  })
})

test('a stream that ends as another task type than it began keeps both', () => {
  const { exchange: outcome } = read(
    'event: started\ndata: {"type":"started","request_id":"r","task_type":"A"}\n\n' +
      'event: final\ndata: {"type":"final","request_id":"r","task_type":"B","status":"ok","success":true,"outputs":{}}\n\n',
  )
  expect(outcome).toMatchObject({ operation: 'B', extra: { 'agent-run': { task_type: 'A' } } })
})

test.each([
  ['text/plain', ['agent-run/stream-content-type']],
  ['application/json', ['agent-run/stream-content-type']],
  ['text/event-stream; charset=utf-8', []],
])('a stream sent as %s', (type, rules) => {
  const text =
    'event: started\ndata: {"type":"started","request_id":"r","task_type":"X"}\n\n' +
    'event: final\ndata: {"type":"final","request_id":"r","task_type":"X","status":"ok","success":true,"outputs":{}}\n\n'
  const wire = httpWire({ status: 200, headers: { 'content-type': type }, body: Body.ofText(text) })
  expect(check(agentRun, wire, { message: 'stream' }).map(({ rule }) => rule)).toEqual(rules)
})
