/** Signed agent cards (A2A 1.0 §8.4): a JWS over the canonical card, which is in `signatures`. */
import { AgentCard, canonicalizeAgentCard } from '@a2a-js/sdk'
import { encode } from 'jose/base64url'
import { FlattenedSign } from 'jose/jws/flattened/sign'
import { flattenedVerify } from 'jose/jws/flattened/verify'
import { importJWK } from 'jose/key/import'
import { ReplywireError } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { CardJwk, CardKeys } from '../../wire/card-keys.ts'
import { bothHalves, publicHalf } from '../../wire/signature/bare-jwk.ts'

const algorithms = ['EdDSA', 'ES256']

/** More signatures than this are there to keep a reader busy. */
const mostSignatures = 8

/** A card with its signature. */
export async function signCard(card: JsonObject, key: CardJwk): Promise<JsonObject> {
  const { kid, alg, d } = key
  if (typeof kid !== 'string' || !algorithms.includes(String(alg)) || typeof d !== 'string') {
    throw new ReplywireError(
      'ERR_MISUSE',
      'The key of the card must be a private JWK with kid and alg: EdDSA or ES256.',
    )
  }
  const { signatures: _, ...plain } = card
  const signed = await new FlattenedSign(canonicalOf(plain))
    .setProtectedHeader({ alg: String(alg), kid, typ: 'JOSE' })
    .sign(await importJWK(bothHalves(key), String(alg)))
  return { ...plain, signatures: [{ protected: signed.protected ?? '', signature: signed.signature }] }
}

/**
 * What a trusted key has signed of a card; undefined: none has. Members that the signature does not cover are left out:
 * anybody could have added them.
 */
export async function verifiedCard(card: JsonObject, keys: CardKeys): Promise<JsonObject | undefined> {
  const { signatures } = card
  const entries = Array.isArray(signatures) ? signatures.slice(0, mostSignatures) : []
  if (entries.length === 0) return undefined
  const bytes = readCanonical(card)
  if (bytes === undefined) return undefined
  for (const entry of entries) {
    if (await isSigned(entry, encode(bytes), keys)) return JSON.parse(new TextDecoder().decode(bytes)) as JsonObject
  }
  return undefined
}

/** What is no card of 1.0 has no canonical form. */
function readCanonical(card: JsonObject): Uint8Array | undefined {
  try {
    return canonicalOf(card)
  } catch {
    return undefined
  }
}

async function isSigned(entry: Json, payload: string, keys: CardKeys): Promise<boolean> {
  const header = isObject(entry) ? headerOf(entry.protected) : undefined
  if (!isObject(entry) || header === undefined || typeof entry.signature !== 'string') return false
  const { alg, kid, crit } = header
  if (typeof kid !== 'string' || !algorithms.includes(String(alg)) || crit !== undefined) return false
  try {
    const key = await keys(kid)
    if (key === undefined || (key.alg !== undefined && key.alg !== alg)) return false
    if (key.use !== undefined && key.use !== 'sig') return false
    const jws = { payload, protected: String(entry.protected), signature: entry.signature }
    await flattenedVerify(jws, await importJWK(publicHalf(key), String(alg)), { algorithms: [String(alg)] })
    return true
  } catch {
    return false
  }
}

function headerOf(text: Json | undefined): JsonObject | undefined {
  if (typeof text !== 'string' || text.length > 4096) return undefined
  try {
    const value: Json = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function canonicalOf(card: JsonObject): Uint8Array {
  return new TextEncoder().encode(canonicalizeAgentCard(AgentCard.fromJSON(card)))
}
