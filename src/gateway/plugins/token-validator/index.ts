/** `token-validator`: who calls, by a JWT of a trusted issuer or an API key. Every failure has a code of its own. */
import { AuthError, type AuthReason, challenge } from '../../../auth/auth-error.ts'
import { type JwtVerifier, openJwtVerifier, type VerifiedCaller } from '../../../auth/jwt.ts'
import { type Authenticate, challengeOf, type Principal } from '../../../auth/principal.ts'
import type { RunResult } from '../../../outcome/run-result.ts'
import { toHeader } from '../../identity.ts'
import { definePlugin, type GatewayCall, type PluginContext, type PluginStage } from '../../plugin.ts'
import { pluginMetricTable } from '../../plugin-metrics.ts'
import { refuseWith } from '../refuse-call.ts'
import {
  apiKeysOf,
  type FailureName,
  jwtOptionsOf,
  type TokenValidatorOptions,
  tokenValidatorOptions,
} from './options.ts'

interface Failure {
  readonly code: string
  readonly status: number
  /** The option that gives it another status. */
  readonly option: FailureName
}

const failures: Readonly<Record<AuthReason, Failure>> = {
  'missing-token': { code: 'MISSING_TOKEN', status: 401, option: 'missing_token' },
  'oversized-token': { code: 'TOKEN_TOO_LARGE', status: 401, option: 'oversized_token' },
  'invalid-token': { code: 'INVALID_TOKEN', status: 401, option: 'invalid_signature' },
  'disallowed-algorithm': { code: 'DISALLOWED_ALGORITHM', status: 401, option: 'disallowed_algorithm' },
  'unknown-issuer': { code: 'UNKNOWN_ISSUER', status: 401, option: 'unknown_issuer' },
  'keys-unavailable': { code: 'JWKS_UNAVAILABLE', status: 503, option: 'jwks_unavailable' },
  expired: { code: 'TOKEN_EXPIRED', status: 401, option: 'expired' },
  'not-yet-valid': { code: 'TOKEN_NOT_YET_VALID', status: 401, option: 'not_yet_valid' },
  'audience-mismatch': { code: 'AUDIENCE_MISMATCH', status: 401, option: 'audience_mismatch' },
  'claim-missing': { code: 'REQUIRED_CLAIM_MISSING', status: 401, option: 'required_claim_missing' },
  'unknown-key': { code: 'UNKNOWN_KEY', status: 401, option: 'invalid_signature' },
  'reserved-subject': { code: 'INVALID_SUBJECT', status: 401, option: 'invalid_signature' },
  'name-too-long': { code: 'INVALID_SUBJECT', status: 401, option: 'invalid_signature' },
  'claim-not-allowed': { code: 'TENANT_NOT_ALLOWED', status: 401, option: 'invalid_signature' },
}

/** Failures of API keys that have a code of their own. */
const keyFailures: Readonly<Partial<Record<AuthReason, string>>> = {
  'unknown-key': 'UNKNOWN_API_KEY',
  expired: 'API_KEY_EXPIRED',
}

export const tokenValidator = definePlugin({
  name: 'token-validator',
  authenticates: true,
  options: tokenValidatorOptions,
  create(options, context) {
    const validator = new TokenValidator(options, context)
    return {
      stage: (call, next) => (validator.recognises(call) ? next() : validator.stage(call, next)),
    }
  },
})

const noToken = Promise.resolve(undefined)

class TokenValidator {
  readonly #jwt: JwtVerifier | undefined
  readonly #keys: Authenticate | undefined
  readonly #options: TokenValidatorOptions
  readonly #metrics: PluginContext['metrics']

  constructor(options: TokenValidatorOptions, { now, metrics, log }: PluginContext) {
    const jwtOptions = jwtOptionsOf(options)
    this.#options = options
    this.#metrics = metrics
    this.#keys = apiKeysOf(options, now)
    if (jwtOptions === undefined) return
    const loadedAt = new Map<string, number>()
    const onKeysFetched = (issuer: string, isLoaded: boolean) => {
      metrics.count(pluginMetricTable.keyFetches.name, { issuer, status: isLoaded ? 'ok' : 'error' })
      if (isLoaded) loadedAt.set(issuer, now())
    }
    this.#jwt = openJwtVerifier({ ...jwtOptions, now, onKeysFetched })
    for (const { issuer, jwksUrl, allowShortSecret } of jwtOptions.issuers) {
      if (allowShortSecret === true)
        log.warn({ plugin: 'token-validator' }, 'test_mode is on: do not use it in production')
      if (jwksUrl === undefined) continue
      if (/^http:/i.test(jwksUrl)) log.warn({ plugin: 'token-validator' }, 'keys of an issuer come over plain http')
      metrics.gauge(pluginMetricTable.keyAge.name, { issuer }, () => {
        const at = loadedAt.get(issuer)
        return at === undefined ? -1 : Math.max(0, now() - at) / 1000
      })
    }
  }

  /** Whether the token was verified before: most calls wait for nothing. API keys come before tokens, and take time. */
  recognises(call: GatewayCall): boolean {
    if (this.#keys !== undefined) return false
    try {
      const known = this.#jwt?.recall(call.http)
      if (known === undefined) return false
      this.#accept(call, known)
      return true
    } catch (error) {
      // `stage` finds the same, and refuses the call.
      if (error instanceof AuthError) return false
      throw error
    }
  }

  readonly stage: PluginStage = async (call, next) => (await this.#refusal(call)) ?? next()

  /** Sets who calls; returns why the call is refused. */
  async #refusal(call: GatewayCall): Promise<RunResult | undefined> {
    try {
      // Keys come first: one that is sent as a bearer token is no JWT.
      const owner = await this.#keys?.(call.http)
      if (owner !== undefined) {
        setPrincipal(call, owner, undefined)
        this.#count('api-key', 'valid')
        return undefined
      }
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return this.#refused(call, error, keyFailures[error.reason], 'api-key')
    }
    try {
      const verified = await call.open.race(this.#jwt?.verify(call.http) ?? noToken)
      if (verified === undefined) throw new AuthError('missing-token')
      this.#accept(call, verified)
      return undefined
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return this.#refused(call, error, undefined, this.#jwt?.issuerNamed(call.http) ?? 'unknown')
    }
  }

  #accept(call: GatewayCall, { principal, claims, claimedSubject, issuer }: VerifiedCaller): void {
    setPrincipal(call, principal, this.#propagated(claims))
    call.forwardHeaders['x-actor-principal'] = toHeader(claimedSubject)
    this.#count(issuer, 'valid')
  }

  #propagated(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { mode = 'all', claims: allowed = [] } = this.#options.propagate_claims ?? {}
    if (mode === 'all') return claims
    return Object.fromEntries(Object.entries(claims).filter(([name]) => allowed.includes(name)))
  }

  #refused(call: GatewayCall, { reason, message }: AuthError, ownCode: string | undefined, issuer: string): RunResult {
    const { status, option } = failures[reason]
    const code = ownCode ?? failures[reason].code
    this.#count(issuer, code.toLowerCase())
    const chosen = this.#options.on_failure?.[option] ?? status
    // 400 is the original's status for a token that is too large; here 400 asks for clarification.
    const sent = option === 'oversized_token' && chosen === 400 ? 401 : chosen
    if (sent === 401) call.headers['www-authenticate'] = this.#challenge(reason)
    return refuseWith(sent, message, { code, recovery: recoveryOf(reason) })
  }

  #challenge(reason: AuthReason): string {
    const jwt = this.#jwt?.traits
    const all = [...(this.#keys === undefined ? [] : [challengeOf(this.#keys, reason)])]
    if (jwt !== undefined) all.push((jwt.challenge ?? challenge)(reason))
    return [...new Set(all)].join(', ')
  }

  #count(issuer: string, outcome: string): void {
    this.#metrics.count(pluginMetricTable.tokens.name, { issuer, outcome })
  }
}

/** Credentials that were refused will be refused again; those that are missing can be brought. */
function recoveryOf(reason: AuthReason): 'retry' | 'correct' | 'stop' {
  if (reason === 'keys-unavailable') return 'retry'
  return reason === 'missing-token' ? 'correct' : 'stop'
}

function setPrincipal(call: GatewayCall, principal: Principal, claims: GatewayCall['claims']): void {
  call.principal = principal
  call.claims = claims
  call.tenant = principal.tenant === '' ? undefined : principal.tenant
}
