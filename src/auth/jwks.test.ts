import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jwtAuth } from './jwt.ts'

const start = Date.parse('2026-03-01T12:00:00Z')
const issuer = 'https://id.example'

interface Pair {
  alg: string
  privateKey: CryptoKey
  jwk: JWK
}

async function pair(alg: string, kid: string): Promise<Pair> {
  const { publicKey, privateKey } = await generateKeyPair(alg)
  return { alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid } }
}

const [rsa, ec, okp, next] = await Promise.all([
  pair('RS256', 'one'),
  pair('ES256', 'two'),
  pair('EdDSA', 'three'),
  pair('ES256', 'next'),
])

/** A server of keys on a port of its own. What it answers and what time it is can be changed by a test. */
let answer: (response: ServerResponse) => void
let clock: number
let fetches: number
let url: string
let close: () => Promise<void>

const serve = (...keys: unknown[]) => {
  answer = response => response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
}
const fail = (status: number, text = '{"error":"down"}') => {
  answer = response => response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

beforeEach(async () => {
  clock = start
  fetches = 0
  serve(rsa.jwk, ec.jwk, okp.jwk)
  const server = createServer((_, response) => {
    fetches++
    answer(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

afterEach(() => close())

function auth(more: object = {}) {
  const authenticate = jwtAuth({ issuers: [{ issuer, jwksUrl: url }], now: () => clock, ...more })
  return (token: string) => authenticate({ headers: new Headers({ authorization: `Bearer ${token}` }) })
}

function mint({ alg, privateKey, jwk }: Pair, header: { kid?: string | undefined } = { kid: jwk.kid }) {
  const { kid } = header
  return new SignJWT({ iss: issuer, sub: 'ada', exp: start / 1000 + 10 * 86_400 })
    .setProtectedHeader({ alg, ...(kid === undefined ? undefined : { kid }) })
    .sign(privateKey)
}

const ada = { subject: 'ada', tenant: '', roles: [], expiresAt: Date.parse('2026-03-11T12:01:00Z') }
const refused = (reason: string) => ({ name: 'AuthError', reason })

describe('keys behind an address', () => {
  test.each([
    ['RS256', rsa],
    ['ES256', ec],
    ['EdDSA', okp],
  ])('%s is verified, with a key id and without', async (_, key) => {
    const authenticate = auth()
    expect(await authenticate(await mint(key))).toEqual(ada)
    expect(await authenticate(await mint(key, {}))).toEqual(ada)
    expect(fetches).toBe(1)
  })

  test('are fetched once for many calls at once', async () => {
    const authenticate = auth()
    const token = await mint(rsa)
    expect(await Promise.all(Array.from({ length: 50 }, () => authenticate(token)))).toEqual(Array(50).fill(ada))
    expect(fetches).toBe(1)
  })

  test('are fetched again after ten minutes, not before', async () => {
    const authenticate = auth()
    const token = await mint(rsa)
    await authenticate(token)
    clock = start + 599_999
    await authenticate(token)
    expect(fetches).toBe(1)
    clock = start + 600_000
    await authenticate(token)
    expect(fetches).toBe(2)
  })

  test('are fresh as long as the issuer is configured to be', async () => {
    const authenticate = auth({ issuers: [{ issuer, jwksUrl: url, jwksTtlSeconds: 5 }] })
    const token = await mint(rsa)
    await authenticate(token)
    clock = start + 5_000
    await authenticate(token)
    expect(fetches).toBe(2)
  })

  test('that an issuer has withdrawn are refused once the old set is no longer fresh', async () => {
    const authenticate = auth()
    const token = await mint(rsa)
    await authenticate(token)
    serve(ec.jwk)
    clock += 600_000
    await expect(authenticate(token)).rejects.toMatchObject(refused('unknown-key'))
  })

  test('are not fetched for a token that is refused before', async () => {
    const authenticate = auth()
    const foreign = await new SignJWT({ iss: 'https://evil.example', exp: 4102444800 })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(rsa.privateKey)
    await expect(authenticate(foreign)).rejects.toMatchObject(refused('unknown-issuer'))
    expect(fetches).toBe(0)
  })

  test('that share no key id are tried, and eight are enough', async () => {
    const many = await Promise.all(Array.from({ length: 9 }, (_, index) => pair('ES256', `k${index}`)))
    serve(...many.map(({ jwk }) => jwk))
    const authenticate = auth()
    expect(await authenticate(await mint(many[7] as Pair, {}))).toEqual(ada)
    await expect(authenticate(await mint(many[8] as Pair, {}))).rejects.toMatchObject(refused('invalid-token'))
    expect(await authenticate(await mint(many[8] as Pair))).toEqual(ada)
  })

  test.each([
    ['is for encryption', { use: 'enc' }],
    ['is for another algorithm', { alg: 'RS512' }],
    ['is not for verifying', { key_ops: ['encrypt'] }],
    ['has another type', { kty: 'oct', k: 'c2VjcmV0' }],
    ['is broken', { n: undefined }],
    ['is private', { d: 'AQAB' }],
  ])('a key that %s is not used', async (_, members) => {
    serve({ ...rsa.jwk, ...members })
    await expect(auth()(await mint(rsa))).rejects.toMatchObject(refused('unknown-key'))
  })

  test('keys of unknown types beside a good one do no harm', async () => {
    serve({ kty: 'XYZ', kid: 'one' }, { kid: 'one' }, rsa.jwk)
    expect(await auth()(await mint(rsa))).toEqual(ada)
  })
})

describe('an unknown key id', () => {
  test('finds a key that the issuer has rotated in', async () => {
    const authenticate = auth()
    await authenticate(await mint(rsa))
    serve(rsa.jwk, next.jwk)
    expect(await authenticate(await mint(next))).toEqual(ada)
    expect(await authenticate(await mint(rsa))).toEqual(ada)
    expect(fetches).toBe(2)
  })

  test('leads to no flood of fetches, one after another or all at once', async () => {
    const authenticate = auth()
    const tokens = await Promise.all(Array.from({ length: 100 }, (_, index) => mint(next, { kid: `k${index}` })))
    for (const token of tokens.slice(0, 50)) {
      await expect(authenticate(token)).rejects.toMatchObject(refused('unknown-key'))
    }
    expect(fetches).toBe(2)
    const rest = await Promise.allSettled(tokens.slice(50).map(token => authenticate(token)))
    expect(rest.every(({ status }) => status === 'rejected')).toBe(true)
    expect(fetches).toBe(2)
    const cold = auth()
    await Promise.allSettled(tokens.map(token => cold(token)))
    expect(fetches).toBe(4)
  })

  test('is looked for again after the cool-down', async () => {
    const authenticate = auth()
    const token = await mint(next)
    await expect(authenticate(token)).rejects.toMatchObject(refused('unknown-key'))
    serve(rsa.jwk, next.jwk)
    clock += 29_999
    await expect(authenticate(token)).rejects.toMatchObject(refused('unknown-key'))
    clock += 1
    expect(await authenticate(token)).toEqual(ada)
    expect(fetches).toBe(3)
  })

  test('does not take the known keys away when the issuer is down', async () => {
    const authenticate = auth()
    await authenticate(await mint(rsa))
    fail(500)
    await expect(authenticate(await mint(next))).rejects.toMatchObject(refused('unknown-key'))
    expect(await authenticate(await mint(rsa))).toEqual(ada)
  })

  test('that is no text is refused without a fetch', async () => {
    const token = await mint(rsa, { kid: 7 as unknown as string })
    await expect(auth()(token)).rejects.toMatchObject(refused('invalid-token'))
    expect(fetches).toBe(0)
  })
})

describe('when the issuer is down', () => {
  test.each<[string, () => void]>([
    ['an error', () => fail(500)],
    ['an error with keys in it', () => fail(503, JSON.stringify({ keys: [next.jwk] }))],
    ['a page', () => fail(200, '<html>maintenance</html>')],
    ['an error document with status 200', () => fail(200)],
    ['keys that are no list', () => fail(200, '{"keys":{}}')],
    ['a list with no objects', () => fail(200, '{"keys":["a"]}')],
    ['null', () => fail(200, 'null')],
    ['nothing', () => fail(200, '')],
    ['nothing, and says so', () => fail(204, '')],
    ['more than it should', () => fail(200, JSON.stringify({ keys: [rsa.jwk], pad: 'x'.repeat(256 * 1024) }))],
    ['deep nonsense', () => fail(200, `{"keys":[{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`)],
    ['a redirect', () => (answer = response => response.writeHead(302, { location: '/keys' }).end())],
    ['half an answer', () => (answer = response => response.writeHead(200).write('{"keys"', () => response.destroy()))],
    ['no answer', () => (answer = response => response.destroy())],
  ])('and gives %s, old keys serve on, and there are none at a cold start', async (_, breakIt) => {
    const authenticate = auth()
    const token = await mint(rsa)
    await authenticate(token)
    breakIt()
    clock += 600_000
    expect(await authenticate(token)).toEqual(ada)
    await expect(auth()(token)).rejects.toMatchObject(refused('keys-unavailable'))
    expect(fetches).toBe(3)
  })

  test('old keys are refreshed once per cool-down, and calls do not wait for it', async () => {
    const authenticate = auth()
    const token = await mint(rsa)
    await authenticate(token)
    fail(500)
    clock += 600_000
    for (let call = 0; call < 20; call++) expect(await authenticate(token)).toEqual(ada)
    expect(fetches).toBe(2)
    // An answer that never comes: the calls go on while it is still open.
    let open = true
    answer = response => response.on('close', () => (open = false))
    clock += 30_000
    for (let call = 0; call < 20; call++) expect(await authenticate(token)).toEqual(ada)
    await expect.poll(() => fetches).toBe(3)
    expect(open).toBe(true)
  })

  test('old keys are given up after a day, and new ones taken when it is back', async () => {
    const authenticate = auth()
    const token = await mint(rsa)
    await authenticate(token)
    fail(500)
    clock = start + 24 * 3_600_000 - 1
    expect(await authenticate(token)).toEqual(ada)
    clock = start + 24 * 3_600_000 + 1_000
    await expect(authenticate(token)).rejects.toMatchObject(refused('keys-unavailable'))
    serve(rsa.jwk)
    clock += 1_000
    expect(await authenticate(token)).toEqual(ada)
  })

  test('a cold start is tried again after a second, not at every call', async () => {
    const authenticate = auth()
    const token = await mint(rsa)
    fail(500)
    for (let call = 0; call < 20; call++) {
      await expect(authenticate(token)).rejects.toMatchObject(refused('keys-unavailable'))
    }
    expect(fetches).toBe(1)
    serve(rsa.jwk)
    clock += 1_000
    expect(await authenticate(token)).toEqual(ada)
  })

  test('a failure that is over holds up no later refresh', async () => {
    const authenticate = auth({ issuers: [{ issuer, jwksUrl: url, jwksTtlSeconds: 5 }] })
    const token = await mint(rsa)
    fail(500)
    await expect(authenticate(token)).rejects.toMatchObject(refused('keys-unavailable'))
    serve(rsa.jwk)
    clock += 1_000
    expect(await authenticate(token)).toEqual(ada)
    serve(ec.jwk)
    clock += 5_000
    await expect(authenticate(token)).rejects.toMatchObject(refused('unknown-key'))
  })

  test('a clock that is set back keeps no keys alive', async () => {
    const authenticate = auth()
    const token = await mint(rsa)
    await authenticate(token)
    clock -= 3_600_000
    expect(await authenticate(token)).toEqual(ada)
    expect(fetches).toBe(2)
  })
})
