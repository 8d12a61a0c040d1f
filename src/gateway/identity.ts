/**
 * Who calls, as upstreams see it. Identity headers of callers are never forwarded; these stages set them from what was
 * verified. A caller in `trustedCallers`, such as another gateway, may say for whom it calls.
 */
import type { Principal } from '../auth/principal.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { RouteConfig } from './config.ts'
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
  const person = http.header('x-actor-principal')
  if (![tenant, subject, roles, person].every(isPlain)) return undefined
  // The roles of the service account are not those of the person it calls for.
  const own = subject === undefined ? principal.roles : []
  return {
    ...principal,
    ...(tenant === undefined ? undefined : { tenant: fromHeader(tenant) }),
    ...(subject === undefined ? undefined : { subject: fromHeader(subject) }),
    // People behind one agent share its name: what is kept of their calls is each person's own.
    ...(person === undefined || person === subject ? undefined : { account: accountOf(principal, fromHeader(person)) }),
    roles: roles === undefined ? own : rolesIn(fromHeader(roles)),
  }
}

function accountOf({ account }: Principal, person: string): string {
  return account === undefined ? person : JSON.stringify([account, person])
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
  const refused = refusedBy(call.gatewayRoute, call)
  // Every call passes here: it adds no promise of its own.
  if (refused !== undefined) return Promise.resolve(refused)
  setIdentityHeaders(call)
  return next()
}

/** The same of the caller who answers a paused task of a route: what they may not call, they may not go on with. */
export function requireOf(route: RouteDemands): PluginStage {
  return async (call, next) => refusedBy(route, call) ?? next()
}

type RouteDemands = Pick<RouteConfig, 'tenantRequired' | 'roles'>

function refusedBy({ tenantRequired, roles }: RouteDemands, call: GatewayCall): RunResult | undefined {
  if (tenantRequired && (call.tenant ?? '') === '')
    return refuseCall('forbidden', 'A tenant is required.', { code: 'TENANT_REQUIRED' })
  const missing = missingRole(call, roles)
  return missing === undefined ? undefined : refuseCall('forbidden', lacksRole(missing), { code: 'INSUFFICIENT_ROLES' })
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

const beyondAscii = /\P{ASCII}/u

/** A text as a header carries it: its UTF-8 bytes. */
export function toHeader(text: string): string {
  return !beyondAscii.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1')
}

function fromHeader(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8')
}
