import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { jwtAuth } from './jwt.ts'
import type { JwtIssuer, JwtOptions } from './jwt-options.ts'

const clock = Date.parse('2026-03-01T12:00:00Z')
const seconds = clock / 1000
const issuer = 'https://id.example'
const secret = 'a secret that is long enough: 32+'

const rsa = await generateKeyPair('RS256', { extractable: true })
const ec = await generateKeyPair('ES256')
const stranger = await generateKeyPair('RS256')
const jwks = {
  keys: [
    { ...(await exportJWK(rsa.publicKey)), kid: 'r' },
    { ...(await exportJWK(ec.publicKey)), kid: 'e' },
  ],
}

interface Minting {
  alg?: string
  kid?: string
  key?: CryptoKey | Uint8Array
  header?: Record<string, unknown>
}

function mint(claims: JWTPayload = {}, { alg = 'RS256', kid = 'r', key = rsa.privateKey, header }: Minting = {}) {
  return new SignJWT({ iss: issuer, sub: 'ada', exp: seconds + 60, ...claims })
    .setProtectedHeader({ alg, kid, ...header })
    .sign(key)
}

function authenticate(token: string, options: Partial<JwtOptions> = {}, more: Partial<JwtIssuer> = {}) {
  const auth = jwtAuth({ issuers: [{ issuer, jwks, ...more }], now: () => clock, ...options })
  return auth(new Request('https://agents.example/', { headers: { authorization: `Bearer ${token}` } }))
}

const refused = (reason: string) => ({ name: 'AuthError', reason })

/** A JWT put together by hand. */
function assemble(header: unknown, claims: unknown, sign = (_: string) => 'c2ln'): string {
  const input = [header, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${input}.${sign(input)}`
}

describe('where the token stands', () => {
  const auth = jwtAuth({ issuers: [{ issuer, jwks }], now: () => clock })
  const withHeaders = (headers: Record<string, string>) => auth(new Request('https://agents.example/', { headers }))

  test.each(['Bearer', 'bearer', 'BEARER'])('the scheme may be written %s', async scheme => {
    const token = await mint()
    expect(await withHeaders({ AUTHORIZATION: `${scheme}   ${token} ` })).toMatchObject({ subject: 'ada' })
  })

  test.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a scheme that only begins alike', { authorization: 'Bearertoken' }],
    ['another header', { 'x-actor-subject': 'ada', 'x-tenant-id': 'acme' }],
  ])('%s is no credentials of this kind', async (_, headers: Record<string, string>) => {
    expect(await withHeaders(headers)).toBeUndefined()
  })

  test('a scheme without a token lacks it', async () => {
    await expect(withHeaders({ authorization: 'Bearer' })).rejects.toMatchObject(refused('missing-token'))
    await expect(withHeaders({ authorization: 'Bearer  ' })).rejects.toMatchObject(refused('missing-token'))
  })

  test('two tokens are none', async () => {
    const token = await mint()
    const headers = new Headers([
      ['authorization', `Bearer ${token}`],
      ['authorization', `Bearer ${token}`],
    ])
    await expect(auth({ headers })).rejects.toMatchObject(refused('invalid-token'))
  })

  test('a light object is asked for lower-case names', async () => {
    const light = new Map([['x-token', await mint()]])
    const options: JwtOptions = { issuers: [{ issuer, jwks }], header: 'X-Token', scheme: '', now: () => clock }
    const headers = { get: (name: string) => light.get(name) ?? null }
    expect(await jwtAuth(options)({ headers })).toMatchObject({ subject: 'ada' })
  })

  test('a token of 8192 bytes is read, a longer one is not', async () => {
    const token = await mint()
    const padded = (length: number) => `${token}${'A'.repeat(length - token.length)}`
    await expect(authenticate(padded(8192))).rejects.toMatchObject(refused('invalid-token'))
    await expect(authenticate(padded(8193))).rejects.toMatchObject(refused('oversized-token'))
    await expect(authenticate(token, { maxTokenBytes: 100 })).rejects.toMatchObject(refused('oversized-token'))
  })
})

describe('algorithms', () => {
  test.each(['none', 'None', 'NONE', '', 'HS256', 'HS512', 'RS384', 'dir'])('%s is refused', async alg => {
    const token = assemble({ alg, kid: 'r' }, { iss: issuer, sub: 'ada', exp: seconds + 60 }, () => '')
    await expect(authenticate(token)).rejects.toMatchObject(refused('disallowed-algorithm'))
  })

  test('only listed ones are allowed', async () => {
    await expect(authenticate(await mint(), { algorithms: ['ES256'] })).rejects.toMatchObject(
      refused('disallowed-algorithm'),
    )
  })

  test('HS256 with a public key as the secret is refused, beside an issuer with a secret too', async () => {
    const pem = await exportSPKI(rsa.publicKey)
    const hmac = (input: string) => createHmac('sha256', pem).update(input).digest('base64url')
    const forged = assemble({ alg: 'HS256', kid: 'r' }, { iss: issuer, sub: 'ada', exp: seconds + 60 }, hmac)
    await expect(authenticate(forged)).rejects.toMatchObject(refused('disallowed-algorithm'))
    const claims = { tenants: 'any', roles: 'any' } as const
    const issuers = [
      { issuer, jwks, ...claims },
      { issuer: 'https://secret.example', secret, ...claims },
    ]
    await expect(authenticate(forged, { issuers })).rejects.toMatchObject(refused('disallowed-algorithm'))
    await expect(authenticate(forged, { issuers, algorithms: ['RS256', 'HS256'] })).rejects.toMatchObject(
      refused('disallowed-algorithm'),
    )
  })

  test('a key of one type never verifies another algorithm', async () => {
    const token = await mint({}, { alg: 'ES256', kid: 'r', key: ec.privateKey })
    await expect(authenticate(token)).rejects.toMatchObject(refused('unknown-key'))
  })

  test('an issuer with a secret takes HS256 and nothing else', async () => {
    const shared = { issuers: [{ issuer, secret }] }
    const token = await mint({}, { alg: 'HS256', key: new TextEncoder().encode(secret) })
    expect(await authenticate(token, shared)).toMatchObject({ subject: 'ada', tenant: '', roles: [] })
    await expect(authenticate(await mint(), shared)).rejects.toMatchObject(refused('disallowed-algorithm'))
    const other = await mint({}, { alg: 'HS256', key: new TextEncoder().encode(`${secret}!`) })
    await expect(authenticate(other, shared)).rejects.toMatchObject(refused('invalid-token'))
  })
})

describe('issuers', () => {
  test.each([
    ['another', { iss: 'https://evil.example' }],
    ['one that differs by a slash', { iss: `${issuer}/` }],
    ['none', { iss: undefined }],
    ['one of a prototype', { iss: '__proto__' }],
  ])('%s is refused', async (_, claims) => {
    await expect(authenticate(await mint(claims as JWTPayload))).rejects.toMatchObject(refused('unknown-issuer'))
  })

  test('each has its own keys, audiences, claims and tenant', async () => {
    const issuers: JwtIssuer[] = [
      { issuer, jwks: { keys: jwks.keys.slice(0, 1) }, audiences: ['a'], tenants: ['acme'], roles: [] },
      {
        issuer: 'https://two.example',
        jwks: { keys: jwks.keys.slice(1) },
        claims: { subject: 'client_id' },
        tenant: 'two',
        roles: [],
      },
    ]
    const options = { issuers, audiences: ['b'] }
    const es: Minting = { alg: 'ES256', kid: 'e', key: ec.privateKey }
    const two = { iss: 'https://two.example', client_id: 'robot', tenant_id: 'acme', aud: 'b' }
    expect(await authenticate(await mint({ aud: 'a', tenant_id: 'acme' }), options)).toEqual({
      subject: `${issuer}|ada`,
      tenant: 'acme',
      roles: [],
      expiresAt: (seconds + 120) * 1000,
    })
    expect(await authenticate(await mint(two, es), options)).toMatchObject({
      subject: 'https://two.example|robot',
      tenant: 'two',
      roles: [],
    })
    await expect(authenticate(await mint(two), options)).rejects.toMatchObject(refused('unknown-key'))
    await expect(authenticate(await mint({ aud: 'b' }), options)).rejects.toMatchObject(refused('audience-mismatch'))
  })
})

describe('the signature', () => {
  test("a stranger's is refused", async () => {
    const token = await mint({}, { key: stranger.privateKey })
    await expect(authenticate(token)).rejects.toMatchObject(refused('invalid-token'))
  })

  test('is looked at before any claim but the issuer', async () => {
    const token = await mint({ exp: 1, aud: 'other' }, { key: stranger.privateKey })
    await expect(authenticate(token)).rejects.toMatchObject(refused('invalid-token'))
  })

  test('does not fit changed claims', async () => {
    const [header, , signature] = (await mint()).split('.')
    const claims = Buffer.from(JSON.stringify({ iss: issuer, sub: 'root', exp: seconds + 60 })).toString('base64url')
    await expect(authenticate(`${header}.${claims}.${signature}`)).rejects.toMatchObject(refused('invalid-token'))
  })

  test('a key that came with the token is not used', async () => {
    const jwk = await exportJWK(stranger.publicKey)
    const header = { jwk, jku: 'https://evil.example/keys', x5u: 'https://evil.example/x5u' }
    const token = await mint({}, { key: stranger.privateKey, header })
    await expect(authenticate(token)).rejects.toMatchObject(refused('invalid-token'))
  })

  test('a key of 1024 bits is too short to be trusted', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const short = { ...publicKey.export({ format: 'jwk' }), kid: 'short' }
    const header = { alg: 'RS256', kid: 'short' }
    const token = assemble(header, { iss: issuer, sub: 'ada', exp: seconds + 60 }, input =>
      createSign('sha256').update(input).sign(privateKey, 'base64url'),
    )
    await expect(authenticate(token, {}, { jwks: { keys: [short] } })).rejects.toMatchObject(refused('invalid-token'))
  })

  test('a key id in other letters is unknown', async () => {
    await expect(authenticate(await mint({}, { kid: 'R' }))).rejects.toMatchObject(refused('unknown-key'))
  })
})

describe('of several things wrong, the first in this order is named', () => {
  const past = { exp: seconds - 61, nbf: seconds + 61, aud: 'x', sub: undefined } as unknown as JWTPayload
  const forged = { key: stranger.privateKey }
  const none = assemble({ alg: 'none' }, [])

  test.each<[string, string | Promise<string>, string]>([
    ['size', `${none}${'.'.repeat(9000)}`, 'oversized-token'],
    ['algorithm', none, 'disallowed-algorithm'],
    ['issuer', mint({ ...past, iss: 'x' }, forged), 'unknown-issuer'],
    ['signature', mint(past, forged), 'invalid-token'],
    ['end', mint(past), 'expired'],
    ['beginning', mint({ ...past, exp: seconds + 1 }), 'not-yet-valid'],
    ['audience', mint({ ...past, exp: seconds + 1, nbf: 0 }), 'audience-mismatch'],
    ['required claims', mint({ sub: '', roles: 7 }), 'claim-missing'],
    ['principal', mint({ roles: 7 }), 'invalid-token'],
  ])('%s', async (_, token, reason) => {
    await expect(authenticate(await token)).rejects.toMatchObject(refused(reason))
  })
})

describe('time', () => {
  test.each([
    ['ends in a second', { exp: seconds + 1 }, 0, undefined],
    ['ends now', { exp: seconds }, 0, 'expired'],
    ['ended within the skew', { exp: seconds - 59 }, undefined, undefined],
    ['ended with the skew', { exp: seconds - 60 }, undefined, 'expired'],
    ['ended within a skew of none', { exp: seconds - 1 }, 0, 'expired'],
    ['has no end', { exp: undefined }, undefined, 'claim-missing'],
    ['begins now', { nbf: seconds }, 0, undefined],
    ['begins in a second, without skew', { nbf: seconds + 1 }, 0, 'not-yet-valid'],
    ['begins within the skew', { nbf: seconds + 60 }, undefined, undefined],
    ['begins after the skew', { nbf: seconds + 61 }, undefined, 'not-yet-valid'],
  ])('a token that %s', async (_, claims, clockSkewSeconds, reason) => {
    const options = clockSkewSeconds === undefined ? {} : { clockSkewSeconds }
    const result = authenticate(await mint(claims as JWTPayload), options)
    if (reason === undefined) expect(await result).toMatchObject({ subject: 'ada' })
    else await expect(result).rejects.toMatchObject(refused(reason))
  })

  test.each(['exp', 'nbf'])('%s that is no number is refused', async name => {
    for (const value of ['1999999999', null, true, [], {}]) {
      const claims = { iss: issuer, sub: 'ada', exp: seconds + 60, [name]: value } as unknown as JWTPayload
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'r' }).sign(rsa.privateKey)
      await expect(authenticate(token)).rejects.toMatchObject(refused('invalid-token'))
    }
  })

  test('a clock that fails lets nobody in', async () => {
    await expect(authenticate(await mint(), { now: () => Number.NaN })).rejects.toMatchObject(refused('expired'))
  })
})

describe('audience', () => {
  test.each([
    ['one of ours', 'ours', ['theirs', 'ours'], undefined],
    ['ours among others', ['x', 'ours'], ['ours'], undefined],
    ['another', 'x', ['ours'], 'audience-mismatch'],
    ['others', ['x', 'y'], ['ours'], 'audience-mismatch'],
    ['nobody', [], ['ours'], 'audience-mismatch'],
    ['none named', undefined, ['ours'], 'audience-mismatch'],
    ['a part of ours', 'our', ['ours'], 'audience-mismatch'],
    ['no text', [{ ours: true }, null, 7], ['ours'], 'audience-mismatch'],
    ['none named, none configured', undefined, undefined, undefined],
    ['another, none configured', 'x', undefined, 'audience-mismatch'],
    ['another, any allowed', 'x', 'any' as const, undefined],
  ])('%s', async (_, aud, audiences, reason) => {
    const token = await mint({ aud } as JWTPayload)
    const result = authenticate(token, audiences === undefined ? {} : { audiences })
    if (reason === undefined) expect(await result).toMatchObject({ subject: 'ada' })
    else await expect(result).rejects.toMatchObject(refused(reason))
  })
})
