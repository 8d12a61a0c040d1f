/** Several issuers: each names its own callers, and claims no more than it may. */
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { jwtAuth } from './jwt.ts'
import type { JwtIssuer } from './jwt-options.ts'
import { firstOf, optionalAuth } from './principal.ts'

const secret = 'a-secret-of-the-test-that-is-long-enough'
const a = 'https://a.example'
const b = 'https://b.example'

async function present(claims: object, issuers: readonly JwtIssuer[]) {
  const token = await new SignJWT({ exp: 4102444800, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(secret))
  return jwtAuth({ issuers })({ headers: new Headers({ authorization: `Bearer ${token}` }) })
}

const issuer = (name: string, more: Partial<JwtIssuer>): JwtIssuer => ({ issuer: name, secret, ...more })
const refused = { name: 'AuthError', reason: 'claim-not-allowed' }

describe('the subject', () => {
  const every = { tenants: 'any', roles: 'any' } as const

  test('of one issuer is the claim as it is', async () => {
    expect(await present({ iss: a, sub: 'alice' }, [issuer(a, {})])).toMatchObject({ subject: 'alice' })
  })

  test('of several has the issuer before it', async () => {
    const both = [issuer(a, every), issuer(b, every)]
    expect(await present({ iss: a, sub: 'alice' }, both)).toMatchObject({ subject: 'https://a.example|alice' })
    expect(await present({ iss: b, sub: 'alice' }, both)).toMatchObject({ subject: 'https://b.example|alice' })
  })

  test('is never written like that of another issuer, whatever stands in either', async () => {
    const all = ['x', 'x|y', 'x%7Cy', 'x%'].map(name => issuer(name, every))
    const subjects: (string | undefined)[] = []
    for (const [iss, sub] of [
      ['x', 'y|z'],
      ['x|y', 'z'],
      ['x%7Cy', 'z'],
      ['x%', '7Cy|z'],
    ]) {
      subjects.push((await present({ iss, sub }, all))?.subject)
    }
    expect(subjects).toEqual(['x|y|z', 'x%7Cy|z', 'x%257Cy|z', 'x%25|7Cy|z'])
  })

  test.each(['~anybody', '~'])('that is reserved is refused of each: %s', async sub => {
    const both = [issuer(a, every), issuer(b, every)]
    await expect(present({ iss: b, sub }, both)).rejects.toMatchObject({ reason: 'reserved-subject' })
  })
})

describe('an issuer `*`', () => {
  test('takes tokens of any issuer and of none, by its own key', async () => {
    const any = [issuer('*', {})]
    expect(await present({ iss: a, sub: 'alice' }, any)).toMatchObject({ subject: 'alice' })
    expect(await present({ sub: 'alice' }, any)).toMatchObject({ subject: 'alice' })
    const other = [{ issuer: '*', secret: 'another-secret-of-the-test-that-is-long' }]
    await expect(present({ iss: a, sub: 'alice' }, other)).rejects.toMatchObject({ reason: 'invalid-token' })
  })

  test('must be the only one, and a token cannot name it where it is not', async () => {
    expect(() =>
      jwtAuth({
        issuers: [issuer('*', { tenants: 'any', roles: 'any' }), issuer(a, { tenants: 'any', roles: 'any' })],
      }),
    ).toThrow('An issuer `*` must be the only one.')
    await expect(present({ iss: '*', sub: 'alice' }, [issuer(a, {})])).rejects.toMatchObject({
      reason: 'unknown-issuer',
    })
  })

  test('is no address that clients could ask for a token', () => {
    expect(jwtAuth({ issuers: [issuer('*', {})] }).issuers).toEqual([])
  })
})

describe('a short secret', () => {
  test('is refused, unless it is allowed for tests', () => {
    expect(() => jwtAuth({ issuers: [{ issuer: a, secret: 'short' }] })).toThrow('A secret needs at least 32 bytes.')
    expect(() => jwtAuth({ issuers: [{ issuer: a, secret: 'short', allowShortSecret: true }] })).not.toThrow()
  })
})

describe('an issuer', () => {
  const both = [
    issuer(a, { tenants: ['acme', 'globex'], roles: ['writer', 'operator'] }),
    issuer(b, { tenants: [], roles: [] }),
  ]

  test('gives the tenants that it may, and no other', async () => {
    expect(await present({ iss: a, sub: 'x', tenant_id: 'globex' }, both)).toMatchObject({ tenant: 'globex' })
    await expect(present({ iss: a, sub: 'x', tenant_id: 'other' }, both)).rejects.toMatchObject(refused)
    await expect(present({ iss: a, sub: 'x' }, both)).rejects.toMatchObject(refused)
    await expect(present({ iss: b, sub: 'x', tenant_id: 'acme' }, both)).rejects.toMatchObject(refused)
    expect(await present({ iss: b, sub: 'x' }, both)).toMatchObject({ tenant: '' })
  })

  test('gives the roles that it may; others are ignored', async () => {
    const roles = ['approver', 'operator', 'offline_access']
    expect(await present({ iss: a, sub: 'x', tenant_id: 'acme', roles }, both)).toMatchObject({ roles: ['operator'] })
    expect(await present({ iss: b, sub: 'x', roles }, both)).toMatchObject({ roles: [] })
  })

  test('that is the only one may be kept to tenants and roles too', async () => {
    const only = [issuer(a, { tenants: ['acme'], roles: ['writer'] })]
    const claims = { iss: a, sub: 'x', tenant_id: 'acme', roles: 'writer approver' }
    expect(await present(claims, only)).toMatchObject({ subject: 'x', roles: ['writer'] })
    await expect(present({ ...claims, tenant_id: 'other' }, only)).rejects.toMatchObject(refused)
  })
})

describe('a server does not start', () => {
  test.each<[string, JwtIssuer[], string]>([
    ['with two issuers of which one names no tenants', [issuer(a, { tenants: [], roles: [] }), issuer(b, { roles: [] })], 'issuers[1] has neither tenant nor tenants'], // biome-ignore format: one row, one line
    ['with two issuers of which one names no roles', [issuer(a, { tenant: 'acme' }), issuer(b, { tenants: [], roles: [] })], 'issuers[0] has no roles'], // biome-ignore format: one row, one line
    ['with an issuer that has a tenant and tenants', [issuer(a, { tenant: 'acme', tenants: ['acme'] })], 'either tenant or tenants'], // biome-ignore format: one row, one line
  ])('%s', (_, issuers, message) => {
    expect(() => jwtAuth({ issuers })).toThrow(
      expect.objectContaining({ code: 'ERR_MISUSE', message: expect.stringContaining(message) }),
    )
  })

  test('with two authenticators that each trust an issuer of their own', () => {
    const one = jwtAuth({ issuers: [issuer(a, {})] })
    const other = jwtAuth({ issuers: [issuer(b, {})], header: 'x-token', scheme: '' })
    expect(() => firstOf(one, other)).toThrow(expect.objectContaining({ code: 'ERR_MISUSE' }))
    const same = jwtAuth({ issuers: [issuer(a, {})], header: 'x-token', scheme: '' })
    expect(optionalAuth(firstOf(one, same)).issuers).toEqual(['https://a.example'])
  })
})
