import { expect, test } from 'vitest'
import { classifyAnswer } from './verdict.ts'

const now = Date.UTC(2026, 0, 1)

test.each([
  [200, 'delivered', 'accepted'],
  [204, 'delivered', 'accepted'],
  [299, 'delivered', 'accepted'],
  [300, 'refused', 'redirect'],
  [308, 'refused', 'redirect'],
  [400, 'refused', 'rejected'],
  [401, 'refused', 'rejected'],
  [408, 'refused', 'rejected'],
  [409, 'refused', 'rejected'],
  [410, 'gone', 'gone'],
  [413, 'refused', 'rejected'],
  [429, 'retry', 'rate-limited'],
  [500, 'retry', 'server-error'],
  [503, 'retry', 'server-error'],
  [600, 'retry', 'unexpected-status'],
])('%i: %s, %s', (status, kind, reason) => {
  expect(classifyAnswer(status, {}, now)).toEqual({ kind, reason, status })
})

test.each([
  ['120', 120_000],
  ['0', 1000],
  ['99999', 3_600_000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 1000],
  ['Fri, 02 Jan 2026 00:00:00 GMT', 3_600_000],
  ['soon', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  ['', undefined],
  ['99999999999999999999', undefined],
  ['nonsense GMT', undefined],
])('Retry-After %s asks for %s ms', (value, retryAfterMs) => {
  expect(classifyAnswer(503, { 'retry-after': value }, now).retryAfterMs).toBe(retryAfterMs)
})

test('Retry-After says nothing about what is not tried again', () => {
  expect(classifyAnswer(403, { 'retry-after': '5' }, now)).toEqual({ kind: 'refused', reason: 'rejected', status: 403 })
})

test.each([
  ['Signature error="webhook_signature_invalid"', 'webhook_signature_invalid'],
  ['Bearer, signature realm="x", error="webhook_body_malformed"', 'webhook_body_malformed'],
])('401 with %s names the code', (challenge, signatureError) => {
  expect(classifyAnswer(401, { 'www-authenticate': challenge }, now)).toEqual({
    kind: 'refused',
    reason: 'signature-rejected',
    status: 401,
    signatureError,
  })
})

test.each(['Bearer error="webhook_x"', 'Signature error="other"', 'Signature error="webhook_<script>"', 'Signature'])(
  '401 with %s is any 401',
  challenge => {
    expect(classifyAnswer(401, { 'www-authenticate': challenge }, now).reason).toBe('rejected')
  },
)

test('a receiver that could not look our key up is tried again; one that refused the signature is not', () => {
  const answer = (code: string) => classifyAnswer(401, { 'www-authenticate': `Signature error="${code}"` }, 0).kind
  expect(answer('webhook_signature_jwks_unavailable')).toBe('retry')
  expect(answer('webhook_signature_brand_json_unreachable')).toBe('retry')
  expect(answer('webhook_signature_invalid')).toBe('refused')
  expect(answer('webhook_mode_mismatch')).toBe('refused')
})
