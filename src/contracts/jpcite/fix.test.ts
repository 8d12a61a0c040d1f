import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decode } from './decode.ts'
import { fix } from './fix.ts'
import { decodeMcp } from './mcp.ts'

const meta = { request_id: 'req-1', api_version: 'v2', latency_ms: 5, billable_units: 1 }
const sparse: JsonObject = { status: 'sparse', results: [{ id: 1 }], meta }
const broken: JsonObject = {
  status: 'error',
  meta: { request_id: 'req-1', latency_ms: 5, billable_units: 1, client_tag: null },
  error: { code: 'RATE_LIMITED', user_message: 'x', developer_message: null, retryable: false, retry_after: 5 },
}
const head = { 'content-type': 'application/json' }
const wire = (body: Json, status?: number) => httpWire({ status, headers: head, body: Body.ofJson(body) })

describe('a fix', () => {
  test('adds what is always there and empty', () => {
    const fixed = fix(wire(sparse, 200), 'response')
    expect(fixed?.done).toEqual([
      'added /citations',
      'added /suggested_actions',
      'added /warnings',
      'added /query_echo/normalized_input',
      'added /query_echo/applied_filters',
      'added /query_echo/unparsed_terms',
      'added the header X-Envelope-Version',
      'completed the header Vary',
    ])
    expect(fixed?.wire.carrier === 'http' && decode(fixed.wire).findings).toEqual([])
  })

  test('sets what the code decides, and leaves out nulls', () => {
    const fixed = fix(wire(broken, 429), 'response')
    expect(fixed?.done).toEqual(
      expect.arrayContaining([
        'added /results',
        'removed /meta/client_tag, which was null',
        'added /meta/api_version',
        'set /meta/billable_units to 0: an error bills nothing',
        'removed /error/developer_message, which was null',
        'added /error/documentation',
        'set /error/retryable to what the code says',
        'added the header Retry-After',
      ]),
    )
    expect(fixed?.wire.carrier === 'http' && decode(fixed.wire).findings).toEqual([])
  })

  test('completes a tool result', () => {
    const fixed = fix(mcpWire(Body.ofJson({ structuredContent: broken })), 'response')
    expect(fixed?.done).toEqual(expect.arrayContaining(['added the line of text', 'added isError']))
    expect(fixed?.wire.carrier === 'mcp' && decodeMcp(fixed.wire).findings).toEqual([])
  })

  test('sets the line of text to what the envelope says, and keeps a text that says something else', () => {
    const structuredContent = JSON.parse(fix(wire(sparse), 'response')?.wire.body.text() ?? '') as JsonObject
    const lines = (text: string) => {
      const result = { structuredContent, content: [{ type: 'text', text, x: 1 }] }
      const fixed = fix(mcpWire(Body.ofJson(result)), 'response')
      expect(fixed?.done).toEqual(['set the line of text to what the envelope says'])
      expect(fixed?.wire.carrier === 'mcp' && decodeMcp(fixed.wire).findings).toEqual([])
      return (JSON.parse(fixed?.wire.body.text() ?? '') as JsonObject).content
    }
    expect(lines('rich · 23 results')).toEqual([{ type: 'text', text: 'sparse · 1 result', x: 1 }])
    expect(lines('Here you are.')).toEqual([
      { type: 'text', text: 'sparse · 1 result' },
      { type: 'text', text: 'Here you are.', x: 1 },
    ])
  })

  test('puts no half of an envelope around a bare error', () => {
    const error: JsonObject = { code: 'NOT_FOUND', user_message: 'ない', retryable: false }
    const content = [{ type: 'text', text: 'ない' }]
    const fixed = fix(mcpWire(Body.ofJson({ structuredContent: { error }, content })), 'response')
    expect(fixed?.done).toEqual(['added /error/documentation', 'added isError'])
    expect(fixed?.wire.carrier === 'mcp' && decodeMcp(fixed.wire).findings.map(({ rule }) => rule)).toEqual([
      'jpcite/bare-error',
    ])
    expect(fixed && fix(fixed.wire, 'response')).toBeUndefined()
  })

  test('takes a request id that is known, and makes none up', () => {
    const nameless = { ...sparse, meta: { api_version: 'v2', latency_ms: 1, billable_units: 1 } }
    expect(fix(wire(nameless), 'response', { requestId: 'req-9' })?.done).toContain('added /meta/request_id')
    expect(fix(wire(nameless), 'response')?.done).not.toContain('added /meta/request_id')
    const minted = { requestId: 'req-9', isNewRequestId: true }
    expect(fix(wire(nameless), 'response', minted)?.done).not.toContain('added /meta/request_id')
  })

  test('invents no warning, no reason and no row', () => {
    const fixed = fix(wire({ ...sparse, status: 'partial' }), 'response')
    expect(fixed?.done).not.toContain('added /warnings')
    const empty = fix(wire({ ...sparse, status: 'empty', results: [], empty_reason: null }), 'response')
    expect(empty?.done).not.toContain('removed /empty_reason, which was null')
  })

  test('leaves alone what is whole, what is unreadable and what is no answer', () => {
    const whole = fix(wire(sparse), 'response')?.wire
    expect(whole && fix(whole, 'response')).toBeUndefined()
    expect(fix(httpWire({ headers: {}, body: Body.ofText('{') }), 'response')).toBeUndefined()
    expect(
      fix(
        httpWire({ headers: {}, body: Body.ofText('{"status":"rich","status":"rich","query_echo":{}}') }),
        'response',
      ),
    ).toBeUndefined()
    expect(fix(wire({ detail: 'x' }), 'response')).toBeUndefined()
    expect(fix(wire(sparse), 'request')).toBeUndefined()
  })
})
