/** Who calls, and the one question every way of authentication answers. */
import { ReplywireError } from '../errors.ts'
import { AuthError, type AuthReason, challenge } from './auth-error.ts'

/** A caller whose credentials were verified. Every scope (idempotency, tasks, approvals) is a principal's. */
export interface Principal {
  /** Not empty, and not beginning with `~`: such names are the server's own (`~anybody`). */
  readonly subject: string
  /** Empty when the credentials name no tenant. */
  readonly tenant: string
  readonly roles: readonly string[]
  readonly account?: string
  /**
   * When the credentials are no longer good, in milliseconds since the epoch: streams that follow a task end then.
   * Without it they end with the task.
   */
  readonly expiresAt?: number
}

/** What an authenticator may look at: a web `Request` is one. Names are asked for in lower case. */
export interface Credentials {
  readonly headers: { get(name: string): string | null }
}

/** How credentials are sent, in the words of OpenAPI's security schemes. */
export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string; readonly description?: string }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string; readonly description?: string }

/** What an authenticator says of itself. One that says nothing is taken for bearer tokens. */
export interface AuthenticateTraits {
  /** By name; any one of them is enough. `/openapi.json` has them. */
  readonly schemes?: Readonly<Record<string, SecurityScheme>>
  /** The value of WWW-Authenticate for a refusal. */
  readonly challenge?: (reason?: AuthReason) => string
  /** Callers without credentials are welcome, except where an operation needs roles. */
  readonly optional?: boolean
  /** Whose tokens are taken (the `iss` claim). Those that are URLs are named to clients that look for a token. */
  readonly issuers?: readonly string[]
}

/** The caller; undefined when there are no credentials of this kind. Credentials that are refused throw an `AuthError`. */
export interface Authenticate extends AuthenticateTraits {
  (request: Credentials): Promise<Principal | undefined>
}

/**
 * The first principal that one of several authenticators finds. A refusal ends the search: bad credentials are
 * never made good by others next to them. So API keys that may come as bearer tokens come before JWTs.
 *
 * @example
 * const authenticate = firstOf(apiKeyAuth({ ...staticKeys(records), bearer: true }), jwtAuth({ issuers }))
 */
export function firstOf(...authenticators: readonly Authenticate[]): Authenticate {
  const search = async (request: Credentials): Promise<Principal | undefined> => {
    for (const authenticate of authenticators) {
      const principal = await authenticate(request)
      if (principal !== undefined) return principal
    }
    return undefined
  }
  if (authenticators.length === 0) return search
  const issuers = issuersOf(authenticators)
  const traits: AuthenticateTraits = {
    ...(issuers.length === 0 ? undefined : { issuers }),
    schemes: mergeSchemes(authenticators.map(schemesOf)),
    challenge: reason => [...new Set(authenticators.map(one => challengeOf(one, reason)))].join(', '),
    optional: authenticators.some(({ optional }) => optional === true),
  }
  return Object.assign(search, traits)
}

/**
 * Lets callers without credentials in; those that are given must be good. Operations with roles still need them.
 *
 * @example
 * const authenticate = optionalAuth(apiKeyAuth(staticKeys(records)))
 */
export function optionalAuth(authenticate: Authenticate): Authenticate {
  const traits: AuthenticateTraits = {
    schemes: schemesOf(authenticate),
    challenge: reason => challengeOf(authenticate, reason),
    optional: true,
    ...(authenticate.issuers === undefined ? undefined : { issuers: authenticate.issuers }),
  }
  return Object.assign((request: Credentials) => authenticate(request), traits)
}

/** All issuers. Two authenticators that do not know of each other's would take equal subjects of both for one caller. */
function issuersOf(authenticators: readonly Authenticate[]): readonly string[] {
  const lists = authenticators.flatMap(({ issuers }) => (issuers === undefined ? [] : [issuers]))
  const all = new Set(lists.flat())
  if (lists.some(list => list.length !== all.size)) {
    throw new ReplywireError(
      'ERR_MISUSE',
      'firstOf: two jwtAuth have different issuers, and callers of the same subject would be one. ' +
        'List all issuers in one jwtAuth, each with the tenants and roles that it may claim.',
    )
  }
  return [...all]
}

/** How credentials may be sent to an authenticator. */
export function schemesOf({ schemes }: AuthenticateTraits): Readonly<Record<string, SecurityScheme>> {
  return schemes ?? { bearer: { type: 'http', scheme: 'bearer', description: 'A bearer token.' } }
}

/** The request headers that an authenticator reads. */
export function credentialHeaders(authenticate: AuthenticateTraits): readonly string[] {
  const names = Object.values(schemesOf(authenticate)).map(scheme =>
    scheme.type === 'apiKey' ? scheme.name : 'Authorization',
  )
  return [...new Set(names)]
}

/** What an authenticator asks for when it refuses. */
export function challengeOf(authenticate: AuthenticateTraits, reason?: AuthReason): string {
  return (authenticate.challenge ?? challenge)(reason)
}

/** All schemes under names of their own; equal ones once. */
function mergeSchemes(all: readonly Readonly<Record<string, SecurityScheme>>[]): Record<string, SecurityScheme> {
  const merged = new Map<string, SecurityScheme>()
  for (const [wanted, scheme] of all.flatMap(schemes => Object.entries(schemes))) {
    const same = ([, other]: [string, SecurityScheme]) => JSON.stringify(other) === JSON.stringify(scheme)
    if ([...merged].some(same)) continue
    let name = wanted
    for (let count = 2; merged.has(name); count++) name = `${wanted}${count}`
    merged.set(name, scheme)
  }
  return Object.fromEntries(merged)
}

/** In bytes: a store finds rows by these names, and its indexes have a limit. */
const longestName = 512

/** Whether a principal may have this subject. One that is empty names nobody; `~` begins the server's own names. */
export function isSubject(subject: unknown): subject is string {
  return typeof subject === 'string' && subject !== '' && !subject.startsWith('~')
}

/**
 * An authenticator of the author's own returned what is no principal. Logs name the class; the message says which member
 * is wrong, and nothing of what it holds.
 */
export class InvalidPrincipalError extends ReplywireError {
  constructor(what: string) {
    super(
      'ERR_MISUSE',
      `authenticate returned ${what}. Return { subject, tenant, roles }, with tenant: '' where there are no tenants; ` +
        'undefined when there are no credentials.',
    )
    this.name = 'InvalidPrincipalError'
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** What each member of a principal is. */
const members: Readonly<Record<keyof Principal, readonly [string, (value: unknown) => boolean]>> = {
  subject: ['a string', isText],
  tenant: ['a string', isText],
  roles: ['a list of strings', value => Array.isArray(value) && value.every(isText)],
  account: ['a string or absent', value => value === undefined || isText(value)],
  expiresAt: ['a number or absent', value => value === undefined || typeof value === 'number'],
}

/**
 * Refuses a principal whose subject names nobody, or one of the server's own callers, or whose names are too long.
 * Throws an `InvalidPrincipalError` for what is no principal at all.
 */
export function checkSubject<P extends Principal>(principal: P): P {
  if (typeof principal !== 'object' || principal === null || Array.isArray(principal)) {
    throw new InvalidPrincipalError('neither an object nor undefined')
  }
  for (const [name, [what, isRight]] of Object.entries(members)) {
    const value = principal[name as keyof Principal]
    if (isRight(value)) continue
    throw new InvalidPrincipalError(
      value === undefined ? `a principal without ${name}` : `a principal whose ${name} is not ${what}`,
    )
  }
  if (!isSubject(principal.subject)) throw new AuthError('reserved-subject')
  const names = [principal.subject, principal.tenant, principal.account ?? '']
  if (names.some(name => Buffer.byteLength(name) > longestName)) throw new AuthError('name-too-long')
  return principal
}

/**
 * Whether a principal has every one of the required roles.
 *
 * @example
 * hasRoles({ subject: 'ada', tenant: 'acme', roles: ['writer'] }, ['writer']) // true
 */
export function hasRoles(principal: Principal, required: readonly string[]): boolean {
  return required.every(role => principal.roles.includes(role))
}
