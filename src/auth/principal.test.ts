import { describe, expect, test } from 'vitest'
import { AuthError } from './auth-error.ts'
import { type Authenticate, checkSubject, firstOf, hasRoles, type Principal } from './principal.ts'

const ada: Principal = { subject: 'ada', tenant: 'acme', roles: ['reader', 'writer'] }
const bob: Principal = { subject: 'bob', tenant: 'acme', roles: [] }
const request = new Request('https://agents.example/')

const none: Authenticate = async () => undefined
const refuses: Authenticate = async () => {
  throw new AuthError('expired')
}

describe('the first of several authenticators', () => {
  test('that finds a principal decides', async () => {
    expect(
      await firstOf(
        none,
        async () => ada,
        async () => bob,
      )(request),
    ).toEqual(ada)
  })

  test('that refuses ends the search', async () => {
    await expect(firstOf(none, refuses, async () => ada)(request)).rejects.toMatchObject({ reason: 'expired' })
  })

  test('is nobody when no credentials are there', async () => {
    expect(await firstOf(none, none)(request)).toBeUndefined()
    expect(await firstOf()(request)).toBeUndefined()
  })
})

test.each([
  ['none', [], true],
  ['one of its own', ['writer'], true],
  ['all of its own', ['writer', 'reader'], true],
  ['one of two', ['writer', 'admin'], false],
  ['another', ['admin'], false],
  ['one in other letters', ['Writer'], false],
  ['a member of every array', ['length'], false],
])('a principal that must have %s of the roles', (_, required, expected) => {
  expect(hasRoles(ada, required)).toBe(expected)
})

test.each(['subject', 'tenant', 'account'])('a principal has no %s of more than 512 bytes', name => {
  const long = { ...ada, [name]: 'é'.repeat(257) }
  expect(() => checkSubject(long)).toThrow(expect.objectContaining({ reason: 'name-too-long' }))
  expect(checkSubject({ ...ada, [name]: 'é'.repeat(256) })).toMatchObject({ [name]: 'é'.repeat(256) })
})

test.each([
  [null, 'neither an object'],
  ['secret', 'neither an object'],
  [[], 'neither an object'],
  [{ ...ada, subject: 7 }, 'whose subject is not a string'],
  [{ ...ada, tenant: undefined }, "without tenant. Return { subject, tenant, roles }, with tenant: ''"],
  [{ ...ada, roles: undefined }, 'without roles'],
  [{ ...ada, roles: ['secret', 7] }, 'whose roles is not a list of strings'],
  [{ ...ada, account: null }, 'whose account is not a string or absent'],
  [{ ...ada, expiresAt: 'secret' }, 'whose expiresAt is not a number or absent'],
])('what is no principal is a misuse that says what is wrong and repeats nothing: %#', (returned, what) => {
  const check = () => checkSubject(returned as unknown as Principal)
  expect(check).toThrow(what)
  expect(check).toThrow(expect.objectContaining({ code: 'ERR_MISUSE', name: 'InvalidPrincipalError' }))
  expect(check).not.toThrow(/secret/)
})
