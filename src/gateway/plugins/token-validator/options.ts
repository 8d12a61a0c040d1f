/** The options of `token-validator`: both forms of the original gateway, the spelling of its documentation, and API keys. */
import Type, { type Static } from 'typebox'
import { type ApiKeyRecord, apiKeyAuth, staticKeys } from '../../../auth/api-key.ts'
import { anyIssuer, type JwtIssuer, type JwtOptions } from '../../../auth/jwt-options.ts'
import type { Authenticate } from '../../../auth/principal.ts'
import { closed, duration, headerName, listOf, millisecondsOf, texts, wrongOption } from '../option-schemas.ts'
import { refusalStatus } from '../refuse.ts'

const anyOr = Type.Union([Type.Literal('any'), Type.Array(Type.String({ minLength: 1 }))])

const issuer = closed({
  issuer: Type.Optional(Type.String({ minLength: 1 })),
  iss: Type.Optional(Type.String({ minLength: 1 })),
  jwks_url: Type.Optional(Type.String()),
  jwks_uri: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  jwks: Type.Optional(Type.Object({ keys: Type.Array(Type.Object({})) })),
  secret: Type.Optional(Type.String()),
  jwks_cache_ttl_seconds: Type.Optional(duration),
  jwks_cache_ttl: Type.Optional(duration),
  audience: Type.Optional(texts),
  audiences: Type.Optional(texts),
  claim_mappings: Type.Optional(
    closed({
      subject: Type.Optional(Type.String({ minLength: 1 })),
      roles: Type.Optional(Type.String({ minLength: 1 })),
      tenant: Type.Optional(Type.String({ minLength: 1 })),
      account: Type.Optional(Type.String({ minLength: 1 })),
    }),
  ),
  tenant: Type.Optional(Type.String({ minLength: 1 })),
  tenants: Type.Optional(anyOr),
  roles: Type.Optional(anyOr),
})

const apiKey = closed({
  id: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
  /** SHA-256 of the key in hexadecimal: keys themselves are in no file. */
  hash: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }),
  subject: Type.String({ minLength: 1 }),
  tenant: Type.Optional(Type.String()),
  roles: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  expires_at: Type.Optional(Type.String()),
  disabled: Type.Optional(Type.Boolean()),
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
  test_mode: Type.Optional(Type.Boolean()),
  jwt_secret: Type.Optional(Type.String()),
  jwks_url: Type.Optional(Type.String()),
  jwks_uri: Type.Optional(Type.String()),
  issuer: Type.Optional(Type.String({ minLength: 1 })),
  audience: Type.Optional(texts),
  cache_ttl_seconds: Type.Optional(duration),
  cache_ttl: Type.Optional(duration),
  // The newer form: several.
  issuers: Type.Optional(Type.Array(issuer, { minItems: 1 })),
  audiences: Type.Optional(texts),
  algorithms: Type.Optional(Type.Array(Type.String())),
  clock_skew_seconds: Type.Optional(duration),
  clock_skew: Type.Optional(duration),
  required_claims: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  propagate_claims: Type.Optional(
    closed({
      mode: Type.Optional(Type.Enum(['all', 'allowlist'])),
      claims: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    }),
  ),
  token: Type.Optional(closed({ header: Type.Optional(headerName), scheme: Type.Optional(Type.String()) })),
  on_failure: Type.Optional(closed(Object.fromEntries(failures.map(name => [name, Type.Optional(refusalStatus)])))),
  max_token_bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_536 })),
  api_keys: Type.Optional(
    closed({
      header: Type.Optional(headerName),
      bearer: Type.Optional(Type.Boolean()),
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
