import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { fix } from './fix.ts'

const trace = { correlationId: 'c-1', requestId: 'r-1' }
const conflict = { type: 'conflict', code: 'BUSY', message: 'It is taken.', trace }
const limit = { type: 'error', code: 'LIMIT_EXCEEDED', message: 'Too many.', trace }
const conflictType = 'application/vnd.yaagents.conflict+json'
const errorType = 'application/vnd.yaagents.error+json'
const head = (type: string, more: object = {}) => ({ 'content-type': type, 'x-yaagents-profile': 'v0.3', ...more })
const run = (body: JsonObject, status?: number, headers: Record<string, string> = {}) => {
  const wire = httpWire({
    status,
    headers,
    isHeadPartial: status === undefined,
    body: Body.ofText(JSON.stringify(body)),
  })
  const fixed = fix(wire, 'response', '0.3')
  return {
    done: fixed?.done,
    body: fixed?.wire.body.json().ok === true ? JSON.parse(fixed.wire.body.text()) : undefined,
    headers: (fixed?.wire as HttpWire | undefined)?.headers,
    findings: fixed === undefined ? undefined : decode(fixed.wire as HttpWire, '0.3').findings.map(({ rule }) => rule),
  }
}

describe('fixes what the message itself decides', () => {
  test('the head, from status and type', () => {
    const fixed = run(conflict, 409, { 'content-type': 'application/json' })
    expect(fixed.done).toEqual(['added the header X-YAAgents-Profile', `set Content-Type to ${conflictType}`])
    expect(fixed.headers).toMatchObject({ 'content-type': conflictType, 'x-yaagents-profile': 'v0.3' })
    expect(fixed.findings).toEqual([])
  })

  test('the type, from status and media type', () => {
    const { type: _, ...body } = conflict
    const fixed = run(body, 409, head(conflictType))
    expect(fixed).toMatchObject({ done: ['set /type to conflict, as status and Content-Type say'], findings: [] })
    expect(fixed.body).toEqual(conflict)
  })

  test('the ids of the trace, from the headers', () => {
    const { trace: _, ...body } = conflict
    const ids = { 'x-request-id': 'r-9', 'x-correlation-id': 'c-9' }
    const fixed = run(body, 409, head(conflictType, ids))
    expect(fixed.body.trace).toEqual({ correlationId: 'c-9', requestId: 'r-9' })
    expect(fixed.done).toEqual([
      'copied x-correlation-id to /trace/correlationId',
      'copied x-request-id to /trace/requestId',
    ])
    expect(fixed.findings).toEqual([])
  })

  test('a code that the profile fixes', () => {
    const body = { type: 'approval_required', message: 'Spend 5', approvalToken: 'a-1', trace }
    expect(run(body)).toMatchObject({ done: ['added /code'], body: { code: 'APPROVAL_REQUIRED' }, findings: [] })
    expect(run({ ...body, code: 'approval_required' })).toMatchObject({
      done: ['wrote /code in capitals'],
      findings: [],
    })
  })

  test('waits and limits', () => {
    expect(run({ ...limit, retryAfter: '60' }, 429, head(errorType))).toMatchObject({
      done: ['wrote /retryAfter as a number'],
      body: { retryAfter: 60 },
      findings: [],
    })
    expect(run(limit, 429, head(errorType, { 'retry-after': '7' }))).toMatchObject({
      done: ['copied Retry-After to /retryAfter'],
      body: { retryAfter: 7 },
      findings: [],
    })
    const other = { ...limit, code: 'SSE_CONCURRENCY_LIMIT_EXCEEDED', retryAfter: 60 }
    expect(run(other, 429, head(errorType))).toMatchObject({ done: ['set /code to LIMIT_EXCEEDED'], findings: [] })
  })

  test('an optional member that is null', () => {
    const fixed = run({ ...conflict, conflictingResourceId: null })
    expect(fixed.done).toEqual(['removed /conflictingResourceId, which was null'])
    expect(fixed.body).toEqual(conflict)
  })
})

describe('makes nothing up', () => {
  test.each([
    ['a good message', conflict, 409, head(conflictType)],
    ['no message', { type: 'conflict', code: 'BUSY', trace }, 409, head(conflictType)],
    ['no trace and no headers', { type: 'conflict', code: 'BUSY', message: 'x' }, 409, head(conflictType)],
    ['another code of its own', { ...conflict, type: 'approval_required', code: 'ASK_BOB' }, undefined, {}],
    ['a type that another row has', { ...limit, type: 'forbidden' }, 500, head(errorType)],
    ['a body of the service', { id: 1 }, 200, head('application/json')],
    ['three that disagree', conflict, 202, head(errorType)],
  ] as const)('%s is left alone', (_, body, status, headers) => {
    expect(run(body as JsonObject, status, headers as Record<string, string>).done).toBeUndefined()
  })

  test('a head that is known in part is not completed', () => {
    const wire = httpWire({ status: 409, isHeadPartial: true, body: Body.ofText(JSON.stringify(conflict)) })
    expect(fix(wire, 'response', '0.3')).toBeUndefined()
  })

  test('text that would change when it is written again is left alone', () => {
    const body = Body.ofText('{"type":"conflict","code":"BUSY","code":"B","message":"x","conflictingResourceId":null}')
    expect(fix(httpWire({ body }), 'response', '0.3')).toBeUndefined()
  })
})
