/** Our RFC 9421 against another implementation from the registry: each verifies what the other signs. */
import { createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from 'node:crypto'
import fc from 'fast-check'
import { httpbis } from 'http-message-signatures'
import { describe, expect, test } from 'vitest'
import { requestProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import { writeContentDigest } from '../../src/wire/signature/content-digest.ts'
import { memoryNonces } from '../../src/wire/signature/nonce-cache.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import { verifyMessage } from '../../src/wire/signature/verify-message.ts'
import { directory, newKey, type TestKey } from './keys.ts'
import { messageOf } from './vectors.ts'

// Its bytes are spelt as RFC 8941 has them.
const profile = requestProfile('3.2')
const agent = 'https://buyer.example/agent'

const urls = fc
  .tuple(
    fc.constantFrom('https', 'http'),
    fc.domain(),
    fc.constantFrom('', ':8443'),
    fc.array(fc.stringMatching(/^[a-z0-9_~-]{1,8}$/), { maxLength: 4 }),
    fc.stringMatching(/^(?:\?[a-z0-9=&]{1,12})?$/),
  )
  // Neither a domain nor a path that the other library would rewrite: canonical URLs have their own vectors.
  .filter(([, domain]) => !/^\d|--/.test(domain))
  .map(([scheme, domain, port, path, query]) => `${scheme}://${domain.toLowerCase()}${port}/${path.join('/')}${query}`)

const requests = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'PATCH'),
  url: urls,
  body: fc.string({ minLength: 1, unit: 'binary', maxLength: 200 }).map(text => text.toWellFormed()),
})

function cryptoOf({ privateJwk, jwk, signer: { alg } }: TestKey) {
  const privateKey = createPrivateKey({ key: { ...privateJwk } as never, format: 'jwk' })
  const publicKey = createPublicKey({ key: { ...jwk } as never, format: 'jwk' })
  const hash = alg === 'ed25519' ? null : 'sha256'
  const dsaEncoding = 'ieee-p1363' as const
  return {
    sign: async (data: Buffer) => signBytes(hash, data, { key: privateKey, dsaEncoding }),
    verify: async (data: Buffer, signature: Buffer) =>
      verifyBytes(hash, data, { key: publicKey, dsaEncoding }, signature),
  }
}

describe.each(['ed25519', 'ecdsa-p256-sha256'] as const)('%s', async alg => {
  const key = await newKey('k1', { alg })
  const { sign, verify } = cryptoOf(key)
  const tools = () => ({ keys: directory(agent, [key.jwk]), nonces: memoryNonces(), now: Date.now })

  test('what the other signs, we verify', async () => {
    const prop = fc.asyncProperty(requests, async ({ method, url, body }) => {
      const headers = {
        'Content-Type': 'application/json',
        'Content-Digest': await writeContentDigest(new TextEncoder().encode(body), 'base64'),
      }
      const config = {
        key: { id: 'k1', alg, sign },
        name: 'sig1',
        fields: ['@method', '@target-uri', '@authority', 'content-type', 'content-digest'],
        params: ['created', 'expires', 'nonce', 'keyid', 'alg', 'tag'],
        paramValues: {
          created: new Date(),
          expires: new Date(Date.now() + 300_000),
          nonce: crypto.getRandomValues(Buffer.alloc(16)).toString('base64url'),
          tag: profile.tag,
        },
      }
      const signed = await httpbis.signMessage(config, { method, url, headers })
      const request = { method, url, headers: signed.headers as Record<string, string>, body }
      expect(await verifyMessage(messageOf({ request }), profile, tools())).toEqual({
        ok: true,
        signer: agent,
        keyid: 'k1',
      })
    })
    await fc.assert(prop, { numRuns: 100 })
  })

  test('what we sign, the other verifies', async () => {
    const prop = fc.asyncProperty(requests, async ({ method, url, body }) => {
      const message = { method, url, contentType: 'application/json', body: new TextEncoder().encode(body) }
      const headers = { 'Content-Type': 'application/json', ...(await signMessage(message, profile, key.signer)) }
      const keyLookup = async () => ({ id: 'k1', algs: [alg], verify })
      const request = { method, url, headers }
      expect(await httpbis.verifyMessage({ keyLookup, all: true, tolerance: 60 }, request)).toBe(true)
      const other = { ...request, headers: { ...headers, 'Content-Type': 'text/plain' } }
      expect(await httpbis.verifyMessage({ keyLookup, all: true, tolerance: 60 }, other)).toBe(false)
    })
    await fc.assert(prop, { numRuns: 100 })
  })
})
