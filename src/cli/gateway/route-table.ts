/** The routes of a gateway as they apply, for people and for programs. */
import type { GatewayConfig } from '../../gateway/config.ts'
import { routePlugins } from '../../gateway/route-plugins.ts'
import { alignRows, printable } from '../columns.ts'
import type { Style } from '../terminal.ts'

/** A route with everything that applies to it. */
export interface EffectiveRoute {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly targets: readonly string[]
  readonly contract: string
  readonly enforce: string
  readonly mode: string
  readonly plugins: readonly string[]
  readonly roles: readonly string[]
  readonly tenantRequired: boolean
  readonly audit: boolean
  readonly timeoutSeconds: number
  readonly hosts: readonly string[]
  readonly headers: readonly string[]
}

export function effectiveRoutes(config: GatewayConfig): EffectiveRoute[] {
  const targets = new Map(config.pools.map(({ name, targets }) => [name, targets.map(({ url }) => url)]))
  return config.routes.map(route => ({
    id: route.id,
    method: route.method,
    path: route.path,
    targets: targets.get(route.pool) ?? [],
    contract: route.contract,
    enforce: route.enforce,
    mode: route.mode,
    plugins: routePlugins(config, route).flatMap(({ entry, isOn }) => (isOn ? [entry.name] : [])),
    roles: route.roles,
    tenantRequired: route.tenantRequired,
    audit: route.audit,
    timeoutSeconds: route.executionTimeoutSeconds,
    hosts: route.hosts,
    headers: Object.keys(route.headers),
  }))
}

export function routeLines(routes: readonly EffectiveRoute[], { strong, dim }: Style): string[] {
  const rows = routes.map(({ method, path, targets, contract, enforce, mode, ...route }) => [
    strong(printable(method)),
    printable(path),
    printable(targets.join(', ')),
    printable(contract),
    printable(mode === 'sse' ? `${enforce}, sse` : enforce),
    dim(printable(moreOf(route))),
  ])
  const head = ['METHOD', 'PATH', 'TARGET', 'CONTRACT', 'ENFORCE', 'MORE'].map(dim)
  return alignRows([head, ...rows], 2, 60)
}

type More = Pick<
  EffectiveRoute,
  'plugins' | 'roles' | 'tenantRequired' | 'audit' | 'timeoutSeconds' | 'hosts' | 'headers' | 'id'
>

function moreOf({ id, plugins, roles, tenantRequired, audit, timeoutSeconds, hosts, headers }: More): string {
  return [
    id,
    ...(plugins.length === 0 ? [] : [`plugins ${plugins.join(' > ')}`]),
    ...(roles.length === 0 ? [] : [`roles ${roles.join(' + ')}`]),
    ...(tenantRequired ? ['tenant'] : []),
    ...(audit ? ['audit'] : []),
    ...(timeoutSeconds === 0 ? [] : [`${timeoutSeconds} s`]),
    ...(hosts.length === 0 ? [] : [`host ${hosts.join(', ')}`]),
    ...(headers.length === 0 ? [] : [`headers ${headers.join(', ')}`]),
  ].join('; ')
}
