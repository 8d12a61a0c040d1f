/** Which plugins apply: those of the list, and what a route changes of them. */
import type { GatewayConfig, PluginConfig, RouteConfig, RoutePluginConfig } from './config.ts'

/** A plugin as it applies to a route. */
export interface RoutePlugin {
  readonly entry: PluginConfig
  readonly isOn: boolean
  /** What the route itself says of it. */
  readonly own: RoutePluginConfig | undefined
}

/** The list in its order. `auditLog` is the plugin `audit`, where the list does not have it. */
export function listedPlugins({ plugins, auditLog }: GatewayConfig): readonly PluginConfig[] {
  if (auditLog === undefined || plugins.some(({ name }) => name === 'audit')) return plugins
  return [...plugins, { name: 'audit', enabled: true, options: { file: auditLog, routes: 'marked' } }]
}

/** As the list has them, unless the route turns one off or on; then those that only the route names. */
export function routePlugins(config: GatewayConfig, route: RouteConfig): RoutePlugin[] {
  const listed = listedPlugins(config)
  const added = Object.entries(route.plugins)
    .filter(([name]) => listed.every(entry => entry.name !== name))
    .map(([name, { options }]): PluginConfig => ({ name, enabled: options !== undefined, options: {}, at: route.at }))
  return [...listed, ...added].map(entry => {
    const own = Object.hasOwn(route.plugins, entry.name) ? route.plugins[entry.name] : undefined
    return { entry, own, isOn: own?.enabled ?? entry.enabled }
  })
}
