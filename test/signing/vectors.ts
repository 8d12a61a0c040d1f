/** The public signing vectors (see fixtures/README.md), and what they need to be verified. */
import { readFileSync } from 'node:fs'
import type { KeyDirectory, PublishedJwk } from '../../src/wire/signature/key-directory.ts'
import { memoryNonces, type NonceCache } from '../../src/wire/signature/nonce-cache.ts'
import type { SignedMessage } from '../../src/wire/signature/signed-message.ts'
import { filesIn } from '../files-in.ts'

export interface Vector {
  readonly name: string
  readonly reference_now: number
  readonly signing_profile_version?: '3.1' | '3.2'
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly verifier_capability?: {
    readonly covers_content_digest: 'required' | 'forbidden' | 'either'
    readonly required_for: readonly string[]
  }
  readonly jwks_ref?: readonly string[]
  readonly jwks_override?: unknown
  readonly expected_signature_base?: string
  readonly expected_outcome: { readonly success: boolean; readonly error_code?: string }
  readonly test_harness_state?: {
    readonly revocation_list?: { readonly revoked_kids: readonly string[] }
    readonly revoked_kids?: readonly string[]
    readonly revocation_list_stale_seconds?: number
  }
}

const here = new URL('fixtures/', import.meta.url).pathname

export function readVector(path: string): Vector {
  return JSON.parse(readFileSync(`${here}${path}`, 'utf8')) as Vector
}

/** The vectors below a folder, by path. */
export function vectorsIn(folder: string): [string, Vector][] {
  return filesIn(`${here}${folder}`)
    .map(file => file.slice(here.length))
    .filter(path => /\/(?:positive|negative)\//.test(path))
    .sort()
    .map(path => [path, readVector(path)])
}

/** Public and private halves of the test keys of a folder, by kid. */
export function keysOf(folder: string): Readonly<Record<string, PublishedJwk>> {
  const { keys } = JSON.parse(readFileSync(`${here}${folder}/keys.json`, 'utf8')) as { keys: PublishedJwk[] }
  return Object.fromEntries(keys.map(key => [String(key.kid), key]))
}

/** The private half, as a JWK to sign with. */
export function privateKey(folder: string, kid: string): Readonly<Record<string, unknown>> {
  const { _private_d_for_test_only: d, ...jwk } = keysOf(folder)[kid] ?? {}
  return { ...jwk, d }
}

/** The keys that a vector knows, and what it says of their revocation. */
export function directoryOf(folder: string, vector: Vector): KeyDirectory {
  const all = keysOf(folder)
  const known = new Map((vector.jwks_ref ?? []).map(kid => [kid, all[kid]]))
  for (const jwk of overridden(vector.jwks_override)) known.set(String(jwk.kid), jwk)
  const {
    revocation_list: list,
    revoked_kids: kids = [],
    revocation_list_stale_seconds: stale,
  } = vector.test_harness_state ?? {}
  const revoked = [...kids, ...(list?.revoked_kids ?? [])]
  return {
    async resolveKey({ keyid }) {
      const jwk = known.get(keyid)
      return jwk === undefined
        ? { ok: false, reason: 'key_unknown' }
        : { ok: true, key: { jwk, signer: 'https://buyer.example.com/adcp' } }
    },
    revocationOf: async ({ jwk }) =>
      revoked.includes(String(jwk.kid)) ? 'revoked' : stale === undefined ? 'valid' : 'stale',
  }
}

function overridden(override: unknown): PublishedJwk[] {
  if (typeof override !== 'object' || override === null) return []
  const { keys } = override as { keys?: PublishedJwk[] }
  return keys ?? (Object.values(override) as PublishedJwk[])
}

/** The request of a vector. */
export function messageOf({ request }: Pick<Vector, 'request'>): SignedMessage {
  const headers = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const body = new TextEncoder().encode(request.body ?? '')
  return {
    method: request.method,
    url: request.url,
    values: name => headers.filter(([key]) => key === name).map(([, value]) => value),
    hasBody: body.byteLength > 0,
    readBody: async () => body,
  }
}

export function toolsOf(folder: string, vector: Vector, nonces: NonceCache = memoryNonces()) {
  return { keys: directoryOf(folder, vector), nonces, now: () => vector.reference_now * 1000 }
}
