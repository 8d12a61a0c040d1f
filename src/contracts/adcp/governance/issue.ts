/** For governance agents: what signs tokens and revocation lists (AdCP security, governance_context). */
import { CompactSign } from 'jose/jws/compact/sign'
import { importJWK } from 'jose/key/import'
import { ReplywireError } from '../../../errors.ts'
import type { JsonObject } from '../../../lib/json-value.ts'
import { bothHalves } from '../../../wire/signature/bare-jwk.ts'
import { revocationType } from './revocations.ts'
import { type GovernanceClaims, type GovernanceProfile, governanceType, readGovernanceToken } from './token.ts'

/** A private JWK: Ed25519 or P-256, with its `kid` and `alg`. */
export type SigningJwk = Readonly<Record<string, unknown>>

/** What a token says, and what else its issuer adds: `policy_decisions`, `audit_log_pointer` … */
export type NewGovernanceClaims = GovernanceClaims & { readonly [name: string]: unknown }

/**
 * Signs a `governance_context` token. Its authorizations are marked as critical, as AdCP 3.2 wants them.
 *
 * @example
 * const token = await issueGovernanceToken(governanceClaims, openKeyRing().key('governance-signing').jwk)
 */
export async function issueGovernanceToken(
  claims: NewGovernanceClaims,
  key: SigningJwk,
  profile: GovernanceProfile = '3.2',
): Promise<string> {
  const names = ['authorized_task', 'authorized_payload_hash', 'authorized_commitment']
  const critical = profile === '3.1' ? [] : names.filter(name => claims[name] !== undefined)
  const markers = Object.fromEntries(critical.map(name => [name, true]))
  const token = await signed(claims, key, {
    typ: governanceType,
    ...(critical.length === 0 ? undefined : { crit: critical, ...markers }),
  })
  const read = readGovernanceToken(token, profile)
  if (!read.ok) throw new ReplywireError('ERR_MISUSE', 'The claims of the governance token are not complete.')
  return token
}

/** What an issuer has revoked. Times are milliseconds since the epoch. */
export interface NewRevocationList {
  /** The origin that publishes it. */
  readonly issuer: string
  readonly updated: number
  readonly nextUpdate: number
  readonly revokedJtis: readonly string[]
  readonly revokedKids: readonly string[]
}

/**
 * Signs a revocation list, in the JSON form of a JWS.
 *
 * @example
 * const [updated, nextUpdate] = [Date.now(), Date.now() + 900_000]
 * const list = { issuer: 'https://gov.example', updated, nextUpdate, revokedJtis: ['jti_7'], revokedKids: [] }
 * const document = await issueRevocationList(list, openKeyRing().key('governance-signing').jwk)
 */
export async function issueRevocationList(list: NewRevocationList, key: SigningJwk): Promise<JsonObject> {
  const payload = {
    version: 1,
    issuer: list.issuer,
    updated: new Date(list.updated).toISOString(),
    next_update: new Date(list.nextUpdate).toISOString(),
    revoked_jtis: [...list.revokedJtis],
    revoked_kids: [...list.revokedKids],
  }
  const [header = '', body = '', signature = ''] = (await signed(payload, key, { typ: revocationType })).split('.')
  return { protected: header, payload: body, signature }
}

async function signed(payload: object, jwk: SigningJwk, header: JsonObject): Promise<string> {
  const { kid, alg, d } = jwk
  if (typeof kid !== 'string' || (alg !== 'EdDSA' && alg !== 'ES256') || typeof d !== 'string') {
    throw new ReplywireError('ERR_MISUSE', 'Expected a private JWK with kid and alg: EdDSA or ES256.')
  }
  const { crit, ...rest } = header
  const critical = Array.isArray(crit) ? crit.filter(name => typeof name === 'string') : []
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg, kid, ...rest, ...(crit === undefined ? undefined : { crit: critical }) })
    .sign(await importJWK(bothHalves(jwk), alg), { crit: Object.fromEntries(critical.map(name => [name, true])) })
}
