import { describe, expect, test } from 'vitest'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { type FaultCategory, fault } from '../../outcome/fault.ts'
import { canceled, completed, created, failed, type Outcome, paused, pending } from '../../outcome/outcome.ts'
import { httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'

const exchange: SealedExchange = { requestId: 'r-1', correlationId: 'c-1', at: '2026-01-31T12:00:00Z', durationMs: 7 }

function written(outcome: Outcome) {
  const { wire } = encode(outcome, exchange)
  const text = wire.body.text()
  return { status: wire.status, headers: wire.headers, body: text === '' ? undefined : JSON.parse(text) }
}

function again(outcome: Outcome): Outcome {
  const { wire, losses } = encode(outcome, exchange)
  expect(losses).toEqual([])
  const read = decode({ ...wire, body: wire.body.reread() })
  expect(read.findings).toEqual([])
  expect(read.exchange).toEqual(exchange)
  return read.outcome
}

describe('a failure', () => {
  test.each<[FaultCategory, number, string]>([
    ['invalid', 422, 'Unprocessable Content'],
    ['unauthenticated', 401, 'Unauthorized'],
    ['forbidden', 403, 'Forbidden'],
    ['license-blocked', 403, 'Forbidden'],
    ['not-found', 404, 'Not Found'],
    ['conflict', 409, 'Conflict'],
    ['rate-limited', 429, 'Too Many Requests'],
    ['quota-exceeded', 429, 'Too Many Requests'],
    ['dependency', 502, 'Bad Gateway'],
    ['timeout', 504, 'Gateway Timeout'],
    ['integrity', 500, 'Internal Server Error'],
    ['unavailable', 503, 'Service Unavailable'],
    ['internal', 500, 'Internal Server Error'],
  ])('that is %s has status %i', (category, status, title) => {
    const wire = failed(fault(category, 'x'))
    expect(written(wire)).toMatchObject({
      status,
      headers: { 'content-type': 'application/problem+json', 'x-request-id': 'r-1' },
      body: { type: 'about:blank', title, status, detail: 'x', category, request_id: 'r-1' },
    })
    expect(again(wire)).toEqual(wire)
  })

  test('points at what is wrong with the input', () => {
    const wire = failed(fault('invalid', 'x', { issues: [{ pointer: '/a b/é#', message: 'y' }] }))
    expect(written(wire).body.errors).toEqual([{ detail: 'y', pointer: '#/a%20b/%C3%A9%23' }])
    expect(again(wire)).toEqual(wire)
  })

  test('says in the header how long to wait, rounded up, and in the body to the letter', () => {
    const wire = failed(fault('rate-limited', 'x', { retryAfterMs: 1500 }))
    expect(written(wire)).toMatchObject({ headers: { 'retry-after': '2' }, body: { retry_after: 1.5 } })
    expect(again(wire)).toEqual(wire)
  })

  test('keeps a type, a title and a status of its own', () => {
    const extra = { problem: { type: 'https://example.com/p', title: 'P', status: 418, balance: 30 } }
    const wire = failed(fault('invalid', 'x', { extra }))
    expect(written(wire)).toMatchObject({ status: 418, body: { ...extra.problem, detail: 'x' } })
    expect(again(wire)).toEqual(wire)
  })

  test('with the code CANCELED stays a failure', () => {
    const written = failed(fault('conflict', 'x', { code: 'CANCELED' }))
    expect(again(written)).toEqual(written)
  })
})

describe('a pause', () => {
  test.each<[string, Outcome & { kind: 'paused' }, number, string]>([
    ['a question', paused([{ kind: 'reply', question: '?' }]), 400, 'CLARIFICATION_REQUIRED'],
    ['an approval', paused([{ kind: 'approval', key: 'a', action: 'b' }]), 403, 'APPROVAL_REQUIRED'],
    ['credentials', paused([{ kind: 'credentials' }]), 401, 'UNAUTHORIZED'],
    [
      'several of these',
      paused([{ kind: 'credentials' }, { kind: 'reply', question: '?' }]),
      400,
      'CLARIFICATION_REQUIRED',
    ],
  ])('for %s', (_, wire, status, code) => {
    expect(written(wire)).toMatchObject({ status, body: { status, code, needs: wire.needs } })
    expect(again(wire)).toEqual(wire)
  })

  test('for credentials names the scheme, and nothing that is no scheme', () => {
    const scheme = (name: string) =>
      written(paused([{ kind: 'credentials', scheme: name }])).headers['www-authenticate']
    expect(scheme('Basic')).toBe('Basic')
    expect(scheme('bad scheme\r\nx: y')).toBe('Bearer')
  })
})

describe('no failure', () => {
  test('a result is its payload and nothing else', () => {
    expect(written(completed({ n: 1 }))).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', 'x-correlation-id': 'c-1' },
      body: { n: 1 },
    })
    expect(written(created({ n: 1 }, { location: '/c/1' }))).toMatchObject({
      status: 201,
      headers: { location: '/c/1' },
    })
    expect(written(completed())).toMatchObject({ status: 204, body: undefined })
  })

  test('what a result cannot say is named', () => {
    const { losses } = encode(completed([1], { message: 'm', partial: true, notices: [] }), exchange)
    expect(losses.map(({ pointer }) => pointer)).toEqual([
      '/exchange/at',
      '/exchange/durationMs',
      '/outcome/message',
      '/outcome/partial',
      '/outcome/notices',
    ])
  })

  test('work that goes on says where to ask', () => {
    const wire = pending({ id: 't-1', statusUrl: '/jobs/1', pollAfterMs: 1500 }, { phase: 'working' })
    expect(written(wire)).toMatchObject({
      status: 202,
      headers: { location: '/jobs/1', 'retry-after': '2' },
      body: { status: 'working', task_id: 't-1' },
    })
    expect(again(wire)).toEqual(wire)
    expect(written(pending({ id: 't/1' })).headers.location).toBe('/operations/t%2F1/status')
  })

  test('a cancellation and an unknown status are problems that come back', () => {
    for (const wire of [canceled(), canceled({ message: 'm' }), { kind: 'unknown', status: 'resting' } as const]) {
      expect(written(wire).headers['content-type']).toBe('application/problem+json')
      expect(again(wire)).toEqual(wire)
    }
  })
})

describe('what a header cannot hold', () => {
  const odd: SealedExchange = { ...exchange, requestId: 'x\r\ny: z', correlationId: '補助' }

  test('ids stand in the body of a problem alone', () => {
    const { wire, losses } = encode(failed(fault('internal', 'No.')), odd)
    expect(wire.headers).not.toHaveProperty('x-request-id')
    expect(losses).toEqual([])
    expect(decode(wire)).toMatchObject({ exchange: odd, findings: [] })
  })

  test('ids beside a result are named as lost', () => {
    const { wire, losses } = encode(completed({ a: 1 }), odd)
    expect(wire.headers).toEqual({ 'content-type': 'application/json' })
    expect(losses.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/exchange/requestId', '/exchange/correlationId']),
    )
  })

  test('an address is percent-encoded', () => {
    const made = encode(created({}, { location: '/é\n' }), exchange)
    expect(made.wire.headers.location).toBe('/%C3%A9%0A')
    expect(made.losses.map(({ pointer }) => pointer)).toContain('/outcome/created/location')
    const outcome = pending({ id: 'a', statusUrl: '/plän 7' })
    expect(written(outcome).headers.location).toBe('/pl%C3%A4n%207')
    expect(again(outcome)).toEqual(outcome)
  })

  test('an empty status URL is no address, and half a character is replaced in the one that is made', () => {
    const outcome = pending({ id: 'a\ud800', statusUrl: '' })
    expect(written(outcome).headers.location).toBe('/operations/a%EF%BF%BD/status')
    expect(decode(encode(outcome, exchange).wire).outcome).toEqual(outcome)
  })

  test.each([
    [-1, 0],
    [1e300, 999_999_999],
    [1500, 1.5],
  ])('a wait of %d ms is told as %d s, and comes back as it was', (retryAfterMs, seconds) => {
    const outcome = failed(fault('rate-limited', 'Slow down.', { retryAfterMs }))
    expect(written(outcome).body.retry_after).toBe(seconds)
    expect(again(outcome)).toEqual(outcome)
  })

  test('a pointer that is none, or holds half a character, comes back as it was', () => {
    const issues = [
      { pointer: 'ä b', message: 'x' },
      { pointer: '/\udc00', message: 'y' },
    ]
    const outcome = failed(fault('invalid', 'No.', { issues }))
    const { findings, outcome: read } = decode(encode(outcome, exchange).wire)
    expect(findings).toEqual([])
    expect(read).toEqual(outcome)
  })
})

test('a title of a status that has no phrase here, or had another, is written again', () => {
  for (const [status, title] of [
    [418, "I'm a teapot"],
    [413, 'Payload Too Large'],
  ] as const) {
    const sent = httpWire({
      status,
      headers: { 'content-type': 'application/problem+json' },
      body: { type: 'about:blank', title, status, detail: 'd' },
    })
    const { outcome } = decode(sent)
    const { wire } = encode(outcome, { requestId: 'r', correlationId: 'c', at: '2026-01-01T00:00:00Z' })
    expect(wire.body.json()).toMatchObject({ value: { title, status } })
  }
})

test('the place of an issue that is no pointer is written as one and comes back', () => {
  const fault = { category: 'invalid', code: 'X', message: 'm', recovery: 'correct', issues: [] } as const
  const issues = [{ pointer: '/a~2', message: 'm' }]
  const exchange = { requestId: 'r', correlationId: 'c', at: '2026-01-01T00:00:00Z' }
  const { wire } = encode({ kind: 'failed', fault: { ...fault, issues } }, exchange)
  expect(wire.body.json()).toMatchObject({ value: { errors: [{ pointer: '#/a~02' }] } })
  expect(decode(wire)).toMatchObject({ outcome: { fault: { issues } }, findings: [] })
})
