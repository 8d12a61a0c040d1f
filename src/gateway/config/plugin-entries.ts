/** The plugins of a file, listed or by name, in one form. */
import { isObject } from '../../lib/json-value.ts'
import { escapeToken } from '../../lib/pointer.ts'

/** A plugin of a file. */
export interface PluginEntry {
  readonly name: string
  readonly enabled: boolean
  readonly module?: string | undefined
  readonly options: Readonly<Record<string, unknown>>
  /** Where it is in its file. */
  readonly pointer: string
}

type Options = Readonly<Record<string, unknown>>

/** The entries of a list (`- name: …`) or a map (`NAME: {…}`), in their order. */
export function pluginEntries(plugins: unknown, root = '/plugins'): PluginEntry[] {
  if (Array.isArray(plugins)) {
    return plugins.flatMap((entry, at) => {
      if (!isObject(entry)) return []
      const { name, ...rest } = entry
      return typeof name === 'string' ? [entryOf(name, rest, `${root}/${at}`)] : []
    })
  }
  if (!isObject(plugins)) return []
  return Object.entries(plugins).map(([name, options]) =>
    entryOf(name, isObject(options) ? options : {}, `${root}/${escapeToken(name)}`),
  )
}

function entryOf(name: string, { enabled, module, ...options }: Options, pointer: string): PluginEntry {
  return {
    name,
    enabled: enabled !== false,
    ...(typeof module === 'string' ? { module } : undefined),
    options,
    pointer,
  }
}
