import { describe, expect, test } from 'vitest'
import { AuthError, type AuthReason, challenge } from './auth-error.ts'

const invalid = 'Bearer realm="replywire", error="invalid_token", error_description='

describe('the challenge', () => {
  test.each<[AuthReason, string]>([
    ['missing-token', 'Bearer realm="replywire"'],
    ['keys-unavailable', 'Bearer realm="replywire"'],
    ['oversized-token', `${invalid}"The credentials are too long."`],
    ['invalid-token', `${invalid}"The token is not valid."`],
    ['disallowed-algorithm', `${invalid}"The algorithm of the token is not allowed."`],
    ['unknown-issuer', `${invalid}"The issuer of the token is not trusted."`],
    ['expired', `${invalid}"The credentials have expired."`],
    ['not-yet-valid', `${invalid}"The token is not valid yet."`],
    ['audience-mismatch', `${invalid}"The token is meant for another audience."`],
    ['claim-missing', `${invalid}"The token lacks a required claim."`],
    ['unknown-key', `${invalid}"The key is not known."`],
    ['reserved-subject', `${invalid}"The subject of the credentials is empty or reserved."`],
    ['name-too-long', `${invalid}"The subject, tenant or account of the credentials is longer than 512 bytes."`],
    ['claim-not-allowed', `${invalid}"The issuer may not give this tenant."`],
  ])('for %s', (reason, expected) => {
    expect(challenge(reason)).toBe(expected)
    // RFC 6750 §3: what a quoted description may be made of.
    expect(challenge(reason)).toMatch(/^Bearer( \w+="[\x20-\x21\x23-\x5b\x5d-\x7e]*",?)+$/)
  })

  test('for a call without credentials names no error', () => {
    expect(challenge()).toBe('Bearer realm="replywire"')
  })
})

test('a refusal tells whose fault it is, and has no cause', () => {
  expect({ ...new AuthError('expired') }).toEqual({ name: 'AuthError', reason: 'expired', category: 'unauthenticated' })
  expect(new AuthError('keys-unavailable').category).toBe('unavailable')
  expect(new AuthError('expired')).toBeInstanceOf(Error)
  expect(new AuthError('expired')).not.toHaveProperty('cause')
})
