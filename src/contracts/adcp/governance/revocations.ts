/** AdCP security, revocation lists: `/.well-known/governance-revocations.json`, a JWS in its JSON or compact form. */
import { compactVerify } from 'jose/jws/compact/verify'
import { importJWK } from 'jose/key/import'
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import { publicHalf } from '../../../wire/signature/bare-jwk.ts'
import { readCompactJws } from './compact-jws.ts'
import { isFor, type KeyPurpose } from './public-key.ts'

/** A list that was verified. Times are milliseconds since the epoch. */
export interface RevocationList {
  readonly issuer: string
  readonly updated: number
  readonly nextUpdate: number
  readonly jtis: ReadonlySet<string>
  readonly kids: ReadonlySet<string>
}

export const revocationType = 'adcp-gov-revocation+jws'
export const revocationPath = '/.well-known/governance-revocations.json'

const minute = 60_000
/** AdCP polls at least that often: no list says for longer when the next one comes. */
export const longestRevocationMs = 30 * minute
const mostEntries = 100_000

/** How long after an update the next one is looked for: 1 to 30 minutes, whatever the list says. */
export function pollInterval({ updated, nextUpdate }: Pick<RevocationList, 'updated' | 'nextUpdate'>): number {
  return Math.min(Math.max(nextUpdate - updated, minute), longestRevocationMs)
}

/** A list that has not been renewed for four intervals says too little. */
export function isStale(list: RevocationList, now: number): boolean {
  return now > list.nextUpdate + 4 * pollInterval(list)
}

export function isRevoked({ jtis, kids }: RevocationList, { jti, kid }: { jti?: string; kid: string }): boolean {
  return kids.has(kid) || (jti !== undefined && jtis.has(jti))
}

/** Who must have published and signed a list. */
export interface RevocationSource {
  readonly origin: string
  /** A key of the origin; undefined: it has none of this id. */
  readonly keyOf: (kid: string) => Promise<JsonObject | undefined>
  readonly purposes: readonly KeyPurpose[]
  /** After so long the next list is due, whatever this one says. Default: 30 minutes. */
  readonly longestMs?: number | undefined
}

/** A list as its origin publishes it; undefined when it is not that origin's own, or not signed by one of the keys. */
export async function readRevocationList(
  document: Json,
  { origin, keyOf, purposes, longestMs = longestRevocationMs }: RevocationSource,
): Promise<RevocationList | undefined> {
  const compact = compactOf(document)
  const jws = compact === undefined ? undefined : readCompactJws(compact)
  if (compact === undefined || jws === undefined) return undefined
  const { alg, kid, typ, crit } = jws.header
  if (typ !== revocationType || crit !== undefined || typeof kid !== 'string' || typeof alg !== 'string') {
    return undefined
  }
  const key = await keyOf(kid)
  if (key === undefined || !purposes.some(purpose => isFor(key, purpose, alg))) return undefined
  try {
    await compactVerify(compact, await importJWK(publicHalf(key), alg), { algorithms: [alg] })
  } catch {
    return undefined
  }
  const list = listOf(jws.payload)
  // A key that the list itself revokes cannot vouch for the list.
  if (list === undefined || list.issuer !== origin || list.kids.has(kid)) return undefined
  // Else nobody would notice an operator who stops publishing, or a network that holds the next lists back.
  return { ...list, nextUpdate: Math.min(list.nextUpdate, list.updated + longestMs) }
}

/** The JSON form (RFC 7515 §7.2.2) has the same three parts. */
function compactOf(document: Json): string | undefined {
  if (typeof document === 'string') return document
  if (!isObject(document)) return undefined
  const { protected: header, payload, signature } = document
  const isWhole = [header, payload, signature].every(part => typeof part === 'string')
  return isWhole ? `${header}.${payload}.${signature}` : undefined
}

function listOf(payload: JsonObject): RevocationList | undefined {
  const { issuer, updated, next_update: next, revoked_jtis: jtis, revoked_kids: kids } = payload
  const [from, until] = [timeOf(updated), timeOf(next)]
  const lists = [jtis, kids].map(textsOf)
  if (typeof issuer !== 'string' || from === undefined || until === undefined || until <= from) return undefined
  const [revokedJtis, revokedKids] = lists
  if (revokedJtis === undefined || revokedKids === undefined) return undefined
  return { issuer, updated: from, nextUpdate: until, jtis: new Set(revokedJtis), kids: new Set(revokedKids) }
}

function timeOf(value: Json | undefined): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function textsOf(value: Json | undefined): string[] | undefined {
  const isList = Array.isArray(value) && value.length <= mostEntries && value.every(one => typeof one === 'string')
  return isList ? value : undefined
}
