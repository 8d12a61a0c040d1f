/** The options of `tenant-injector`, as the original gateway names them. */
import { readFileSync } from 'node:fs'
import Type, { type Static } from 'typebox'
import { closed, duration, headerName, operatorUrl, optional, wrongOption } from '../option-schemas.ts'
import type { OutboundOptions } from '../outbound.ts'
import { refusalStatus } from '../refuse-call.ts'

const auth = closed({
  mode: optional('Default: none.', Type.Enum(['none', 'bearer', 'mtls'])),
  bearer_token_env: optional('The environment variable that holds the token.', Type.String({ minLength: 1 })),
  bearer_token: optional('The token, in place of a variable.', Type.String({ minLength: 1 })),
  client_cert_path: optional('The certificate of the gateway, in PEM.', Type.String({ minLength: 1 })),
  client_key_path: optional('Its key, in PEM.', Type.String({ minLength: 1 })),
  ca_path: optional('The authority of the service, in PEM. Default: those of Node.', Type.String({ minLength: 1 })),
})

const lookup = closed({
  url: Type.String({ minLength: 1 }),
  method: optional('Default: GET.', Type.Enum(['GET', 'POST'])),
  timeout_ms: optional('In milliseconds, or a text with a unit; at most 30000. Default: 500.', duration),
  timeout: optional('The same as timeout_ms, in seconds.', duration),
  auth: optional('What the service is shown.', auth),
  headers: optional('More headers for the service.', Type.Record(Type.String(), Type.String())),
  response: optional(
    'Where the tenant is in the answer.',
    closed({
      mode: optional('The form of the answer.', Type.Literal('single')),
      tenant_id_field: optional('A name, or a path with dots. Default: tenant_id.', Type.String({ minLength: 1 })),
    }),
  ),
  cache: optional(
    'What is remembered.',
    closed({
      ttl_seconds: optional('Default: 300.', duration),
      ttl: optional('The same as ttl_seconds.', duration),
      negative_ttl_seconds: optional('How long an unknown principal is remembered. Default: 30.', duration),
      negative_ttl: optional('The same as negative_ttl_seconds.', duration),
      max_entries: optional('Default: 10000.', Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    }),
  ),
})

export const tenantInjectorOptions = closed({
  tenant: optional(
    'Which claim names the tenant. Default: the tenant that token-validator has found.',
    closed({ claim: Type.String({ minLength: 1 }) }),
  ),
  principal: optional(
    'Which claim names the principal that is looked up.',
    closed({ claim: Type.String({ minLength: 1 }) }),
  ),
  lookup: optional('Asks a service for the tenant of a principal, where no claim names it.', lookup),
  inject: optional(
    'The headers that upstreams get.',
    closed({
      tenant_header: optional('In addition to X-Tenant-ID. Default: none.', headerName),
      principal_header: optional('A header for the principal. Default: none.', Type.String()),
    }),
  ),
  on_failure: optional(
    'Other statuses for failures.',
    closed({
      lookup_network_error: optional('Default: 503.', refusalStatus),
      lookup_timeout: optional('Default: 503.', refusalStatus),
      principal_not_found: optional('Default: 403.', refusalStatus),
      claim_missing: optional('Default: 401.', refusalStatus),
    }),
  ),
  allowlist: optional('Tenants that may call. Default: all.', Type.Array(Type.String({ minLength: 1 }))),
})

export type TenantInjectorOptions = Static<typeof tenantInjectorOptions>
export type LookupOptions = Static<typeof lookup>

/** Puts a principal, and its issuer where `{issuer}` stands, into the address, escaped; the address is checked once, here. */
export function lookupUrl({ url }: LookupOptions): (principal: string, issuer: string) => URL {
  if (url.split('{principal}').length !== 2) return wrongOption('lookup.url must hold {principal} exactly once.')
  if (url.split('{issuer}').length > 2) return wrongOption('lookup.url must hold {issuer} once at most.')
  const filled = (principal: string, issuer: string) =>
    url.replace('{issuer}', () => issuer).replace('{principal}', () => principal)
  const base = operatorUrl('lookup.url', filled('principal', 'issuer'))
  if (base.host !== operatorUrl('lookup.url', filled('other', 'issuer')).host) {
    return wrongOption('lookup.url must not have {principal} in its host.')
  }
  if (base.host !== operatorUrl('lookup.url', filled('principal', 'other')).host) {
    return wrongOption('lookup.url must not have {issuer} in its host.')
  }
  return (principal, issuer) => new URL(filled(escaped(principal), escaped(issuer)))
}

/** Whether the service is asked for the principals of each issuer apart. */
export function namesIssuer({ url }: LookupOptions): boolean {
  return url.includes('{issuer}')
}

/** A text of dots would be taken for a step in the path. Braces are escaped, too. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E')
}

/** What the lookup service is shown: a token or a certificate that really is sent. */
export function lookupCredentials({ auth: options = {} }: LookupOptions): {
  headers: Record<string, string>
  tls?: OutboundOptions['tls']
} {
  switch (options.mode ?? 'none') {
    case 'bearer': {
      const variable = options.bearer_token_env
      const token = options.bearer_token ?? (variable === undefined ? undefined : process.env[variable])
      if (token === undefined || token === '') {
        return wrongOption('lookup.auth needs bearer_token_env, the name of an environment variable that is set.')
      }
      if (!/^[\x21-\x7e]+$/.test(token)) return wrongOption('the token of lookup.auth cannot be sent in a header.')
      return { headers: { authorization: `Bearer ${token}` } }
    }
    case 'mtls': {
      const { client_cert_path, client_key_path, ca_path } = options
      if (client_cert_path === undefined || client_key_path === undefined) {
        return wrongOption('lookup.auth with mode mtls needs client_cert_path and client_key_path.')
      }
      return {
        headers: {},
        tls: { cert: fileText(client_cert_path), key: fileText(client_key_path), ca: caText(ca_path) },
      }
    }
    default:
      return { headers: {} }
  }
}

function caText(path: string | undefined): string | undefined {
  return path === undefined ? undefined : fileText(path)
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return wrongOption(`the file ${path} cannot be read.`)
  }
}
