/** The options of `token-validator`: both forms of the original gateway, the spelling of its documentation, and API keys. */
import Type, { type Static } from 'typebox'
import { type ApiKeyRecord, apiKeyAuth, staticKeys } from '../../../auth/api-key.ts'
import { anyIssuer, type JwtIssuer, type JwtOptions } from '../../../auth/jwt-options.ts'
import type { Authenticate } from '../../../auth/principal.ts'
import {
  closed,
  duration,
  headerName,
  listOf,
  millisecondsOf,
  optional,
  texts,
  wrongOption,
} from '../option-schemas.ts'
import { refusalStatus } from '../refuse-call.ts'

const anyOr = Type.Union([Type.Literal('any'), Type.Array(Type.String({ minLength: 1 }))])

const issuer = closed({
  issuer: optional('Equal to the claim iss, to the letter. Required.', Type.String({ minLength: 1 })),
  iss: optional('The same as issuer.', Type.String({ minLength: 1 })),
  jwks_url: optional('Where its keys are.', Type.String()),
  jwks_uri: optional('The same as jwks_url.', Type.String()),
  url: optional('The same as jwks_url.', Type.String()),
  jwks: optional('Its public keys, in place of an address.', Type.Object({ keys: Type.Array(Type.Object({})) })),
  secret: optional('For HS256, in place of keys: 32 bytes at least.', Type.String()),
  jwks_cache_ttl_seconds: optional('How long keys are fresh. Default: 600.', duration),
  jwks_cache_ttl: optional('The same as jwks_cache_ttl_seconds.', duration),
  audience: optional('The same as audiences.', texts),
  audiences: optional('Whom its tokens must be meant for, in place of the common ones.', texts),
  claim_mappings: optional(
    'Where to find the caller in the claims: names, or paths with dots.',
    closed({
      subject: optional('Default: sub.', Type.String({ minLength: 1 })),
      roles: optional('Default: roles.', Type.String({ minLength: 1 })),
      tenant: optional('Default: tenant_id.', Type.String({ minLength: 1 })),
      account: optional('Default: none.', Type.String({ minLength: 1 })),
    }),
  ),
  tenant: optional('The tenant of all of its callers.', Type.String({ minLength: 1 })),
  tenants: optional('Which tenants its tokens may name. Default: any.', anyOr),
  roles: optional('Which roles its tokens may give. Default: any.', anyOr),
})

const apiKey = closed({
  id: optional(
    'The middle part of a key that Replywire has made. Other keys need none.',
    Type.String({ pattern: '^[0-9a-f]{16}$' }),
  ),
  /** SHA-256 of the key in hexadecimal: keys themselves are in no file. */
  hash: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }),
  subject: Type.String({ minLength: 1 }),
  tenant: optional('Its tenant.', Type.String()),
  roles: optional('Its roles.', Type.Array(Type.String({ minLength: 1 }))),
  expires_at: optional('From then on it is refused: a date.', Type.String()),
  disabled: optional('It is refused.', Type.Boolean()),
})

const failures = [
  'missing_token',
  'invalid_signature',
  'expired',
  'not_yet_valid',
  'unknown_issuer',
  'audience_mismatch',
  'required_claim_missing',
  'disallowed_algorithm',
  'oversized_token',
  'jwks_unavailable',
] as const

export type FailureName = (typeof failures)[number]

export const tokenValidatorOptions = closed({
  // The older form: one issuer.
  test_mode: optional('Takes a jwt_secret that is too short. Not for production.', Type.Boolean()),
  jwt_secret: optional('One issuer with a secret, for HS256: 32 bytes at least.', Type.String()),
  jwks_url: optional('Where the keys of the one issuer are.', Type.String()),
  jwks_uri: optional('The same as jwks_url.', Type.String()),
  issuer: optional(
    'One issuer: the text of the claim iss. Default: tokens of any issuer.',
    Type.String({ minLength: 1 }),
  ),
  audience: optional('The same as audiences.', texts),
  cache_ttl_seconds: optional('How long keys of jwks_url are fresh. Default: 600.', duration),
  cache_ttl: optional('The same as cache_ttl_seconds.', duration),
  // The newer form: several.
  issuers: optional('The issuers whose tokens are accepted.', Type.Array(issuer, { minItems: 1 })),
  audiences: optional('Whom tokens must be meant for. Default: not checked.', texts),
  algorithms: optional('Default: RS256, ES256, EdDSA; and HS256 for issuers with a secret.', Type.Array(Type.String())),
  clock_skew_seconds: optional('By how much clocks may differ. Default: 60; so is 0.', duration),
  clock_skew: optional('The same as clock_skew_seconds.', duration),
  required_claims: optional(
    'Claims that must be there, in addition to exp. Default: sub.',
    Type.Array(Type.String({ minLength: 1 })),
  ),
  propagate_claims: optional(
    'Which claims other plugins see.',
    closed({
      mode: optional('Default: all.', Type.Enum(['all', 'allowlist'])),
      claims: optional('The claims, for allowlist.', Type.Array(Type.String({ minLength: 1 }))),
    }),
  ),
  token: optional(
    'Where the token is.',
    closed({
      header: optional('Default: Authorization.', headerName),
      scheme: optional('Default: Bearer. Empty: the header holds the token alone.', Type.String()),
    }),
  ),
  on_failure: optional(
    'Other statuses for failures. Default: 401; 503 where keys cannot be fetched.',
    closed(Object.fromEntries(failures.map(name => [name, Type.Optional(refusalStatus)]))),
  ),
  max_token_bytes: optional(
    'Longer tokens are refused with 401. Default: 8192.',
    Type.Integer({ minimum: 1, maximum: 65_536 }),
  ),
  api_keys: optional(
    'Callers with an API key. Only hashes of keys are listed.',
    closed({
      header: optional('Default: X-API-Key.', headerName),
      bearer: optional('Takes keys that Replywire has made as bearer tokens, too. Default: false.', Type.Boolean()),
      keys: Type.Array(apiKey, { minItems: 1 }),
    }),
  ),
})

export type TokenValidatorOptions = Static<typeof tokenValidatorOptions>
type IssuerOptions = Static<typeof issuer>

/** What `jwtAuth` gets; undefined: only API keys are taken. */
export function jwtOptionsOf(options: TokenValidatorOptions): JwtOptions | undefined {
  const issuers = options.issuers === undefined ? singleIssuer(options) : options.issuers.map(issuerOf)
  if (issuers.length === 0) {
    if (options.api_keys !== undefined) return undefined
    return wrongOption('it needs issuers, jwks_url, jwt_secret or api_keys.')
  }
  const { algorithms, token, required_claims, max_token_bytes } = options
  const audiences = listOf(options.audiences ?? options.audience)
  return {
    issuers,
    // The original checks an audience only where one is configured.
    audiences: audiences === undefined || audiences.length === 0 ? 'any' : audiences,
    // 0 is the default there, too.
    clockSkewSeconds: millisecondsOf(options.clock_skew_seconds ?? options.clock_skew, 60_000) / 1000 || 60,
    ...(algorithms === undefined ? undefined : { algorithms: withSecretAlgorithm(algorithms, issuers) }),
    ...(required_claims === undefined ? undefined : { requiredClaims: required_claims }),
    maxTokenBytes: max_token_bytes ?? 8192,
    ...(token?.header === undefined ? undefined : { header: token.header }),
    ...(token?.scheme === undefined ? undefined : { scheme: token.scheme }),
  }
}

/** A list for keys must not shut out an issuer with a secret, for which HS256 is the only one. */
function withSecretAlgorithm(algorithms: readonly string[], issuers: readonly JwtIssuer[]): readonly string[] {
  return issuers.some(({ secret }) => secret !== undefined) ? [...algorithms, 'HS256'] : algorithms
}

/** The older form: a secret, or keys of the one issuer; its tokens need not name it. */
function singleIssuer(options: TokenValidatorOptions): JwtIssuer[] {
  const { jwt_secret: secret, issuer: name = anyIssuer } = options
  const jwksUrl = options.jwks_url ?? options.jwks_uri
  const allowShortSecret = options.test_mode === true
  if (secret !== undefined && (jwksUrl === undefined || allowShortSecret)) {
    if (Buffer.byteLength(secret) < 32 && !allowShortSecret) {
      return wrongOption('jwt_secret needs at least 32 bytes. A shorter one, for tests alone, needs test_mode: true.')
    }
    return [{ issuer: name, secret, allowShortSecret }]
  }
  if (jwksUrl === undefined) return []
  const ttl = options.cache_ttl_seconds ?? options.cache_ttl
  return [{ issuer: name, jwksUrl, allowHttp: true, jwksTtlSeconds: millisecondsOf(ttl, 600_000) / 1000 }]
}

function issuerOf(options: IssuerOptions, index: number): JwtIssuer {
  const name = options.issuer ?? options.iss
  const jwksUrl = options.jwks_url ?? options.jwks_uri ?? options.url
  if (name === undefined) return wrongOption(`issuers.${index} needs issuer, the text of the claim iss.`)
  const { jwks, secret, claim_mappings: claims, tenant, tenants, roles } = options
  const audiences = listOf(options.audiences ?? options.audience)
  const ttl = options.jwks_cache_ttl_seconds ?? options.jwks_cache_ttl
  return {
    issuer: name,
    ...(jwksUrl === undefined ? undefined : { jwksUrl, allowHttp: true }),
    ...(jwks === undefined ? undefined : { jwks }),
    ...(secret === undefined ? undefined : { secret }),
    jwksTtlSeconds: millisecondsOf(ttl, 600_000) / 1000,
    ...(audiences === undefined ? undefined : { audiences }),
    ...(claims === undefined ? undefined : { claims }),
    ...(tenant === undefined ? { tenants: tenants ?? 'any' } : { tenant }),
    roles: roles ?? 'any',
  }
}

/** How API keys are checked; undefined without any. */
export function apiKeysOf({ api_keys }: TokenValidatorOptions, now: () => number): Authenticate | undefined {
  if (api_keys === undefined) return undefined
  const { header, bearer = false, keys } = api_keys
  const records = keys.map(
    ({ id, hash, subject, tenant = '', roles = [], expires_at, disabled }, index): ApiKeyRecord => {
      const expiresAt = expires_at === undefined ? undefined : Date.parse(expires_at)
      if (Number.isNaN(expiresAt)) return wrongOption(`api_keys.keys.${index}.expires_at is not a date.`)
      return {
        id: id ?? hash,
        hash: hash.toLowerCase(),
        principal: { subject, tenant, roles },
        ...(expiresAt === undefined ? undefined : { expiresAt }),
        ...(disabled === undefined ? undefined : { disabled }),
      }
    },
  )
  return apiKeyAuth({ ...staticKeys(records), bearer, now, ...(header === undefined ? undefined : { header }) })
}
