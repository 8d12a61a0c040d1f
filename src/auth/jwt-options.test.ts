import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { ReplywireError } from '../errors.ts'
import { jwtAuth } from './jwt.ts'
import type { JwtOptions } from './jwt-options.ts'

const pair = await generateKeyPair('ES256', { extractable: true })
const jwks = { keys: [await exportJWK(pair.publicKey)] }
const privateJwks = { keys: [await exportJWK(pair.privateKey)] }
const issuer = 'https://id.example'
const secret = 'canary-canary-canary-canary-canary'
const url = 'https://id.example/keys'

const one = (more: object, options: object = {}) => ({ issuers: [{ issuer, ...more }], ...options })

describe('options that cannot be right are refused at start', () => {
  test.each([
    ['no issuer', { issuers: [] }],
    ['an issuer without a name', { issuers: [{ issuer: '', jwks }] }],
    ['an issuer twice', { issuers: [{ issuer, jwks }, { issuer, secret }] }], // biome-ignore format: one row, one line
    ['an issuer without keys', one({})],
    ['an issuer with two sources of keys', one({ jwks, secret })],
    ['a short secret', one({ secret: 'canary-canary-canary-canary-can' })],
    ['a short secret of bytes', one({ secret: new Uint8Array(31) })],
    [
      'a public key as secret',
      one({ secret: '-----BEGIN PUBLIC KEY-----\ncanarycanarycanary\n-----END PUBLIC KEY-----' }),
    ],
    ['a JSON key as secret', one({ secret: JSON.stringify(jwks.keys[0]) })],
    ['private keys', one({ jwks: privateJwks })],
    ['symmetric keys', one({ jwks: { keys: [{ kty: 'oct', k: 'canary' }] } })],
    ['a set that is none', one({ jwks: { keys: 'canary' } })],
    ['an empty set', one({ jwks: { keys: [] } })],
    ['keys over http', one({ jwksUrl: 'http://id.example/keys' })],
    ['keys from a host that looks like loopback', one({ jwksUrl: 'http://127.0.0.1.evil.example/keys' })],
    ['keys from a file', one({ jwksUrl: 'file:///etc/keys' })],
    ['keys from nowhere', one({ jwksUrl: 'canary' })],
    ['keys with credentials', one({ jwksUrl: 'https://canary:canary@id.example/keys' })],
    ['none', one({ jwks }, { algorithms: ['none'] })],
    ['none among others', one({ jwks }, { algorithms: ['ES256', 'None'] })],
    ['an algorithm that nobody knows', one({ jwks }, { algorithms: ['canary'] })],
    ['HS512', one({ secret }, { algorithms: ['HS512'] })],
    ['HS256 for public keys', one({ jwks }, { algorithms: ['HS256'] })],
    ['a secret without HS256', one({ secret }, { algorithms: ['RS256'] })],
    ['no algorithm', one({ jwks }, { algorithms: [] })],
    ['one audience that is no list', one({ jwks }, { audiences: 'canary' })],
    ['required claims that are no list', one({ jwks }, { requiredClaims: 'sub' })],
    ['a negative skew', one({ jwks }, { clockSkewSeconds: -1 })],
    ['a skew of an hour', one({ jwks }, { clockSkewSeconds: 3600 })],
    ['a skew that is no number', one({ jwks }, { clockSkewSeconds: Number.NaN })],
    ['tokens of any size', one({ jwks }, { maxTokenBytes: Number.POSITIVE_INFINITY })],
    ['keys that are never fresh', one({ jwksUrl: url, jwksTtlSeconds: 0 })],
  ])('%s', (_, options) => {
    let thrown: unknown
    try {
      jwtAuth(options as unknown as JwtOptions)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(ReplywireError)
    expect(thrown).toMatchObject({ code: 'ERR_MISUSE' })
    expect(String(thrown)).not.toContain('canary')
  })
})

test.each([
  ['https', one({ jwksUrl: url })],
  ['http on this machine', one({ jwksUrl: 'http://127.0.0.1:8080/keys' })],
  ['http on this machine, by name', one({ jwksUrl: 'http://localhost/keys' })],
  ['http on this machine, IPv6', one({ jwksUrl: 'http://[::1]:8080/keys' })],
  ['http by explicit option', one({ jwksUrl: 'http://keycloak:8080/keys', allowHttp: true })],
  ['a skew of none', one({ jwks }, { clockSkewSeconds: 0 })],
  ['a secret of 32 bytes', one({ secret: new Uint8Array(32) })],
])('%s is accepted, and nothing is fetched before a token comes', (_, options) => {
  const fetch = () => {
    throw new Error('fetched')
  }
  expect(jwtAuth({ ...options, fetch } as JwtOptions)).toBeTypeOf('function')
})
