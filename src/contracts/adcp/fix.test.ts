import { describe, expect, test } from 'vitest'
import { check } from '../../codec/check.ts'
import { isValid } from '../../codec/rule.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import type { Wire } from '../../wire/wire.ts'
import { fix } from './fix.ts'
import { adcp } from './index.ts'

const http = (body: Json, status = 200, headers: Record<string, string> = {}) => httpWire({ status, headers, body })
const fixed = (wire: Wire) => fix(wire, 'response')
const bodyOf = (wire: Wire | undefined): JsonObject => JSON.parse(wire?.body.text() ?? 'null') as JsonObject
const conflict = { code: 'CONFLICT', message: 'x' }

describe('over HTTP', () => {
  test.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'a nested payload',
      { status: 'completed', payload: { products: [] } },
      { status: 'completed', products: [] },
      ['moved the members of payload to the root'],
    ],
    [
      'a legacy state without a status',
      { task_status: 'working' },
      { status: 'working' },
      ['renamed task_status to status'],
    ],
    [
      'a legacy state that says the same',
      { status: 'completed', response_status: 'completed' },
      { status: 'completed' },
      ['removed response_status'],
    ],
    [
      'a body’s own status',
      { status: 'active', media_buy_id: 'mb_1' },
      { status: 'completed', media_buy_id: 'mb_1', media_buy_status: 'active' },
      ["renamed the body's status to media_buy_status; the task is completed"],
    ],
    [
      'the status of a nested media buy',
      { status: 'completed', payload: { media_buy_id: 'mb_1', status: 'active' } },
      { status: 'completed', media_buy_id: 'mb_1', media_buy_status: 'active' },
      ['moved the members of payload to the root', "renamed the body's status to media_buy_status"],
    ],
    [
      'warnings that do not say so',
      { status: 'completed', errors: [{ code: 'X_ACME_AB', message: 'x', recovery: 'terminal' }] },
      { status: 'completed', errors: [{ code: 'X_ACME_AB', message: 'x', recovery: 'terminal', severity: 'warning' }] },
      ['marked the errors of an answer that did not fail as warnings'],
    ],
  ])('%s', (_, before, after, done) => {
    const result = fixed(http(before))
    expect(bodyOf(result?.wire)).toEqual(after)
    expect(result?.done).toEqual(done)
  })

  test.each<[string, JsonObject]>([
    ['nested', { status: 'completed', payload: { creative_id: 'x', status: 'active' }, adcp_version: '3.1' }],
    ['at the root', { status: 'active', creative_id: 'x' }],
  ])('the status of what is no media buy, %s, is left alone, and why', (_, before) => {
    const wire = http(before)
    expect(fixed(wire)).toEqual({
      wire,
      done: [
        'Not fixed: the body has a status of its own and no media_buy_id; only the status of a media buy has another name, media_buy_status.',
      ],
    })
  })

  test('a failure in one layer, without its recovery', () => {
    const result = fixed(http({ status: 'failed', errors: [{ ...conflict, severity: 'error' }] }, 409))
    expect(bodyOf(result?.wire)).toEqual({
      status: 'failed',
      errors: [{ ...conflict, recovery: 'transient', severity: 'error' }],
      adcp_error: { ...conflict, recovery: 'transient' },
    })
    expect(check(adcp, result?.wire as Wire)).toEqual([])
  })

  test('field, wait and the wait in flight', () => {
    const error = {
      code: 'IDEMPOTENCY_IN_FLIGHT',
      message: 'x',
      recovery: 'transient',
      retry_after: 9000,
      issues: [{ pointer: '/a/0', message: 'm', keyword: 'type' }],
    }
    const result = fixed(http({ status: 'failed', adcp_error: error }, 409))
    expect(bodyOf(result?.wire).adcp_error).toEqual({
      ...error,
      field: 'a[0]',
      retry_after: 3600,
    })
    expect(check(adcp, result?.wire as Wire)).toEqual([])
  })

  test('a status that only its header tells', () => {
    const result = fixed(http({ products: [] }, 200, { 'x-adcp-status': 'completed' }))
    expect(bodyOf(result?.wire)).toEqual({ status: 'completed', products: [] })
  })

  test('keeps the context to the letter', () => {
    const text = '{"status":"completed","context":{ "n":1.0, "big":12345678901234567890 },"payload":{"a":1}}'
    const result = fixed(httpWire({ status: 200, body: Body.ofText(text) }))
    expect(result?.wire.body.source('/context')).toBe('{ "n":1.0, "big":12345678901234567890 }')
  })
})

describe('is left alone', () => {
  test.each<[string, Wire]>([
    ['what is right', http({ status: 'completed', products: [] })],
    [
      'a payload whose members meet the envelope’s',
      http({ status: 'completed', message: 'a', payload: { message: 'b' } }),
    ],
    ['a legacy state that says another thing', http({ status: 'completed', task_status: 'failed' })],
    [
      'a number that writing would change',
      httpWire({ body: Body.ofText('{"status":"completed","payload":{"n":12345678901234567890}}') }),
    ],
    ['what cannot be read', httpWire({ body: Body.ofText('{') })],
    ['a list', http([])],
    ['words', mcpWire({ content: [{ type: 'text', text: 'hello' }] })],
    ['a task without data', a2aWire({ id: 't', status: { state: 'working' } })],
  ])('%s', (_, wire) => {
    expect(fixed(wire)).toBeUndefined()
  })

  test('anything but a response', () => {
    expect(fix(http({ task_status: 'working' }), 'request')).toBeUndefined()
  })
})

describe('over MCP', () => {
  test('a nested payload is flattened, in the text too', () => {
    const nested = { status: 'completed', context: { a: 1 }, payload: { products: [] } }
    const result = fixed(
      mcpWire({ content: [{ type: 'text', text: JSON.stringify(nested) }], structuredContent: nested }),
    )
    expect(bodyOf(result?.wire)).toEqual({
      content: [{ type: 'text', text: '{"status":"completed","context":{"a":1},"products":[]}' }],
      structuredContent: { status: 'completed', context: { a: 1 }, products: [] },
    })
    expect(check(adcp, result?.wire as Wire)).toEqual([])
  })

  test('JSON in a text becomes structured content', () => {
    const result = fixed(
      mcpWire({
        content: [
          { type: 'text', text: 'Here.' },
          { type: 'text', text: '{"status":"completed"}' },
        ],
      }),
    )
    expect(bodyOf(result?.wire)).toMatchObject({ structuredContent: { status: 'completed' } })
    expect(result?.done).toEqual(['copied the JSON of the text to structuredContent'])
  })

  test('JSON in a text that would be written otherwise than it was read is left alone', () => {
    for (const odd of ['{"buy_id":12345678901234567890}', '{"x":1,"x":2}']) {
      const text = `{"status":"completed","payload":${odd}}`
      const wire = mcpWire({ content: [{ type: 'text', text }] })
      expect(fixed(wire)).toEqual({
        wire,
        done: ['Not fixed: writing the JSON of the text again would change what is odd about it.'],
      })
    }
    const echoed = '{"status":"completed","context":{"id":12345678901234567890}}'
    const result = fixed(mcpWire({ content: [{ type: 'text', text: echoed }] }))
    expect(result?.wire.body.text()).toContain(
      '"structuredContent":{"status":"completed","context":{"id":12345678901234567890}}',
    )
  })

  test('a text object that says something else keeps its place behind the mirror', () => {
    const other = { type: 'text', text: '{"adcp_error":{"code":"CONFLICT","message":"x"}}' }
    const data = { type: 'text', text: '{"status":"completed","a":1}', annotations: { priority: 1 } }
    expect(bodyOf(fixed(mcpWire({ content: [other, data] }))?.wire)).toEqual({
      content: [data, other],
      structuredContent: { status: 'completed', a: 1 },
    })
    expect(bodyOf(fixed(mcpWire({ content: [other], structuredContent: { status: 'completed' } }))?.wire)).toEqual({
      content: [{ type: 'text', text: '{"status":"completed"}' }, other],
      structuredContent: { status: 'completed' },
    })
  })

  test('a missing mirror is written, a failure marked', () => {
    const error = { ...conflict, recovery: 'transient' }
    const root = { status: 'failed', adcp_error: error, errors: [{ ...error, severity: 'error' }] }
    const result = fixed(mcpWire({ content: [], structuredContent: root }))
    expect(result?.done).toEqual(['wrote structuredContent into the text', 'set isError'])
    expect(check(adcp, result?.wire as Wire)).toEqual([])
  })
})

describe('over A2A', () => {
  test('the body is taken out of its wrapper', () => {
    const wire = (data: Json) =>
      a2aWire({
        id: 't',
        contextId: 'c',
        status: { state: 'completed' },
        artifacts: [{ artifactId: 'a', parts: [{ data }] }],
      })
    const result = fixed(wire({ response: { products: [], context: { a: 1 } } }))
    expect(bodyOf(result?.wire)).toEqual(bodyOf(wire({ products: [], context: { a: 1 } })))
    expect(isValid(check(adcp, result?.wire as Wire))).toBe(true)
  })

  test('the state of the task tells whether an error is fatal', () => {
    const wire = a2aWire({
      task: {
        id: 't',
        contextId: 'c',
        status: { state: 'TASK_STATE_FAILED' },
        artifacts: [{ artifactId: 'a', parts: [{ data: { adcp_error: conflict } }] }],
      },
    })
    const result = fixed(wire)
    expect(check(adcp, result?.wire as Wire)).toEqual([])
  })
})
