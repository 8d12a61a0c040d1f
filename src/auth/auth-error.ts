/** Why credentials are refused. Every text here is fixed: nothing of a request ever enters one. */

/** Every stable reason of a refusal. */
export type AuthReason =
  | 'missing-token'
  | 'oversized-token'
  | 'invalid-token'
  | 'disallowed-algorithm'
  | 'unknown-issuer'
  | 'keys-unavailable'
  | 'expired'
  | 'not-yet-valid'
  | 'audience-mismatch'
  | 'claim-missing'
  | 'unknown-key'
  | 'reserved-subject'
  | 'name-too-long'
  | 'claim-not-allowed'

/** Whose fault a refusal is: the caller's, or that of something we depend on. Both are fault categories. */
export type AuthCategory = 'unauthenticated' | 'unavailable'

interface Refusal {
  category: AuthCategory
  /** Also RFC 6750's error_description: printable ASCII, no quotation mark, no backslash. */
  message: string
}

const refusals: Readonly<Record<AuthReason, Refusal>> = {
  'missing-token': { category: 'unauthenticated', message: 'Credentials are required.' },
  'oversized-token': { category: 'unauthenticated', message: 'The credentials are too long.' },
  'invalid-token': { category: 'unauthenticated', message: 'The token is not valid.' },
  'disallowed-algorithm': { category: 'unauthenticated', message: 'The algorithm of the token is not allowed.' },
  'unknown-issuer': { category: 'unauthenticated', message: 'The issuer of the token is not trusted.' },
  'keys-unavailable': { category: 'unavailable', message: 'The credentials cannot be checked at the moment.' },
  expired: { category: 'unauthenticated', message: 'The credentials have expired.' },
  'not-yet-valid': { category: 'unauthenticated', message: 'The token is not valid yet.' },
  'audience-mismatch': { category: 'unauthenticated', message: 'The token is meant for another audience.' },
  'claim-missing': { category: 'unauthenticated', message: 'The token lacks a required claim.' },
  'unknown-key': { category: 'unauthenticated', message: 'The key is not known.' },
  'reserved-subject': { category: 'unauthenticated', message: 'The subject of the credentials is empty or reserved.' },
  'name-too-long': {
    category: 'unauthenticated',
    message: 'The subject, tenant or account of the credentials is longer than 512 bytes.',
  },
  'claim-not-allowed': { category: 'unauthenticated', message: 'The issuer may not give this tenant.' },
}

/**
 * Credentials that were refused. It has no cause, because a cause might hold a part of them.
 *
 * @example
 * try { await authenticate(request) } catch (error) { if (error instanceof AuthError) console.warn(error.reason) }
 */
export class AuthError extends Error {
  readonly reason: AuthReason
  readonly category: AuthCategory

  constructor(reason: AuthReason) {
    super(refusals[reason].message)
    this.name = 'AuthError'
    this.reason = reason
    this.category = refusals[reason].category
  }
}

/**
 * The value of WWW-Authenticate for a refusal (RFC 6750 §3). Without credentials, and when we could not check them,
 * it names no error (§3.1).
 *
 * @example
 * challenge('missing-token') // 'Bearer realm="replywire"'
 */
export function challenge(reason: AuthReason = 'missing-token', scheme = 'Bearer'): string {
  const { category, message } = refusals[reason]
  const bare = `${scheme} realm="replywire"`
  if (reason === 'missing-token' || category === 'unavailable') return bare
  return `${bare}, error="invalid_token", error_description="${message}"`
}
