import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { fix } from './fix.ts'

const good = { status: 'ok', request_id: 'r-1', outputs: { a: 1 } }
const failed = { status: 'error', request_id: 'r-1', outputs: {}, error: { code: 'X', message: 'It broke.' } }
const run = (body: JsonObject, headers: Record<string, string> = {}) => {
  const fixed = fix(httpWire({ headers, body: Body.ofText(JSON.stringify(body)) }), 'response')
  return {
    done: fixed?.done,
    body: fixed === undefined ? undefined : JSON.parse(fixed.wire.body.text()),
    findings: fixed === undefined ? undefined : decode(fixed.wire as HttpWire).findings.map(({ rule }) => rule),
  }
}

describe('fixes what the message itself decides', () => {
  test.each([
    [
      'null members',
      { ...good, usage: null, error: null },
      ['removed /usage, which was null', 'removed /error, which was null'],
      good,
    ],
    [
      'nested null members',
      { ...failed, error: { ...failed.error, details: null } },
      ['removed /error/details, which was null'],
      failed,
    ],
    ['a status in capitals', { ...good, status: 'OK' }, ['wrote /status in small letters'], good],
    ['data', { status: 'ok', request_id: 'r-1', data: { a: 1 } }, ['renamed /data to /outputs'], good],
    [
      'ok in place of status',
      { ok: true, request_id: 'r-1', outputs: { a: 1 } },
      ['added /status, as ok or success says'],
      { ...good, ok: true },
    ],
    ['an error without outputs', { ...failed, outputs: null }, ['added /outputs, which is empty on an error'], failed],
    [
      'the text of an error',
      { ...failed, error: 'It broke.' },
      ['put the text of /error into its message, with the code TASK_FAILED'],
      { ...failed, error: { code: 'TASK_FAILED', message: 'It broke.' } },
    ],
  ] as const)('%s', (_, body, done, expected) => {
    expect(run(body as unknown as JsonObject)).toEqual({ done, body: expected, findings: [] })
  })

  test('the id, from the header', () => {
    const { request_id: _, ...body } = good
    expect(run(body, { 'x-request-id': 'r-9' })).toMatchObject({
      done: ['added /request_id'],
      body: { ...good, request_id: 'r-9' },
      findings: [],
    })
  })
})

describe('makes nothing up', () => {
  test.each([
    ['a good envelope', good],
    ['no request id anywhere', { status: 'ok', outputs: {} }],
    ['a success without outputs', { status: 'ok', request_id: 'r-1' }],
    ['an error without an error', { status: 'error', request_id: 'r-1', outputs: {} }],
    ['an unknown status', { ...good, status: 'DONE' }],
    ['a failure that only ok tells', { ok: false, request_id: 'r-1', outputs: {} }],
    ['another document', { hello: 'world' }],
  ])('%s is left alone', (_, body) => {
    expect(run(body as JsonObject).done).toBeUndefined()
  })
})
