/** What verified claims say (RFC 7519 §4.1), and who the principal is. */
import type { JsonObject } from '../lib/json-value.ts'
import { AuthError } from './auth-error.ts'
import type { Issuer, JwtRules } from './jwt-options.ts'
import { isSubject, type Principal } from './principal.ts'

/** Refuses claims that are out of date. A token without an end is none that we take. */
export function checkTime(claims: JsonObject, { now, clockSkewSeconds }: JwtRules): void {
  const seconds = now() / 1000
  // Said this way round, a clock that fails lets nobody in.
  const exp = timeOf(claims, 'exp')
  if (exp === undefined) throw new AuthError('claim-missing')
  if (!(exp + clockSkewSeconds > seconds)) throw new AuthError('expired')
  const nbf = timeOf(claims, 'nbf')
  if (nbf !== undefined && !(nbf - clockSkewSeconds <= seconds)) throw new AuthError('not-yet-valid')
}

function timeOf(claims: JsonObject, name: 'exp' | 'nbf'): number | undefined {
  const value = claims[name]
  if (value === undefined || Number.isFinite(value)) return value as number | undefined
  throw new AuthError('invalid-token')
}

/** Refuses claims that are meant for others. */
export function checkAudience({ aud }: JsonObject, { audiences }: Issuer): void {
  if (audiences === 'any' || (audiences.size === 0 && aud === undefined)) return
  const named: unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!named.some(audience => typeof audience === 'string' && audiences.has(audience))) {
    throw new AuthError('audience-mismatch')
  }
}

/** Refuses claims that lack a required one. */
export function checkRequired(claims: JsonObject, { requiredClaims }: JwtRules): void {
  if (requiredClaims.some(path => claimAt(claims, path) === undefined)) throw new AuthError('claim-missing')
}

/** The principal that the claims describe, as far as its issuer may say so. */
export function principalOf(claims: JsonObject, issuer: Issuer, { clockSkewSeconds }: JwtRules): Principal {
  const { claims: paths } = issuer
  const subject = identityAt(claims, paths.subject)
  if (subject === undefined) throw new AuthError('claim-missing')
  if (!isSubject(subject)) throw new AuthError('reserved-subject')
  const account = paths.account === undefined ? undefined : identityAt(claims, paths.account)
  const roles = rolesOf(claimAt(claims, paths.roles))
  const exp = timeOf(claims, 'exp')
  return {
    subject: `${issuer.prefix}${subject}`,
    tenant: tenantOf(claims, issuer),
    roles: roles.filter(role => issuer.roles === 'any' || issuer.roles.has(role)),
    ...(account === undefined ? undefined : { account }),
    ...(exp === undefined ? undefined : { expiresAt: (exp + clockSkewSeconds) * 1000 }),
  }
}

function tenantOf(claims: JsonObject, { claims: paths, tenant, tenants }: Issuer): string {
  if (tenant !== undefined) return tenant
  const named = identityAt(claims, paths.tenant) ?? ''
  const isAllowed = tenants === 'any' || (named === '' ? tenants.size === 0 : tenants.has(named))
  if (!isAllowed) throw new AuthError('claim-not-allowed')
  return named
}

/** A claim by its name, which may itself hold dots, or else by a dotted path. Null and '' count as absent. */
export function claimAt(claims: JsonObject, path: string): unknown {
  let value: unknown = claims
  for (const name of Object.hasOwn(claims, path) ? [path] : path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) {
      return undefined
    }
    value = (value as JsonObject)[name]
  }
  return value === null || value === '' ? undefined : value
}

function identityAt(claims: JsonObject, path: string): string | undefined {
  const value = claimAt(claims, path)
  return value === undefined ? undefined : identity(value)
}

/** Refuses texts that two places may take for different ones: what a header cuts off or a store cannot hold. */
function identity(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value === value.trim() && value.isWellFormed()) {
    if (!/\p{Cc}/u.test(value)) return value
  }
  throw new AuthError('invalid-token')
}

function rolesOf(value: unknown): string[] {
  if (value === undefined) return []
  if (typeof value === 'string')
    return value
      .split(' ')
      .filter(role => role !== '')
      .map(identity)
  if (!Array.isArray(value)) throw new AuthError('invalid-token')
  return value.map(identity)
}
