import { describe, expect, test } from 'vitest'
import { categoryOf, categoryOfHttp, categoryRow, isKnownCode, recoveryOf } from './codes.ts'
import { currentRelease, releaseNamed } from './releases.ts'

const { codes } = currentRelease

test.each([
  ['3.1-beta.3', 80, [63, 10, 7]],
  ['3.1', 92, [75, 10, 7]],
  ['3.2-beta.5', 109, [91, 10, 8]],
])('%s has %i standard codes, by their recovery: %j', (name, size, counts) => {
  const rows = [...(releaseNamed(name)?.codes.values() ?? [])]
  expect(rows).toHaveLength(size)
  const count = (recovery: string) => rows.filter(row => row.recovery === recovery).length
  expect([count('correctable'), count('terminal'), count('transient')]).toEqual(counts)
})

test.each([
  ['VALIDATION_ERROR', true],
  ['APPROVAL_REQUIRED', true],
  ['X_ACME_OUT_OF_SEASON', true],
  ['X_A1_B2', true],
  ['X_ACME_F', false],
  ['X_acme_FOO', false],
  ['X_ACME_', false],
  ['X_1ACME_FOO', false],
  ['INVALID_TARGETING', false],
])('%s is known: %s', (code, known) => {
  expect(isKnownCode(code, codes)).toBe(known)
})

describe('what helps against an error', () => {
  test.each([
    ['transient', 'X_ACME_FOO', 'retry'],
    ['correctable', 'RATE_LIMITED', 'correct'],
    ['terminal', 'RATE_LIMITED', 'stop'],
    ['whatever', 'RATE_LIMITED', 'stop'],
    [undefined, 'RATE_LIMITED', 'retry'],
    [undefined, 'VALIDATION_ERROR', 'correct'],
    [undefined, 'ACCOUNT_SUSPENDED', 'stop'],
    [undefined, 'NOBODY_KNOWS', 'stop'],
  ])('says %s with %s: %s', (said, code, recovery) => {
    expect(recoveryOf(said, code, codes)).toBe(recovery)
  })

  test('is a choice where the code is unknown and nothing is said', () => {
    expect(recoveryOf(undefined, 'NOBODY_KNOWS', codes, 'retry')).toBe('retry')
  })
})

test.each([
  ['MEDIA_BUY_NOT_FOUND', 'not-found'],
  ['IDEMPOTENCY_CONFLICT', 'conflict'],
  ['SCOPE_INSUFFICIENT', 'forbidden'],
  ['AUTH_INVALID', 'unauthenticated'],
  ['BUDGET_EXHAUSTED', 'quota-exceeded'],
  ['GOVERNANCE_UNAVAILABLE', 'dependency'],
  ['X_REPLYWIRE_INTERNAL', 'internal'],
])('%s means %s', (code, category) => {
  expect(categoryOf(code, 'stop', codes)).toBe(category)
})

test.each([
  ['retry', 'unavailable'],
  ['correct', 'invalid'],
  ['stop', 'internal'],
] as const)("a vendor's code that says %s is %s", (recovery, category) => {
  expect(categoryOf('X_ACME_FOO', recovery, codes)).toBe(category)
})

test.each([
  ['invalid', 'correct', 'VALIDATION_ERROR', 422],
  ['unauthenticated', 'correct', 'AUTH_MISSING', 401],
  ['unauthenticated', 'stop', 'AUTH_INVALID', 401],
  ['forbidden', 'stop', 'PERMISSION_DENIED', 403],
  ['license-blocked', 'stop', 'POLICY_VIOLATION', 403],
  ['not-found', 'correct', 'REFERENCE_NOT_FOUND', 404],
  ['conflict', 'correct', 'CONFLICT', 409],
  ['rate-limited', 'retry', 'RATE_LIMITED', 429],
  ['quota-exceeded', 'stop', 'RATE_LIMITED', 429],
  ['dependency', 'retry', 'SERVICE_UNAVAILABLE', 502],
  ['timeout', 'retry', 'SERVICE_UNAVAILABLE', 504],
  ['unavailable', 'retry', 'SERVICE_UNAVAILABLE', 503],
  ['integrity', 'retry', 'X_REPLYWIRE_INTERNAL', 500],
  ['internal', 'retry', 'X_REPLYWIRE_INTERNAL', 500],
] as const)('%s, %s, is told as %s with HTTP %i', (category, recovery, code, http) => {
  expect(categoryRow(category, recovery)).toMatchObject({ code, http })
})

test.each([
  [400, 'invalid'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [418, 'invalid'],
  [429, 'rate-limited'],
  [500, 'internal'],
  [503, 'unavailable'],
  [504, 'timeout'],
  [undefined, 'internal'],
])('HTTP %s alone means %s', (status, category) => {
  expect(categoryOfHttp(status)).toBe(category)
})
