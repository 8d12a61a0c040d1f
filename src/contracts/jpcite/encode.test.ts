import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { canceled, completed, created, failed, type Outcome, partial, paused, pending } from '../../outcome/outcome.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { decodeMcp, encodeMcp } from './mcp.ts'

const exchange: SealedExchange = {
  requestId: '01KQ3XQ77RR7J8XWZ8C0YR2JN2',
  correlationId: '01KQ3XQ77RR7J8XWZ8C0YR2JN2',
  at: '2026-04-30T03:00:00.000Z',
  durationMs: 42,
  billing: { units: 1 },
}
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n }))
const health = { status: 'ok', version: '1', checks: { wal: { status: 'ok' } }, timestamp_utc: '2026-04-30T03:00:00Z' }

function write(outcome: Outcome, more: Partial<SealedExchange> = {}) {
  const { wire, losses } = encode(outcome, { ...exchange, ...more })
  const body = JSON.parse(wire.body.text()) as JsonObject & { error: JsonObject; meta: JsonObject }
  return {
    ...wire,
    body,
    lost: losses.map(({ pointer }) => pointer).filter(pointer => pointer !== '/exchange/at'),
    read: decode(wire),
  }
}

describe('a success', () => {
  test.each([
    [completed(rows(7)), 'rich', []],
    [completed(rows(5)), 'rich', []],
    [completed(rows(4)), 'sparse', []],
    [completed(rows(1)), 'sparse', []],
    [completed({ id: 'c-1' }), 'sparse', []],
    [completed('text'), 'sparse', []],
    [completed([], { emptyReason: 'source_unavailable', retryWith: { advice: 'later' } }), 'empty', []],
    [completed([]), 'empty', ['/outcome/emptyReason', '/outcome/retryWith']],
    [completed([], { emptyReason: 'other', retryWith: {} }), 'empty', ['/outcome/emptyReason']],
    [partial(rows(2), ['one source is down']), 'partial', []],
    [completed(rows(2), { partial: true }), 'partial', ['/outcome/notices']],
    [completed([health], { grade: 'rich' }), 'rich', []],
    [completed(health, { grade: 'rich' }), 'rich', []],
    [completed([health]), 'sparse', []],
    [completed(rows(1), { grade: 'rich' }), 'sparse', ['/outcome/grade']],
    [completed(rows(7), { grade: 'sparse' }), 'rich', ['/outcome/grade']],
    [completed([{ ...health, status: 'degraded' }], { grade: 'rich' }), 'sparse', ['/outcome/grade']],
  ] as const)('%# %j is %s', (outcome, status, lost) => {
    const written = write(outcome as Outcome)
    expect(written.body.status).toBe(status)
    expect(written.status).toBe(200)
    expect(written.lost).toEqual(lost)
    expect(written.read.findings).toEqual([])
  })

  test('states its version and what caches must look at', () => {
    expect({ ...write(completed(rows(1))).headers }).toEqual({
      'content-type': 'application/json',
      'x-envelope-version': 'v2',
      vary: 'Accept, X-Envelope-Version',
      'x-request-id': '01KQ3XQ77RR7J8XWZ8C0YR2JN2',
      'x-correlation-id': '01KQ3XQ77RR7J8XWZ8C0YR2JN2',
    })
  })

  test('keeps where a page stands, beside the envelope', () => {
    const outcome: Outcome = {
      kind: 'completed',
      payload: { kind: 'rows', rows: rows(2), page: { total: 41, limit: 2, offset: 0, next: 'c-2' } },
    }
    const { body, read, lost } = write(outcome)
    expect(body.pagination).toEqual({ total: 41, limit: 2, offset: 0, next_cursor: 'c-2' })
    expect(read.outcome).toEqual(outcome)
    expect(lost).toEqual([])
  })

  test.each([
    [
      'rows',
      completed([{ a: { b: 1 } }], { citations: [{ paths: ['/0/a/b', '/0', ''] }] }),
      ['/results/0/a/b', '/results/0', '/results'],
    ],
    ['a value', completed({ a: 1 }, { citations: [{ paths: ['/a', ''] }] }), ['/results/0/a', '/results/0']],
  ])('paths into %s point into the envelope', (_, outcome, paths) => {
    const { body, read } = write(outcome)
    expect(body.citations).toEqual([{ field_paths: paths }])
    expect(read.outcome).toEqual(outcome)
  })

  test('a path that leads nowhere, an unknown license and a bad date are named', () => {
    const { body, lost } = write(
      completed(rows(1), { citations: [{ paths: ['/0/id', '/9'], license: 'MIT', fetchedAt: 'yesterday' }] }),
    )
    expect(body.citations).toEqual([{ license: 'unknown', field_paths: ['/results/0/id'] }])
    expect(lost).toEqual([
      '/outcome/citations/0/paths/1',
      '/outcome/citations/0/fetchedAt',
      '/outcome/citations/0/license',
    ])
  })

  test('an action needs a name and gets its arguments', () => {
    const { body, lost } = write(completed(rows(1), { actions: [{ tool: 'get' }, { reason: 'none' }] }))
    expect(body.suggested_actions).toEqual([{ tool: 'get', args: {} }])
    expect(lost).toEqual(['/outcome/actions/0/args', '/outcome/actions/1'])
  })

  test('notices are warnings, and what a string cannot say is named', () => {
    const { body, lost } = write(
      completed(rows(1), { notices: [{ severity: 'info', message: 'slow', code: 'SLOW', pointer: '/0' }] }),
    )
    expect(body.warnings).toEqual(['slow'])
    expect(lost).toEqual(['/outcome/notices/0/code', '/outcome/notices/0/pointer', '/outcome/notices/0/severity'])
  })

  test('a created resource is told beside the envelope', () => {
    expect(write(created({ id: 1 }, { location: '/x' })).body.created).toEqual({ location: '/x' })
  })

  test("this contract's own further members come back where they were, and strangers' are named", () => {
    const outcome: Outcome = {
      ...completed(rows(1)),
      extra: { jpcite: { matched_advisors: [1], status: 'x', usage: { a: 1 }, task: 'not a task' }, adcp: { x: 1 } },
    }
    const { body, lost, read } = write(outcome)
    expect(body).toMatchObject({ status: 'sparse', matched_advisors: [1], task: 'not a task' })
    expect(lost).toEqual(['/outcome/extra/adcp', '/outcome/extra/jpcite/status', '/outcome/extra/jpcite/usage'])
    expect(read.outcome.extra).toEqual({ jpcite: { matched_advisors: [1], task: 'not a task' } })
  })
})

describe('meta', () => {
  test('has five members, and others only where there is something to say', () => {
    expect(write(completed(rows(1)), { billing: { units: 3, tag: '顧問先-001' } }).body.meta).toEqual({
      request_id: '01KQ3XQ77RR7J8XWZ8C0YR2JN2',
      api_version: 'v2',
      latency_ms: 42,
      billable_units: 3,
      client_tag: '顧問先-001',
    })
  })

  test('keeps the context of the caller to the letter', () => {
    const context = '{"n": 1.0,\n "big": 12345678901234567890}'
    expect(write(completed(rows(1)), { context }).read.exchange.context).toBe(context)
  })

  test.each(['', 'unknown', 'unset'])('never has %j for an id', requestId => {
    const { body, lost, read } = write(completed(rows(1)), { requestId, correlationId: 'corr-7' })
    expect(body.meta.request_id).toBe('corr-7')
    expect(lost).toContain('/exchange/requestId')
    expect(read.findings).toEqual([])
  })

  test.each([
    [1.6, 2],
    [-1, 0],
    [Number.NaN, 0],
  ])('a duration of %d is %d', (durationMs, latency) => {
    const { body, lost } = write(completed(rows(1)), { durationMs })
    expect(body.meta.latency_ms).toBe(latency)
    expect(lost).toContain('/exchange/durationMs')
  })
})

describe('an error', () => {
  test('the message of the fault is the user message, its detail the developer message', () => {
    const { body, status, lost, read } = write(failed(fault('forbidden', 'You may not.', { detail: 'role reader' })), {
      billing: { units: 0 },
    })
    expect(body.error).toEqual({
      code: 'FORBIDDEN',
      user_message: 'You may not.',
      developer_message: 'role reader',
      retryable: false,
      documentation: 'https://jpcite.com/docs/api-reference/response_envelope#forbidden',
    })
    expect(status).toBe(403)
    expect(lost).toEqual([])
    expect(read.outcome).toMatchObject({ fault: { message: 'You may not.', detail: 'role reader' } })
  })

  test.each([
    [undefined, '入力に誤りがあります。該当する項目を直してから送り直してください。'],
    ['en', 'Something in the input is wrong. Correct it and send the request again.'],
    ['fr', '入力に誤りがあります。該当する項目を直してから送り直してください。'],
  ])('without a message of its own the standing one is sent; the language asked for is %s', (lang, message) => {
    const more = lang === undefined ? {} : { extra: { jpcite: { lang } } }
    const { body, lost } = write(failed(fault('invalid', '')), more)
    expect(body.error.user_message).toBe(message)
    expect(lost).toContain('/outcome/fault/message')
  })

  test('a message of more than 200 characters is cut, and that is named', () => {
    const { body, lost } = write(failed(fault('invalid', '長'.repeat(300))))
    expect(body.error.user_message).toBe(`${'長'.repeat(199)}…`)
    expect(lost).toContain('/outcome/fault/message')
  })

  test('an internal error tells the request id and never the exception', () => {
    const { body, lost, wireText } = (() => {
      const written = write(failed(fault('internal', 'It broke.', { detail: 'KeyError: secret' })))
      return { ...written, wireText: JSON.stringify(written.body) }
    })()
    expect(body.error.developer_message).toBe('request_id=01KQ3XQ77RR7J8XWZ8C0YR2JN2')
    expect(wireText).not.toContain('secret')
    expect(lost).toContain('/outcome/fault/detail')
  })

  test('bills nothing', () => {
    const { body, lost } = write(failed(fault('internal', 'x')))
    expect(body.meta.billable_units).toBe(0)
    expect(lost).toContain('/exchange/billing/units')
  })

  test('a rate limit says how long to wait, in the body and in the header', () => {
    const written = write(failed(fault('rate-limited', 'Slow down.', { retryAfterMs: 4200 })))
    expect(written.body.error.retry_after).toBe(5)
    expect(written.headers['retry-after']).toBe('5')
    expect(written.lost).toContain('/outcome/fault/retryAfterMs')
    const silent = write(failed(fault('rate-limited', 'Slow down.')))
    expect(silent.body.error.retry_after).toBe(60)
    expect(silent.headers['retry-after']).toBe('60')
    expect(silent.lost).toContain('/outcome/fault/retryAfterMs')
  })

  test('a quota that does not say when it is back makes up no delay', () => {
    const { body, headers } = write(failed(fault('quota-exceeded', 'Used up.')))
    expect(body.error.retry_after).toBeUndefined()
    expect(headers['retry-after']).toBeUndefined()
  })

  test.each([
    ['METHOD_NOT_ALLOWED', 405],
    ['NOT_ACCEPTABLE', 406],
    ['PAYLOAD_TOO_LARGE', 413],
    ['constructor', 422],
  ])("HTTP's own fault %s keeps its status %i", (code, status) => {
    const written = write(failed(fault('invalid', 'No.', { code })))
    expect(written.status).toBe(status)
    expect(written.read.findings).toEqual([])
    expect(written.read.outcome).toMatchObject({ fault: { category: 'invalid', code } })
  })

  test('the fields that are wrong are named for developers and come back as issues', () => {
    const issues = [{ pointer: '/packages/0/name', message: 'Too long.' }]
    const { body, read } = write(failed(fault('invalid', 'No.', { issues })))
    expect(body.error.developer_message).toBe("field='packages[0].name': Too long.")
    expect(read.outcome).toEqual(failed(fault('invalid', 'No.', { issues })))
  })

  test.each([
    ['conflict', 'VALIDATION_ERROR', 422],
    ['dependency', 'INTERNAL_ERROR', 500],
    ['timeout', 'INTERNAL_ERROR', 504],
    ['unavailable', 'INTERNAL_ERROR', 503],
  ] as const)('%s has only a nearest code, which is named, and its own code travels', (category, code, status) => {
    const written = write(failed(fault(category, 'No.')))
    expect(written.body.error.code).toBe(code)
    expect(written.status).toBe(status)
    expect(written.lost).toContain('/outcome/fault/category')
    expect(written.lost).not.toContain('/outcome/fault/code')
  })
})

test('a replay costs nothing unless it says so', () => {
  const units = (more: Partial<SealedExchange>) =>
    (write(completed([1]), more).body.meta as { billable_units: number }).billable_units
  expect(units({ billing: { tag: 't' } })).toBe(1)
  expect(units({ billing: { tag: 't' }, replayed: true })).toBe(0)
  expect(units({ replayed: true, billing: { units: 3 } })).toBe(3)
})

test('a service that is unavailable says so by 503 and Retry-After; without the head it is only internal', () => {
  const { status, headers, body, read, lost } = write(failed(fault('unavailable', 'No.', { retryAfterMs: 5000 })))
  expect([status, headers['retry-after'], body.error.retry_after]).toEqual([503, '5', 5])
  expect(read.outcome).toMatchObject({ fault: { category: 'unavailable', code: 'UNAVAILABLE', retryAfterMs: 5000 } })
  expect(lost).toContain('/outcome/fault/category')
  expect(write(failed(fault('unavailable', 'No.'))).headers['retry-after']).toBeUndefined()
})

describe('what v2 has no status for', () => {
  test('work that goes on is partial, with a warning and a way to ask', () => {
    const { body, lost } = write(pending({ id: 't-1', statusUrl: '/operations/t-1' }))
    expect(body).toMatchObject({
      status: 'partial',
      results: [],
      warnings: ['The work goes on; ask again for its result.'],
      suggested_actions: [{ endpoint: '/operations/t-1', args: {} }],
      task: { id: 't-1', status_url: '/operations/t-1' },
    })
    expect(lost).toContain('/outcome/kind')
  })

  test('a question is a validation error with what to supply', () => {
    const { body, status, lost } = write(
      paused([{ kind: 'input', name: 'metric', location: 'body', schema: {}, required: true, question: 'Which?' }]),
    )
    expect(status).toBe(422)
    expect(body).toMatchObject({
      error: { code: 'VALIDATION_ERROR', user_message: 'Which?', developer_message: "field='metric'" },
      retry_with: { hint: 'Which?', needs: [{ kind: 'input', name: 'metric' }] },
    })
    expect(lost).toContain('/outcome/kind')
    expect(lost).not.toContain('/outcome/extra/jpcite/retry_with')
  })

  test.each([
    [paused([{ kind: 'approval', key: 'spend', action: 'Spend 5' }]), 'FORBIDDEN', 403],
    [paused([{ kind: 'credentials' }]), 'UNAUTHORIZED', 401],
    [paused([{ kind: 'credentials' }, { kind: 'reply', question: 'Why?' }]), 'VALIDATION_ERROR', 422],
    [canceled(), 'INTERNAL_ERROR', 500],
    [{ kind: 'unknown', status: 'moon' }, 'INTEGRITY_ERROR', 500],
    [{ kind: 'unknown', status: 'unknown', message: 'Nobody knows.' }, 'VALIDATION_ERROR', 422],
  ] as const)('%# is %s', (outcome, code, status) => {
    const written = write(outcome as Outcome)
    expect([written.body.error.code, written.status]).toEqual([code, status])
    expect(written.lost).toContain('/outcome/kind')
  })
})

describe('over MCP', () => {
  test('a success has no isError', () => {
    const { wire } = encodeMcp(completed(rows(2)), exchange)
    const body = JSON.parse(wire.body.text())
    expect(Object.keys(body)).toEqual(['structuredContent', 'content'])
    expect(body.content).toEqual([{ type: 'text', text: 'sparse · 2 results' }])
  })

  test('an error has one, and its message is the text', () => {
    const { wire } = encodeMcp(failed(fault('not-found', 'No such program.')), exchange)
    const { isError, content } = JSON.parse(wire.body.text())
    expect({ isError, content }).toEqual({ isError: true, content: [{ type: 'text', text: 'No such program.' }] })
  })

  test("members of the result itself are MCP's, and come back", () => {
    const extra = { mcp: { _meta: { traceparent: '00-1' }, content: [] } }
    const { wire, losses } = encodeMcp(completed(rows(2)), { ...exchange, extra })
    expect(JSON.parse(wire.body.text())._meta).toEqual({ traceparent: '00-1' })
    expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/extra/mcp/content')
    expect(decodeMcp(wire).exchange.extra).toEqual({ mcp: { _meta: { traceparent: '00-1' } } })
  })
})
