import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { detect } from './detect.ts'

function read(status: number | undefined, body: Json | Body, headers: Record<string, string> = {}) {
  return decode(httpWire({ status, headers: { 'content-type': 'application/problem+json', ...headers }, body }))
}
const plain = (status: number, body: Json | Body, headers: Record<string, string> = {}) =>
  read(status, body, { 'content-type': 'application/json', ...headers })

describe('a problem', () => {
  test.each<[number, string]>([
    [400, 'invalid'],
    [401, 'unauthenticated'],
    [402, 'quota-exceeded'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [408, 'timeout'],
    [409, 'conflict'],
    [410, 'not-found'],
    [422, 'invalid'],
    [424, 'dependency'],
    [429, 'rate-limited'],
    [451, 'license-blocked'],
    [499, 'invalid'],
    [500, 'internal'],
    [502, 'dependency'],
    [503, 'unavailable'],
    [504, 'timeout'],
    [599, 'internal'],
  ])('of status %i is %s', (status, category) => {
    expect(read(status, {}).outcome).toMatchObject({ kind: 'failed', fault: { category } })
  })

  test('is told by its detail, and failing that by its title', () => {
    expect(read(404, { title: 'Not Found', detail: 'No campaign 7.' }).outcome).toMatchObject({
      fault: { message: 'No campaign 7.' },
    })
    expect(read(404, { title: 'Not Found' }).outcome).toMatchObject({ fault: { message: 'Not Found' } })
  })

  test.each<[string, Json, string]>([
    ['a type, a title and a detail', { type: 'https://example.com/probs/out-of-credit', title: 'T', detail: 'd' }, 'd'],
    ['a type and a title', { type: 'https://example.com/probs/out-of-credit', title: 'T' }, 'T'],
    ['a title and a detail', { title: 'T', detail: 'd' }, 'd'],
  ])('of which only the body is known is told by %s, without a status', (_, body, message) => {
    expect(decode(httpWire({ body })).outcome).toMatchObject({ kind: 'failed', fault: { message } })
    expect(decode(httpWire({ status: 200, headers: { 'content-type': 'application/json' }, body })).outcome.kind).toBe(
      'completed',
    )
    expect(detect(httpWire({ body }))).toMatchObject({ sure: 'possible' })
  })

  test('is not read into data that have a type and a title of their own', () => {
    expect(decode(httpWire({ body: { type: 'article', title: 'T', detail: 'd' } })).outcome.kind).toBe('completed')
  })

  test('keeps its type, title, instance and further members', () => {
    const type = 'https://example.com/probs/out-of-credit'
    expect(read(403, { type, title: 'No credit.', detail: 'x', instance: '/a/1', balance: 30 }).outcome).toEqual({
      kind: 'failed',
      fault: {
        category: 'forbidden',
        code: 'FORBIDDEN',
        message: 'x',
        recovery: 'stop',
        issues: [],
        extra: { problem: { type, title: 'No credit.', instance: '/a/1', balance: 30 } },
      },
    })
  })

  test('of no type of its own keeps nothing that the status says', () => {
    expect(read(404, { type: 'about:blank', title: 'Not Found', status: 404, detail: 'x' }).outcome).toEqual({
      kind: 'failed',
      fault: { category: 'not-found', code: 'NOT_FOUND', message: 'x', recovery: 'correct', issues: [] },
    })
  })

  test('ignores members of the wrong type, and keeps them', () => {
    expect(read(404, { detail: 7, code: {}, retry_after: 'soon' }).outcome).toMatchObject({
      fault: { code: 'NOT_FOUND', extra: { problem: { detail: 7, code: {}, retry_after: 'soon' } } },
    })
  })

  test('waits as the body says, or the header', () => {
    expect(read(429, { retry_after: 1.5 }).outcome).toMatchObject({ fault: { retryAfterMs: 1500 } })
    expect(read(429, {}, { 'retry-after': '30' }).outcome).toMatchObject({ fault: { retryAfterMs: 30_000 } })
  })

  test.each<[string, Json, object[]]>([
    ['a fragment', [{ pointer: '#/a~1b/%C3%A9', detail: 'x' }], [{ pointer: '/a~1b/é', message: 'x' }]],
    ['a pointer', [{ pointer: '/a', detail: 'x' }], [{ pointer: '/a', message: 'x' }]],
    ['a field', [{ field: 'a[0].b', message: 'x' }], [{ pointer: '/a/0/b', message: 'x' }]],
    ['a broken fragment', [{ pointer: '#/%E0%A4%A', detail: 'x' }], [{ pointer: '/%E0%A4%A', message: 'x' }]],
    ['texts', ['x'], [{ pointer: '', message: 'x' }]],
    [
      'an object by field',
      { a: ['x', 'y'], b: 'z' },
      [
        { pointer: '/a', message: 'x' },
        { pointer: '/a', message: 'y' },
        { pointer: '/b', message: 'z' },
      ],
    ],
  ])('names errors by %s', (_, errors, issues) => {
    expect(read(422, { errors }).outcome).toMatchObject({ fault: { issues } })
  })

  test('with needs is a pause, and with the code CANCELED a cancellation', () => {
    expect(read(400, { detail: 'One thing.', needs: [{ kind: 'reply', question: '?' }] }).outcome).toEqual({
      kind: 'paused',
      message: 'One thing.',
      needs: [{ kind: 'reply', question: '?' }],
    })
    expect(read(409, { detail: 'Stopped.', code: 'CANCELED' }).outcome).toEqual({
      kind: 'canceled',
      message: 'Stopped.',
    })
  })

  test('with needs that nobody can read is a failure that keeps them', () => {
    expect(read(400, { needs: ['coffee'] }).outcome).toMatchObject({
      kind: 'failed',
      fault: { extra: { problem: { needs: ['coffee'] } } },
    })
  })

  test('takes its ids from headers, and failing these from the body', () => {
    expect(read(500, { request_id: 'b' }, { 'x-request-id': 'h', 'x-correlation-id': 'c' }).exchange).toEqual({
      requestId: 'h',
      correlationId: 'c',
    })
    expect(read(500, { request_id: 'b' }).exchange).toEqual({ requestId: 'b' })
  })

  test('under the media type of JSON is read all the same', () => {
    expect(plain(404, { title: 'Not Found', detail: 'x' })).toMatchObject({
      outcome: { kind: 'failed', fault: { category: 'not-found', message: 'x' } },
      findings: [{ rule: 'problem/media-type' }],
    })
  })
})

describe('a plain answer', () => {
  test.each<[string, Json, object]>([
    ['an object is a value', { n: 1 }, { kind: 'value', value: { n: 1 } }],
    ['an array is rows', [1], { kind: 'rows', rows: [1] }],
    ['a string is text', 'x', { kind: 'text', text: 'x' }],
  ])('%s', (_, body, payload) => {
    expect(plain(200, body)).toMatchObject({ outcome: { kind: 'completed', payload }, findings: [] })
  })

  test('of 201 tells what was created', () => {
    expect(plain(201, {}, { location: '/c/1' }).outcome).toMatchObject({ created: { location: '/c/1' } })
  })

  test('of 202 is pending, and its task is where Location says', () => {
    expect(plain(202, { job: 7 }, { location: '/jobs/7', 'retry-after': '5' }).outcome).toEqual({
      kind: 'pending',
      phase: 'queued',
      task: { id: '/jobs/7', statusUrl: '/jobs/7', pollAfterMs: 5000 },
      extra: { problem: { job: 7 } },
    })
  })

  test('of nothing is completed', () => {
    expect(decode(httpWire({ status: 204, body: Body.ofText('') }))).toMatchObject({
      outcome: { kind: 'completed' },
      findings: [],
    })
  })

  test('of text is text, and of other media bytes', () => {
    expect(read(200, Body.ofText('hi'), { 'content-type': 'text/plain' }).outcome).toMatchObject({
      payload: { kind: 'text', text: 'hi', mediaType: 'text/plain' },
    })
    expect(read(200, Body.ofBytes(new Uint8Array([0, 1, 255])), { 'content-type': 'image/png' }).outcome).toMatchObject(
      { payload: { kind: 'bytes', base64: 'AAH/', mediaType: 'image/png' } },
    )
  })

  test('of a redirection is unknown', () => {
    expect(plain(302, {}).outcome).toMatchObject({ kind: 'unknown', status: '302' })
  })
})

describe('whatever comes', () => {
  test('a page in place of a problem is the failure that its status says', () => {
    expect(read(502, Body.ofText('<h1>'), { 'content-type': 'text/html' }).outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'dependency', code: 'UNREADABLE_ANSWER' },
      payload: { kind: 'text', text: '<h1>' },
    })
  })

  test('a body that is cut short is a failure, also under 200', () => {
    expect(plain(200, Body.ofText('{"a":')).outcome).toMatchObject({ kind: 'failed', fault: { category: 'integrity' } })
    expect(read(503, Body.ofText('{"a":')).outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'unavailable' },
    })
  })

  test('a list in place of a problem is kept', () => {
    expect(plain(500, [1]).outcome).toMatchObject({ kind: 'failed', payload: { kind: 'value', value: [1] } })
  })

  test('a body alone is validated by its members', () => {
    const alone = (body: Json) => decode(httpWire({ body })).outcome
    expect(alone({ status: 404, title: 'Not Found' })).toMatchObject({
      kind: 'failed',
      fault: { category: 'not-found' },
    })
    expect(alone({ status: 410, type: '/gone', detail: 'x' })).toMatchObject({ kind: 'failed' })
    expect(alone({ status: 'open', title: 'Order 7' })).toMatchObject({ kind: 'completed' })
    expect(alone({ status: 98_765, title: 'Order 7' })).toMatchObject({ kind: 'completed' })
    expect(alone({ status: 400, type: 'a' })).toMatchObject({ kind: 'completed' })
    expect(alone({ status: 'working', task_id: 't-1' })).toMatchObject({ kind: 'completed' })
    expect(alone({ status: 'working', task_id: 't-1', replywire_exchange: {} })).toMatchObject({
      kind: 'pending',
      task: { id: 't-1' },
    })
  })
})

test('progress that is none is not taken for one', () => {
  const wire = httpWire({ status: 202, headers: { location: '/s' }, body: { status: 'working', progress: null } })
  expect(decode(wire).outcome).toEqual({ kind: 'pending', phase: 'working', task: { id: '/s', statusUrl: '/s' } })
})
