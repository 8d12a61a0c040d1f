import { describe, expect, test } from 'vitest'
import { check, editionOf, faceOf } from '../../codec/check.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import type { Wire } from '../../wire/wire.ts'
import { adcp } from './index.ts'

const found = (wire: Wire, message: string) =>
  check(adcp, wire, { message }).map(({ rule, pointer }) => `${rule} ${pointer}`)

const task = (data: JsonObject, state = 'TASK_STATE_COMPLETED') =>
  a2aWire({ id: 'x', contextId: 'c', status: { state }, artifacts: [{ artifactId: 'a', parts: [{ data }] }] })

const data = '/artifacts/0/parts/0/data'

describe('a document over A2A', () => {
  const versions = { major_versions: [3], supported_versions: ['3.1'], idempotency: { supported: false } }

  test('has its status from the task', () => {
    expect(found(task({ adcp: versions, supported_protocols: ['media_buy'] }), 'capabilities')).toEqual([])
    expect(
      found(task({ query_summary: {}, tasks: [], pagination: { has_more: false } }), 'tasks-list-response'),
    ).toEqual([])
  })

  test('is judged where it stands', () => {
    expect(found(task({ adcp: versions, supported_protocols: [] }), 'capabilities')).toEqual([
      `adcp/capabilities ${data}/supported_protocols`,
    ])
  })
})

describe('the arguments of a document that asks', () => {
  const message = (given: JsonObject) => ({ messageId: 'm', role: 'user', parts: [{ kind: 'data', data: given }] })

  test.each<[string, (given: Json) => Wire, string]>([
    ['MCP', given => mcpWire({ name: 'tasks_get', arguments: given }), '/arguments'],
    [
      'JSON-RPC over MCP',
      given =>
        mcpWire({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tasks_get', arguments: given } }),
      '/params/arguments',
    ],
    [
      'A2A',
      given => a2aWire({ message: message({ skill: 'tasks_get', parameters: given }) }),
      '/message/parts/0/data/parameters',
    ],
    [
      'JSON-RPC over A2A',
      given => a2aWire({ jsonrpc: '2.0', params: { message: message({ skill: 'tasks_get', parameters: given }) } }),
      '/params/message/parts/0/data/parameters',
    ],
  ])('are found over %s', (_, wire, at) => {
    expect(found(wire({ task_id: 't' }), 'tasks-get-request')).toEqual([])
    expect(found(wire({}), 'tasks-get-request')).toEqual([`adcp/tasks-get ${at}/task_id`])
  })
})

describe("a webhook's result", () => {
  const webhook = (status: string, result: Json) =>
    httpWire({
      body: {
        idempotency_key: 'kkkkkkkkkkkkkkkk',
        operation_id: 'o',
        task_id: 't',
        task_type: 'create_media_buy',
        status,
        timestamp: '2026-01-01T00:00:00Z',
        result,
      },
    })

  test.each<[string, string, Json, string[]]>([
    ['whole', 'completed', { status: 'completed', media_buy_id: 'mb' }, []],
    ['without its status', 'completed', { media_buy_id: 'mb' }, ['adcp/webhook-result /result/status']],
    ['of another status', 'completed', { status: 'submitted' }, ['adcp/webhook-result /result/status']],
    [
      'with a broken envelope',
      'completed',
      { status: 'active', task_status: 'x', replayed: 'no' },
      [
        'adcp/status-collision /result/status',
        'adcp/envelope /result/replayed',
        'adcp/legacy-status /result/task_status',
      ],
    ],
    [
      'that asks',
      'input-required',
      { reason: 5, errors: 'x' },
      ['adcp/webhook-result /result/reason', 'adcp/envelope /result/errors'],
    ],
  ])('%s', (_, status, result, expected) => {
    expect(found(webhook(status, result), 'webhook').sort()).toEqual([...expected].sort())
  })
})

test('a registration without authentication is known as one', () => {
  const isMeant = adcp.editions['3.1']?.documents?.['push-notification-config']?.isMeant
  expect(isMeant?.({ url: 'https://b.example/x', operation_id: 'o' })).toBe(true)
  expect(isMeant?.({ url: 'https://b.example/x' })).toBe(false)
})

describe('an error', () => {
  const error = (members: JsonObject) =>
    found(httpWire({ body: { message: 'm', recovery: 'correctable', ...members } }), 'error').filter(
      name => !name.startsWith('adcp/recovery'),
    )

  test('of a key that was used otherwise tells nothing of the stored call', () => {
    const issues = [{ pointer: '/budget', message: 'm', keyword: 'const' }]
    expect(error({ code: 'IDEMPOTENCY_CONFLICT' })).toEqual([])
    expect(error({ code: 'IDEMPOTENCY_CONFLICT', fingerprint: 'abc', diff: ['/budget'], issues })).toEqual([
      'adcp/quiet-code /fingerprint',
      'adcp/quiet-code /diff',
      'adcp/quiet-code /issues',
    ])
  })

  test('of a version names those that there are', () => {
    expect(error({ code: 'VERSION_UNSUPPORTED', details: { supported_versions: ['3.1'] } })).toEqual([])
    const missing = ['adcp/error-details /details/supported_versions']
    expect(error({ code: 'VERSION_UNSUPPORTED' })).toEqual(missing)
    expect(error({ code: 'VERSION_UNSUPPORTED', details: { supported_versions: '3.1' } })).toEqual(missing)
  })

  test('has details of the form that its code gives them', () => {
    expect(error({ code: 'RATE_LIMITED', details: { limit: '5', scope: 'moon' } })).toEqual([
      'adcp/error-details /details/limit',
      'adcp/error-details /details/scope',
    ])
    expect(error({ code: 'CONFLICT', details: { resource_id: 7 } })).toEqual([
      'adcp/error-details /details/resource_id',
    ])
    expect(error({ code: 'IDEMPOTENCY_IN_FLIGHT' })).toEqual(['adcp/in-flight-retry /retry_after'])
  })
})

describe('an answer about a key that was used otherwise', () => {
  const error = { code: 'IDEMPOTENCY_CONFLICT', message: 'm', recovery: 'correctable' }
  const root = { status: 'failed', adcp_error: error, errors: [error] }

  test('has no body beside it', () => {
    const found = (body: JsonObject) => check(adcp, httpWire({ status: 409, body })).map(({ pointer }) => pointer)
    expect(found({ ...root, context: { a: 1 } })).toEqual([])
    expect(found({ ...root, media_buy_id: 'stored', packages: [] })).toEqual(['/media_buy_id', '/packages'])
  })

  test('is written without the body that an outcome has', () => {
    const told = fault('conflict', 'm', { code: 'IDEMPOTENCY_CONFLICT' })
    const payload = { kind: 'value', value: { media_buy_id: 'stored' } } as const
    const exchange = { requestId: 'r', correlationId: 'c', at: '2026-01-01T00:00:00Z' }
    const face = faceOf(adcp, editionOf(adcp), 'http')
    const { wire, losses } = face.encode({ kind: 'failed', fault: told, payload }, exchange)
    expect(wire.body.text()).not.toContain('stored')
    expect(losses.map(({ pointer }) => pointer)).toEqual(['/outcome/payload'])
  })
})

test('a day that there is not is no time', () => {
  const found = (timestamp: string) => check(adcp, httpWire({ body: { status: 'completed', timestamp } })).length
  expect(['2026-02-28', '2024-02-29', '2000-02-29', '2026-04-30'].map(day => found(`${day}T00:00:00Z`))).toEqual([
    0, 0, 0, 0,
  ])
  expect(['2026-02-30', '2026-02-29', '1900-02-29', '2026-04-31'].map(day => found(`${day}T00:00:00Z`))).toEqual([
    1, 1, 1, 1,
  ])
})

test.each([
  ['CONFIGURATION_ERROR', 'terminal', 500, 400],
  ['GOVERNANCE_UNAVAILABLE', 'transient', 502, 400],
  ['GOVERNANCE_DENIED', 'correctable', 403, 500],
  ['CREDENTIAL_IN_ARGS', 'terminal', 422, 500],
])('%s goes with HTTP %3$i, not %4$i', (code, recovery, good, bad) => {
  const error = { code, message: 'm', recovery }
  const body = { status: 'failed', adcp_error: error, errors: [error] }
  expect(check(adcp, httpWire({ status: good, body }))).toEqual([])
  expect(check(adcp, httpWire({ status: bad, body }))).toMatchObject([
    { rule: 'adcp/http-class', pointer: '/adcp_error/code' },
  ])
})
