/** RFC 7517 as AdCP profiles it: public keys, each for one purpose. */
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'

/** What a key may sign. */
export type KeyPurpose = 'request-signing' | 'webhook-signing' | 'governance-signing'

/** The key types of each algorithm. */
const types: Readonly<Record<string, { readonly kty: string; readonly crv: string }>> = {
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
  ES256: { kty: 'EC', crv: 'P-256' },
}

/** Whether a key is meant for checking signatures of one purpose with an algorithm. */
export function isFor(key: JsonObject, purpose: KeyPurpose, alg: string): boolean {
  const { use, key_ops: operations, adcp_use: adcpUse, kty, crv } = key
  if (use !== 'sig' || !Array.isArray(operations) || !operations.includes('verify')) return false
  const type = Object.hasOwn(types, alg) ? types[alg] : undefined
  if (adcpUse !== purpose || key.alg !== alg || type === undefined) return false
  return kty === type.kty && crv === type.crv
}

/**
 * The keys of a set, each by its id; undefined when it is no set, or names one id twice. A key without an id can be named by
 * nobody: it is ignored, as keys are that a reader cannot use (RFC 7517 §5).
 */
export function readKeySet(document: Json): ReadonlyMap<string, JsonObject> | undefined {
  const keys = isObject(document) ? document.keys : undefined
  if (!Array.isArray(keys) || keys.length > mostKeys) return undefined
  const found = new Map<string, JsonObject>()
  for (const key of keys) {
    if (!isObject(key)) return undefined
    if (typeof key.kid !== 'string') continue
    if (found.has(key.kid)) return undefined
    found.set(key.kid, key)
  }
  return found
}

const mostKeys = 100
