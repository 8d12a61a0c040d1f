/** AdCP security, governance_context: a token is verified in fifteen checks, and the first that fails ends it. */
import { compactVerify } from 'jose/jws/compact/verify'
import { importJWK } from 'jose/key/import'
import type { JsonObject } from '../../../lib/json-value.ts'
import { publicHalf } from '../../../wire/signature/bare-jwk.ts'
import { type GovernanceCode, type GovernanceRefusal, refusal } from './codes.ts'
import { payloadHash } from './hashes.ts'
import { isFor } from './public-key.ts'
import { isRevoked, isStale, type RevocationList } from './revocations.ts'
import {
  type Commitment,
  type GovernanceClaims,
  type GovernanceHeader,
  type GovernancePhase,
  type GovernanceProfile,
  readGovernanceToken,
} from './token.ts'

/** What a token must say of the call that it came with. */
export interface GovernanceExpectations {
  readonly profile: GovernanceProfile
  /** This seller, as tokens name it. */
  readonly audience: string
  /** The URL of the caller, as its credentials prove it. */
  readonly caller: string
  readonly task: string
  /** The request, as it was sent. */
  readonly payload: JsonObject
  /** The phases that the task accepts. */
  readonly phases: readonly GovernancePhase[]
  /** The plan that is acted on: 3.1 compares it. */
  readonly planId?: string | undefined
  readonly mediaBuyId?: string | undefined
  /** What the call commits, as the seller computes it; undefined: no money. */
  readonly commitment?: Commitment | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** What stands behind tokens: keys, revocations, and the ids that were used. */
export interface GovernanceTrust {
  /** A key of an issuer that may govern the caller; or why there is none. */
  keyOf(issuer: string, kid: string): Promise<JsonObject | GovernanceCode>
  /** The newest list of an issuer that could be had; undefined: there is none. */
  revocationsOf(issuer: string): Promise<RevocationList | undefined>
  /** Uses an id up. False: another request has used it. */
  use(id: { issuer: string; audience: string; jti: string; expiresAt: number }): Promise<boolean>
}

/** A token that passed. */
export interface VerifiedToken {
  readonly ok: true
  readonly header: GovernanceHeader
  readonly claims: GovernanceClaims
}

/** In seconds. */
const skew = 60

/** The checks between the signature and the revocations, in their order. */
const claimChecks = [checkAudience, checkTimes, checkSubject, checkPhase, checkAuthorization, checkCaller]

/** Whether the claims of a verified token fit: the first check that fails. */
export async function checkClaims(
  claims: GovernanceClaims,
  expected: GovernanceExpectations,
): Promise<GovernanceRefusal | undefined> {
  for (const check of claimChecks) {
    const refused = await check(claims, expected)
    if (refused !== undefined) return refused
  }
  return undefined
}

/**
 * Verifies a `governance_context` token.
 *
 * @example
 * const verified = await verifyGovernanceToken(token, expectations, trust)
 * if (!verified.ok) console.log(verified.code)
 */
export async function verifyGovernanceToken(
  token: string,
  expected: GovernanceExpectations,
  trust: GovernanceTrust,
): Promise<VerifiedToken | GovernanceRefusal> {
  const read = readGovernanceToken(token, expected.profile)
  if (!read.ok) return read
  const { header, claims } = read
  const key = await trust.keyOf(claims.iss, header.kid)
  if (typeof key === 'string') return refusal('key', key)
  if (!isFor(key, 'governance-signing', header.alg)) return refusal('keyPurpose', 'governance_token_invalid')
  if (!(await isSigned(token, key, header.alg))) return refusal('signature', 'governance_token_invalid')
  const unfit = await checkClaims(claims, expected)
  if (unfit !== undefined) return unfit
  const revoked = await checkRevocation(read, expected, trust)
  if (revoked !== undefined) return revoked
  const { iss: issuer, aud: audience, jti, exp } = claims
  // An id must outlive its token on every clock that shares the store: one may be behind this one.
  const isFirst = await trust.use({ issuer, audience, jti, expiresAt: (exp + 2 * skew + 1) * 1000 })
  return isFirst ? read : refusal('replay', 'governance_token_replayed')
}

async function isSigned(token: string, key: JsonObject, alg: string): Promise<boolean> {
  try {
    const crit = { authorized_task: true, authorized_payload_hash: true, authorized_commitment: true }
    await compactVerify(token, await importJWK(publicHalf(key), alg), { algorithms: [alg], crit })
    return true
  } catch {
    return false
  }
}

type Checked = GovernanceRefusal | undefined

function checkAudience({ aud }: GovernanceClaims, { audience }: GovernanceExpectations): Checked {
  return aud === audience ? undefined : refusal('audience', 'governance_token_not_applicable')
}

function checkTimes({ exp, iat, nbf }: GovernanceClaims, { now }: GovernanceExpectations): Checked {
  const seconds = now / 1000
  if (exp < seconds - skew) return refusal('times', 'governance_token_expired')
  const isEarly = iat > seconds + skew || (nbf !== undefined && nbf > seconds + skew)
  return isEarly ? refusal('times', 'governance_token_not_yet_valid') : undefined
}

/** Since 3.2 it is opaque: it is compared with nothing. */
function checkSubject({ sub }: GovernanceClaims, { profile, planId }: GovernanceExpectations): Checked {
  return profile === '3.2' || sub === planId ? undefined : refusal('subject', 'governance_token_not_applicable')
}

function checkPhase({ phase }: GovernanceClaims, { phases }: GovernanceExpectations): Checked {
  return phases.includes(phase) ? undefined : refusal('phase', 'governance_token_not_applicable')
}

async function checkAuthorization(claims: GovernanceClaims, expected: GovernanceExpectations): Promise<Checked> {
  const isBound = (await isForRequest(claims, expected)) && isForMediaBuy(claims, expected)
  return isBound && isWithinCeiling(claims, expected)
    ? undefined
    : refusal('authorization', 'governance_token_not_applicable')
}

async function isForRequest(
  { authorized_task: task, authorized_payload_hash: hash }: GovernanceClaims,
  expected: GovernanceExpectations,
): Promise<boolean> {
  if (task === undefined) return true
  // What has no canonical form has no hash.
  return task === expected.task && hash === (await payloadHash(expected.payload).catch(() => undefined))
}

/** An intent is about no media buy yet; a purchase may name the one that it makes. */
function isForMediaBuy({ phase, media_buy_id: id }: GovernanceClaims, { mediaBuyId }: GovernanceExpectations): boolean {
  if (phase === 'intent') return id === undefined
  if (phase === 'purchase' && (id === undefined || mediaBuyId === undefined)) return true
  return id !== undefined && id === mediaBuyId
}

/** Of a ceiling that nobody can compare, and of money without a ceiling, none is enough; less than nothing is no price. */
function isWithinCeiling(
  { authorized_commitment: ceiling }: GovernanceClaims,
  { profile, commitment }: GovernanceExpectations,
): boolean {
  if (profile === '3.1' || (ceiling === undefined && commitment === undefined)) return true
  if (ceiling === undefined || commitment === undefined) return false
  const { amount, currency } = commitment
  return currency === ceiling.currency && amount >= 0 && amount <= ceiling.amount
}

/** That the issuer may govern this caller is known since its key was looked up. */
function checkCaller({ caller }: GovernanceClaims, expected: GovernanceExpectations): Checked {
  return caller === expected.caller ? undefined : refusal('parties', 'governance_token_not_applicable')
}

/** A list is optional for intents: they are short. What spends or changes waits for a list that is fresh enough. */
async function checkRevocation(
  { header, claims }: VerifiedToken,
  { now }: GovernanceExpectations,
  trust: GovernanceTrust,
): Promise<Checked> {
  const list = await trust.revocationsOf(claims.iss)
  if (list !== undefined && isRevoked(list, { jti: claims.jti, kid: header.kid })) {
    return refusal('revocation', 'governance_token_revoked')
  }
  const isCurrent = list !== undefined && !isStale(list, now)
  return isCurrent || claims.phase === 'intent' ? undefined : refusal('revocation', 'governance_revocation_stale')
}
