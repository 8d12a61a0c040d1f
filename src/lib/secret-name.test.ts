import { expect, test } from 'vitest'
import { isSecretName } from './secret-name.ts'

test.each([
  'authorization',
  'Authorization',
  'access_token',
  'x-api-key',
  'apiKey',
  'API Key',
  'client_secret',
  'password',
  'passwd',
  'newPassphrase',
  'private-key',
  'credentials',
  'Set-Cookie',
  'session_id',
  'hmac_signature',
  'governance_context',
  'auth',
  'otp',
  'pin',
  'cardNumber',
])('%s is a secret', name => {
  expect(isSecretName(name)).toBe(true)
})

test.each([
  'name',
  'className',
  'footprint',
  'author',
  'authors',
  'key',
  'keyword',
  'spinner',
  'amount',
  'passenger',
  'secure',
])('%s is none', name => {
  expect(isSecretName(name)).toBe(false)
})
