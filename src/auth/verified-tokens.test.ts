import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { jwtAuth, openJwtVerifier } from './jwt.ts'
import type { JwtOptions } from './jwt-options.ts'

const start = Date.parse('2026-03-01T12:00:00Z')
const seconds = start / 1000
const issuer = 'https://id.example'
const secret = 'a secret of more than thirty-two bytes'

const { publicKey, privateKey } = await generateKeyPair('ES256')
const first: JWK = { ...(await exportJWK(publicKey)), kid: 'first' }
const second: JWK = { ...(await exportJWK((await generateKeyPair('ES256')).publicKey)), kid: 'second' }

let clock: number
let verifications: MockInstance<typeof crypto.subtle.verify>

beforeEach(() => {
  clock = start
  verifications = vi.spyOn(crypto.subtle, 'verify')
})
afterEach(() => verifications.mockRestore())

/** How often a signature was looked at since this was last asked. */
function verified(): number {
  const count = verifications.mock.calls.length
  verifications.mockClear()
  return count
}

function auth(options: Partial<JwtOptions> = {}) {
  const authenticate = jwtAuth({ issuers: [{ issuer, secret }], now: () => clock, clockSkewSeconds: 0, ...options })
  return (token: string) => authenticate({ headers: new Headers({ authorization: `Bearer ${token}` }) })
}

function mint(claims: JWTPayload = {}) {
  return new SignJWT({ iss: issuer, sub: 'ada', exp: seconds + 3600, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))
}

const mintFirst = (kid = 'first') =>
  new SignJWT({ iss: issuer, sub: 'ada', exp: seconds + 3600 })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)

const refused = (reason: string) => ({ name: 'AuthError', reason })

describe('a token that was verified', () => {
  test('is not verified again', async () => {
    const call = auth()
    const token = await mint({ roles: ['writer'] })
    const principal = await call(token)
    for (let calls = 0; calls < 5; calls++) expect(await call(token)).toEqual(principal)
    expect(verified()).toBe(1)
  })

  test('names a caller whom no other call can change', async () => {
    const call = auth()
    const token = await mint({ roles: ['writer'] })
    const roles = ((await call(token)) ?? expect.fail()).roles as string[]
    roles.push('operator')
    const again = ((await call(token)) ?? expect.fail()).roles as string[]
    expect(again).toEqual(['writer'])
    again.push('operator')
    expect(await call(token)).toMatchObject({ roles: ['writer'] })
  })

  test('ends when it ends, and is not good before it begins', async () => {
    const call = auth()
    const token = await mint({ nbf: seconds })
    await call(token)
    clock = start + 3_599_000
    expect(await call(token)).toMatchObject({ subject: 'ada' })
    clock = start + 3_600_000
    await expect(call(token)).rejects.toMatchObject(refused('expired'))
    clock = start - 1000
    await expect(call(token)).rejects.toMatchObject(refused('not-yet-valid'))
  })

  test('is good for no other authenticator, and for no other header or signature', async () => {
    const call = auth()
    const token = await mint()
    await call(token)
    await expect(auth({ audiences: ['ours'] })(token)).rejects.toMatchObject(refused('audience-mismatch'))
    const [header, payload, signature = ''] = token.split('.')
    const other = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    await expect(call(`${header}.${payload}.${other}`)).rejects.toMatchObject(refused('invalid-token'))
    await expect(call(`${header}.${payload}.`)).rejects.toMatchObject(refused('invalid-token'))
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    await expect(call(`${none}.${payload}.${signature}`)).rejects.toMatchObject(refused('disallowed-algorithm'))
  })
})

describe('a caller who is recalled at once', () => {
  const open = (options: Partial<JwtOptions> = {}) => {
    const verifier = openJwtVerifier({
      issuers: [{ issuer, secret }],
      now: () => clock,
      clockSkewSeconds: 0,
      maxTokenBytes: 500,
      ...options,
    })
    const credentials = (token: string) => ({ headers: new Headers({ authorization: `Bearer ${token}` }) })
    return {
      recall: (token: string) => verifier.recall(credentials(token)),
      verify: (token: string) => verifier.verify(credentials(token)),
    }
  }

  test('was verified before, and is the same', async () => {
    const { recall, verify } = open()
    const token = await mint({ roles: ['writer'] })
    expect(recall(token)).toBeUndefined()
    const caller = await verify(token)
    expect(caller).toMatchObject({ claimedSubject: 'ada', principal: { subject: 'ada', roles: ['writer'] } })
    expect(recall(token)).toEqual(caller)
    expect(recall(token)?.principal).not.toBe(recall(token)?.principal)
    expect(verified()).toBe(1)
  })

  test('has claims that no call can change for the others', async () => {
    const { recall, verify } = open()
    const token = await mint({ groups: ['writer'] })
    const groupsOf = (caller: ReturnType<typeof recall>) => caller?.claims.groups as string[]
    const first = await verify(token)
    expect(() => groupsOf(first).push('operator')).toThrow(TypeError)
    expect(() => Object.assign(first?.claims ?? {}, { tenant: 'other' })).toThrow(TypeError)
    expect(recall(token)?.claims).toEqual({ iss: issuer, sub: 'ada', exp: seconds + 3600, groups: ['writer'] })
  })

  test('is refused when the time of the token is over, and is forgotten', async () => {
    const { recall, verify } = open()
    const token = await mint()
    await verify(token)
    clock = start + 3_600_000
    expect(() => recall(token)).toThrow(expect.objectContaining(refused('expired')))
    clock = start
    expect(recall(token)).toBeUndefined()
  })

  test('is unknown once the keys are others, or no longer fresh', async () => {
    let served = [first]
    const fetch = async () => Response.json({ keys: served })
    const issuers = [{ issuer, jwksUrl: 'https://id.example/keys', jwksTtlSeconds: 600 }]
    const { recall, verify } = open({ issuers, fetch })
    const token = await mintFirst()
    await verify(token)
    await verify(token)
    clock = start + 599_999
    expect(recall(token)).toBeDefined()
    clock = start + 600_000
    expect(recall(token)).toBeUndefined()
    await verify(token)
    await verify(token)
    expect(recall(token)).toBeDefined()
    served = [second]
    await expect(verify(await mintFirst('third'))).rejects.toMatchObject(refused('unknown-key'))
    expect(recall(token)).toBeUndefined()
  })

  test('was never one who was refused', async () => {
    const { recall, verify } = open()
    const token = await mint({ exp: seconds - 1 })
    await expect(verify(token)).rejects.toMatchObject(refused('expired'))
    expect(recall(token)).toBeUndefined()
    expect(() => recall('x'.repeat(501))).toThrow(expect.objectContaining(refused('oversized-token')))
  })
})

test.each<[string, JWTPayload, string]>([
  ['for others', { aud: 'theirs' }, 'audience-mismatch'],
  ['too late', { exp: seconds - 1 }, 'expired'],
  ['too early', { nbf: seconds + 1 }, 'not-yet-valid'],
  ['of nobody', { sub: '~anybody' }, 'reserved-subject'],
])('a token %s is not remembered, though its signature is good', async (_, claims, reason) => {
  const call = auth()
  const token = await mint(claims)
  for (let calls = 0; calls < 2; calls++) await expect(call(token)).rejects.toMatchObject(refused(reason))
  expect(verified()).toBe(2)
})

test('of more than a thousand tokens the least recently used one is forgotten', async () => {
  const call = auth()
  const tokens = await Promise.all(Array.from({ length: 1001 }, (_, index) => mint({ sub: `caller-${index}` })))
  const [oldest = '', next = ''] = tokens
  for (const token of tokens.slice(0, 1000)) await call(token)
  await call(oldest)
  await call(tokens[1000] ?? '')
  verified()
  await call(oldest)
  expect(verified()).toBe(0)
  await call(next)
  expect(verified()).toBe(1)
})

test('a token that is longer than most is verified at every call', async () => {
  const call = auth({ maxTokenBytes: 100_000 })
  const token = await mint({ note: 'x'.repeat(9000) })
  await call(token)
  await call(token)
  expect(verified()).toBe(2)
})

describe('keys behind an address', () => {
  let served: JWK[] | undefined
  let fetches: number
  const remote = () =>
    auth({
      issuers: [{ issuer, jwksUrl: 'https://id.example/keys', jwksTtlSeconds: 600 }],
      fetch: async () => {
        fetches++
        return served === undefined ? new Response('', { status: 503 }) : Response.json({ keys: served })
      },
    })

  beforeEach(() => {
    served = [first]
    fetches = 0
  })

  test('that were withdrawn end what was verified with them, at the latest when they are no longer fresh', async () => {
    const call = remote()
    const token = await mintFirst()
    for (let calls = 0; calls < 3; calls++) await call(token)
    // The first call fetched the keys: it could not be remembered under them.
    expect(verified()).toBe(2)
    served = [second]
    clock = start + 599_999
    expect(await call(token)).toMatchObject({ subject: 'ada' })
    clock = start + 600_000
    await expect(call(token)).rejects.toMatchObject(refused('unknown-key'))
  })

  test('that were fetched again for another token end it at once', async () => {
    const call = remote()
    const token = await mintFirst()
    await call(token)
    await call(token)
    served = [second]
    await expect(call(await mintFirst('third'))).rejects.toMatchObject(refused('unknown-key'))
    expect(fetches).toBe(2)
    await expect(call(token)).rejects.toMatchObject(refused('unknown-key'))
  })

  test('that cannot be refreshed verify every call', async () => {
    const call = remote()
    const token = await mintFirst()
    await call(token)
    await call(token)
    served = undefined
    clock = start + 600_000
    verified()
    await call(token)
    await call(token)
    expect(verified()).toBe(2)
    // And a clock that was set back makes no keys fresh.
    clock = start - 1
    await expect(call(token)).rejects.toMatchObject(refused('keys-unavailable'))
  })
})
