/** Who calls: `X-API-Key`, of which only the hash is kept. */
import {
  type ApiKeyRecord,
  AuthError,
  type Authenticate,
  apiKeyAuth,
  type Principal,
  staticKeys,
} from '../../src/auth/index.ts'

/** A caller whose key is not good. The limits count such a call as anonymous, and only then refuse it. */
export const badKey: Principal = { subject: '', tenant: '', roles: [] }

export function isKnown(principal: Principal | undefined): principal is Principal {
  return principal !== undefined && principal !== badKey
}

export function maySeeProprietary(principal: Principal | undefined): boolean {
  return principal?.roles.includes('license:proprietary') ?? false
}

/** Authenticates by key, and tells a bad one from none. */
export function authenticateKeys(records: readonly ApiKeyRecord[], now: () => number): Authenticate {
  const authenticate = apiKeyAuth({ ...staticKeys(records), now })
  return async request => {
    try {
      return await authenticate(request)
    } catch (error) {
      if (error instanceof AuthError && error.category === 'unauthenticated') return badKey
      throw error
    }
  }
}
