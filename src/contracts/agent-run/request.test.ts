import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { request } from './request.ts'

const read = (body: Json, target?: string, headers: Record<string, string> = {}) =>
  request.decode(httpWire({ method: 'POST', target, headers, body }))

describe('reading a request', () => {
  test('fills in what an agent takes by default', () => {
    expect(read({ request_id: 'r', task_type: 'T' }).call).toEqual({
      operation: 'T',
      input: {},
      exchange: { requestId: 'r' },
      mode: 'DEMO',
      riskTier: 'NON_SENSITIVE',
      domainId: 'clinical',
      budgets: { max_output_tokens: 1200, max_context_tokens: 6000, max_escalations: 2 },
      deadlineMs: 600_000,
    })
  })

  test('takes null ids for none', () => {
    const { call, findings } = read({ request_id: 'r', task_type: 'T', workflow_id: null, user_id: 'u' })
    expect(call).not.toHaveProperty('workflowId')
    expect(call).not.toHaveProperty('extra')
    expect(call.userId).toBe('u')
    expect(findings).toEqual([])
  })

  test('takes the deadline from timeout_ms, else from max_time_ms', () => {
    expect(read({ request_id: 'r', task_type: 'T', budgets: { timeout_ms: 5, max_time_ms: 7 } }).call.deadlineMs).toBe(
      5,
    )
    const { call } = read({ request_id: 'r', task_type: 'T', budgets: { max_time_ms: 7, max_tokens: 9 } })
    expect(call.deadlineMs).toBe(7)
    expect(call.budgets).toMatchObject({ max_tokens: 9 })
    expect(call.budgets).not.toHaveProperty('max_time_ms')
  })

  test('knows a stream by its path, and by Accept where there is none', () => {
    const body = { request_id: 'r', task_type: 'T' }
    expect(read(body, '/lit/agents/run/stream?x=1').call.prefer).toEqual({ stream: true })
    expect(read(body, undefined, { accept: 'text/event-stream' }).call.prefer).toEqual({ stream: true })
    expect(read(body, '/agents/run/sync', { accept: 'text/event-stream' }).call.prefer).toBeUndefined()
  })

  test('takes the id from the header where the body has none', () => {
    expect(read({ task_type: 'T' }, undefined, { 'x-request-id': 'h-1' }).call.exchange.requestId).toBe('h-1')
  })

  test('gives a call whatever comes', () => {
    const { call, findings } = request.decode(httpWire({ method: 'POST', body: Body.ofText('{') }))
    expect(call).toMatchObject({ operation: '', input: {} })
    expect(findings.map(({ rule }) => rule)).toEqual(['json/readable'])
  })
})

describe('writing a request', () => {
  const call: Call = { operation: 'T', input: {}, exchange: { requestId: 'r-1' } }
  const write = (more: Partial<Call> = {}) => {
    const { wire, losses } = request.encode({ ...call, ...more })
    return { wire, body: JSON.parse(wire.body.text()) as Json, lost: losses.map(({ pointer }) => pointer) }
  }

  test('omits what is not there', () => {
    const { wire, body, lost } = write()
    expect(body).toEqual({ request_id: 'r-1', task_type: 'T' })
    expect(wire.target).toBe('/agents/run/sync')
    expect({ ...wire.headers }).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      'x-request-id': 'r-1',
    })
    expect(lost).toEqual([])
  })

  test('asks for a stream at its own path', () => {
    const { wire } = write({ prefer: { stream: true } })
    expect(wire.target).toBe('/agents/run/stream')
    expect(wire.headers.accept).toBe('text/event-stream')
  })

  test('puts keys and tokens into headers, and names those that do not fit', () => {
    const { wire, lost } = write({ idempotencyKey: 'k-1', approvalTokens: ['a', 'b,c', 'd'] })
    expect(wire.headers['idempotency-key']).toBe('k-1')
    expect(wire.headers['x-approval-token']).toBe('a, d')
    expect(lost).toEqual(['/call/approvalTokens/1'])
  })

  test('wraps an input that is no object, and names what has no place', () => {
    const { body, lost } = write({
      input: [1],
      push: { url: 'x' },
      prefer: { async: true },
      budgets: { max_time_ms: 3 },
    })
    expect(body).toEqual({ request_id: 'r-1', task_type: 'T', inputs: { value: [1] } })
    expect(lost.toSorted()).toEqual(['/call/budgets/max_time_ms', '/call/input', '/call/prefer/async', '/call/push'])
  })

  test('has a word for an id and a task that are not told', () => {
    const { body, lost } = write({ operation: '', exchange: {} })
    expect(body).toEqual({ request_id: 'unknown', task_type: 'unknown' })
    expect(lost).toEqual(['/call/operation', '/call/exchange/requestId'])
  })
})
