/**
 * `tenant-injector`: the tenant of a call, from a verified claim or looked up for the verified principal. What the
 * caller says of itself does not count.
 */
import { claimAt } from '../../../auth/jwt-claims.ts'
import { isObject, type JsonObject } from '../../../lib/json-value.ts'
import { SharedLookups } from '../../../lib/shared-lookups.ts'
import type { RunResult } from '../../../outcome/run-result.ts'
import { toHeader } from '../../identity.ts'
import { definePlugin, type GatewayCall, type PluginContext } from '../../plugin.ts'
import { pluginMetricTable } from '../../plugin-metrics.ts'
import { millisecondsOf, wrongOption } from '../option-schemas.ts'
import { Outbound, OutboundError } from '../outbound.ts'
import { refuseCall, refuseWith } from '../refuse-call.ts'
import {
  type LookupOptions,
  lookupCredentials,
  lookupUrl,
  namesIssuer,
  type TenantInjectorOptions,
  tenantInjectorOptions,
} from './options.ts'

const failures = {
  claim_missing: { status: 401, message: 'The credentials do not name the principal.' },
  principal_not_found: { status: 403, message: 'The principal has no tenant.' },
  lookup_timeout: { status: 503, message: 'The tenant could not be looked up in time.' },
  lookup_network_error: { status: 503, message: 'The tenant could not be looked up.' },
} as const

type FailureCode = keyof typeof failures

export const tenantInjector = definePlugin({
  name: 'tenant-injector',
  options: tenantInjectorOptions,
  findsTenant: true,
  create(options, context) {
    const injector = new TenantInjector(options, context)
    return {
      stage: async (call, next) => (await injector.refusal(call)) ?? next(),
      close: () => injector.close(),
    }
  },
})

class TenantInjector {
  readonly #options: TenantInjectorOptions
  readonly #metrics: PluginContext['metrics']
  readonly #lookup: TenantLookup | undefined
  readonly #allowed: ReadonlySet<string> | undefined
  readonly #tenantHeader: string
  readonly #principalHeader: string

  constructor(options: TenantInjectorOptions, context: PluginContext) {
    const { lookup, principal, inject = {}, allowlist } = options
    if (lookup !== undefined && principal === undefined) {
      wrongOption('lookup needs principal.claim, the claim whose value replaces {principal}.')
    }
    this.#options = options
    this.#metrics = context.metrics
    this.#lookup = lookup === undefined ? undefined : new TenantLookup(lookup, context)
    this.#allowed = allowlist === undefined || allowlist.length === 0 ? undefined : new Set(allowlist)
    this.#tenantHeader = (inject.tenant_header ?? 'x-tenant-id').toLowerCase()
    this.#principalHeader = (inject.principal_header ?? '').toLowerCase()
  }

  /** Sets the tenant of a call; returns why it is refused. */
  async refusal(call: GatewayCall): Promise<RunResult | undefined> {
    // Whatever comes of it, the caller's own words go no further.
    removeHeader(call, this.#tenantHeader)
    if (this.#principalHeader !== '') removeHeader(call, this.#principalHeader)
    const found = await this.#find(call)
    if ('failure' in found) return this.#refused(found.failure)
    const { tenant, from } = found
    if (tenant !== undefined && this.#allowed?.has(tenant) === false) {
      this.#count('tenant_not_in_allowlist')
      return refuseCall('forbidden', 'The tenant is not allowed here.', { code: 'tenant_not_in_allowlist' })
    }
    this.#count(from)
    call.tenant = tenant
    if (tenant !== undefined) call.forwardHeaders[this.#tenantHeader] = toHeader(tenant)
    const principal = this.#principal(call)
    if (this.#principalHeader !== '' && principal !== undefined) {
      call.forwardHeaders[this.#principalHeader] = toHeader(principal)
    }
    // A task is forwarded when its caller has left.
    if (call.compiled.durability !== undefined) call.namedIdentity = this.#named(call)
    return undefined
  }

  /** A verified claim wins; then the lookup. */
  async #find(call: GatewayCall): Promise<{ tenant: string | undefined; from: string } | { failure: FailureCode }> {
    const path = this.#options.tenant?.claim
    const claimed = path === undefined ? call.tenant : (claimText(call, path) ?? call.tenant)
    if (claimed !== undefined) return { tenant: claimed, from: 'claim' }
    if (this.#lookup === undefined)
      return path === undefined ? { tenant: undefined, from: 'none' } : { failure: 'claim_missing' }
    const principal = this.#principal(call)
    if (principal === undefined) return { failure: 'claim_missing' }
    return this.#lookup.find(principal, call)
  }

  /** The headers that upstreams get from here. */
  #named({ forwardHeaders }: GatewayCall): Record<string, string> {
    const names = [this.#tenantHeader, this.#principalHeader].filter(name => forwardHeaders[name] !== undefined)
    return Object.fromEntries(names.map(name => [name, forwardHeaders[name] as string]))
  }

  #principal(call: GatewayCall): string | undefined {
    const path = this.#options.principal?.claim
    if (path === undefined) return call.principal?.subject
    // The owner of an API key has no claims, but a subject.
    return claimText(call, path) ?? (call.claims === undefined && path === 'sub' ? call.principal?.subject : undefined)
  }

  #refused(code: FailureCode): RunResult {
    this.#count(code)
    const { status, message } = failures[code]
    return refuseWith(this.#options.on_failure?.[code] ?? status, message, { code })
  }

  #count(outcome: string): void {
    this.#metrics.count(pluginMetricTable.tenants.name, { outcome })
  }

  async close(): Promise<void> {
    await this.#lookup?.close()
  }
}

/** Some servers take `X_Org` for `X-Org`. */
function removeHeader({ forwardHeaders }: GatewayCall, name: string): void {
  forwardHeaders[name] = undefined
  if (name.includes('-')) forwardHeaders[name.replaceAll('-', '_')] = undefined
}

function claimText({ claims }: GatewayCall, path: string): string | undefined {
  const value = claims === undefined ? undefined : claimAt(claims as JsonObject, path)
  return typeof value === 'string' && isName(value) ? value : undefined
}

/** Short, no control characters: it becomes a header, a label and a key. */
function isName(text: string): boolean {
  return (
    text !== '' &&
    Buffer.byteLength(text) <= 512 &&
    text === text.trim() &&
    !/\p{Cc}/u.test(text) &&
    text.isWellFormed()
  )
}

/** '' stands for a principal that the service does not know. */
const unknown = ''

class TenantLookup {
  readonly #options: LookupOptions
  readonly #urlOf: (principal: string, issuer: string) => URL
  readonly #headers: Readonly<Record<string, string>>
  readonly #outbound: Outbound
  readonly #tenants: SharedLookups<string>
  readonly #metrics: PluginContext['metrics']
  readonly #ttlMs: number
  readonly #negativeTtlMs: number

  constructor(options: LookupOptions, { metrics, now, keep }: PluginContext) {
    const { headers, tls } = lookupCredentials(options)
    const { cache = {} } = options
    const timeoutMs = millisecondsOf(
      options.timeout ?? options.timeout_ms,
      500,
      options.timeout === undefined ? 1 : 1000,
    )
    if (!(timeoutMs > 0 && timeoutMs <= 30_000)) wrongOption('lookup.timeout_ms must be more than 0 and at most 30000.')
    const most = cache.max_entries ?? 10_000
    this.#options = options
    this.#urlOf = lookupUrl(options)
    this.#headers = { ...options.headers, ...headers }
    this.#outbound = new Outbound({ timeoutMs, maxBytes: 64 * 1024, tls })
    // Answers of the same service outlive a reload.
    this.#tenants = keep(JSON.stringify(['tenants', options.url, most]), () => new SharedLookups<string>(most, now))
    this.#metrics = metrics
    this.#ttlMs = millisecondsOf(cache.ttl_seconds ?? cache.ttl, 300_000)
    this.#negativeTtlMs = millisecondsOf(cache.negative_ttl_seconds ?? cache.negative_ttl, 30_000)
    metrics.gauge(pluginMetricTable.tenantCache.name, {}, () => this.#tenants.size)
  }

  async find(
    principal: string,
    call: GatewayCall,
  ): Promise<{ tenant: string; from: string } | { failure: FailureCode }> {
    const issuer = namesIssuer(this.#options) ? claimText(call, 'iss') : ''
    if (issuer === undefined) return { failure: 'claim_missing' }
    // Principals of different issuers may have the same name: what is asked is the key.
    const url = this.#urlOf(principal, issuer)
    const known = this.#tenants.known(url.href)
    if (known !== undefined)
      return known === unknown ? { failure: 'principal_not_found' } : { tenant: known, from: 'cache' }
    try {
      const { correlationId } = call.exchange
      const lookup = this.#tenants.lookUp(url.href, () => this.#ask(url, correlationId))
      const tenant = await call.open.race(lookup)
      return tenant === unknown ? { failure: 'principal_not_found' } : { tenant, from: 'lookup' }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return { failure: error.kind === 'timeout' ? 'lookup_timeout' : 'lookup_network_error' }
    }
  }

  async #ask(url: URL, correlationId: string) {
    const began = performance.now()
    const timed = (status: string) =>
      this.#metrics.observeSeconds(pluginMetricTable.tenantLookups.name, { status }, (performance.now() - began) / 1000)
    try {
      const { method = 'GET' } = this.#options
      const headers = { ...this.#headers, 'x-correlation-id': correlationId }
      const { status, text } = await this.#outbound.send(url, { method, headers })
      timed(String(status))
      return this.#read(status, text)
    } catch (error) {
      if (error instanceof OutboundError) timed(error.kind)
      throw error
    }
  }

  /** 404, and an answer without the field, mean that the principal is unknown; every other status is a failure. */
  #read(status: number, text: string): { value: string; ttlMs: number } {
    if (status === 404) return { value: unknown, ttlMs: this.#negativeTtlMs }
    if (status < 200 || status > 299) throw new OutboundError('network_error')
    const tenant = fieldOf(text, this.#options.response?.tenant_id_field ?? 'tenant_id')
    return tenant === undefined ? { value: unknown, ttlMs: this.#negativeTtlMs } : { value: tenant, ttlMs: this.#ttlMs }
  }

  close(): Promise<void> {
    return this.#outbound.close()
  }
}

function fieldOf(text: string, path: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new OutboundError('network_error')
  }
  const field = isObject(value) ? claimAt(value, path) : undefined
  return typeof field === 'string' && isName(field) ? field : undefined
}
