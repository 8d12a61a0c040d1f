import { describe, expect, test } from 'vitest'
import { ReplywireError } from '../../errors.ts'
import { StandardError, StandardResponse } from './factories.ts'
import { wrapForMcp } from './mcp.ts'

const request_id = '01KQ3XQ77RR7J8XWZ8C0YR2JN2'
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n }))
const page = 'https://jpcite.com/docs/api-reference/response_envelope'

/** A caller's program: the status settles which members there are. */
function summaryOf(body: StandardResponse<{ id: number }>): string {
  switch (body.status) {
    case 'error': {
      const { code, retryable }: StandardError = body.error
      return `${code} ${retryable}`
    }
    case 'empty':
      return body.empty_reason
    default:
      return `${body.results.map(({ id }) => id).join()} of ${body.meta.request_id}`
  }
}

test('the types of the wire fit what the constructors make', () => {
  const bodies = [
    StandardResponse.sparse(rows(2), { request_id }),
    StandardResponse.empty('no_match', { request_id, retry_with: {} }),
    StandardResponse.error(StandardError.rateLimited(60), { request_id }),
  ]
  const read = bodies.map(body => summaryOf(JSON.parse(JSON.stringify(body))))
  expect(read).toEqual(['0,1 of 01KQ3XQ77RR7J8XWZ8C0YR2JN2', 'no_match', 'RATE_LIMITED true'])
})

describe('StandardResponse', () => {
  test('builds the printed members in their order', () => {
    expect(JSON.stringify(StandardResponse.sparse([{ id: 1 }], { request_id, client_tag: '顧問先-001' }))).toBe(
      '{"status":"sparse","query_echo":{"normalized_input":{},"applied_filters":{},"unparsed_terms":[]},' +
        '"results":[{"id":1}],"citations":[],"warnings":[],"suggested_actions":[],"meta":{"request_id":"01KQ3XQ77RR7J8XWZ8C0YR2JN2",' +
        '"api_version":"v2","latency_ms":0,"billable_units":1,"client_tag":"顧問先-001"}}',
    )
  })

  test('an empty answer has its reason and its hint last', () => {
    const { status, results, empty_reason, retry_with } = StandardResponse.empty('license_blocked', {
      request_id,
      retry_with: { license: 'proprietary' },
    })
    expect({ status, results, empty_reason, retry_with }).toEqual({
      status: 'empty',
      results: [],
      empty_reason: 'license_blocked',
      retry_with: { license: 'proprietary' },
    })
  })

  test('a health report that is ok may be rich with its one row', () => {
    const report = { status: 'ok', version: '1', checks: {}, timestamp_utc: '2026-04-30T03:00:00Z' }
    expect(StandardResponse.rich([report], { request_id, billable_units: 0 }).status).toBe('rich')
  })

  test('a negative latency is 0', () => {
    expect(StandardResponse.rich(rows(5), { request_id, latency_ms: -3.2 }).meta).toMatchObject({ latency_ms: 0 })
  })

  test('an error bills nothing and has no results', () => {
    const envelope = StandardResponse.error(StandardError.unauthorized(), { request_id, latency_ms: 1 })
    expect(envelope).toMatchObject({ status: 'error', results: [], meta: { latency_ms: 1, billable_units: 0 } })
  })

  test.each([
    ['rich without rows', () => StandardResponse.rich([], { request_id })],
    ['rich with four rows', () => StandardResponse.rich(rows(4), { request_id })],
    ['sparse without rows', () => StandardResponse.sparse([], { request_id })],
    ['sparse with nine rows', () => StandardResponse.sparse(rows(9), { request_id })],
    ['a reason that is none', () => StandardResponse.empty('nope' as never, { request_id, retry_with: {} })],
    ['partial without a warning', () => StandardResponse.partial(rows(1), [] as never, { request_id })],
    ['an empty request id', () => StandardResponse.sparse(rows(1), { request_id: '' })],
    ['a tag of control characters', () => StandardResponse.sparse(rows(1), { request_id, client_tag: '\n' })],
    [
      'a citation that leads nowhere',
      () => StandardResponse.sparse(rows(1), { request_id, citations: [{ field_paths: ['/x'] }] }),
    ],
    ['an error of no code', () => StandardResponse.error({ code: 'TEAPOT' }, { request_id })],
    ['a delay that is negative', () => StandardError.rateLimited(-1)],
    ['a message that is too long', () => StandardError.forbidden({ user_message: 'x'.repeat(201) })],
  ])('refuses %s', (_, build) => {
    expect(build).toThrow(ReplywireError)
    expect(build).toThrow(expect.objectContaining({ code: 'ERR_MISUSE' }))
  })
})

describe('StandardError', () => {
  test('has the standing message, the retry and the link of its code', () => {
    expect(StandardError.rateLimited(60)).toEqual({
      code: 'RATE_LIMITED',
      user_message: 'リクエストが多すぎます。Retry-After の秒数を待ってから、もう一度お試しください。',
      retryable: true,
      retry_after: 60,
      documentation: `${page}#rate_limited`,
    })
  })

  test('speaks English when asked', () => {
    expect(StandardError.notFound('program', 'UNI-1', { language: 'en' })).toEqual({
      code: 'NOT_FOUND',
      user_message: 'There is no such thing. Check the identifier.',
      developer_message: "program not found for id='UNI-1'",
      retryable: false,
      documentation: `${page}#not_found`,
    })
  })

  test.each([
    [StandardError.notFound('program', "O'Brien"), 'NOT_FOUND', `program not found for id="O'Brien"`],
    [StandardError.notFound('program', `O'"\n\\`), 'NOT_FOUND', `program not found for id='O\\'"\\n\\\\'`],
    [StandardError.notFound('program', 7), 'NOT_FOUND', 'program not found for id=7'],
    [StandardError.notFound('program'), 'NOT_FOUND', 'program not found'],
    [StandardError.badRequest('tier', 'must be one of S, A'), 'VALIDATION_ERROR', "field='tier': must be one of S, A"],
    [StandardError.licenseGateBlocked('example.jp'), 'LICENSE_GATE_BLOCKED', expect.stringContaining("'example.jp'")],
    [StandardError.internal(request_id), 'INTERNAL_ERROR', `request_id=${request_id}`],
    [StandardError.unauthorized(), 'UNAUTHORIZED', undefined],
    [StandardError.forbidden(), 'FORBIDDEN', undefined],
    [StandardError.quotaExceeded({ retry_after: 9 }), 'QUOTA_EXCEEDED', undefined],
    [StandardError.integrity(), 'INTEGRITY_ERROR', undefined],
  ])('%# names its code and tells developers', (error, code, developer) => {
    expect(error.code).toBe(code)
    expect(error.developer_message).toEqual(developer)
  })
})

describe('wrapForMcp', () => {
  test('puts the envelope beside its line', () => {
    const envelope = StandardResponse.rich(rows(23), { request_id })
    expect(wrapForMcp(envelope)).toEqual({
      structuredContent: envelope,
      content: [{ type: 'text', text: 'rich · 23 results' }],
    })
  })

  test('marks an error, with the envelope or bare', () => {
    const error = StandardError.forbidden({ user_message: 'だめです。' })
    for (const read of [StandardResponse.error(error, { request_id }), { error }]) {
      expect(wrapForMcp(read)).toEqual({
        structuredContent: read,
        content: [{ type: 'text', text: 'だめです。' }],
        isError: true,
      })
    }
  })
})
