import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decodeHttp } from './decode.ts'
import { decodeA2a } from './decode-a2a.ts'
import { decodeMcp } from './decode-mcp.ts'

const http = (body: Json, status?: number, headers?: Record<string, string>) =>
  decodeHttp(httpWire({ status, headers: headers ?? {}, body }))
const mcp = (answer: Json) => decodeMcp(mcpWire(answer))
const a2a = (answer: Json) => decodeA2a(a2aWire(answer))
const rulesOf = ({ findings }: { findings: { rule: string; pointer: string }[] }) =>
  findings.map(({ rule, pointer }) => `${rule} ${pointer}`)

const error = { code: 'RATE_LIMITED', message: 'Too many.', recovery: 'transient', retry_after: 30 }

describe('the nine states', () => {
  test.each([
    ['submitted', { kind: 'pending', phase: 'queued' }],
    ['working', { kind: 'pending', phase: 'working' }],
    ['input-required', { kind: 'paused', needs: [{ kind: 'reply', question: '' }] }],
    ['auth-required', { kind: 'paused', needs: [{ kind: 'credentials' }] }],
    ['completed', { kind: 'completed' }],
    ['canceled', { kind: 'canceled' }],
    ['unknown', { kind: 'unknown', status: 'unknown' }],
  ])('%s', (status, outcome) => {
    expect(http({ status }).outcome).toEqual(outcome)
  })

  test('failed began, rejected did not', () => {
    expect(http({ status: 'failed', adcp_error: error }).outcome).toMatchObject({
      kind: 'failed',
      fault: { code: 'RATE_LIMITED' },
    })
    expect(http({ status: 'rejected', adcp_error: error }).outcome).toMatchObject({ fault: { began: false } })
  })

  test('a word that is none of them is an unknown outcome', () => {
    expect(http({ status: 'paused-by-moon' }).outcome).toEqual({ kind: 'unknown', status: 'paused-by-moon' })
  })

  test('a progress that works stands at the root', () => {
    const body = { status: 'working', percentage: 7, current_step: 'asking', step_number: 1, total_steps: 3, rows: 2 }
    expect(http(body).outcome).toEqual({
      kind: 'pending',
      phase: 'working',
      progress: { fraction: 0.07, message: 'asking', step: 1, total: 3 },
      payload: { kind: 'value', value: { rows: 2 } },
    })
  })
})

describe('a missing status', () => {
  test('on a legacy peer means completed', () => {
    const answer = mcp({ content: [], structuredContent: { products: [] } })
    expect(answer.outcome).toMatchObject({ kind: 'completed', payload: { value: { products: [] } } })
    expect(rulesOf(answer)).toContain('adcp/status /structuredContent/status')
  })

  test('with an error, or a failing carrier, means failed', () => {
    expect(http({ adcp_error: error }).outcome.kind).toBe('failed')
    expect(http({ message: 'No.' }, 404).outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'not-found', message: 'No.' },
    })
    expect(mcp({ isError: true, structuredContent: { a: 1 } }).outcome.kind).toBe('failed')
  })

  test('is taken from its header', () => {
    const answer = http({ products: [] }, 202, { 'x-adcp-status': 'working' })
    expect(answer.outcome).toMatchObject({ kind: 'pending', phase: 'working' })
    expect(rulesOf(answer)).toEqual(['adcp/header-mirror /status'])
    expect(answer.findings[0]?.level).toBe('should')
  })

  test('is taken from its header without a body too', () => {
    const answer = decodeHttp(httpWire({ status: 202, headers: { 'x-adcp-status': 'working' }, body: Body.ofText('') }))
    expect(answer.outcome).toMatchObject({ kind: 'pending', phase: 'working' })
    expect(rulesOf(answer)).toEqual(['adcp/header-mirror /status'])
  })

  test('in the body is a should; one that contradicts its header, or is none of the nine there, is a must', () => {
    const levels = ({ findings }: ReturnType<typeof http>) => findings.map(({ rule, level }) => `${level} ${rule}`)
    expect(levels(http({ a: 1 }, 200, { 'x-adcp-status': 'completed' }))).toEqual(['should adcp/header-mirror'])
    const other = http({ status: 'completed' }, 200, { 'x-adcp-status': 'working' })
    expect(other.outcome.kind).toBe('completed')
    expect(levels(other)).toEqual(['must adcp/header-agreement'])
    const odd = http({ a: 1 }, 200, { 'x-adcp-status': 'done' })
    expect(levels(odd)).toEqual(['must adcp/status', 'should adcp/header-mirror'])
    const empty = decodeHttp(httpWire({ status: 200, headers: { 'x-adcp-status': 'done' }, body: Body.ofText('') }))
    expect(levels(empty)).toEqual(['must json/readable'])
  })
})

describe("a media buy's own status", () => {
  test('on a flat root is the body’s, and the work is done', () => {
    const answer = http({ status: 'active', media_buy_id: 'mb_1' })
    expect(answer.outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'value', value: { status: 'active', media_buy_id: 'mb_1' } },
    })
    expect(rulesOf(answer)).toEqual(['adcp/status-collision /status'])
    expect(answer.findings[0]?.fix).toContain('media_buy_status')
  })

  test.each([
    ['completed', 'failed', ['adcp/a2a-status /artifacts/0/parts/0/data/status']],
    ['completed', 'working', ['adcp/a2a-status /artifacts/0/parts/0/data/status']],
    ['completed', 'completed', []],
    // A guide of 3.1 has it so.
    ['completed', 'submitted', []],
  ])('on A2A a task that is %s with the status %s in its data', (state, status, rules) => {
    const task = { id: 't', status: { state }, artifacts: [{ parts: [{ data: { status, a: 1 } }] }] }
    expect(rulesOf(a2a(task)).filter(rule => rule.startsWith('adcp/a2a-status'))).toEqual(rules)
    expect(a2a(task).outcome.kind).toBe('completed')
  })

  test('on A2A stands beside the state', () => {
    const answer = a2a({
      id: 't',
      status: { state: 'completed' },
      artifacts: [{ parts: [{ data: { status: 'active' } }] }],
    })
    expect(answer.outcome).toMatchObject({ kind: 'completed', payload: { value: { status: 'active' } } })
    expect(answer.findings).toEqual([])
  })
})

describe('approvals', () => {
  test('are asked for by a warning', () => {
    const approval = { code: 'APPROVAL_REQUIRED', message: 'Spend 5', severity: 'warning', details: { threshold: 4 } }
    const { outcome } = http({ status: 'input-required', message: 'Please approve.', errors: [approval] })
    expect(outcome).toEqual({
      kind: 'paused',
      message: 'Please approve.',
      needs: [{ kind: 'approval', key: 'approval', action: 'Spend 5', extra: { adcp: { details: { threshold: 4 } } } }],
    })
  })
})

describe('the envelope', () => {
  test('tells the exchange', () => {
    const body: JsonObject = {
      status: 'completed',
      adcp_version: '3.0',
      context_id: 'ctx_1',
      timestamp: '2025-10-14T14:25:30+02:00',
      replayed: true,
      governance_context: 'token',
      push_notification_config: { url: 'https://b.example/h', anything: 1 },
    }
    expect(
      http(body, 200, { 'x-request-id': 'r', 'x-correlation-id': 'c', 'server-timing': 'db;dur=3, replywire;dur=42' })
        .exchange,
    ).toEqual({
      requestId: 'r',
      correlationId: 'c',
      durationMs: 42,
      conversationId: 'ctx_1',
      at: '2025-10-14T14:25:30+02:00',
      replayed: true,
      governance: 'token',
      push: { url: 'https://b.example/h', anything: 1 },
      extra: { adcp: { adcp_version: '3.0' } },
    })
  })

  test('nested as the documentation prints it is read as meant', () => {
    const answer = http({ status: 'completed', payload: { status: 'active', products: [] } })
    expect(answer.outcome).toMatchObject({ payload: { value: { products: [], media_buy_status: 'active' } } })
    expect(answer.findings.map(({ level }) => level)).toEqual(['lenient'])
    expect(
      mcp({ structuredContent: { status: 'completed', payload: {} } }).findings.some(({ level }) => level === 'must'),
    ).toBe(true)
  })
})

test('what only the head of an HTTP answer tells is read', () => {
  expect(http({ status: 'completed' }, 201, { location: '/c/1' }).outcome).toMatchObject({
    created: { location: '/c/1' },
  })
  expect(http({ status: 'failed' }, 503, { 'retry-after': '7' }).outcome).toMatchObject({
    fault: { retryAfterMs: 7000 },
  })
})

test.each([
  '',
  '{',
  '[]',
  '7',
  'null',
  '"x"',
  '{"status":{}}',
  '{"status":"failed","errors":7,"adcp_error":[]}',
  '{"ext":7}',
  '{"ext":{"replywire":7}}',
  '{"task":{}}',
  '{"content":7}',
  '{"error":{}}',
  '{"error":{"data":7}}',
  '{"structuredContent":7,"content":[7]}',
  '{"status":{"state":"failed","message":7},"artifacts":[7]}',
])('whatever comes is read: %s', text => {
  const body = () => Body.ofText(text)
  for (const answer of [
    decodeHttp(httpWire({ status: 200, body: body() })),
    decodeMcp(mcpWire(body())),
    decodeA2a(a2aWire(body())),
  ]) {
    expect(answer.findings.length).toBeGreaterThan(0)
    expect(answer.outcome.kind).toMatch(/^(completed|failed|unknown)$/)
  }
})

test('a list that is wrong two hundred thousand times is read, and not told in full', () => {
  const text = `{"status":"failed","errors":[${'{},'.repeat(200_000)}{}]}`
  const { outcome, findings } = decodeHttp(httpWire({ status: 500, body: Body.ofText(text) }))
  expect(outcome.kind).toBe('failed')
  expect(findings.length).toBeLessThan(5000)
})
