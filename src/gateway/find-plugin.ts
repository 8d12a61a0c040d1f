/** Finds a plugin by its name: one that ships, or an export of a module. */
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ReplywireError } from '../errors.ts'
import { isObject } from '../lib/json-value.ts'
import { didYouMean } from '../lib/suggest.ts'
import type { PluginConfig } from './config.ts'
import type { Plugin } from './plugin.ts'
import { builtInPlugins } from './plugins/index.ts'

/** Throws a `ReplywireError` that says what to do. */
export async function findPlugin({ name, module, at }: Pick<PluginConfig, 'name' | 'module' | 'at'>): Promise<Plugin> {
  const builtIn = builtInPlugins.find(plugin => plugin.name === name)
  if (module === undefined) {
    if (builtIn !== undefined) return builtIn
    const names = builtInPlugins.map(plugin => plugin.name)
    const hint = 'A plugin of your own needs `module`, the path of its file or the name of its package.'
    throw missing(`plugin ${name}: unknown. ${didYouMean(name, names) ?? hint}`)
  }
  if (builtIn !== undefined) throw missing(`plugin ${name}: a built-in plugin has this name; choose another.`)
  let loaded: unknown
  try {
    loaded = await import(moduleUrl(module, at?.file))
  } catch (error) {
    throw missing(`plugin ${name}: ${module} cannot be loaded: ${messageOf(error)}`)
  }
  const plugin = pluginIn(loaded, name)
  if (plugin === undefined) throw missing(`plugin ${name}: ${module} exports no plugin of this name.`)
  return plugin
}

/** Why a plugin cannot be loaded or created. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it threw a value that is not an error'
}

function missing(message: string): ReplywireError {
  return new ReplywireError('ERR_USAGE', message)
}

/** A path is relative to the file that names it; anything else is a package. */
function moduleUrl(module: string, file: string | undefined): string {
  if (!/^\.{0,2}[/\\]/.test(module) && !isAbsolute(module)) return module
  return pathToFileURL(resolve(file === undefined ? '.' : resolve(file, '..'), module)).href
}

/** The export that is a plugin of this name, or the only plugin that a module exports. */
function pluginIn(loaded: unknown, name: string): Plugin | undefined {
  const plugins = Object.values(loaded as Record<string, unknown>).filter(isPlugin)
  return plugins.find(plugin => plugin.name === name) ?? (plugins.length === 1 ? plugins[0] : undefined)
}

function isPlugin(value: unknown): value is Plugin {
  return (
    isObject(value) && typeof value.name === 'string' && isObject(value.options) && typeof value.create === 'function'
  )
}
