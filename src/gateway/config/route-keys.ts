/** Keys of a route that stand for a plugin of the same meaning: `async: true` is the plugin respond-async. */
import { isObject } from '../../lib/json-value.ts'
import type { RouteEntry } from './schema.ts'

interface RouteKey {
  readonly key: 'idempotency' | 'approval' | 'async' | 'resume' | 'cache'
  readonly plugin: string
  /** What the key alone means. */
  readonly options: Readonly<Record<string, unknown>>
}

const routeKeys: readonly RouteKey[] = [
  { key: 'idempotency', plugin: 'idempotency', options: { enabled: true } },
  { key: 'approval', plugin: 'approval', options: { enabled: true } },
  { key: 'async', plugin: 'respond-async', options: { enabled: true, always: true } },
  { key: 'resume', plugin: 'resume', options: { enabled: true } },
  { key: 'cache', plugin: 'cache', options: { enabled: true } },
]

type OwnPlugins = Readonly<Record<string, boolean | Readonly<Record<string, unknown>>>>

/** The plugins of a route, those of its keys included. What `plugins` says of a plugin wins. */
export function ownPlugins(route: RouteEntry): OwnPlugins {
  const own: Record<string, OwnPlugins[string]> = {}
  for (const { key, plugin, options } of routeKeys) {
    const value = route[key]
    if (value === false) own[plugin] = false
    else if (value !== undefined) own[plugin] = { ...options, ...(isObject(value) ? value : {}) }
  }
  return { ...own, ...route.plugins }
}

/** The plugins that keys of routes name, with the pointer of the first. They need no entry in the list. */
export function pluginsOfKeys(routes: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [index, route] of (Array.isArray(routes) ? routes : []).entries()) {
    for (const { key, plugin } of routeKeys) {
      if (isObject(route) && route[key] !== undefined && !found.has(plugin))
        found.set(plugin, `/routes/${index}/${key}`)
    }
  }
  return found
}
