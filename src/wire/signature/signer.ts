/** What signs: a private key at hand, or a service that holds one. Signature algorithms of RFC 9421 §3.3. */

import { ReplywireError } from '../../errors.ts'
import { algorithmOf, type SignatureAlgorithm, webCryptoNames } from './algorithm.ts'
import { bothHalves } from './bare-jwk.ts'

/** Signs for one key. A key in a hardware module or a key service can be one too. */
export interface MessageSigner {
  /** The `kid` of the published key. */
  readonly keyid: string
  readonly alg: SignatureAlgorithm
  /** The signature of these bytes; of ECDSA as r and s, 64 bytes. */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
  /** What signs now, where keys are rotated: asked before each message. Default: this one. */
  current?(): Promise<MessageSigner>
}

/**
 * A signer of a private JWK: Ed25519, or P-256. Its `kid` is the key id.
 *
 * @example
 * const signer = await signerOf(JSON.parse(process.env.SIGNING_KEY ?? ''))
 */
export async function signerOf(jwk: Readonly<Record<string, unknown>>): Promise<MessageSigner> {
  const alg = algorithmOf(jwk)
  const { kid, d } = jwk
  if (alg === undefined || typeof kid !== 'string' || kid === '' || typeof d !== 'string') {
    throw new ReplywireError('ERR_MISUSE', 'Expected a private JWK with a kid: Ed25519 (EdDSA) or P-256 (ES256).')
  }
  const names = webCryptoNames[alg]
  const key = await crypto.subtle.importKey('jwk', bothHalves(jwk), names.key, false, ['sign']).catch(() => {
    throw new ReplywireError('ERR_MISUSE', 'The private JWK cannot be used.')
  })
  return {
    keyid: kid,
    alg,
    sign: async bytes => new Uint8Array(await crypto.subtle.sign(names.signature, key, bytes)),
  }
}
