/**
 * Who calls, as upstreams see it. Identity headers of callers are never forwarded; these stages set them from what was
 * verified. A caller in `trustedCallers`, such as another gateway, may say for whom it calls.
 */
import type { Principal } from '../auth/principal.ts'
import type { GatewayCall, PluginStage } from './plugin.ts'
import { refuseCall } from './plugins/refuse-call.ts'

const longest = 512

/** Takes tenant and actor from the headers of a caller that is trusted to name them. */
export function adoptIdentity(trustedCallers: readonly string[]): PluginStage | undefined {
  if (trustedCallers.length === 0) return undefined
  const trusted = new Set(trustedCallers)
  return (call, next) => {
    const { principal } = call
    if (principal !== undefined && trusted.has(principal.subject)) {
      const adopted = adoptedPrincipal(call, principal)
      if (adopted === undefined)
        return Promise.resolve(
          refuseCall('invalid', 'The identity headers are not valid.', { code: 'INVALID_IDENTITY' }),
        )
      const actor = call.http.header('x-actor-principal') ?? call.http.header('x-actor-subject')
      if (actor !== undefined) call.forwardHeaders['x-actor-principal'] = actor
      call.principal = adopted
      // Claims of the service account must not win over the tenant that it names.
      if (call.http.header('x-tenant-id') !== undefined) call.claims = undefined
      call.tenant = adopted.tenant === '' ? undefined : adopted.tenant
    }
    return next()
  }
}

function adoptedPrincipal({ http }: GatewayCall, principal: Principal): Principal | undefined {
  const tenant = http.header('x-tenant-id')
  const subject = http.header('x-actor-subject') ?? http.header('x-actor-principal')
  const roles = http.header('x-actor-roles')
  if (![tenant, subject, roles].every(isPlain)) return undefined
  // The roles of the service account are not those of the person it calls for.
  const own = subject === undefined ? principal.roles : []
  return {
    ...principal,
    ...(tenant === undefined ? undefined : { tenant: fromHeader(tenant) }),
    ...(subject === undefined ? undefined : { subject: fromHeader(subject) }),
    roles: roles === undefined ? own : rolesIn(fromHeader(roles)),
  }
}

/** Absent, or a text that is short and not empty, and names none of the gateway's own callers. */
function isPlain(text: string | undefined): boolean {
  return text === undefined || (text !== '' && text.length <= 8 * longest && !text.startsWith('~'))
}

function rolesIn(text: string): string[] {
  return text
    .split(',')
    .map(role => role.trim().replaceAll(/%2C/gi, ',').replaceAll('%25', '%'))
    .filter(role => role !== '')
}

/** The last stage of the plugins: what the route asks of its callers, and the headers that upstreams get. */
export const requireIdentity: PluginStage = (call, next) => {
  const { tenantRequired, roles } = call.gatewayRoute
  if (tenantRequired && (call.tenant ?? '') === '') {
    return Promise.resolve(refuseCall('forbidden', 'A tenant is required.', { code: 'TENANT_REQUIRED' }))
  }
  const missing = missingRole(call, roles)
  if (missing !== undefined)
    return Promise.resolve(refuseCall('forbidden', lacksRole(missing), { code: 'INSUFFICIENT_ROLES' }))
  setIdentityHeaders(call)
  return next()
}

/** The first of the roles that the caller does not have. */
export function missingRole({ principal }: GatewayCall, roles: readonly string[]): string | undefined {
  return roles.find(role => principal?.roles.includes(role) !== true)
}

/** Names a role of the configuration: nothing of the request. */
export function lacksRole(role: string): string {
  return `The role ${role} is required.`
}

function setIdentityHeaders({ principal, tenant, forwardHeaders }: GatewayCall): void {
  Object.assign(forwardHeaders, identityHeaders(principal, tenant))
  forwardHeaders['x-actor-principal'] ??= forwardHeaders['x-actor-subject']
}

/** Who calls and for which tenant, as upstreams get it. */
export function identityHeaders(
  principal: Pick<Principal, 'subject' | 'roles'> | undefined,
  tenant: string | undefined,
): Record<string, string | undefined> {
  const { subject, roles = [] } = principal ?? {}
  return {
    'x-tenant-id': tenant === undefined || tenant === '' ? undefined : toHeader(tenant),
    'x-actor-subject': subject === undefined ? undefined : toHeader(subject),
    'x-actor-roles': roles.length === 0 ? undefined : toHeader(roles.map(roleText).join(',')),
  }
}

/** A comma in the name of a role would make two of it. */
function roleText(role: string): string {
  return role.replaceAll('%', '%25').replaceAll(',', '%2C')
}

/** A text as a header carries it: its UTF-8 bytes. */
export function toHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function fromHeader(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8')
}
