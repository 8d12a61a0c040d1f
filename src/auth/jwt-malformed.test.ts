import { inspect } from 'node:util'
import fc from 'fast-check'
import { CompactSign, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { AuthError, challenge } from './auth-error.ts'
import { jwtAuth } from './jwt.ts'

const issuer = 'https://id.example'
const { publicKey, privateKey } = await generateKeyPair('ES256')
const authenticate = jwtAuth({ issuers: [{ issuer, jwks: { keys: [await exportJWK(publicKey)] } }] })
const valid = await new SignJWT({ iss: issuer, sub: 'canary-subject', exp: 4102444800 })
  .setProtectedHeader({ alg: 'ES256' })
  .sign(privateKey)
const [header = '', payload = '', signature = ''] = valid.split('.')

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const raw = (...bytes: number[]) => Buffer.from(bytes).toString('base64url')
const present = (token: string) => authenticate({ headers: { get: () => `Bearer ${token}` } })

async function refusal(token: string): Promise<AuthError> {
  const thrown = await present(token).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(AuthError)
  return thrown as AuthError
}

const malformed: [string, string][] = [
  ['one word', 'token'],
  ['two parts', `${header}.${payload}`],
  ['four parts', `${valid}.${signature}`],
  ['the five parts of an encrypted token', `${header}.${payload}.a.b.c`],
  ['only dots', '..'],
  ['no header', `.${payload}.${signature}`],
  ['no payload', `${header}..${signature}`],
  ['no signature', `${header}.${payload}.`],
  ['half a signature', `${header}.${payload}.${signature.slice(0, 40)}`],
  ['more than a signature', `${valid}AAAA`],
  ['padding', `${header}.${payload}.${signature}==`],
  ['the other base 64', `${header}.${payload}.+/+/`],
  ['a space inside', `${header}. ${payload}.${signature}`],
  ['a line break', `${header}.${payload}.${signature}\nX-Injected: 1`],
  ['letters beyond ASCII', `${header}.${payload}.ä`],
  ['a null byte', `${header}.${payload}.\0`],
  ['a header of impossible length', `A.${payload}.${signature}`],
  ['a header that is not UTF-8', `${raw(0x7b, 0xff, 0x7d)}.${payload}.${signature}`],
  ['a header that is not JSON', `${raw(0x7b, 0x7b)}.${payload}.${signature}`],
  ['a header that is a list', `${encode([{ alg: 'ES256' }])}.${payload}.${signature}`],
  ['a header that is null', `${encode(null)}.${payload}.${signature}`],
  ['a header that is text', `${encode('ES256')}.${payload}.${signature}`],
  ['a header without an algorithm', `${encode({})}.${payload}.${signature}`],
  ['an algorithm that is a list', `${encode({ alg: ['ES256'] })}.${payload}.${signature}`],
  ['an algorithm that is an object', `${encode({ alg: { toString: 'ES256' } })}.${payload}.${signature}`],
  ['a critical extension', `${encode({ alg: 'ES256', crit: ['exp'], exp: 1 })}.${payload}.${signature}`],
  ['an unencoded payload', `${encode({ alg: 'ES256', crit: ['b64'], b64: false })}.${payload}.${signature}`],
  ['no list of extensions', `${encode({ alg: 'ES256', crit: null })}.${payload}.${signature}`],
  ['another type', `${encode({ alg: 'ES256', typ: 'logout+jwt' })}.${payload}.${signature}`],
  ['a type that is no text', `${encode({ alg: 'ES256', typ: ['JWT'] })}.${payload}.${signature}`],
  ['a payload that is not UTF-8', `${header}.${raw(0x7b, 0xff, 0x7d)}.${signature}`],
  ['a payload that is not JSON', `${header}.${raw(0x61)}.${signature}`],
  ['a payload that is a list', `${header}.${encode([])}.${signature}`],
  ['a payload that nests deeply', `${header}.${Buffer.from('['.repeat(5000)).toString('base64url')}.${signature}`],
]

describe('a malformed token', () => {
  test.each(malformed)('%s', async (_, token) => {
    expect((await refusal(token)).reason).toBe('invalid-token')
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('the algorithm %s', async alg => {
    expect((await refusal(`${encode({ alg })}.${payload}.${signature}`)).reason).toBe('disallowed-algorithm')
  })

  test('however it is made, is refused as such and in no other way', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.json().map(text => Buffer.from(text).toString('base64url')),
      fc.constantFrom(header, payload, signature, encode({ alg: 'none' }), encode({ alg: 'HS256' })),
      fc.record({ alg: fc.constant('ES256'), kid: fc.anything(), typ: fc.jsonValue() }).map(value => safe(value)),
      fc.record({ iss: fc.constant(issuer), exp: fc.jsonValue(), aud: fc.jsonValue() }).map(value => safe(value)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async parts => {
        const token = parts.join('.').trim()
        if (token === '' || token === valid) return
        expect(await refusal(token)).toBeInstanceOf(AuthError)
      }),
      { numRuns: 2000 },
    )
  })

  test('by one changed character, is refused', async () => {
    for (let at = 0; at < valid.length - 1; at++) {
      const changed = valid[at] === 'A' ? 'B' : 'A'
      await refusal(`${valid.slice(0, at)}${changed}${valid.slice(at + 1)}`)
    }
  })
})

function safe(value: unknown): string {
  try {
    return encode(value)
  } catch {
    return 'e30'
  }
}

test('a critical extension is refused though it is signed, and even if it changes nothing', async () => {
  const token = await new CompactSign(Buffer.from(payload, 'base64url'))
    .setProtectedHeader({ alg: 'ES256', crit: ['b64'], b64: true })
    .sign(privateKey)
  expect((await refusal(token)).reason).toBe('invalid-token')
})

test('another type is refused though it is signed', async () => {
  const token = await new SignJWT({ iss: issuer, sub: 'ada', exp: 4102444800 })
    .setProtectedHeader({ alg: 'ES256', typ: 'logout+jwt' })
    .sign(privateKey)
  expect((await refusal(token)).reason).toBe('invalid-token')
})

test('the token that all these were made from is good', async () => {
  expect(await present(valid)).toMatchObject({ subject: 'canary-subject' })
})

test('types of access tokens are accepted in any letters', async () => {
  for (const typ of ['JWT', 'jwt', 'at+jwt', 'application/AT+JWT']) {
    const token = await new SignJWT({ iss: issuer, sub: 'ada', exp: 4102444800 })
      .setProtectedHeader({ alg: 'ES256', typ })
      .sign(privateKey)
    expect(await present(token)).toMatchObject({ subject: 'ada' })
  }
})

describe('nothing of a token is in a refusal', () => {
  const expired = `${header}.${encode({ iss: issuer, sub: 'canary-subject', exp: 1 })}.${signature}`
  const foreign = `${header}.${encode({ iss: 'canary-issuer', sub: 'canary-subject' })}.${signature}`
  const other = `${encode({ alg: 'canary-alg', kid: 'canary-kid' })}.${payload}.${signature}`
  const unknown = `${encode({ alg: 'ES256', kid: 'canary-kid' })}.${payload}.${signature}`
  const long = `${valid}${'canary'.repeat(2000)}`

  test.each([
    ...malformed,
    ['expired', expired],
    ['foreign', foreign],
    ['other', other],
    ['unknown', unknown],
    ['long', long],
  ])('%s', async (_, token) => {
    const error = await refusal(token)
    const said = `${error.message}\n${challenge(error.reason)}\n${JSON.stringify(error)}\n${inspect(error, { depth: 9 })}`
    expect(said).not.toContain('canary')
    expect(said).not.toContain(issuer)
    for (let at = 0; at + 12 <= token.length; at += 6) expect(said).not.toContain(token.slice(at, at + 12))
  })
})
