/** The options of `jwtAuth`, and their settling once at start: what cannot be right is refused before any call. */
import { keysOf } from './issuer-keys.ts'
import type { KeySource } from './jwks.ts'
import type { FetchKeys } from './jwks-fetch.ts'
import { misuse, numberIn, textsOf } from './misuse.ts'

/** Where a principal's members are in the claims: a claim's name, or a dotted path (`realm_access.roles`). */
export interface ClaimPaths {
  /** Default `sub`. */
  subject?: string
  /** Default `tenant_id`. */
  tenant?: string
  /** Default `roles`: an array of strings, or one string with spaces between. */
  roles?: string
  /** Without it a principal has no account. */
  account?: string
}

/** Whom tokens must be meant for. `any` leaves that unchecked. */
export type Audiences = readonly string[] | 'any'

/** An issuer that is trusted. Exactly one of `jwksUrl`, `jwks` and `secret` says how its tokens are verified. */
export interface JwtIssuer {
  /** Equal to the `iss` claim, to the letter. `*`: tokens of any issuer, or of none; then it is the only one. */
  issuer: string
  /** https; http only to a loopback address, unless `allowHttp` is set. */
  jwksUrl?: string
  allowHttp?: boolean
  /** How long fetched keys are fresh; default 600. */
  jwksTtlSeconds?: number
  /** A JSON Web Key Set with public keys. */
  jwks?: { keys: readonly object[] }
  /** At least 32 bytes; for HS256, and then for nothing else. */
  secret?: string | Uint8Array
  /** Takes a shorter secret, which can be guessed: for tests alone. */
  allowShortSecret?: boolean
  /** Instead of the common ones. */
  audiences?: Audiences
  claims?: ClaimPaths
  /** The tenant of every principal of this issuer, whatever its tokens say. */
  tenant?: string
  /**
   * The tenants that its tokens may name: others are refused, and so is a token that names none. `[]`: its callers have
   * no tenant; `any`: every tenant, or none. With more than one issuer each needs this or `tenant`. Default: `any`.
   */
  tenants?: readonly string[] | 'any'
  /** The roles that its tokens may give; others are ignored. With more than one issuer each needs it. Default: `any`. */
  roles?: readonly string[] | 'any'
}

/** Which issuers and audiences `jwtAuth` accepts. */
export interface JwtOptions {
  /**
   * With more than one, a principal's subject is `ISSUER|SUB`, because a subject is unique within its issuer alone (RFC
   * 7519 §4.1.2). With one it is the claim as it is.
   */
  issuers: readonly JwtIssuer[]
  /** Default RS256, ES256, EdDSA; and HS256 for issuers with a secret. */
  algorithms?: readonly string[]
  /** Without any, tokens that name an audience are refused (RFC 7519 §4.1.3). */
  audiences?: Audiences
  /** Default 60, at most 600. */
  clockSkewSeconds?: number
  /** Names or dotted paths in addition to `exp`, which is always required; default `sub`. */
  requiredClaims?: readonly string[]
  /** Default 8192. */
  maxTokenBytes?: number
  /** Default `authorization`. */
  header?: string
  /** Default `Bearer`; empty: the header holds the token alone. */
  scheme?: string
  fetch?: FetchKeys
  /** Called after each fetch of a key set: whether there are new keys. */
  onKeysFetched?: (issuer: string, isLoaded: boolean) => void
  /** Milliseconds since the epoch. */
  now?: () => number
}

/** The name of an issuer whose tokens may name any issuer. */
export const anyIssuer = '*'

/** An issuer as the checks use it. */
export interface Issuer {
  name: string
  algorithms: ReadonlySet<string>
  keys: KeySource
  audiences: ReadonlySet<string> | 'any'
  claims: ClaimPaths & { subject: string; tenant: string; roles: string }
  tenant?: string
  /** What its tokens may claim. */
  tenants: ReadonlySet<string> | 'any'
  roles: ReadonlySet<string> | 'any'
  /** Put before every subject: empty where there is one issuer. */
  prefix: string
}

/** All options, defaults filled in. */
export interface JwtRules {
  issuers: ReadonlyMap<string, Issuer>
  algorithms: ReadonlySet<string>
  clockSkewSeconds: number
  requiredClaims: readonly string[]
  maxTokenBytes: number
  header: string
  scheme: string
  now: () => number
}

/** What may be allowed (RFC 7518 §3.1, RFC 8037 §3.1, RFC 9864 §2.2). `none` is not in it, nor can it be added. */
const asymmetric = new Set('RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' '))
const defaultAlgorithms = ['RS256', 'ES256', 'EdDSA']

/** Checks the options and fills in the defaults. Throws `ERR_MISUSE`; no message quotes a secret. */
export function settle(options: JwtOptions): JwtRules {
  const { issuers, requiredClaims = ['sub'], header = 'authorization', scheme = 'Bearer', now = Date.now } = options
  if (issuers.length === 0) misuse('jwtAuth needs at least one issuer.')
  const settled = new Map<string, Issuer>()
  for (const [index, issuer] of issuers.entries()) {
    if (typeof issuer.issuer !== 'string' || issuer.issuer === '') misuse('Every issuer needs a name.')
    if (settled.has(issuer.issuer)) misuse('An issuer is listed twice.')
    if (issuer.issuer === anyIssuer && issuers.length > 1) misuse('An issuer `*` must be the only one.')
    if (issuers.length > 1) checkClaims(issuer, `jwtAuth: issuers[${index}]`)
    settled.set(issuer.issuer, settleIssuer(issuer, options, now))
  }
  return {
    issuers: settled,
    algorithms: new Set([...settled.values()].flatMap(({ algorithms }) => [...algorithms])),
    clockSkewSeconds: numberIn('clockSkewSeconds', options.clockSkewSeconds ?? 60, 0, 600),
    requiredClaims: textsOf('requiredClaims', requiredClaims),
    maxTokenBytes: numberIn('maxTokenBytes', options.maxTokenBytes ?? 8192, 1, 1024 * 1024),
    header: header.toLowerCase(),
    scheme,
    now,
  }
}

/** One of several issuers is believed about no more than its author says: neither what it may claim nor who it names. */
function checkClaims({ tenant, tenants, roles }: JwtIssuer, where: string): void {
  if (tenant === undefined && tenants === undefined) {
    misuse(
      `${where} has neither tenant nor tenants. With more than one issuer, list the tenants that each may name: ` +
        `tenants: ['acme'], [] for none, 'any' for all; or give all of its callers one tenant.`,
    )
  }
  if (roles === undefined) {
    misuse(
      `${where} has no roles. With more than one issuer, list the roles that each may give: ` +
        `roles: ['writer'], [] for none, 'any' for all ('operator' and 'approver' among them).`,
    )
  }
}

function settleIssuer(issuer: JwtIssuer, options: JwtOptions, now: () => number): Issuer {
  const { subject = 'sub', tenant = 'tenant_id', roles = 'roles', account } = issuer.claims ?? {}
  const onFetched = (isLoaded: boolean) => options.onKeysFetched?.(issuer.issuer, isLoaded)
  return {
    name: issuer.issuer,
    algorithms: algorithmsOf(issuer, options.algorithms),
    keys: keysOf(issuer, options.fetch ?? ((url, init) => fetch(url, init)), now, onFetched),
    audiences: audiencesOf(issuer.audiences ?? options.audiences ?? []),
    claims: { subject, tenant, roles, ...(account === undefined ? undefined : { account }) },
    ...(issuer.tenant === undefined ? undefined : { tenant: issuer.tenant }),
    ...claimable(issuer),
    prefix: options.issuers.length > 1 ? subjectPrefix(issuer.issuer) : '',
  }
}

function claimable({ tenant, tenants = 'any', roles = 'any' }: JwtIssuer): Pick<Issuer, 'tenants' | 'roles'> {
  if (tenant !== undefined && tenants !== 'any') misuse('An issuer has either tenant or tenants, not both.')
  return {
    tenants: tenants === 'any' ? tenants : new Set(textsOf('tenants', tenants)),
    roles: roles === 'any' ? roles : new Set(textsOf('roles', roles)),
  }
}

/** `ISSUER|`, with `%` and `|` of the issuer escaped: the first bar ends it, so that no two pairs are written alike. */
function subjectPrefix(issuer: string): string {
  return `${issuer.replace(/[%|]/g, encodeURIComponent)}|`
}

/** A secret is for HS256 alone and HS256 for a secret alone: so no public key is ever taken for a secret. */
function algorithmsOf({ secret }: JwtIssuer, listed: readonly string[] | undefined): ReadonlySet<string> {
  for (const algorithm of textsOf('algorithms', listed ?? [])) {
    if (algorithm !== 'HS256' && !asymmetric.has(algorithm)) misuse('algorithms lists one that is not supported.')
  }
  if (secret !== undefined) {
    if (listed !== undefined && !listed.includes('HS256')) misuse('An issuer with a secret needs HS256 in algorithms.')
    return new Set(['HS256'])
  }
  const allowed = (listed ?? defaultAlgorithms).filter(algorithm => asymmetric.has(algorithm))
  if (allowed.length === 0) misuse('An issuer with public keys needs one of their algorithms; HS256 needs a secret.')
  return new Set(allowed)
}

function audiencesOf(audiences: Audiences): Issuer['audiences'] {
  return audiences === 'any' ? audiences : new Set(textsOf('audiences', audiences))
}
