import { describe, expect, test } from 'vitest'
import { categoryOfStatus, documentationOf, errorCodes, errorRow, errorRowOf, suits, userMessageOf } from './status.ts'

describe('the nine codes', () => {
  test.each([
    ['RATE_LIMITED', true, [429], 'rate-limited'],
    ['UNAUTHORIZED', false, [401], 'unauthenticated'],
    ['FORBIDDEN', false, [403], 'forbidden'],
    ['NOT_FOUND', false, [404], 'not-found'],
    ['VALIDATION_ERROR', false, [422, 400], 'invalid'],
    ['LICENSE_GATE_BLOCKED', false, [403], 'license-blocked'],
    ['QUOTA_EXCEEDED', false, [429], 'quota-exceeded'],
    ['INTEGRITY_ERROR', true, [500], 'integrity'],
    ['INTERNAL_ERROR', true, [500], 'internal'],
  ] as const)('%s is what the table says, both ways', (code, retryable, statuses, category) => {
    expect(errorRow(code)).toMatchObject({ code, retryable, statuses, category })
    expect(errorRowOf(category).code).toBe(code)
  })

  test.each([
    ['conflict', 'VALIDATION_ERROR'],
    ['dependency', 'INTERNAL_ERROR'],
    ['timeout', 'INTERNAL_ERROR'],
    ['unavailable', 'INTERNAL_ERROR'],
  ] as const)('%s has no code of its own and is spoken as %s', (category, code) => {
    expect(errorRowOf(category).code).toBe(code)
  })

  test('every one has a message in both languages, Japanese by default, of at most 200 characters', () => {
    for (const code of errorCodes) {
      expect(userMessageOf(code)).toMatch(/[ぁ-ん]/)
      expect(userMessageOf(code)).toBe(userMessageOf(code, 'ja'))
      expect(userMessageOf(code, 'en')).toMatch(/^[\x20-\x7e]+$/)
      for (const language of ['ja', 'en'] as const) {
        expect([...userMessageOf(code, language)].length).toBeLessThanOrEqual(200)
      }
    }
  })

  test('every one links to its own explanation', () => {
    expect(documentationOf('LICENSE_GATE_BLOCKED')).toBe(
      'https://jpcite.com/docs/api-reference/response_envelope#license_gate_blocked',
    )
  })
})

test.each([
  ['VALIDATION_ERROR', 400, true],
  ['VALIDATION_ERROR', 405, true],
  ['VALIDATION_ERROR', 404, false],
  ['INTERNAL_ERROR', 503, true],
  ['INTERNAL_ERROR', 400, false],
  ['RATE_LIMITED', 503, false],
] as const)('%s with status %i suits: %s', (code, status, suited) => {
  expect(suits(errorRowOf(errorRow(code)?.category ?? 'internal'), status)).toBe(suited)
})

test.each([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [418, 'invalid'],
  [429, 'rate-limited'],
  [500, 'internal'],
  [undefined, 'internal'],
] as const)('without a code the status %s means %s', (status, category) => {
  expect(categoryOfStatus(status)).toBe(category)
})
