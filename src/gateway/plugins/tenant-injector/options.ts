/** The options of `tenant-injector`, as the original gateway names them. */
import { readFileSync } from 'node:fs'
import Type, { type Static } from 'typebox'
import { closed, duration, headerName, operatorUrl, wrongOption } from '../option-schemas.ts'
import type { OutboundOptions } from '../outbound.ts'
import { refusalStatus } from '../refuse.ts'

const auth = closed({
  mode: Type.Optional(Type.Enum(['none', 'bearer', 'mtls'])),
  bearer_token_env: Type.Optional(Type.String({ minLength: 1 })),
  bearer_token: Type.Optional(Type.String({ minLength: 1 })),
  client_cert_path: Type.Optional(Type.String({ minLength: 1 })),
  client_key_path: Type.Optional(Type.String({ minLength: 1 })),
  ca_path: Type.Optional(Type.String({ minLength: 1 })),
})

const lookup = closed({
  url: Type.String({ minLength: 1 }),
  method: Type.Optional(Type.Enum(['GET', 'POST'])),
  timeout_ms: Type.Optional(duration),
  timeout: Type.Optional(duration),
  auth: Type.Optional(auth),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  response: Type.Optional(
    closed({
      mode: Type.Optional(Type.Literal('single')),
      tenant_id_field: Type.Optional(Type.String({ minLength: 1 })),
    }),
  ),
  cache: Type.Optional(
    closed({
      ttl_seconds: Type.Optional(duration),
      ttl: Type.Optional(duration),
      negative_ttl_seconds: Type.Optional(duration),
      negative_ttl: Type.Optional(duration),
      max_entries: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    }),
  ),
})

export const tenantInjectorOptions = closed({
  /** Which claim names the tenant. Default: the tenant that token-validator has found. */
  tenant: Type.Optional(closed({ claim: Type.String({ minLength: 1 }) })),
  /** Which claim names the principal that is looked up. */
  principal: Type.Optional(closed({ claim: Type.String({ minLength: 1 }) })),
  lookup: Type.Optional(lookup),
  inject: Type.Optional(
    closed({ tenant_header: Type.Optional(headerName), principal_header: Type.Optional(Type.String()) }),
  ),
  on_failure: Type.Optional(
    closed({
      lookup_network_error: Type.Optional(refusalStatus),
      lookup_timeout: Type.Optional(refusalStatus),
      principal_not_found: Type.Optional(refusalStatus),
      claim_missing: Type.Optional(refusalStatus),
    }),
  ),
  allowlist: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
})

export type TenantInjectorOptions = Static<typeof tenantInjectorOptions>
export type LookupOptions = Static<typeof lookup>

/** Puts a principal into the address, escaped; the address is checked once, here. */
export function lookupUrl({ url }: LookupOptions): (principal: string) => URL {
  if (url.split('{principal}').length !== 2) return wrongOption('lookup.url must hold {principal} exactly once.')
  const base = operatorUrl('lookup.url', url.replace('{principal}', 'principal'))
  if (base.host !== operatorUrl('lookup.url', url.replace('{principal}', 'other')).host) {
    return wrongOption('lookup.url must not have {principal} in its host.')
  }
  // A principal of dots would be taken for a step in the path.
  return principal => new URL(url.replace('{principal}', () => encodeURIComponent(principal).replaceAll('.', '%2E')))
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
