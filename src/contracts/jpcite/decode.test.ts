import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decode } from './decode.ts'
import { decodeLegacy } from './legacy/decode.ts'
import { decodeMcp } from './mcp.ts'

const meta = { request_id: 'req-1', api_version: 'v2', latency_ms: 5, billable_units: 2, client_tag: 't', lang: 'en' }
const envelope = (status: string, results: Json[], more: JsonObject = {}): JsonObject => ({
  status,
  query_echo: { normalized_input: { q: 'x' }, applied_filters: {}, unparsed_terms: ['y'] },
  results,
  citations: [],
  warnings: [],
  suggested_actions: [],
  meta,
  ...more,
})
const rows = (count: number): Json[] => Array.from({ length: count }, (_, n) => ({ id: n }))
const read = (body: Json, status?: number, headers = {}) =>
  decode(httpWire({ status, headers, body: Body.ofJson(body) }))
const rules = ({ findings }: { findings: { rule: string }[] }) => findings.map(({ rule }) => rule)

describe('an envelope', () => {
  test('tells what happened and what belongs to the call', () => {
    const { outcome, exchange, findings } = read(
      envelope('sparse', rows(2), {
        warnings: ['slow'],
        citations: [{ source_id: 's', field_paths: ['/results/1/id', '/meta'], note: 'x' }],
        suggested_actions: [{ tool: 'get', args: { id: 1 }, reason: 'more' }],
        retry_with: { limit: 20 },
        matched: [1],
      }),
    )
    expect(findings).toEqual([])
    expect(outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'rows', rows: [{ id: 0 }, { id: 1 }] },
      notices: [{ severity: 'warning', message: 'slow' }],
      citations: [{ id: 's', paths: ['/1/id'], extra: { jpcite: { note: 'x', field_paths: ['/meta'] } } }],
      actions: [{ tool: 'get', args: { id: 1 }, reason: 'more' }],
      retryWith: { limit: 20 },
      extra: { jpcite: { matched: [1] } },
    })
    expect(exchange).toEqual({
      requestId: 'req-1',
      durationMs: 5,
      billing: { units: 2, tag: 't' },
      query: { input: { q: 'x' }, unparsed: ['y'] },
      extra: { jpcite: { lang: 'en' } },
    })
  })

  test.each([
    ['rich', 7, undefined],
    ['rich', 1, 'rich'],
    ['sparse', 3, undefined],
    ['sparse', 9, 'sparse'],
  ])('%s with %i rows has the grade %s', (status, count, grade) => {
    expect(read(envelope(status, rows(count))).outcome).toEqual(
      expect.objectContaining(grade === undefined ? { kind: 'completed' } : { kind: 'completed', grade }),
    )
  })

  test('a page whose cursor is null keeps its counts, and the null is a finding', () => {
    const pagination = { total: 2, limit: 20, offset: 0, next_cursor: null }
    const { outcome, ...found } = read(envelope('sparse', rows(2), { pagination }))
    expect(found.findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['jpcite/no-null', '/pagination/next_cursor'],
    ])
    expect(outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'rows', rows: [{ id: 0 }, { id: 1 }], page: { total: 2, limit: 20, offset: 0 } },
    })
  })

  test('a status that v2 does not know is an unknown outcome with its rows', () => {
    const { outcome } = read(envelope('glorious', rows(1)))
    expect(outcome).toEqual({ kind: 'unknown', status: 'glorious', payload: { kind: 'rows', rows: [{ id: 0 }] } })
  })

  test('without a status the error tells, or the rows', () => {
    const { status: _, ...silent } = envelope('', rows(1))
    expect(read(silent).outcome.kind).toBe('completed')
    expect(read({ ...silent, error: { code: 'FORBIDDEN' } }).outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'forbidden' },
    })
  })

  test('an unknown code is read by its status, and stays', () => {
    const { outcome, ...found } = read(envelope('error', [], { error: { code: 'TEAPOT', user_message: 'x' } }), 401)
    expect(outcome).toMatchObject({ fault: { category: 'unauthenticated', code: 'TEAPOT' } })
    expect(rules(found)).toContain('jpcite/error-code')
  })

  test('a wait that only the header knows is read from it', () => {
    const error = { code: 'RATE_LIMITED', user_message: 'x' }
    expect(read(envelope('error', [], { error }), 429, { 'retry-after': '7' }).outcome).toMatchObject({
      fault: { retryAfterMs: 7000 },
    })
  })

  test('ids in headers are read, the body decides', () => {
    const headers = { 'x-request-id': 'other', 'x-correlation-id': 'corr', 'x-idempotency-replayed': 'true' }
    expect(read(envelope('sparse', rows(1)), 200, headers).exchange).toMatchObject({
      requestId: 'req-1',
      correlationId: 'corr',
      replayed: true,
    })
  })
})

describe('what is no envelope', () => {
  test('a legacy error for a v2 caller is a finding, and still understood', () => {
    const { outcome, ...found } = read({ detail: 'slow down', code: 'rate_limit_exceeded', retry_after: 9 }, 429)
    expect(rules(found)).toEqual(['jpcite/legacy-shape'])
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'rate-limited', retryAfterMs: 9000 } })
  })

  test('a legacy list for a v2 caller keeps its rows', () => {
    expect(read({ total: 9, limit: 1, offset: 0, results: [1] }, 200).outcome).toMatchObject({
      payload: { kind: 'rows', rows: [1], page: { total: 9 } },
    })
  })

  test.each([
    [200, 'integrity'],
    [401, 'unauthenticated'],
    [503, 'unavailable'],
    [undefined, 'integrity'],
  ])('a body that is not JSON with status %s has failed: %s', (status, category) => {
    const { outcome, findings } = decode(httpWire({ status, headers: {}, body: Body.ofText('<html>') }))
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category, code: 'UNREADABLE_ANSWER' } })
    expect(findings).toHaveLength(1)
  })
})

describe('an export', () => {
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const head = { 'x-envelope-version': 'v2', vary: 'Accept, X-Envelope-Version', 'x-request-id': 'req-1' }
  const given = (type: string, body: Body, status = 200, more = {}) =>
    httpWire({ status, headers: { ...head, 'content-type': type, ...more }, body })

  test.each([decode, decodeLegacy])('is a file, whatever the envelope is: %o', reader => {
    const table = reader(given('text/csv; charset=utf-8', Body.ofText('id\r\n1\r\n')))
    expect(table).toEqual({
      outcome: {
        kind: 'completed',
        payload: { kind: 'text', text: 'id\r\n1\r\n', mediaType: 'text/csv; charset=utf-8' },
      },
      exchange: { requestId: 'req-1' },
      findings: [],
    })
    const sheet = reader(given(spreadsheet, Body.ofBytes(Uint8Array.of(0x50, 0x4b, 0xff))))
    expect(sheet.outcome).toMatchObject({ payload: { kind: 'bytes', base64: 'UEv/', mediaType: spreadsheet } })
    const other = given('text/plain', Body.ofText('x'), 200, { 'content-disposition': 'attachment; filename="x"' })
    expect(reader(other).findings).toEqual([])
  })

  test.each([decode, decodeLegacy])('is none when the call failed, or came as a page or as JSON: %o', reader => {
    const attached = { 'content-disposition': 'attachment' }
    for (const wire of [
      given('text/csv', Body.ofText('id'), 500),
      given('text/html', Body.ofText('<html>')),
      given('text/plain', Body.ofText('hello')),
      given('application/json', Body.ofText('id'), 200, attached),
      given('application/vnd.jpcite.v2+json', Body.ofText('id'), 200, attached),
    ]) {
      expect(reader(wire).findings).toMatchObject([{ rule: 'json/readable' }])
    }
  })
})

describe('a tool result', () => {
  const tool = (body: Json) => decodeMcp(mcpWire(Body.ofJson(body)))
  const block = (text: string) => ({ type: 'text', text })

  test('with the envelope in its text is understood', () => {
    const { outcome, ...found } = tool({ content: [block('see:'), block(JSON.stringify(envelope('sparse', rows(1))))] })
    expect(rules(found)).toEqual(['jpcite/structured-content'])
    expect(outcome).toMatchObject({
      kind: 'completed',
      payload: { kind: 'rows', rows: [{ id: 0 }] },
      content: [{ kind: 'text', text: 'see:' }],
    })
  })

  test('without any envelope has failed, and keeps its words', () => {
    expect(tool({ content: [block('no idea')] }).outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'integrity', message: 'no idea' },
      content: [{ kind: 'text', text: 'no idea' }],
    })
  })

  test('a bare error is read as meant', () => {
    const error = { code: 'QUOTA_EXCEEDED', user_message: 'x' }
    const { outcome } = tool({ structuredContent: { error, trace: 'y' }, content: [block('x')], isError: true })
    expect(outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'quota-exceeded' },
      extra: { jpcite: { trace: 'y' } },
    })
  })

  test.each([
    [-32602, 'invalid'],
    [-32603, 'internal'],
  ])('a JSON-RPC error %i has failed: %s', (code, category) => {
    expect(tool({ error: { code, message: 'm', data: 1 } }).outcome).toMatchObject({
      fault: { category, code: `JSONRPC_${code}`, message: 'm', details: { data: 1 } },
    })
  })

  test('further blocks are content, whatever their type', () => {
    const content = [
      block('sparse · 1 result'),
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'x:y', name: 'n' },
      { type: 'resource', resource: { uri: 'z' } },
    ]
    expect(tool({ structuredContent: envelope('sparse', rows(1)), content }).outcome.content).toEqual([
      { kind: 'bytes', base64: 'aGk=', mediaType: 'audio/wav' },
      { kind: 'link', url: 'x:y', name: 'n' },
      { kind: 'data', data: { type: 'resource', resource: { uri: 'z' } } },
    ])
  })
})

describe('what is not what it should be is kept as it came, so that it can be named', () => {
  test('an error that is a text is its message', () => {
    const { outcome } = read(envelope('error', [], { error: 'boom' }), 500)
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'internal', message: 'boom' } })
    const { status: _, ...silent } = envelope('', [], { error: 'boom' })
    expect(read(silent).outcome).toMatchObject({ kind: 'failed', fault: { message: 'boom' } })
  })

  test.each<[string, string, JsonObject]>([
    ['an error beside rows', 'rich', { error: { code: 'NOT_FOUND', user_message: 'the whole truth' } }],
    ['an echo that is a text', 'rich', { query_echo: 'q' }],
    ['a hint that is a text', 'sparse', { retry_with: 'broaden' }],
    ['a reason that is a number', 'sparse', { empty_reason: 7 }],
    ['warnings that are no list', 'sparse', { warnings: 'slow' }],
    ['a reason on an error', 'error', { empty_reason: 'no_match' }],
  ])('%s', (_, status, more) => {
    expect(read(envelope(status, rows(status === 'error' ? 0 : 5), more)).outcome.extra).toEqual({ jpcite: more })
  })

  test('items of lists; those that can be read stay in their order', () => {
    const { outcome } = read(
      envelope('rich', rows(5), {
        warnings: ['a', { message: 'x' }, 5, 'b'],
        citations: ['https://a.example/', { title: 't' }],
        suggested_actions: [{ tool: 'a', args: {} }, 'do it'],
      }),
    )
    expect(outcome).toMatchObject({
      notices: [{ message: 'a' }, { message: 'b' }],
      citations: [{ title: 't' }],
      actions: [{ tool: 'a' }],
    })
    expect(outcome.extra).toEqual({
      jpcite: {
        warnings: [{ message: 'x' }, 5],
        citations: ['https://a.example/'],
        suggested_actions: ['do it'],
      },
    })
  })

  test('a sole warning that is no text is no notice', () => {
    const { outcome } = read(envelope('rich', rows(5), { warnings: [5] }))
    expect(outcome.notices).toBeUndefined()
    expect(outcome.extra).toEqual({ jpcite: { warnings: [5] } })
  })

  test('members of an error and of meta', () => {
    const error = {
      code: 'NOT_FOUND',
      user_message: 3,
      developer_message: { a: 1 },
      retryable: 'no',
      retry_after: 'soon',
    }
    const { outcome, exchange } = read(
      envelope('error', [], { error, meta: { ...meta, latency_ms: '5', api_version: 'v9' } }),
    )
    const { code: _, ...odd } = error
    expect(outcome).toMatchObject({ fault: { category: 'not-found', extra: { jpcite: odd } } })
    expect(exchange.extra).toEqual({ jpcite: { lang: 'en', latency_ms: '5', api_version: 'v9' } })
  })

  test('isError on a success, blocks that are none, and a structure that is a list', () => {
    const content = [{ type: 'text', text: 'sparse · 1 result' }, 'more']
    const success = decodeMcp(mcpWire({ structuredContent: envelope('sparse', [1]), content, isError: true }))
    expect(success.outcome.kind).toBe('completed')
    expect(success.exchange.extra).toMatchObject({ mcp: { isError: true, content: ['more'] } })
    const list = decodeMcp(mcpWire({ structuredContent: [1], content: [], isError: true }))
    expect(list.exchange.extra).toEqual({ mcp: { structuredContent: [1] } })
  })
})
