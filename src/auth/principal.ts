/** Who calls, and the one question every way of authentication answers. */

/** A caller whose credentials were verified. Every scope (idempotency, tasks, approvals) is a principal's. */
export interface Principal {
  readonly subject: string
  /** Empty when the credentials name no tenant. */
  readonly tenant: string
  readonly roles: readonly string[]
  readonly account?: string
}

/** What an authenticator may look at: a web `Request` is one. Names are asked for in lower case. */
export interface Credentials {
  readonly headers: { get(name: string): string | null }
}

/** The caller; undefined when there are no credentials of this kind. Credentials that are refused throw an `AuthError`. */
export type Authenticate = (request: Credentials) => Promise<Principal | undefined>

/**
 * The first principal that one of several authenticators finds. A refusal ends the search: bad credentials are
 * never made good by others beside them. So API keys that may come as bearer tokens stand before JWTs.
 *
 * @example
 * const authenticate = firstOf(apiKeyAuth({ ...staticKeys(records), bearer: true }), jwtAuth({ issuers }))
 */
export function firstOf(...authenticators: readonly Authenticate[]): Authenticate {
  return async request => {
    for (const authenticate of authenticators) {
      const principal = await authenticate(request)
      if (principal !== undefined) return principal
    }
    return undefined
  }
}

/** Whether a principal has every one of the required roles. */
export function hasRoles(principal: Principal, required: readonly string[]): boolean {
  return required.every(role => principal.roles.includes(role))
}
