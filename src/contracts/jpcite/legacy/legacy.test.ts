import { describe, expect, test } from 'vitest'
import { translate } from '../../../codec/translate.ts'
import type { Json, JsonObject } from '../../../lib/json-value.ts'
import type { SealedExchange } from '../../../outcome/exchange.ts'
import { fault } from '../../../outcome/fault.ts'
import { completed, failed, type Outcome, pending } from '../../../outcome/outcome.ts'
import { Body } from '../../../wire/body.ts'
import { httpWire } from '../../../wire/http.ts'
import { jpcite } from '../index.ts'
import { decodeLegacy } from './decode.ts'
import { encodeLegacy } from './encode.ts'
import { legacyCategory } from './status.ts'

const exchange: SealedExchange = {
  requestId: 'req-1',
  correlationId: 'corr-1',
  at: '2026-04-30T03:00:00.000Z',
  durationMs: 0,
}
const head = { 'x-envelope-version': 'v1', vary: 'Accept, X-Envelope-Version' }
const wire = (status: number | undefined, body: Json, headers = {}) =>
  httpWire({ status, headers: { ...head, ...headers }, body: Body.ofJson(body) })
const read = (status: number | undefined, body: Json, headers = {}) => decodeLegacy(wire(status, body, headers))
const faultOf = (status: number | undefined, body: Json, headers = {}) => {
  const { outcome } = read(status, body, headers)
  return outcome.kind === 'failed' ? outcome.fault : undefined
}

function write(outcome: Outcome, more: Partial<SealedExchange> = {}) {
  const { wire: written, losses } = encodeLegacy(outcome, { ...exchange, ...more })
  const body = JSON.parse(written.body.text()) as JsonObject
  const lost = losses.map(({ pointer }) => pointer).filter(pointer => !pointer.startsWith('/exchange/'))
  return { status: written.status, headers: written.headers, body, lost, read: decodeLegacy(written) }
}

describe('a legacy code means', () => {
  test.each([
    ['rate_limit_exceeded', 429, 'rate-limited'],
    ['rate_limit_unavailable', 429, 'rate-limited'],
    ['cap_reached', 429, 'quota-exceeded'],
    ['monthly_cap_reached', 503, 'quota-exceeded'],
    ['auth_required', 401, 'unauthenticated'],
    ['auth_invalid', 401, 'unauthenticated'],
    ['auth_invalid', undefined, 'unauthenticated'],
    ['auth_invalid', 403, 'forbidden'],
    ['route_not_found', 404, 'not-found'],
    ['no_matching_records', 404, 'not-found'],
    ['seed_not_found', 404, 'not-found'],
    ['bad_request', 400, 'invalid'],
    ['method_not_allowed', 405, 'invalid'],
    ['missing_required_arg', 422, 'invalid'],
    ['invalid_enum', 422, 'invalid'],
    ['invalid_date_format', 422, 'invalid'],
    ['out_of_range', 422, 'invalid'],
    ['unknown_query_parameter', 422, 'invalid'],
    ['ambiguous_query', 422, 'invalid'],
    ['idempotency_key_in_use', 409, 'conflict'],
    ['db_locked', 503, 'unavailable'],
    ['db_unavailable', 503, 'unavailable'],
    ['subsystem_unavailable', 503, 'dependency'],
    ['service_unavailable', 503, 'unavailable'],
    ['internal', 500, 'internal'],
    ['internal_error', 500, 'internal'],
    ['teapot', 418, 'invalid'],
    ['teapot', 500, 'internal'],
    ['teapot', undefined, 'internal'],
    [undefined, 409, 'conflict'],
    [undefined, 504, 'timeout'],
  ] as const)('%s with %s: %s', (code, status, category) => {
    expect(legacyCategory(code, status)).toBe(category)
  })

  test.each([
    ['cap_reached', 429, 'QUOTA_EXCEEDED'],
    ['auth_required', 401, 'UNAUTHORIZED'],
    ['seed_not_found', 404, 'NOT_FOUND'],
    ['ambiguous_query', 422, 'VALIDATION_ERROR'],
    ['db_locked', 503, 'INTERNAL_ERROR'],
    ['subsystem_unavailable', 503, 'INTERNAL_ERROR'],
    ['teapot', undefined, 'INTERNAL_ERROR'],
  ])('%s with %s is %s in v2', (code, status, expected) => {
    const { wire: translated } = translate(wire(status, { detail: 'x', error: { code, user_message: 'y' } }), {
      from: jpcite,
      fromVersion: 'legacy',
      to: jpcite,
      toVersion: 'v2',
    })
    expect(JSON.parse(translated.body.text()).error.code).toBe(expected)
  })
})

describe('every legacy error is a fault', () => {
  test('from its status alone', () => {
    expect(faultOf(405, { detail: 'Method Not Allowed' })).toMatchObject({
      category: 'invalid',
      code: 'METHOD_NOT_ALLOWED',
      message: 'Method Not Allowed',
    })
  })

  test('flat, with its delay', () => {
    expect(faultOf(429, { code: 'rate_limit_exceeded', reason: 'r', detail: 'd', retry_after: 3 })).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'd',
      retryAfterMs: 3000,
    })
  })

  test('nested: the user message first, the detail for developers', () => {
    const error = { code: 'db_locked', user_message: 'u', message: 'm', severity: 'soft' }
    expect(faultOf(503, { detail: 'd', error })).toEqual({
      category: 'unavailable',
      code: 'db_locked',
      message: 'u',
      detail: 'd',
      recovery: 'retry',
      issues: [],
      extra: { jpcite: { message: 'm', severity: 'soft' } },
    })
  })

  test('a failed validation, with each field', () => {
    const detail = [
      { loc: ['body', 'items', 0, 'a/b'], msg: 'no', type: 'missing', msg_ja: 'だめ' },
      { loc: ['limit'], msg: 'big' },
    ]
    expect(faultOf(422, { detail, detail_summary_ja: '要約' })).toMatchObject({
      category: 'invalid',
      message: '要約',
      issues: [
        {
          pointer: '/items/0/a~1b',
          location: 'body',
          message: 'no',
          keyword: 'missing',
          extra: { jpcite: { msg_ja: 'だめ' } },
        },
        { pointer: '/limit', message: 'big' },
      ],
    })
  })

  test('an error that is a string', () => {
    expect(faultOf(409, { error: 'idempotency_key_in_use', detail: 'd' })).toMatchObject({
      category: 'conflict',
      code: 'idempotency_key_in_use',
      message: 'd',
    })
  })

  test('what a body has beside the error is kept, and its request id is read', () => {
    const { outcome, exchange: decoded } = read(404, { detail: 'x', request_id: 'req-7', alternative: 'https://a' })
    expect(outcome.extra).toEqual({ jpcite: { alternative: 'https://a' } })
    expect(decoded.requestId).toBe('req-7')
  })

  test('a text that is no object has failed too', () => {
    expect(faultOf(502, 'Bad Gateway')).toMatchObject({ category: 'internal' })
  })
})

describe('a success is read', () => {
  test('from a list, with where it stands', () => {
    expect(read(200, { total: 9, limit: 2, offset: 4, results: [1, 2], next_cursor: 'c', more: 1 }).outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'rows', rows: [1, 2], page: { total: 9, limit: 2, offset: 4, next: 'c' } },
      extra: { jpcite: { more: 1 } },
    })
  })

  test('from a last page, whose null for a cursor is left out when it is written again', () => {
    const { outcome } = read(200, { total: 2, limit: 2, offset: 0, results: [1, 2], next_cursor: null })
    expect(outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'rows', rows: [1, 2], page: { total: 2, limit: 2, offset: 0 } },
    })
    const again = encodeLegacy(outcome, exchange).wire.body.text()
    expect(JSON.parse(again)).toEqual({ total: 2, limit: 2, offset: 0, results: [1, 2] })
  })

  test('from an explained answer', () => {
    const body = { status: 'ambiguous', explanation: 'Which?', meta: { request_id: 'r', took: 3 }, candidates: [1] }
    expect(read(200, body)).toMatchObject({
      outcome: {
        kind: 'completed',
        message: 'Which?',
        payload: { kind: 'value', value: { candidates: [1] } },
        extra: { jpcite: { status: 'ambiguous' } },
      },
      exchange: { requestId: 'r', extra: { jpcite: { took: 3 } } },
    })
    expect(read(200, { status: 'error', explanation: 'No.', meta: {} }).outcome).toMatchObject({
      kind: 'failed',
      fault: { message: 'No.' },
    })
  })

  test.each([
    ['ok', 'rich', []],
    ['degraded', 'partial', ['deep health status=degraded']],
    ['unhealthy', 'partial', ['deep health status=unhealthy']],
  ])('a health report that is %s is %s in v2', (status, expected, warnings) => {
    const checks = { a: { status: { ok: 'ok', degraded: 'warn', unhealthy: 'fail' }[status] ?? '' } }
    const body = { status, version: '1', checks, timestamp_utc: '2026-04-30T03:00:00Z' }
    const { wire: translated } = translate(wire(200, body), {
      from: jpcite,
      fromVersion: 'legacy',
      to: jpcite,
      toVersion: '2',
    })
    expect(JSON.parse(translated.body.text())).toMatchObject({
      status: expected,
      warnings,
      results: [body],
      meta: { billable_units: 0 },
    })
  })
})

describe('a success is written', () => {
  const tally = { total: 0, recent: [] }
  const houjin = { basic: { houjin_bangou: '1234567890123' }, corp_facts: {}, fact_count: 0 }
  test.each<[string, JsonObject]>([
    ['360 block', { ...houjin, adoptions: tally, enforcement: tally }],
    ['health report', { status: 'ok', version: '1', checks: {}, timestamp_utc: '2026-04-30T03:00:00Z' }],
  ])('as a %s, when v2 lists one as its only result', (_, row) => {
    const { body, lost } = write(completed([row]))
    expect(body).toEqual(row)
    expect(lost).toContain('/outcome/payload')
    expect(write({ kind: 'completed', payload: { kind: 'rows', rows: [row, row] } }).body.results).toEqual([row, row])
    const page = { total: 1, limit: 20, offset: 0 }
    expect(write({ kind: 'completed', payload: { kind: 'rows', rows: [row], page } }).body.results).toEqual([row])
  })

  test('as a list with its counts, and the headers of its end', () => {
    const { body, headers, status } = write(completed([1, 2]))
    expect(body).toEqual({ total: 2, limit: 2, offset: 0, results: [1, 2] })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'x-envelope-version': 'v1',
      deprecation: '@1785769200',
      sunset: 'Thu, 03 Sep 2026 15:00:00 GMT',
      'x-request-id': 'req-1',
    })
  })

  test('as a dump when it is a value', () => {
    expect(write(completed({ id: 1 }))).toMatchObject({ body: { id: 1 }, lost: [] })
  })

  test.each([
    [{ total: 1, results: [] }],
    [{ error: { code: 'x' } }],
    [{ status: 'ok', meta: {} }],
    [{ query_echo: {} }],
    [{ basic: {}, corp_facts: {} }],
  ])('wrapped when it would be taken for something else: %j', value => {
    const written = write(completed(value))
    expect(written.body).toEqual({ value })
    expect(written.lost).toEqual(['/outcome/payload'])
    expect(written.read.findings).toEqual([])
  })

  test('with an explanation when it has a message', () => {
    const outcome = completed({ id: 1 }, { message: 'Here.' })
    const { body, read: again, lost } = write(outcome)
    expect(body).toEqual({ status: 'ok', explanation: 'Here.', meta: { request_id: 'req-1' }, id: 1 })
    expect(again.outcome).toEqual(outcome)
    expect(lost).toEqual([])
  })

  test('with where to ask when the work goes on', () => {
    const { body, status, lost } = write(pending({ id: 't-1' }))
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'queued', meta: { task: { id: 't-1' } } })
    expect(lost).toContain('/outcome/kind')
  })
})

describe('an error is written', () => {
  test.each([
    ['invalid', 422, 'bad_request'],
    ['unauthenticated', 401, 'auth_required'],
    ['forbidden', 403, 'auth_invalid'],
    ['not-found', 404, 'route_not_found'],
    ['conflict', 409, undefined],
    ['rate-limited', 429, 'rate_limit_exceeded'],
    ['quota-exceeded', 429, 'cap_reached'],
    ['dependency', 503, 'subsystem_unavailable'],
    ['timeout', 504, undefined],
    ['unavailable', 503, 'service_unavailable'],
    ['internal', 500, 'internal_error'],
  ] as const)('%s as %i %s, and comes back', (category, status, code) => {
    const outcome = failed(fault(category, 'No.', { retryAfterMs: 1000 }))
    const written = write(outcome)
    expect(written.status).toBe(status)
    expect(written.body.error).toMatchObject({ user_message: 'No.', request_id: 'req-1' })
    expect((written.body.error as JsonObject).code).toBe(code)
    expect(written.read.outcome).toEqual(outcome)
    expect(written.lost).toEqual([])
  })

  test.each(['license-blocked', 'integrity'] as const)('%s as its nearest, which is named', category => {
    expect(write(failed(fault(category, 'No.'))).lost).toContain('/outcome/fault/category')
  })

  test('a legacy code of its own is kept, a foreign one travels beside', () => {
    const locked = write(failed(fault('unavailable', 'No.', { code: 'db_locked' })))
    expect(locked.body.error).toMatchObject({ code: 'db_locked' })
    const foreign = write(failed(fault('invalid', 'No.', { code: 'BAD_TIER' })))
    expect(foreign.body.error).toMatchObject({ code: 'bad_request', source_code: 'BAD_TIER' })
    expect(foreign.read.outcome).toMatchObject({ fault: { code: 'BAD_TIER' } })
  })

  test('the text of an exception stays inside', () => {
    const { body, lost } = write(failed(fault('internal', 'It broke.', { detail: 'KeyError: secret' })))
    expect(body.detail).toBe('internal server error')
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(lost).toEqual(['/outcome/fault/detail'])
  })
})

test.each([
  [{}, 'お探しのものは見つかりませんでした。識別子を確認してください。'],
  [{ extra: { jpcite: { lang: 'en' } } }, 'There is no such thing. Check the identifier.'],
])('an error that says nothing gets a standing message, in the language asked for: %j', (more, message) => {
  const { body, lost } = write(failed(fault('not-found', '', { detail: 'no such row' })), more)
  expect(body).toMatchObject({ detail: 'no such row', error: { user_message: message } })
  expect(lost).toContain('/outcome/fault/message')
})
