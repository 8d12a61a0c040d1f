/** How the tokens of an issuer are verified, as its options say. */
import type { JSONWebKeySet } from 'jose'
import { createLocalJWKSet, type LocalJWKSet } from 'jose/jwks/local'
import { isObject } from '../lib/json-value.ts'
import { type KeySource, localKeys, remoteKeys, secretKey } from './jwks.ts'
import type { FetchKeys } from './jwks-fetch.ts'
import type { JwtIssuer } from './jwt-options.ts'
import { misuse, numberIn } from './misuse.ts'

const minSecretBytes = 32

/** The keys of an issuer: from its address, its set or its secret. */
export function keysOf(
  issuer: JwtIssuer,
  fetch: FetchKeys,
  now: () => number,
  onFetched?: (isLoaded: boolean) => void,
): KeySource {
  const { jwksUrl, jwks, secret, allowShortSecret = false } = issuer
  if ([jwksUrl, jwks, secret].filter(source => source !== undefined).length !== 1) {
    misuse('Every issuer needs exactly one of jwksUrl, jwks and secret.')
  }
  if (secret !== undefined) return secretKey(secretBytes(secret, allowShortSecret ? 1 : minSecretBytes))
  if (jwks !== undefined) return localKeys(publicKeys(jwks))
  const ttlMs = numberIn('jwksTtlSeconds', issuer.jwksTtlSeconds ?? 600, 1, 86_400) * 1000
  return remoteKeys({ url: trustedUrl(jwksUrl ?? '', issuer.allowHttp === true), fetch, now, ttlMs, onFetched })
}

function secretBytes(secret: string | Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : Uint8Array.from(secret)
  if (bytes.length < least) misuse(`A secret needs at least ${least} bytes.`)
  // Anyone who can read a public key could sign with it.
  if (/-----BEGIN |"kty"/.test(new TextDecoder().decode(bytes))) misuse('A key is not a secret: give it as jwks.')
  return bytes
}

function publicKeys(jwks: { keys: readonly object[] }): LocalJWKSet {
  const { keys } = jwks
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isObject)) misuse('jwks is not a set of keys.')
  if (keys.some(key => 'd' in key || 'k' in key || 'priv' in key)) misuse('jwks must hold public keys only.')
  return createLocalJWKSet(jwks as unknown as JSONWebKeySet)
}

/** An attacker who changes the keys on their way can be anyone: so not over plain http. */
function trustedUrl(text: string, allowHttp: boolean): string {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) misuse('jwksUrl is not an http address.')
  if (url.username !== '' || url.password !== '') misuse('jwksUrl must not hold credentials.')
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !loopback && !allowHttp) misuse('jwksUrl must be https, or allowHttp be set.')
  return url.href
}
