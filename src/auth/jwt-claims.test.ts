import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { jwtAuth } from './jwt.ts'
import type { ClaimPaths } from './jwt-options.ts'

const issuer = 'https://id.example'
const secret = crypto.getRandomValues(new Uint8Array(32))

/** Claims as text, because a literal cannot hold an own `__proto__`. */
async function authenticate(claimsText: string, claims: ClaimPaths = {}, requiredClaims?: string[]) {
  const payload = JSON.parse(`{"iss":"${issuer}","exp":4102444800${claimsText === '' ? '' : `,${claimsText}`}}`)
  const token = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  const auth = jwtAuth({
    issuers: [{ issuer, secret, claims }],
    ...(requiredClaims === undefined ? undefined : { requiredClaims }),
  })
  return auth(new Request('https://agents.example/', { headers: { authorization: `Bearer ${token}` } }))
}

const refused = (reason: string) => ({ name: 'AuthError', reason })

describe('the principal', () => {
  test('stands under the usual names', async () => {
    expect(await authenticate('"sub":"ada","tenant_id":"acme","roles":["a","b"],"account":"x"')).toEqual({
      subject: 'ada',
      tenant: 'acme',
      roles: ['a', 'b'],
      expiresAt: 4_102_444_860_000,
    })
  })

  test('has no tenant and no roles when the token names none', async () => {
    expect(await authenticate('"sub":"ada","tenant_id":null,"roles":null')).toEqual({
      subject: 'ada',
      tenant: '',
      roles: [],
      expiresAt: 4_102_444_860_000,
    })
  })

  test('is found by dotted paths, and by names that hold dots', async () => {
    const paths = {
      subject: 'user.id',
      tenant: 'https://agents.example/tenant',
      roles: 'realm_access.roles',
      account: 'billing.account.id',
    }
    const claims =
      '"sub":"x","user":{"id":"ada"},"https://agents.example/tenant":"acme","realm_access":{"roles":["a"]},"billing":{"account":{"id":"77"}}'
    expect(await authenticate(claims, paths)).toEqual({
      subject: 'ada',
      tenant: 'acme',
      roles: ['a'],
      account: '77',
      expiresAt: 4_102_444_860_000,
    })
  })

  test.each(['~', '~anybody', '~operator'])('has no subject that is reserved: %s', async subject => {
    await expect(authenticate(`"sub":"${subject}"`)).rejects.toMatchObject(refused('reserved-subject'))
    await expect(authenticate(`"sub":"ada","id":"${subject}"`, { subject: 'id' })).rejects.toMatchObject(
      refused('reserved-subject'),
    )
  })

  test('may have its roles in one text', async () => {
    expect(await authenticate('"sub":"ada","scope":" read  write,all "', { roles: 'scope' })).toMatchObject({
      roles: ['read', 'write,all'],
    })
  })

  test.each([
    ['a subject that is a number', '"sub":7', 'invalid-token'],
    ['a subject that is a list', '"sub":["ada"]', 'invalid-token'],
    ['a subject with a line break', '"sub":"ada\\r\\nX-Actor-Roles: admin"', 'invalid-token'],
    ['a subject with a space at its end', '"sub":"ada "', 'invalid-token'],
    ['a subject with half a character', '"sub":"\\ud800"', 'invalid-token'],
    ['no subject', '', 'claim-missing'],
    ['an empty subject', '"sub":""', 'claim-missing'],
    ['a tenant that is a number', '"sub":"ada","tenant_id":42', 'invalid-token'],
    ['a tenant that is an object', '"sub":"ada","tenant_id":{"toString":"acme"}', 'invalid-token'],
    ['roles that are an object', '"sub":"ada","roles":{"admin":true}', 'invalid-token'],
    ['roles that are a number', '"sub":"ada","roles":1', 'invalid-token'],
    ['roles with one that is no text', '"sub":"ada","roles":["a",null]', 'invalid-token'],
    ['roles with an empty one', '"sub":"ada","roles":[""]', 'invalid-token'],
  ])('%s is refused', async (_, claims, reason) => {
    await expect(authenticate(claims)).rejects.toMatchObject(refused(reason))
  })

  test('never comes from a prototype', async () => {
    const members = '"sub":"ada","__proto__":{"tenant_id":"evil","roles":["admin"]},"constructor":{"prototype":{"x":1}}'
    expect(await authenticate(members)).toEqual({ subject: 'ada', tenant: '', roles: [], expiresAt: 4_102_444_860_000 })
    for (const path of ['constructor.name', 'toString', '__proto__.constructor.name', 'sub.length', 'roles.0']) {
      const result = authenticate('"sub":"ada","roles":["admin"]', { subject: path })
      await expect(result, path).rejects.toMatchObject(refused('claim-missing'))
    }
    expect(({} as Record<string, unknown>).tenant_id).toBeUndefined()
  })

  test('may stand under __proto__, which is a name as any other', async () => {
    expect(await authenticate('"sub":"ada","__proto__":{"t":"acme"}', { tenant: '__proto__.t' })).toMatchObject({
      tenant: 'acme',
    })
  })
})

describe('required claims', () => {
  test.each([
    ['sub alone by default', '"client_id":"x"', undefined, 'claim-missing'],
    ['another, and there', '"sub":"ada","org":{"id":"o"}', ['org.id'], undefined],
    ['another, and false', '"sub":"ada","admin":false', ['admin'], undefined],
    ['another, and missing', '"sub":"ada","org":{}', ['org.id'], 'claim-missing'],
    ['another, and null', '"sub":"ada","jti":null', ['jti'], 'claim-missing'],
    ['another, and empty', '"sub":"ada","jti":""', ['jti'], 'claim-missing'],
    ['one that every object inherits', '"sub":"ada"', ['toString'], 'claim-missing'],
    ['none', '"sub":"ada"', [], undefined],
  ])('%s', async (_, claims, required, reason) => {
    const result = authenticate(claims, {}, required)
    if (reason === undefined) expect(await result).toMatchObject({ subject: 'ada' })
    else await expect(result).rejects.toMatchObject(refused(reason))
  })

  test('sub is not needed where another claim is the subject and none is required', async () => {
    expect(await authenticate('"client_id":"robot"', { subject: 'client_id' }, [])).toMatchObject({ subject: 'robot' })
  })
})
