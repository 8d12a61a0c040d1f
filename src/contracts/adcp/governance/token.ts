/** AdCP security, governance_context: what is in a token, as far as it can be read without its key (checks 1 to 4). */
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import { type GovernanceRefusal, refusal } from './codes.ts'
import { readCompactJws } from './compact-jws.ts'

const governancePhases = ['intent', 'purchase', 'modification', 'delivery'] as const

/** Where in its life an action is. */
export type GovernancePhase = (typeof governancePhases)[number]

/** How a release reads tokens: since 3.2 `sub` is opaque, and authorizations are critical claims. */
export type GovernanceProfile = '3.1' | '3.2'

/** An amount of money that an action commits. */
export interface Commitment {
  readonly amount: number
  readonly currency: string
}

/** The claims of a token. Times are Unix seconds. */
export interface GovernanceClaims {
  readonly iss: string
  readonly sub: string
  readonly plan_hash: string
  readonly aud: string
  readonly iat: number
  readonly exp: number
  readonly nbf?: number
  readonly jti: string
  readonly phase: GovernancePhase
  readonly caller: string
  readonly check_id: string
  readonly media_buy_id?: string
  readonly authorized_task?: string
  readonly authorized_payload_hash?: string
  readonly authorized_commitment?: Commitment
}

/** The header of a token: how it is signed, and with which key. */
export interface GovernanceHeader {
  readonly alg: 'EdDSA' | 'ES256'
  readonly kid: string
}

/** A token whose signature nobody has checked yet. */
export interface UnverifiedToken {
  readonly ok: true
  readonly header: GovernanceHeader
  readonly claims: GovernanceClaims
}

export const governanceType = 'adcp-gov+jws'

const algorithms = new Set<Json | undefined>(['EdDSA', 'ES256'])

/** Authorizations that a seller must understand: each is a claim, a marker in the header, and a name in `crit`. */
const authorizations = ['authorized_task', 'authorized_payload_hash', 'authorized_commitment'] as const

/** A token of any phase lives no longer: only the others have that bound in AdCP, and ids are remembered as long. */
const longestSeconds = 30 * 86_400

export function readGovernanceToken(token: string, profile: GovernanceProfile): UnverifiedToken | GovernanceRefusal {
  const jws = /^[\x20-\x7e]{1,4096}$/.test(token) ? readCompactJws(token) : undefined
  if (jws === undefined) return refusal('parse', 'governance_token_invalid')
  const { header, payload } = jws
  const { alg, kid, typ } = header
  if (typeof kid !== 'string' || kid === '' || kid.length > 255) return refusal('parse', 'governance_token_invalid')
  if (!algorithms.has(alg)) return refusal('alg', 'governance_token_invalid')
  if (typ !== governanceType) return refusal('typ', 'governance_token_invalid')
  if (!hasKnownCriticals(header, payload, profile)) return refusal('crit', 'governance_token_invalid')
  const claims = claimsOf(payload, profile)
  if (claims === undefined) return refusal('parse', 'governance_token_invalid')
  return { ok: true, header: { alg: alg as GovernanceHeader['alg'], kid }, claims }
}

/** 3.1 knows no critical names. Since 3.2 each authorization has all of its three parts, or none. */
function hasKnownCriticals(header: JsonObject, payload: JsonObject, profile: GovernanceProfile): boolean {
  const { crit } = header
  const names = crit === undefined ? [] : crit
  if (!Array.isArray(names) || (crit !== undefined && names.length === 0)) return false
  if (new Set(names).size !== names.length) return false
  const known: readonly string[] = profile === '3.1' ? [] : authorizations
  if (!names.every(name => typeof name === 'string' && known.includes(name))) return false
  if (profile === '3.1') return true
  const isComplete = authorizations.every(name => {
    const [isClaim, isNamed] = [Object.hasOwn(payload, name), names.includes(name)]
    return Object.hasOwn(header, name) ? header[name] === true && isClaim && isNamed : !isClaim && !isNamed
  })
  return isComplete && Object.hasOwn(payload, 'authorized_task') === Object.hasOwn(payload, 'authorized_payload_hash')
}

function claimsOf(payload: JsonObject, profile: GovernanceProfile): GovernanceClaims | undefined {
  const { iss, sub, plan_hash, aud, iat, exp, nbf, jti, phase, caller, check_id, media_buy_id } = payload
  const texts = [iss, sub, plan_hash, aud, jti, phase, caller, check_id]
  if (!texts.every(isText) || !isHttps(iss)) return undefined
  if (!isTime(iat) || !isTime(exp) || !(nbf === undefined || isTime(nbf))) return undefined
  if (exp <= iat || exp - iat > longestSeconds) return undefined
  if (!(governancePhases as readonly Json[]).includes(phase as Json)) return undefined
  if (!(media_buy_id === undefined || media_buy_id === null || isText(media_buy_id))) return undefined
  const authorized = profile === '3.1' ? {} : authorizedOf(payload)
  if (authorized === undefined) return undefined
  return {
    iss: iss as string,
    sub: sub as string,
    plan_hash: plan_hash as string,
    aud: aud as string,
    iat,
    exp,
    ...(nbf === undefined ? undefined : { nbf }),
    jti: jti as string,
    phase: phase as GovernancePhase,
    caller: caller as string,
    check_id: check_id as string,
    ...(typeof media_buy_id === 'string' ? { media_buy_id } : undefined),
    ...authorized,
  }
}

function authorizedOf(payload: JsonObject): Pick<GovernanceClaims, (typeof authorizations)[number]> | undefined {
  const { authorized_task: task, authorized_payload_hash: hash, authorized_commitment: commitment } = payload
  if (!(task === undefined || isText(task)) || !(hash === undefined || isText(hash))) return undefined
  if (commitment !== undefined && !isCommitment(commitment)) return undefined
  return {
    ...(task === undefined ? undefined : { authorized_task: task }),
    ...(hash === undefined ? undefined : { authorized_payload_hash: hash }),
    ...(commitment === undefined ? undefined : { authorized_commitment: commitment as unknown as Commitment }),
  }
}

/** Zero is a ceiling too. */
function isCommitment(value: Json): boolean {
  if (!isObject(value)) return false
  const { amount, currency } = value
  return typeof amount === 'number' && amount >= 0 && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
}

/** Not empty, and a text that every log and database can keep. */
function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && !/[\p{Cc}\p{Cs}]/u.test(value)
}

function isTime(value: Json | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Plain http counts on this machine: who may be asked there is decided where keys are fetched. */
function isHttps(value: Json | undefined): boolean {
  const { protocol, hostname } = (typeof value === 'string' ? URL.parse(value) : undefined) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname ?? ''))
}
