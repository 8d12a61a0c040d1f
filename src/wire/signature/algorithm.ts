/** The signature algorithms that are known: RFC 9421 §3.3.5 and §3.3.4, with their JWK and WebCrypto names. */

/** As the parameter `alg` spells it. */
export type SignatureAlgorithm = 'ed25519' | 'ecdsa-p256-sha256'

interface JwkNames {
  readonly kty: string
  readonly crv: string
  readonly alg: string
}

const jwkNames: Readonly<Record<SignatureAlgorithm, JwkNames>> = {
  ed25519: { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' },
  'ecdsa-p256-sha256': { kty: 'EC', crv: 'P-256', alg: 'ES256' },
}

/** The parameters of WebCrypto. Its ECDSA signatures are r and s, as RFC 9421 wants them. */
export const webCryptoNames = {
  ed25519: { key: { name: 'Ed25519' }, signature: { name: 'Ed25519' } },
  'ecdsa-p256-sha256': {
    key: { name: 'ECDSA', namedCurve: 'P-256' },
    signature: { name: 'ECDSA', hash: 'SHA-256' },
  },
} as const satisfies Record<SignatureAlgorithm, object>

export function isSignatureAlgorithm(text: string): text is SignatureAlgorithm {
  return Object.hasOwn(jwkNames, text)
}

/** The algorithm of a JWK: type, curve and `alg` (where it is given) must agree. Undefined: none that is known. */
export function algorithmOf(jwk: Readonly<Record<string, unknown>>): SignatureAlgorithm | undefined {
  const found = Object.entries(jwkNames).find(([, { kty, crv, alg }]) => {
    return jwk.kty === kty && jwk.crv === crv && (jwk.alg === undefined || jwk.alg === alg)
  })
  return found?.[0] as SignatureAlgorithm | undefined
}
