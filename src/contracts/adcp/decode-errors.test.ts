import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decodeHttp } from './decode.ts'
import { decodeA2a } from './decode-a2a.ts'
import { decodeMcp } from './decode-mcp.ts'
import { adcpContract } from './index.ts'

const http = (body: Json, status?: number, headers?: Record<string, string>) =>
  decodeHttp(httpWire({ status, headers: headers ?? {}, body }))
const mcp = (answer: Json) => decodeMcp(mcpWire(answer))
const a2a = (answer: Json) => decodeA2a(a2aWire(answer))
const rulesOf = ({ findings }: { findings: { rule: string; pointer: string }[] }) =>
  findings.map(({ rule, pointer }) => `${rule} ${pointer}`)

const error = { code: 'RATE_LIMITED', message: 'Too many.', recovery: 'transient', retry_after: 30 }

describe('errors', () => {
  test('both layers are one fault, with what either of them says', () => {
    const { outcome } = http({
      status: 'failed',
      adcp_error: { code: 'CONFLICT', message: 'Changed.', recovery: 'transient' },
      errors: [
        {
          code: 'CONFLICT',
          message: 'Changed.',
          severity: 'error',
          suggestion: 'Read it again.',
          details: { resource_id: 'mb_1', current_version: 3 },
        },
      ],
    })
    expect(outcome).toEqual({
      kind: 'failed',
      fault: {
        category: 'conflict',
        code: 'CONFLICT',
        message: 'Changed.',
        recovery: 'retry',
        issues: [],
        resourceId: 'mb_1',
        details: { current_version: 3 },
        extra: { adcp: { suggestion: 'Read it again.' } },
      },
    })
  })

  test('further entries are notices', () => {
    const { outcome } = http({
      status: 'failed',
      adcp_error: error,
      errors: [
        { ...error, severity: 'error' },
        { code: 'AUDIENCE_TOO_SMALL', message: 'Few.', severity: 'warning', field: 'a[0].b' },
        { code: 'X_ACME_B', message: 'Also.' },
      ],
    })
    expect(outcome.notices).toEqual([
      { severity: 'warning', code: 'AUDIENCE_TOO_SMALL', message: 'Few.', pointer: '/a/0/b' },
      { severity: 'error', code: 'X_ACME_B', message: 'Also.' },
    ])
  })

  test('without adcp_error the first that is no warning is the fault', () => {
    const { outcome } = http({
      status: 'failed',
      errors: [
        { code: 'STALE_RESPONSE', message: 'Old.', severity: 'warning' },
        { code: 'BUDGET_TOO_LOW', message: 'More.', field: 'budget' },
      ],
    })
    expect(outcome).toMatchObject({
      fault: {
        category: 'invalid',
        code: 'BUDGET_TOO_LOW',
        recovery: 'correct',
        issues: [{ pointer: '/budget', message: 'More.' }],
      },
      notices: [{ severity: 'warning', code: 'STALE_RESPONSE' }],
    })
  })

  test.each([
    [0.2, 1000],
    [90, 90_000],
    [86_400, 3_600_000],
    ['30', undefined],
  ])('retry_after %s is read as %s ms', (seconds, ms) => {
    const { outcome } = http({ status: 'failed', adcp_error: { ...error, retry_after: seconds } })
    expect(outcome.kind === 'failed' && outcome.fault.retryAfterMs).toBe(ms)
  })

  test('in flight the wait is read from either place', () => {
    const { outcome } = http({
      status: 'failed',
      adcp_error: { code: 'IDEMPOTENCY_IN_FLIGHT', message: 'x', details: { retry_after: 5 } },
    })
    expect(outcome).toMatchObject({ fault: { category: 'conflict', retryAfterMs: 5000 } })
    expect(outcome.kind === 'failed' && outcome.fault.details).toBeUndefined()
  })

  test('an unknown code that says nothing is terminal, unless the reader says otherwise', () => {
    const wire = httpWire({
      status: 400,
      headers: {},
      body: { status: 'failed', adcp_error: { code: 'NOBODY_KNOWS', message: 'x' } },
    })
    expect(decodeHttp(wire).outcome).toMatchObject({ fault: { recovery: 'stop' } })
    const lenient = adcpContract({ unknownRecovery: 'retry' }).editions['3.1']
    expect(lenient?.http?.decode(wire).outcome).toMatchObject({ fault: { recovery: 'retry' } })
  })

  test('something like an error in a success is kept and is none', () => {
    for (const answer of [
      http({ status: 'completed', adcp_error: error, a: 1 }),
      mcp({ structuredContent: { status: 'completed', adcp_error: error, a: 1 } }),
    ]) {
      expect(answer.outcome).toMatchObject({
        kind: 'completed',
        payload: { value: { a: 1 } },
        extra: { adcp: { adcp_error: error } },
      })
    }
  })

  test('over MCP, an error without isError and without a failed status is no failure', () => {
    for (const answer of [
      mcp({ content: [], structuredContent: { adcp_error: error, a: 1 } }),
      mcp({ content: [{ type: 'text', text: JSON.stringify({ adcp_error: error, a: 1 }) }] }),
      mcp({ content: [], structuredContent: { status: 'completed', adcp_error: error, a: 1 } }),
    ]) {
      expect(answer.outcome).toMatchObject({ kind: 'completed', payload: { value: { a: 1 } } })
      expect(rulesOf(answer)).toContainEqual(expect.stringMatching(/^adcp\/no-error-on-success .*\/adcp_error$/))
    }
    const failed = mcp({ content: [], structuredContent: { status: 'failed', adcp_error: error, a: 1 } })
    expect(failed.outcome).toMatchObject({ kind: 'failed', fault: { code: 'RATE_LIMITED' } })
  })

  test('an error without any status is a failure over HTTP, and where the root stands alone', () => {
    for (const answer of [http({ adcp_error: error, a: 1 }), mcp({ adcp_error: error, a: 1 })]) {
      expect(answer.outcome).toMatchObject({
        kind: 'failed',
        fault: { code: 'RATE_LIMITED' },
        payload: { value: { a: 1 } },
      })
    }
  })

  test('an error alone in a text of a success is passed over for the data', () => {
    const texts = [{ adcp_error: error }, { status: 'completed', products: [1] }]
    const content = texts.map(data => ({ type: 'text', text: JSON.stringify(data) }))
    expect(mcp({ content }).outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'value', value: { products: [1] } },
      content: [{ kind: 'text', text: JSON.stringify({ adcp_error: error }) }],
    })
    expect(mcp({ content, isError: true }).outcome).toMatchObject({ kind: 'failed', fault: { code: 'RATE_LIMITED' } })
  })

  test('what one layer says otherwise than the other is kept', () => {
    const entry = { ...error, details: { hint: 'y' }, severity: 'error' }
    const { outcome } = http({ status: 'failed', adcp_error: { ...error, details: { hint: 'x' } }, errors: [entry] })
    expect(outcome).toMatchObject({
      fault: { details: { hint: 'x' } },
      extra: { adcp: { errors: { details: { hint: 'y' } } } },
    })
  })

  test('a JSON-RPC error is a refusal before work began', () => {
    const answer = mcp({ error: { code: -32029, message: 'No', data: { adcp_error: error, context: { ui: 1 } } } })
    expect(answer.outcome).toMatchObject({ fault: { category: 'rate-limited', retryAfterMs: 30_000, began: false } })
    expect(answer.exchange.context).toBe('{"ui":1}')
    expect(answer.findings).toEqual([])
  })

  test('the number of missing credentials is that of refused ones too', () => {
    const invalid = { code: 'AUTH_INVALID', message: 'No', recovery: 'terminal' }
    const answer = mcp({ error: { code: -32028, message: 'No', data: { adcp_error: invalid } } })
    expect(answer.outcome).toMatchObject({ fault: { code: 'AUTH_INVALID', recovery: 'stop' } })
    expect(answer.findings).toEqual([])
  })

  test.each([
    [-32029, 'X_REPLYWIRE_INTERNAL', 'internal'],
    [-32028, 'X_REPLYWIRE_INTERNAL', 'internal'],
    [-32027, 'X_REPLYWIRE_INTERNAL', 'internal'],
    [-32602, 'INVALID_REQUEST', 'invalid'],
    [-32000, 'X_REPLYWIRE_INTERNAL', 'internal'],
  ])('the number %i alone means %s', (number, code, category) => {
    const bare = { error: { code: number, message: 'No' } }
    for (const answer of [mcp(bare), a2a(bare)]) {
      expect(answer.outcome).toMatchObject({ fault: { code, category, message: 'No' } })
    }
  })

  test('a refusal whose adcp_error has no message says that of JSON-RPC', () => {
    const refused = { error: { code: -32029, message: 'Slow down', data: { adcp_error: { code: 'RATE_LIMITED' } } } }
    for (const answer of [mcp(refused), a2a(refused)]) {
      expect(answer.outcome).toMatchObject({ fault: { code: 'RATE_LIMITED', message: 'Slow down' } })
      expect(rulesOf(answer)).toContainEqual(expect.stringMatching(/ \/error\/data\/adcp_error\/message$/))
    }
  })

  test('a tool that fails in words says them', () => {
    expect(mcp({ isError: true, content: [{ type: 'text', text: 'Error: boom' }] }).outcome).toMatchObject({
      kind: 'failed',
      message: 'Error: boom',
      fault: { category: 'internal', message: 'Error: boom' },
    })
  })
})
