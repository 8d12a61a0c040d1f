/** Keys that are made for a test, and a directory of them. */
import type { KeyDirectory, PublishedJwk, RevocationState } from '../../src/wire/signature/key-directory.ts'
import { type MessageSigner, signerOf } from '../../src/wire/signature/signer.ts'

export interface TestKey {
  readonly jwk: PublishedJwk
  readonly privateJwk: Readonly<Record<string, unknown>>
  readonly signer: MessageSigner
}

const algorithms = {
  ed25519: { name: 'Ed25519', alg: 'EdDSA' },
  'ecdsa-p256-sha256': { name: 'ECDSA', namedCurve: 'P-256', alg: 'ES256' },
} as const

/** A new key, published for a use. */
export async function newKey(
  kid: string,
  { use = 'request-signing', alg = 'ed25519' as keyof typeof algorithms } = {},
): Promise<TestKey> {
  const { alg: jwkAlg, ...algorithm } = algorithms[alg]
  const pair = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const [publicJwk, privateJwk] = await Promise.all([
    crypto.subtle.exportKey('jwk', pair.publicKey),
    crypto.subtle.exportKey('jwk', pair.privateKey),
  ])
  const { kty, crv, x, y } = publicJwk
  const bare = { kid, kty, crv, x, ...(y === undefined ? undefined : { y }), alg: jwkAlg }
  const jwk = { ...bare, use: 'sig', key_ops: ['verify'], adcp_use: use } as PublishedJwk
  const whole = { ...bare, d: privateJwk.d }
  return { jwk, privateJwk: whole, signer: await signerOf(whole) }
}

/** The keys of one agent. */
export function directory(
  agent: string,
  jwks: readonly PublishedJwk[],
  revocation: (kid: string) => RevocationState = () => 'valid',
): KeyDirectory {
  const keys = new Map(jwks.map(jwk => [jwk.kid, { jwk, signer: agent }]))
  return {
    async resolveKey({ keyid, signer }) {
      const key = signer === undefined || signer === agent ? keys.get(keyid) : undefined
      return key === undefined ? { ok: false, reason: 'key_unknown' } : { ok: true, key }
    },
    revocationOf: async ({ jwk }) => revocation(String(jwk.kid)),
  }
}
