/** JSON Web Tokens as credentials: RFC 7519, by the practices of RFC 8725. */
import { compactVerify } from 'jose/jws/compact/verify'
import type { Json, JsonObject } from '../lib/json-value.ts'
import { AuthError, challenge } from './auth-error.ts'
import { checkAudience, checkRequired, checkTime, principalOf } from './jwt-claims.ts'
import { anyIssuer, type Issuer, type JwtOptions, type JwtRules, settle } from './jwt-options.ts'
import type { Authenticate, AuthenticateTraits, Credentials, Principal } from './principal.ts'
import { readHeader, readIssuer, readObject, splitToken, type TokenHeader, tokenOf } from './token.ts'
import { type VerifiedToken, VerifiedTokens } from './verified-tokens.ts'

/**
 * Authenticates callers by a JWT. The checks run in this order, and the first that fails names the reason: token, size,
 * algorithm, issuer, signature, `exp` and `nbf`, audience, required claims, principal. A signature that was good is not
 * verified again while the keys of its issuer are the same and fresh; the time of its token is checked at every call.
 *
 * @example
 * const authenticate = jwtAuth({
 *   issuers: [{ issuer: 'https://id.example', jwksUrl: 'https://id.example/keys', claims: { roles: 'realm_access.roles' } }],
 *   audiences: ['https://agents.example'],
 * })
 */
export function jwtAuth(options: JwtOptions): Authenticate {
  const { verify, traits } = openJwtVerifier(options)
  const authenticate = async (request: Credentials): Promise<Principal | undefined> =>
    (await verify(request))?.principal
  return Object.assign(authenticate, traits)
}

/** A caller with the claims that describe them. */
export interface VerifiedCaller {
  readonly principal: Principal
  readonly claims: JsonObject
  /** The issuer as the options name it. */
  readonly issuer: string
  /** The subject as the claim has it, without the issuer. */
  readonly claimedSubject: string
}

/** Verifies tokens as `jwtAuth` does, for those who need the claims too. */
export interface JwtVerifier {
  /**
   * The caller of a token that was verified before: at once, and without its keys. Undefined: it has to be verified.
   * Throws an `AuthError`, as `verify` rejects, when it is out of date now.
   */
  recall(request: Credentials): VerifiedCaller | undefined
  verify(request: Credentials): Promise<VerifiedCaller | undefined>
  /** The issuer that a token names, if it is one of the options: for counting tokens that were refused. */
  issuerNamed(request: Credentials): string | undefined
  readonly traits: AuthenticateTraits
}

export function openJwtVerifier(options: JwtOptions): JwtVerifier {
  const rules = settle(options)
  const known = new VerifiedTokens()
  const tokenIn = (request: Credentials): string | undefined => {
    const token = tokenOf(request, rules.header, rules.scheme)
    if (token !== undefined && token.length > rules.maxTokenBytes) throw new AuthError('oversized-token')
    return token
  }
  const recallToken = (token: string): VerifiedCaller | undefined => {
    const remembered = known.get(token)
    if (remembered === undefined) return undefined
    try {
      checkTime(remembered.claims, rules)
    } catch (error) {
      known.delete(token)
      throw error
    }
    return callerOf(remembered)
  }
  const verifyToken = async (request: Credentials): Promise<VerifiedCaller | undefined> => {
    const token = tokenIn(request)
    if (token === undefined) return undefined
    const remembered = recallToken(token)
    if (remembered !== undefined) return remembered
    const verified = await verify(token, rules)
    known.add(token, verified)
    return callerOf(verified)
  }
  return {
    recall(request) {
      const token = tokenIn(request)
      return token === undefined ? undefined : recallToken(token)
    },
    verify: verifyToken,
    issuerNamed: request => issuerNamed(request, rules),
    traits: traitsOf(rules),
  }
}

function issuerNamed(request: Credentials, { header, scheme, maxTokenBytes, issuers }: JwtRules): string | undefined {
  try {
    const token = tokenOf(request, header, scheme)
    if (token === undefined || token.length > maxTokenBytes) return undefined
    return issuerOf(readIssuer(splitToken(token).payload), issuers)?.name
  } catch {
    return undefined
  }
}

/** A token in another header than Authorization is, to OpenAPI, a key in that header. */
function traitsOf({ header, scheme, issuers: settled }: JwtRules): AuthenticateTraits {
  const issuers = [...settled.keys()].filter(name => name !== anyIssuer)
  const description = 'A JSON Web Token.'
  if (header === 'authorization' && scheme !== '') {
    const name = scheme.toLowerCase()
    const format = name === 'bearer' ? { bearerFormat: 'JWT' } : {}
    return {
      schemes: { [name]: { type: 'http', scheme: name, ...format, description } },
      challenge: reason => challenge(reason, scheme),
      issuers,
    }
  }
  const about = scheme === '' ? description : `${description.slice(0, -1)}, after the word ${scheme}.`
  const token = { type: 'apiKey', in: 'header', name: header, description: about } as const
  return { schemes: { token }, challenge: reason => challenge(reason, scheme === '' ? 'Bearer' : scheme), issuers }
}

/** Each call has a principal of its own. */
function callerOf({ claims, principal, issuer }: VerifiedToken): VerifiedCaller {
  const claimedSubject = principal.subject.slice(issuer.prefix.length)
  return { principal: { ...principal, roles: [...principal.roles] }, claims, issuer: issuer.name, claimedSubject }
}

/** The issuer of this name; where tokens of any issuer are taken, the only one there is. */
function issuerOf(named: string | undefined, issuers: JwtRules['issuers']): Issuer | undefined {
  return issuers.get(named ?? '') ?? issuers.get(anyIssuer)
}

/** What a token says whose issuer is trusted and has signed it, if that is good here and now. */
async function verify(token: string, rules: JwtRules): Promise<VerifiedToken> {
  const parts = splitToken(token)
  const header = readHeader(parts.header)
  if (!rules.algorithms.has(header.alg)) throw new AuthError('disallowed-algorithm')
  const issuer = issuerOf(readIssuer(parts.payload), rules.issuers)
  if (issuer === undefined) throw new AuthError('unknown-issuer')
  if (!issuer.algorithms.has(header.alg)) throw new AuthError('disallowed-algorithm')
  const keys = issuer.keys.fresh()
  const claims = await signedClaims(token, header, await issuer.keys(header))
  checkTime(claims, rules)
  checkAudience(claims, issuer)
  checkRequired(claims, rules)
  return { issuer, claims: frozen(claims), principal: principalOf(claims, issuer, rules), keys }
}

/** All calls with the token have the same claims: none can change them for the others. */
function frozen<T extends Json>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(Object.freeze(value))) frozen(member)
  return value
}

/** The claims, if one of the keys has signed them. What jose throws may quote the token, and goes no further. */
async function signedClaims(token: string, { alg }: TokenHeader, keys: readonly CryptoKey[]): Promise<JsonObject> {
  if (keys.length === 0) throw new AuthError('unknown-key')
  for (const key of keys) {
    const verified = await compactVerify(token, key, { algorithms: [alg] }).catch(() => undefined)
    if (verified !== undefined) return readObject(verified.payload)
  }
  throw new AuthError('invalid-token')
}
