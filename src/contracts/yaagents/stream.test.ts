import { describe, expect, test } from 'vitest'
import { check, editionOf } from '../../codec/check.ts'
import { readStream } from '../../codec/stream.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { yaagents } from './index.ts'

const trace = '"trace":{"correlationId":"c","requestId":"r"}'
const read = (text: string, version = '0.3') => {
  const { moments, findings } = readStream(yaagents, editionOf(yaagents, version), text)
  const last = moments.at(-1)
  return {
    kinds: moments.map(moment => (moment.kind === 'opaque' ? `opaque ${moment.event}` : moment.kind)),
    moments,
    outcome: last?.kind === 'outcome' ? last.outcome : undefined,
    found: findings.map(({ rule, message }) => `${rule}: ${message}`),
  }
}

describe('events of others (§11 defines no vocabulary)', () => {
  const chunks =
    'data: {"delta":"Hel"}\n\nevent: ping\ndata: {}\n\n: keep-alive\n\ndata: {"delta":"lo"}\n\ndata: [DONE]\n\n'

  test.each(['0.1', '0.2', '0.3'])('are legal and opaque in v%s, the end mark included', version => {
    const { kinds, moments, found } = read(chunks, version)
    expect(found).toEqual([])
    expect(kinds).toEqual(['opaque message', 'opaque ping', 'opaque message', 'opaque message', 'outcome'])
    expect(moments[0]).toEqual({ kind: 'opaque', contract: 'yaagents', event: 'message', data: { delta: 'Hel' } })
    expect(moments[3]).toEqual({ kind: 'opaque', contract: 'yaagents', event: 'message', data: '[DONE]' })
  })

  test('a stream that ends is a completed outcome of its text', () => {
    expect(read(chunks).outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'text', text: '{"delta":"Hel"}\n{}\n{"delta":"lo"}' },
    })
    expect(read('data: Hello\n\n').outcome).toEqual({ kind: 'completed', payload: { kind: 'text', text: 'Hello' } })
  })

  test('a stream that breaks off is a failed one, and that is found', () => {
    const { outcome, found } = read('data: Hel\n\ndata: lo')
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'dependency', code: 'STREAM_CUT' } })
    expect(found).toEqual(['sse/framing: The last event is unfinished.'])
  })

  test('a stream without any event has no end', () => {
    expect(read(': keep-alive\n\n')).toMatchObject({
      outcome: { kind: 'failed' },
      found: ['sse/terminal: The stream has no end.'],
    })
  })

  test('an error of the profile may end one, as a gateway writes it', () => {
    const error = `event: error\ndata: {"type":"error","code":"EXECUTION_TIMEOUT","message":"Too long.",${trace}}\n\n`
    const { outcome, found } = read(`data: plain text\n\n${error}`)
    expect(found).toEqual([])
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'timeout', message: 'Too long.' } })
    expect(read(`data: plain text\n\n${error}data: more\n\n`).found).toEqual([
      'sse/terminal: An event follows the end.',
    ])
  })

  test('an error event of another form is no success', () => {
    const { outcome, found } = read('data: a\n\nevent: error\ndata: {"reason":"overloaded"}\n\n')
    expect(outcome).toMatchObject({
      kind: 'failed',
      fault: { code: 'STREAM_ERROR' },
      payload: { value: { reason: 'overloaded' } },
    })
    expect(found).toContain('sse/terminal: The error event holds no failure of the contract.')
  })
})

describe('a stream with an event of our vocabulary keeps its rules', () => {
  const progress = 'event: progress\ndata: {"fraction":0.5}\n\n'
  const outcome = `event: outcome\ndata: {"text":"Hello",${trace}}\n\n`

  test('it ends with an outcome', () => {
    expect(read(progress + outcome).found).toEqual([])
    expect(read(progress).found).toEqual(['sse/terminal: The stream has no end.'])
    expect(read(`${progress}data: [DONE]\n\n`).found).toEqual([
      'sse/json: Not JSON: unexpected character at line 1, column 2.',
      'sse/terminal: The stream has no end.',
    ])
    expect(read(`${outcome}data: [DONE]\n\n`).found).toEqual(['sse/terminal: An event follows the end.'])
  })

  test('data that is not JSON is found, before the first such event too', () => {
    expect(read(`data: plain text\n\n${progress}${outcome}`).found).toEqual([
      'sse/json: Not JSON: unexpected character at line 1, column 1.',
    ])
  })
})

describe('the head of a stream (§11.3)', () => {
  const good = { 'content-type': 'text/event-stream', 'x-yaagents-profile': 'v0.3', 'cache-control': 'no-cache' }
  const ours = `event: outcome\ndata: {"text":"Hello",${trace}}\n\n`
  const foreign = 'data: [DONE]\n\n'
  const found = (headers: Record<string, string | undefined>, text: string, more = {}) =>
    check(yaagents, httpWire({ status: 200, headers: { ...good, ...headers }, body: Body.ofText(text), ...more }), {
      message: 'stream',
    }).map(({ rule, level }) => `${level} ${rule}`)

  test.each([
    [{}, []],
    [{ 'cache-control': 'private, no-cache' }, []],
    [{ 'cache-control': undefined }, ['must yaagents/stream-cache']],
    [{ 'cache-control': 'no-store' }, ['must yaagents/stream-cache']],
    [{ 'cache-control': 'max-age=5' }, ['must yaagents/stream-cache']],
    [{ 'x-yaagents-profile': undefined }, ['must yaagents/profile-header']],
    [{ 'x-yaagents-profile': 'v0.2' }, ['must yaagents/profile-header']],
    [{ 'content-type': 'text/plain' }, ['must sse/content-type']],
  ])('%j is checked for events of ours and of others alike: %j', (headers, expected) => {
    expect(found(headers, ours)).toEqual(expected)
    expect(found(headers, foreign)).toEqual(expected)
  })

  test('headers that are not known are not missed', () => {
    const none = { 'cache-control': undefined, 'x-yaagents-profile': undefined, 'content-type': undefined }
    expect(found(none, foreign, { status: undefined })).toEqual([])
    expect(found(none, foreign, { isHeadPartial: true })).toEqual([])
  })
})
