import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json-value.ts'
import { type Exchange, seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed, type Outcome, partial } from '../../outcome/outcome.ts'
import { httpWire } from '../../wire/http.ts'
import { decodeHttp } from './decode.ts'
import { encodeHttp, encodeMcp } from './encode.ts'

const sealed = (exchange: Exchange = {}) =>
  seal({ requestId: 'req-1', ...exchange }, { id: () => 'id', now: () => new Date('2026-01-01T00:00:00Z') })

/** The root over MCP, and what was lost. */
function written(outcome: Outcome, exchange?: Exchange) {
  const { wire, losses } = encodeMcp(outcome, sealed(exchange))
  const { structuredContent: root } = JSON.parse(wire.body.text()) as { structuredContent: JsonObject }
  return { root, lost: losses.map(({ pointer }) => pointer) }
}

const problem = (more: Parameters<typeof fault>[2], category: Parameters<typeof fault>[0] = 'conflict') =>
  written(failed(fault(category, 'No.', more)))

describe('a failure', () => {
  test('fills both layers and says its recovery', () => {
    const { root } = problem({ code: 'MEDIA_BUY_NOT_FOUND', recovery: 'stop' }, 'not-found')
    expect(root.adcp_error).toEqual({ code: 'MEDIA_BUY_NOT_FOUND', message: 'No.', recovery: 'terminal' })
    expect(root.errors).toEqual([
      { code: 'MEDIA_BUY_NOT_FOUND', message: 'No.', recovery: 'terminal', severity: 'error' },
    ])
  })

  test('a code that only the hub has becomes that of its category, and is kept in the extension', () => {
    const { root, lost } = problem({ code: 'BOOKING_OVERLAP' })
    expect(root).toMatchObject({
      adcp_error: { code: 'CONFLICT' },
      ext: { replywire: { fault: { code: 'BOOKING_OVERLAP' } } },
    })
    expect(lost).toEqual([])
  })

  test("a vendor's code stays", () => {
    expect(problem({ code: 'X_ACME_FOO' }).root.adcp_error).toMatchObject({ code: 'X_ACME_FOO' })
  })

  test('a code that AdCP does not list stays, with the field it names, where code and recovery say it all', () => {
    const said = { code: 'INVALID_TARGETING', message: 'No.', field: 'targeting.geo', recovery: 'terminal' }
    const { outcome } = decodeHttp(httpWire({ status: 500, headers: {}, body: { status: 'failed', adcp_error: said } }))
    const { root, lost } = written(outcome)
    expect(root).toMatchObject({ adcp_error: said, errors: [{ ...said, severity: 'error' }] })
    expect(root.adcp_error).not.toHaveProperty('issues')
    expect(root).not.toHaveProperty('ext')
    expect(lost).toEqual([])
    expect(problem({ code: 'NOT_FOUND' }, 'not-found').root.adcp_error).toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
    expect(problem({ code: 'MISSING_ROW' }, 'not-found').root.adcp_error).toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
    expect(problem({ code: 'METHOD_NOT_ALLOWED' }, 'invalid').root.adcp_error).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test.each([
    ['timeout', 'SERVICE_UNAVAILABLE'],
    ['quota-exceeded', 'RATE_LIMITED'],
  ] as const)('%s has no code of its own, and that is named', (category, code) => {
    const { root, lost } = problem({}, category)
    expect(root.adcp_error).toMatchObject({ code })
    expect(lost).toEqual(['/outcome/fault/category'])
  })

  test('STALE_RESPONSE is never fatal', () => {
    expect(problem({ code: 'STALE_RESPONSE' }, 'integrity').root.adcp_error).toMatchObject({
      code: 'X_REPLYWIRE_INTERNAL',
    })
  })

  test.each([
    [200, 1, true],
    [1000, 1, false],
    [1500, 1.5, false],
    [3_600_000, 3600, false],
    [9_000_000, 3600, true],
  ])('a wait of %i ms is %d s', (retryAfterMs, seconds, isLost) => {
    const { root, lost } = problem({ code: 'RATE_LIMITED', retryAfterMs }, 'rate-limited')
    expect(root.adcp_error).toMatchObject({ retry_after: seconds })
    expect(lost.includes('/outcome/fault/retryAfterMs')).toBe(isLost)
  })

  test('in flight the wait is whole', () => {
    const { root } = problem({ code: 'IDEMPOTENCY_IN_FLIGHT', retryAfterMs: 1500 })
    expect(root.adcp_error).toMatchObject({ retry_after: 2 })
    expect(root.adcp_error).not.toHaveProperty('details')
    const unsaid = problem({ code: 'IDEMPOTENCY_IN_FLIGHT' })
    expect(unsaid.root.adcp_error).toMatchObject({ retry_after: 1 })
    expect(unsaid.lost).toEqual(['/outcome/fault/retryAfterMs'])
  })

  test('the first issue is the field; a keyword is never missing', () => {
    const issues = [
      { pointer: '/packages/0/x', message: 'Wrong.' },
      { pointer: '/b', message: 'Also.', keyword: 'type' },
    ]
    const { root } = problem({ issues }, 'invalid')
    expect(root.adcp_error).toMatchObject({
      field: 'packages[0].x',
      issues: [
        { pointer: '/packages/0/x', message: 'Wrong.', keyword: 'not' },
        { pointer: '/b', keyword: 'type' },
      ],
    })
    expect(root).toMatchObject({ ext: { replywire: { fault: { issues } } } })
  })

  test('some codes tell less, nowhere', () => {
    const more = { details: { path: '/etc' }, detail: 'a secret', issues: [{ pointer: '/a', message: 'b' }] }
    const configuration = problem({ code: 'CONFIGURATION_ERROR', ...more }, 'internal')
    expect(JSON.stringify(configuration.root)).not.toMatch(/etc|secret/)
    expect(configuration.lost).toEqual(['/outcome/fault/details', '/outcome/fault/detail'])
    const conflict = problem({ code: 'IDEMPOTENCY_CONFLICT', ...more })
    expect(Object.keys(conflict.root.adcp_error as JsonObject)).toEqual(['code', 'message', 'recovery'])
    expect(conflict.lost).toContain('/outcome/fault/issues')
  })

  test('an error that clients would discard for its length is shortened, the rest kept aside', () => {
    const details = { dump: 'x'.repeat(5000) }
    const { root } = problem({ details })
    expect(JSON.stringify(root.adcp_error).length).toBeLessThan(4096)
    expect(root).toMatchObject({ ext: { replywire: { fault: { details } } } })
    const long = written(failed(fault('conflict', 'y'.repeat(9000))))
    expect(JSON.stringify(long.root.adcp_error).length).toBeLessThan(4096)
    expect(long.root).toMatchObject({ ext: { replywire: { fault: { message: 'y'.repeat(9000) } } } })
  })

  test('over HTTP has the status of its category and the wait as a header', () => {
    const { wire } = encodeHttp(failed(fault('rate-limited', 'Wait.', { retryAfterMs: 1500 })), sealed())
    expect(wire).toMatchObject({ status: 429, headers: { 'x-adcp-status': 'failed', 'retry-after': '2' } })
  })
})

describe('warnings', () => {
  test('stand in errors alone, whatever their severity', () => {
    const { root } = written(
      completed({ a: 1 }, { notices: [{ severity: 'info', message: 'FYI', code: 'LOW_STOCK', pointer: '/a.b' }] }),
    )
    expect(root).not.toHaveProperty('adcp_error')
    expect(root.errors).toEqual([
      {
        code: 'LOW_STOCK',
        message: 'FYI',
        severity: 'warning',
        recovery: 'correctable',
        field: 'a.b',
        details: { replywire: { severity: 'info', pointer: '/a.b' } },
      },
    ])
  })

  test('keep the recovery of a code that cannot stand in a warning', () => {
    const notices = [{ severity: 'warning', message: 'x', code: 'IDEMPOTENCY_IN_FLIGHT' }] as const
    expect(written(completed({ a: 1 }, { notices: [...notices] })).root.errors).toMatchObject([
      { code: 'X_REPLYWIRE_IDEMPOTENCY_IN_FLIGHT', recovery: 'transient' },
    ])
  })

  test('say that an answer is partial, even when nobody did', () => {
    expect(written(partial([], ['One is missing.'])).root.errors).toMatchObject([
      { message: 'One is missing.', severity: 'warning' },
    ])
    expect(written(completed({ a: 1 }, { partial: true })).root.errors).toMatchObject([
      { code: 'X_REPLYWIRE_PARTIAL', severity: 'warning' },
    ])
  })
})
