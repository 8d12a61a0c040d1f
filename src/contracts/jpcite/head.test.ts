import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed } from '../../outcome/outcome.ts'
import { httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { decodeLegacy } from './legacy/decode.ts'
import { encodeLegacy } from './legacy/encode.ts'
import { encodeMcp } from './mcp.ts'

const head = { 'content-type': 'application/json', 'x-envelope-version': 'v2', vary: 'Accept, X-Envelope-Version' }
const legacyHead = { ...head, 'x-envelope-version': 'v1' }
const envelope = (status: string, results: Json[], more: JsonObject = {}): JsonObject => ({
  status,
  query_echo: { normalized_input: {}, applied_filters: {}, unparsed_terms: [] },
  results,
  citations: [],
  warnings: status === 'partial' ? ['one source failed'] : [],
  suggested_actions: [],
  meta: { request_id: 'req-12345678', api_version: 'v2', latency_ms: 5, billable_units: status === 'error' ? 0 : 1 },
  ...more,
})
const error = (code: string, retryable = false): JsonObject =>
  envelope('error', [], {
    error: {
      code,
      user_message: 'No.',
      developer_message: "field='a': wrong, req-12345678",
      retryable,
      documentation: `https://jpcite.com/docs/api-reference/response_envelope#${code.toLowerCase()}`,
    },
  })
const report = { status: 'unhealthy', version: '1', checks: { a: { status: 'fail' } }, timestamp_utc: '2026-01-01' }

/** Reads an answer, and writes it again. */
function again(status: number, body: JsonObject, headers: Record<string, string> = {}) {
  const read = decode(httpWire({ status, headers: { ...head, ...headers }, body }))
  const { wire, losses } = encode(read.outcome, seal(read.exchange))
  return { ...read, wire, lost: losses.map(({ pointer }) => pointer) }
}

function againLegacy(status: number, body: JsonObject, headers: Record<string, string> = {}) {
  const read = decodeLegacy(httpWire({ status, headers: { ...legacyHead, ...headers }, body }))
  const { wire, losses } = encodeLegacy(read.outcome, seal(read.exchange))
  return { ...read, wire, lost: losses.map(({ pointer }) => pointer) }
}

describe('the head of a v2 answer', () => {
  test('201 and Location tell of a new resource, and are written for one', () => {
    const { outcome, exchange, wire } = again(201, envelope('sparse', [{ id: 1 }]), { location: '/x/1' })
    expect(outcome).toMatchObject({ kind: 'completed', created: { location: '/x/1' } })
    expect(exchange.extra).toBeUndefined()
    expect([wire.status, wire.headers.location]).toEqual([201, '/x/1'])
  })

  test.each([
    [405, 'METHOD_NOT_ALLOWED'],
    [406, 'NOT_ACCEPTABLE'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
    [431, 'HEADERS_TOO_LARGE'],
  ])('%i with VALIDATION_ERROR is the fault %s of HTTP itself', (status, code) => {
    const { outcome, wire } = again(status, error('VALIDATION_ERROR'))
    expect(outcome).toMatchObject({ fault: { category: 'invalid', code } })
    expect(wire.status).toBe(status)
  })

  test('a code of HTTP itself decides the status of everything that is spoken as VALIDATION_ERROR', () => {
    const { wire } = encode(failed(fault('conflict', 'No.', { code: 'METHOD_NOT_ALLOWED' })), seal({}))
    expect(wire.status).toBe(405)
    expect(decode(wire).exchange.extra).toBeUndefined()
  })

  test('504 is a timeout, which has no code of its own', () => {
    const { outcome, wire } = again(504, error('INTERNAL_ERROR', true))
    expect(outcome).toMatchObject({ fault: { category: 'timeout', code: 'TIMEOUT' } })
    expect(wire.status).toBe(504)
  })

  test.each([
    [202, envelope('partial', [])],
    [206, envelope('sparse', [1])],
    [503, envelope('partial', [report])],
    [400, error('VALIDATION_ERROR')],
    [502, error('INTERNAL_ERROR', true)],
  ])('%i, which the outcome does not tell, is kept and written again', (status, body) => {
    const { exchange, wire, lost, findings } = again(status, body)
    expect(findings).toEqual([])
    expect(exchange.extra).toEqual({ http: { status } })
    expect(wire.status).toBe(status)
    expect(lost.filter(pointer => pointer.includes('extra'))).toEqual([])
  })

  test('a status that does not go with the envelope is kept, and a named loss when it is written', () => {
    const { exchange, wire, lost } = again(200, error('NOT_FOUND'))
    expect(exchange.extra).toEqual({ http: { status: 200 } })
    expect(wire.status).toBe(404)
    expect(lost).toContain('/exchange/extra/http')
  })

  test('a Retry-After that is a date is kept and written again', () => {
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
    const { exchange, wire } = again(429, error('QUOTA_EXCEEDED'), { 'retry-after': date })
    expect(exchange.extra).toEqual({ http: { 'retry-after': date } })
    expect(wire.headers['retry-after']).toBe(date)
  })

  test('of two members that HTTP owns the one that has no place is named', () => {
    const outcome = failed(fault('rate-limited', 'No.', { retryAfterMs: 5000 }))
    const exchange = seal({ extra: { http: { location: '/limits', 'retry-after': '7' } } })
    const { wire, losses } = encode(outcome, exchange)
    expect([wire.headers.location, wire.headers['retry-after']]).toEqual(['/limits', '5'])
    expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/extra/http/retry-after')
  })

  test.each([204, 99, 700, 202.5, '202', null])('a kept status of %j is never written', status => {
    const { wire, losses } = encode(completed([1]), seal({ extra: { http: { status } } }))
    expect(wire.status).toBe(200)
    expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/extra/http')
  })

  test('what is HTTP’s own is a named loss over MCP', () => {
    const { losses } = encodeMcp(completed([1]), seal({ extra: { http: { status: 202 } } }))
    expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/extra/http')
  })
})

describe('the head of a legacy answer', () => {
  test('503 of a health report is kept and written again, in both editions', () => {
    const { outcome, exchange, wire } = againLegacy(503, report)
    expect(exchange.extra).toEqual({ http: { status: 503 } })
    expect(wire.status).toBe(503)
    expect(encode(outcome, seal(exchange)).wire.status).toBe(503)
  })

  test('413 is the fault of HTTP itself', () => {
    const { outcome, wire } = againLegacy(413, { detail: 'big' })
    expect(outcome).toMatchObject({ fault: { category: 'invalid', code: 'PAYLOAD_TOO_LARGE' } })
    expect(wire.status).toBe(413)
  })

  test.each([400, 402, 428])('%i is kept and written again', status => {
    const { exchange, wire } = againLegacy(status, { detail: 'no' })
    expect(exchange.extra).toEqual({ http: { status } })
    expect(wire.status).toBe(status)
  })

  test('402, which no code of v2 goes with, is a named loss there', () => {
    const { outcome, exchange } = againLegacy(402, { detail: 'pay' })
    const { wire, losses } = encode(outcome, seal(exchange))
    expect(wire.status).toBe(422)
    expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/extra/http')
  })

  test('201 and Location tell of a new resource, and are written for one', () => {
    const { outcome, wire } = againLegacy(201, { id: 1 }, { location: '/x/1' })
    expect(outcome).toMatchObject({ created: { location: '/x/1' } })
    expect([wire.status, wire.headers.location]).toEqual([201, '/x/1'])
  })

  test('an explanation whose status says that the work goes on is answered with 202', () => {
    const { exchange, wire } = againLegacy(202, { status: 'queued', explanation: 'soon', meta: { request_id: 'r-1' } })
    expect(exchange.extra).toBeUndefined()
    expect(wire.status).toBe(202)
  })
})
