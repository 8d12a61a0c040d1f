import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type ApiKeyOptions, type ApiKeyRecord, apiKeyAuth, hashApiKey, newApiKey, staticKeys } from './api-key.ts'
import { AuthError } from './auth-error.ts'
import { jwtAuth } from './jwt.ts'
import { firstOf, type Principal } from './principal.ts'

const clock = Date.parse('2026-03-01T12:00:00Z')
const ada: Principal = { subject: 'ada', tenant: 'acme', roles: ['writer'], account: '77' }
const { key, record } = newApiKey(ada)
const legacy: ApiKeyRecord = { id: 'old', hash: hashApiKey('legacy-key-0123456789abcdef'), principal: ada }

const headers = (entries: Record<string, string>) => ({ headers: new Headers(entries) })
const refused = (reason: string) => ({ name: 'AuthError', reason })

function authenticate(value: string, kept: ApiKeyRecord = record, more: Partial<ApiKeyOptions> = {}) {
  return apiKeyAuth({ ...staticKeys([kept]), now: () => clock, ...more })(headers({ 'X-API-Key': value }))
}

describe('a new key', () => {
  test('has an id of 64 bits and a secret of 256', () => {
    expect(key).toMatch(/^rw_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/)
    expect(key.slice(3, 19)).toBe(record.id)
  })

  test('is kept as its hash only', () => {
    expect(record).toEqual({ id: record.id, hash: createHash('sha256').update(key).digest('hex'), principal: ada })
    expect(JSON.stringify(record)).not.toContain(key.slice(20))
  })

  test('is another each time', () => {
    const keys = Array.from({ length: 100 }, () => newApiKey(ada))
    expect(new Set(keys.map(minted => minted.record.id)).size).toBe(100)
    expect(new Set(keys.map(minted => minted.key.slice(20))).size).toBe(100)
  })

  test('may end', () => {
    expect(newApiKey(ada, { expiresAt: 7 }).record.expiresAt).toBe(7)
  })
})

test.each(['', '~anybody'])('nobody has a key for the subject "%s"', async subject => {
  const principal = { ...ada, subject }
  expect(() => newApiKey(principal)).toThrow(expect.objectContaining({ code: 'ERR_MISUSE' }))
  // A record that was written before, or by other means.
  await expect(authenticate(key, { ...record, principal })).rejects.toMatchObject(refused('reserved-subject'))
})

describe('a key that is presented', () => {
  test('is its principal', async () => {
    expect(await authenticate(key)).toEqual(ada)
    expect(await authenticate(` ${key} `)).toEqual(ada)
  })

  test('gives each call a principal of its own', async () => {
    const principal = await authenticate(key)
    expect(principal).not.toBe(ada)
    expect(principal?.roles).not.toBe(ada.roles)
  })

  test('may be looked up in a store that takes its time', async () => {
    expect(await authenticate(key, record, { find: async id => (id === record.id ? record : undefined) })).toEqual(ada)
  })

  test.each([
    ['with an unknown id', `rw_0000000000000000_${key.slice(20)}`],
    ['with another secret', `${key.slice(0, -2)}${key.endsWith('AA') ? 'BB' : 'AA'}`],
    ['with half a secret', key.slice(0, 42)],
    ['with more than its secret', `${key}A`],
    ['with an id in capitals', `rw_ABCDEF0123456789_${key.slice(20)}`],
    ['without a secret', key.slice(0, 20)],
    ['that is the hash', record.hash],
    ['twice', `${key}, ${key}`],
    ['of another form', 'password'],
  ])('%s is unknown', async (_, value) => {
    await expect(authenticate(value)).rejects.toMatchObject(refused('unknown-key'))
  })

  test('and is disabled is refused like an unknown one', async () => {
    await expect(authenticate(key, { ...record, disabled: true })).rejects.toMatchObject(refused('unknown-key'))
    expect(await authenticate(key, { ...record, disabled: false })).toEqual(ada)
  })

  test.each([
    ['later', clock + 1, undefined],
    ['now', clock, 'expired'],
    ['before', clock - 1, 'expired'],
    ['at a time that is none', Number.NaN, 'expired'],
  ])('and ends %s', async (_, expiresAt, reason) => {
    const result = authenticate(key, { ...record, expiresAt })
    if (reason === undefined) expect(await result).toEqual({ ...ada, expiresAt })
    else await expect(result).rejects.toMatchObject(refused(reason))
  })

  test('and has ended is unknown with a wrong secret', async () => {
    const wrong = `${key.slice(0, -2)}${key.endsWith('AA') ? 'BB' : 'AA'}`
    await expect(authenticate(wrong, { ...record, expiresAt: 1 })).rejects.toMatchObject(refused('unknown-key'))
  })

  test('and is very long is not looked up', async () => {
    const find = () => {
      throw new Error('looked up')
    }
    await expect(authenticate('k'.repeat(513), record, { find, findByHash: find })).rejects.toMatchObject(
      refused('oversized-token'),
    )
  })

  test.each(['', 'zz', record.hash.slice(2), `${record.hash}00`])('never matches a broken hash: %s', async hash => {
    await expect(authenticate(key, { ...record, hash })).rejects.toMatchObject(refused('unknown-key'))
  })

  test('when the store is down, cannot be checked, and the store is not quoted', async () => {
    const find = async (id: string) => {
      throw new Error(`no connection while looking for ${id}`)
    }
    const error = await authenticate(key, record, { find }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject(refused('keys-unavailable'))
    expect(inspect(error)).not.toContain(record.id)
  })

  test('and refused is in no refusal', async () => {
    for (const value of [`${key}A`, 'canary-legacy-key', 'k'.repeat(600)]) {
      const error = await authenticate(value).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(AuthError)
      expect(inspect(error)).not.toContain(value.slice(0, 12))
    }
  })
})

describe('a key of another form', () => {
  test('is found by its hash', async () => {
    expect(await authenticate('legacy-key-0123456789abcdef', legacy)).toEqual(ada)
    await expect(authenticate('legacy-key-0123456789abcdeF', legacy)).rejects.toMatchObject(refused('unknown-key'))
  })

  test('is unknown where nobody looks for hashes', async () => {
    const auth = apiKeyAuth({ find: staticKeys([legacy]).find })
    await expect(auth(headers({ 'x-api-key': 'legacy-key-0123456789abcdef' }))).rejects.toMatchObject(
      refused('unknown-key'),
    )
  })

  test('is not believed because a store returned something', async () => {
    await expect(authenticate('anything', legacy, { findByHash: () => legacy })).rejects.toMatchObject(
      refused('unknown-key'),
    )
  })
})

describe('where the key stands', () => {
  const keys = staticKeys([record])

  test('no header, or an empty one, is no credentials of this kind', async () => {
    expect(await apiKeyAuth(keys)(headers({}))).toBeUndefined()
    expect(await apiKeyAuth(keys)(headers({ 'x-api-key': '' }))).toBeUndefined()
  })

  test('another header may be named', async () => {
    expect(await apiKeyAuth({ ...keys, header: 'X-Agent-Key' })(headers({ 'x-agent-key': key }))).toEqual(ada)
  })

  test('as a bearer token it is taken only if that is wanted', async () => {
    const request = headers({ authorization: `bearer ${key}` })
    expect(await apiKeyAuth(keys)(request)).toBeUndefined()
    expect(await apiKeyAuth({ ...keys, bearer: true })(request)).toEqual(ada)
  })

  test('other bearer tokens are left to others', async () => {
    const auth = apiKeyAuth({ ...keys, bearer: true })
    for (const authorization of ['Bearer eyJ.a.b', 'Bearer', 'Basic cndf', `Basic ${key}`]) {
      expect(await auth(headers({ authorization }))).toBeUndefined()
    }
    await expect(auth(headers({ authorization: 'Bearer rw_nonsense' }))).rejects.toMatchObject(refused('unknown-key'))
  })

  test('keys and JWTs can stand side by side', async () => {
    const auth = firstOf(
      apiKeyAuth({ ...keys, bearer: true }),
      jwtAuth({ issuers: [{ issuer: 'https://id.example', secret: 's'.repeat(32) }] }),
    )
    expect(await auth(headers({ authorization: `Bearer ${key}` }))).toEqual(ada)
    await expect(auth(headers({ authorization: 'Bearer eyJ.a.b' }))).rejects.toMatchObject(refused('invalid-token'))
    expect(await auth(headers({}))).toBeUndefined()
  })
})

test('a list with the same key twice is refused', () => {
  expect(() => staticKeys([record, record])).toThrow('same id or the same hash')
  expect(() => staticKeys([record, { ...record, id: 'other' }])).toThrow('same id or the same hash')
})

test('ids of a prototype are not found', () => {
  expect(staticKeys([record]).find('__proto__')).toBeUndefined()
  expect(staticKeys([record]).find('constructor')).toBeUndefined()
})
