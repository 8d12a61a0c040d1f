import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'

const read = (body: Json, status?: number, headers: Record<string, string> = {}) =>
  decode(httpWire({ status, headers, body }))

describe('a success', () => {
  test('has its outputs as payload and its duration in the exchange', () => {
    const { outcome, exchange } = read({
      status: 'ok',
      request_id: 'r-1',
      task_type: 'LIT_RETRIEVAL',
      outputs: { count: 2 },
      usage: { duration_ms: 12, total_tokens: 30 },
    })
    expect(outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'value', value: { count: 2 } },
      usage: { total_tokens: 30 },
    })
    expect(exchange).toEqual({ requestId: 'r-1', operation: 'LIT_RETRIEVAL', durationMs: 12 })
  })

  test('of which some is missing is partial', () => {
    expect(
      read({ status: 'degraded', request_id: 'r', outputs: {}, warnings: ['The index is stale.'] }).outcome,
    ).toEqual({
      kind: 'completed',
      partial: true,
      payload: { kind: 'value', value: {} },
      notices: [{ severity: 'warning', message: 'The index is stale.' }],
    })
  })

  test('with an error is a success that tells of it', () => {
    const error = { code: 'X', message: 'Odd.', details: { a: 1 } }
    expect(read({ status: 'ok', request_id: 'r', outputs: {}, error }).outcome).toMatchObject({
      kind: 'completed',
      notices: [{ severity: 'error', code: 'X', message: 'Odd.', extra: { 'agent-run': { details: { a: 1 } } } }],
    })
  })

  test('whose outputs refer to a running task is pending', () => {
    const task = { id: 't-1', status: 'queued', status_url: '/t/1', poll_after_ms: 500 }
    expect(read({ status: 'ok', request_id: 'r', outputs: { task, so_far: 3 } }).outcome).toEqual({
      kind: 'pending',
      phase: 'queued',
      task: { id: 't-1', statusUrl: '/t/1', pollAfterMs: 500 },
      payload: { kind: 'value', value: { so_far: 3 } },
    })
  })

  test('whose outputs hold a task of the agent’s own is completed', () => {
    const outputs = { task: { id: 't-1', status: 'queued', owner: 'me' } }
    expect(read({ status: 'ok', request_id: 'r', outputs }).outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'value', value: outputs },
    })
  })

  test('keeps what only this contract knows, later members of the grounding included', () => {
    const grounding = { citations: ['c1'], chunks: [{ chunk_id: 'k', doc_id: 'd' }] }
    const { outcome } = read({ status: 'ok', request_id: 'r', outputs: {}, grounding, x_cache: true, ok: true })
    expect(outcome.citations).toEqual([{ id: 'c1' }])
    expect(outcome.extra).toEqual({
      'agent-run': { x_cache: true, grounding: { chunks: [{ chunk_id: 'k', doc_id: 'd' }] } },
    })
  })

  test('with outputs that are no object keeps them', () => {
    expect(read({ status: 'ok', request_id: 'r', outputs: [1, 2] }).outcome.payload).toEqual({
      kind: 'rows',
      rows: [1, 2],
    })
  })
})

describe('an error', () => {
  const failure = (error: Json, status = 200, headers = {}) => {
    const { outcome } = read({ status: 'error', request_id: 'r', outputs: {}, error }, status, headers)
    return outcome
  }

  test.each([
    ['VALIDATION_ERROR', 200, 'invalid'],
    ['UNSUPPORTED_TASK_TYPE', 400, 'invalid'],
    ['NO_PAPERS_FOUND', 200, 'not-found'],
    ['CITATION_MISMATCH', 200, 'integrity'],
    ['TIMEOUT', 200, 'timeout'],
    ['constructor', 200, 'internal'],
    ['OF_THE_AGENT', 200, 'internal'],
    ['OF_THE_AGENT', 409, 'conflict'],
    ['OF_THE_AGENT', 418, 'invalid'],
    ['OF_THE_AGENT', 502, 'dependency'],
    ['OF_THE_AGENT', 599, 'internal'],
  ])('with the code %s at %i is %s', (code, status, category) => {
    expect(failure({ code, message: 'm' }, status)).toMatchObject({ kind: 'failed', fault: { code, category } })
  })

  test('at 4xx or 5xx was refused before work began', () => {
    expect(failure({ code: 'FORBIDDEN', message: 'm' }, 403)).toMatchObject({ fault: { began: false } })
    expect(failure({ code: 'FORBIDDEN', message: 'm' }, 200)).not.toHaveProperty('fault.began')
  })

  test('says when to come back in its details, else in the header', () => {
    const limited = { code: 'RATE_LIMITED', message: 'm' }
    expect(failure(limited, 429, { 'retry-after': '3' })).toMatchObject({ fault: { retryAfterMs: 3000 } })
    const exact = { ...limited, details: { retry_after_ms: 2500 } }
    expect(failure(exact, 429, { 'retry-after': '3' })).toMatchObject({ fault: { retryAfterMs: 2500 } })
  })

  test('keeps details that are not its own words', () => {
    const details = { issues: 'none to speak of', resource_id: 'p-7' }
    expect(failure({ code: 'CONFLICT', message: 'm', details })).toMatchObject({
      fault: { issues: [], resourceId: 'p-7', details: { issues: 'none to speak of' } },
    })
  })

  test('that waits is paused, with or without a list of needs', () => {
    expect(failure({ code: 'APPROVAL_REQUIRED', message: 'Spend 5?' })).toEqual({
      kind: 'paused',
      message: 'Spend 5?',
      needs: [{ kind: 'approval', key: 'approval', action: 'Spend 5?' }],
    })
    const needs = [{ kind: 'credentials', scheme: 'Bearer' }]
    expect(failure({ code: 'UNAUTHORIZED', message: 'm', details: { needs } })).toMatchObject({ kind: 'paused', needs })
    expect(failure({ code: 'UNAUTHORIZED', message: 'm' })).toMatchObject({ kind: 'failed' })
  })

  test('whose details name a category failed, whatever its code', () => {
    const details = { category: 'forbidden' }
    expect(failure({ code: 'APPROVAL_REQUIRED', message: 'm', details })).toMatchObject({
      kind: 'failed',
      fault: { category: 'forbidden', code: 'APPROVAL_REQUIRED' },
    })
  })

  test('keeps what else a pause or a cancellation holds', () => {
    expect(failure({ code: 'CANCELED', message: 'm', trace: 't', details: { by: 'user' } })).toEqual({
      kind: 'canceled',
      message: 'm',
      extra: { 'agent-run': { error: { trace: 't', details: { by: 'user' } } } },
    })
  })
})

describe('an answer in another shape', () => {
  test.each([
    [{ ok: false, request_id: 'r', outputs: {}, error: 'Down.' }, 'Down.'],
    [{ ok: false, request_id: 'r', outputs: { error: 'Broken.' } }, 'Broken.'],
    [{ ok: false, request_id: 'r', outputs: {}, warnings: ['Unsupported.'] }, 'Unsupported.'],
    [{ ok: false, request_id: 'r', outputs: {} }, 'Unknown agent error'],
  ])('without a status tells its failure where it can %#', (body, message) => {
    expect(read(body as Json).outcome).toMatchObject({ kind: 'failed', fault: { code: 'TASK_FAILED', message } })
  })

  test('by the framework lists what is wrong with the request', () => {
    const detail = [{ type: 'missing', loc: ['body', 'inputs', 0, 'query'], msg: 'Field required', input: null }]
    expect(read({ detail }, 422).outcome).toMatchObject({
      kind: 'failed',
      fault: {
        category: 'invalid',
        began: false,
        issues: [
          {
            pointer: '/inputs/0/query',
            message: 'Field required',
            keyword: 'missing',
            location: 'body',
            extra: { 'agent-run': { input: null } },
          },
        ],
      },
    })
  })

  test('with an unknown status is unknown, and nothing of it is lost', () => {
    expect(read({ status: 'queued', request_id: 'r', outputs: { a: 1 } }).outcome).toEqual({
      kind: 'unknown',
      status: 'queued',
      payload: { kind: 'value', value: { a: 1 } },
    })
  })

  test('that cannot be read failed as its HTTP status says', () => {
    const unreadable = (status: number) => decode(httpWire({ status, body: Body.ofText('<html>') })).outcome
    expect(unreadable(503)).toMatchObject({ fault: { category: 'unavailable', code: 'UNREADABLE_ANSWER' } })
    expect(unreadable(200)).toMatchObject({ fault: { category: 'integrity' } })
  })

  test('never quotes what came', () => {
    const { findings } = read({ status: 'canary', request_id: 7, outputs: 'canary', error: { code: 'canary' } })
    expect(findings.length).toBeGreaterThan(2)
    expect(JSON.stringify(findings)).not.toContain('canary')
  })
})
