/** Reads the configuration of a gateway: `gateway.yaml`, or a classic `routes.yaml` with its plugins file. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ReplywireError } from '../../errors.ts'
import { isObject } from '../../lib/json-value.ts'
import { didYouMean } from '../../lib/suggest.ts'
import type { FilePosition, GatewayConfig } from '../config.ts'
import { findPlugin } from '../find-plugin.ts'
import type { Plugin } from '../plugin.ts'
import { checkConfig, type KnownPlugins } from './check-config.ts'
import { classicFile, isClassicName } from './classic-file.ts'
import { type Environment, withEnvironment } from './environment.ts'
import { type FileParts, normalise } from './normalise.ts'
import { type PluginEntry, pluginEntries } from './plugin-entries.ts'
import { ConfigError, type ConfigProblem, type ProblemList } from './problem.ts'
import { readYaml, type YamlData } from './read-yaml.ts'
import { pluginsOfKeys } from './route-keys.ts'
import { GatewayFile } from './schema.ts'
import { type ValueProblem, validateValue } from './validate-value.ts'

/** How a configuration is read. */
export interface ReadOptions {
  readonly environment?: Environment | undefined
  /** Read it as a classic file, whatever its name. Default: by its name. */
  readonly classic?: boolean | undefined
  /** Accept calls of anyone if no plugin authenticates callers. */
  readonly noAuth?: boolean | undefined
  /** What happens to answers that break their contract, in place of what routes say. Routes with `off` stay off. */
  readonly mode?: 'report' | 'enforce' | undefined
}

/** What was read. */
export interface ReadConfig {
  /** Undefined if there are errors. */
  readonly config: GatewayConfig | undefined
  readonly errors: readonly ConfigProblem[]
  readonly warnings: readonly ConfigProblem[]
  /** Files that were read or looked for: a change of one is a reason to read them again. */
  readonly files: readonly string[]
}

/** The file that is used if none is named. */
export function defaultConfigFile(environment: Environment = process.env): { path: string; classic: boolean } {
  if (existsSync('gateway.yaml')) return { path: 'gateway.yaml', classic: false }
  const { GATEWAY_ROUTES_FILE: routes, GATEWAY_PORT: port } = environment
  if (routes || port || existsSync('routes.yaml')) return { path: routes || 'routes.yaml', classic: true }
  return { path: 'gateway.yaml', classic: false }
}

/**
 * Reads a configuration. Never throws for what is in its files.
 *
 * @example
 * const { config, errors } = await readConfig('gateway.yaml')
 */
export async function readConfig(path: string, options: ReadOptions = {}): Promise<ReadConfig> {
  return new ConfigReader(resolve(path), options).read()
}

/**
 * Reads a configuration, or throws a `ConfigError` with all its problems.
 *
 * @example
 * const gateway = await startGateway(await loadConfig('gateway.yaml'))
 */
export async function loadConfig(path: string, options: ReadOptions = {}): Promise<GatewayConfig> {
  const { config, errors } = await readConfig(path, options)
  if (config === undefined) throw new ConfigError(errors)
  return config
}

type Places = Pick<YamlData, 'at' | 'keyAt'>

class ConfigReader implements ProblemList {
  readonly errors: ConfigProblem[] = []
  readonly warnings: ConfigProblem[] = []
  readonly #path: string
  readonly #options: ReadOptions
  readonly #environment: Environment
  readonly #files = new Set<string>()
  readonly #isClassic: boolean

  constructor(path: string, options: ReadOptions) {
    this.#path = path
    this.#options = options
    this.#environment = options.environment ?? process.env
    this.#isClassic = options.classic ?? isClassicName(path)
  }

  async read(): Promise<ReadConfig> {
    const config = await this.#config()
    const order = (a: ConfigProblem, b: ConfigProblem) =>
      (a.at?.file ?? '').localeCompare(b.at?.file ?? '') ||
      (a.at?.line ?? 0) - (b.at?.line ?? 0) ||
      (a.at?.column ?? 0) - (b.at?.column ?? 0)
    const errors = this.errors.toSorted(order)
    const files = [...new Set([...this.#files, ...(config?.files ?? [])])]
    return {
      config: errors.length > 0 || config === undefined ? undefined : { ...config, files },
      errors,
      warnings: this.warnings.toSorted(order),
      files,
    }
  }

  async #config(): Promise<GatewayConfig | undefined> {
    const data = this.#readFile(this.#path)
    if (data?.value === undefined) return undefined
    const base = this.#isClassic ? classicFile(data, this) : data.value
    const pluginsFile = this.#isClassic ? this.#pluginsFile() : undefined
    const places = pluginsFile ?? { ...data, root: '/plugins' }
    const merged = isObject(base)
      ? withEnvironment(
          { ...base, ...(pluginsFile === undefined ? undefined : { plugins: pluginsFile.plugins }) },
          this.#classicEnvironment(),
          this,
        )
      : base
    const problems = validateValue(GatewayFile, merged)
    this.#report(problems, data)
    const entries = pluginEntries(isObject(merged) ? merged.plugins : undefined, places.root).map(entry => ({
      ...entry,
      at: places.at(entry.pointer),
    }))
    const keyed = this.#keyedPlugins(merged, entries, data)
    const found = await this.#findPlugins([...entries, ...keyed])
    const plugins = [...this.#checkedPlugins(entries, found, places), ...keyed]
    // Unknown keys aside, the checks that follow need the file to have its form.
    if (!isObject(merged) || problems.some(({ isUnknownKey }) => !isUnknownKey)) return undefined
    const parts: FileParts = {
      file: merged as GatewayFile,
      path: this.#path,
      plugins,
      at: data.at,
      files: [...this.#files],
    }
    const config = this.#withOptions(normalise(parts), found)
    checkConfig(config, parts, found, this)
    this.#checkRoutePlugins(config, data, found)
    return config
  }

  /** A classic gateway listens on the port of the environment, and on 8120 if there is none. */
  #classicEnvironment(): Environment {
    if (!this.#isClassic) return this.#environment
    return { ...this.#environment, GATEWAY_PORT: this.#environment.GATEWAY_PORT || '8120' }
  }

  #readFile(path: string): YamlData | undefined {
    this.#files.add(path)
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      const { code = 'EIO' } = error as NodeJS.ErrnoException
      const fix = code === 'ENOENT' ? 'replywire gateway init writes one.' : undefined
      this.errors.push({ message: `${path} cannot be read (${code})`, fix })
      return undefined
    }
    const data = readYaml(text, path, { environment: this.#environment, files: this.#files })
    this.errors.push(...data.problems)
    if (data.problems.length === 0 && !isObject(data.value) && !Array.isArray(data.value)) {
      this.errors.push({ at: data.at(''), message: 'the file is empty', fix: 'Expected: keys such as routes.' })
      return undefined
    }
    return data
  }

  /** The plugins file of a classic gateway: a list or a map, at its top or below `plugins`. */
  #pluginsFile(): (Places & { plugins: unknown; root: string }) | undefined {
    const name = this.#environment.GATEWAY_PLUGINS_FILE
    if (!name) return undefined
    const data = this.#readFile(resolve(name))
    const start = { file: name, line: 1, column: 1 }
    if (data?.value === undefined) return { plugins: [], at: () => start, keyAt: () => start, root: '' }
    const { value } = data
    const isWrapped = isObject(value) && value.plugins !== undefined
    return { ...data, plugins: isWrapped ? value.plugins : value, root: isWrapped ? '/plugins' : '' }
  }

  #report(problems: readonly ValueProblem[], { at, keyAt }: Places): void {
    for (const { pointer, isKey, message, fix } of problems) {
      this.errors.push({ at: isKey ? keyAt(pointer) : at(pointer), message, fix })
    }
  }

  /** Plugins that keys of routes name and that the list does not have: off for every other route. */
  #keyedPlugins(file: unknown, listed: readonly PluginEntry[], { at }: Places): FileParts['plugins'] {
    const named = pluginsOfKeys(isObject(file) ? file.routes : undefined)
    return [...named]
      .filter(([name]) => listed.every(entry => entry.name !== name))
      .map(([name, pointer]) => ({ name, enabled: false, options: {}, pointer, at: at(pointer) }))
  }

  async #findPlugins(entries: readonly (PluginEntry & { readonly at: FilePosition })[]): Promise<KnownPlugins> {
    const found = new Map<string, Plugin | undefined>()
    for (const entry of entries) {
      if (found.has(entry.name)) {
        this.errors.push({ at: entry.at, message: `the plugin "${entry.name}" is listed twice`, fix: 'Remove one.' })
        continue
      }
      try {
        found.set(entry.name, await findPlugin(entry))
      } catch (error) {
        found.set(entry.name, undefined)
        const text = error instanceof ReplywireError ? error.message : 'the module of the plugin cannot be loaded'
        const message = text.replace(/\.$/, '')
        if (this.#isClassic) this.warnings.push({ at: entry.at, message: `${message}; it is skipped` })
        else this.errors.push({ at: entry.at, message })
      }
    }
    return found
  }

  /** The entries with valid options. What a classic file lists in vain is left out. */
  #checkedPlugins(
    entries: readonly (PluginEntry & { readonly at: FilePosition })[],
    found: KnownPlugins,
    places: Places,
  ): FileParts['plugins'] {
    return entries.flatMap(entry => {
      const plugin = found.get(entry.name)
      if (plugin === undefined) return []
      const options = this.#checkedOptions(plugin, entry.options, places, entry.pointer)
      return [{ ...entry, options }]
    })
  }

  #checkedOptions(plugin: Plugin, options: Readonly<Record<string, unknown>>, { at, keyAt }: Places, root: string) {
    const kept = { ...options }
    for (const { pointer, isKey, isUnknownKey, message, fix } of validateValue(
      plugin.options,
      options,
      'its options',
    )) {
      const place = `${root}${pointer}`
      const problem = { at: isKey ? keyAt(place) : at(place), message: `plugin ${plugin.name}: ${message}`, fix }
      const [, key = '', ...deeper] = pointer.split('/')
      if (!this.#isClassic || !isUnknownKey) this.errors.push(problem)
      else {
        this.warnings.push({ ...problem, message: `${problem.message}; it is ignored` })
        if (deeper.length === 0) delete kept[key]
      }
    }
    return kept
  }

  #checkRoutePlugins(config: GatewayConfig, places: Places, found: KnownPlugins): void {
    for (const [index, { plugins }] of config.routes.entries()) {
      for (const [name, { options }] of Object.entries(plugins)) {
        const place = `/routes/${index}/plugins/${name}`
        const plugin = found.get(name)
        if (!found.has(name)) {
          const fix = didYouMean(name, [...found.keys()]) ?? 'List it in plugins first.'
          const problem = {
            at: places.keyAt(place),
            message: `the plugin "${name}" is not in the list of plugins`,
            fix,
          }
          if (this.#isClassic) this.warnings.push(problem)
          else this.errors.push(problem)
        } else if (plugin !== undefined && options !== undefined) {
          const listed = config.plugins.find(one => one.name === name)?.options
          this.#checkedOptions(plugin, { ...listed, ...options }, places, place)
        }
      }
    }
  }

  /** What the command line changes. */
  #withOptions(config: GatewayConfig, found: KnownPlugins): GatewayConfig {
    const { noAuth, mode } = this.#options
    const authenticates = config.plugins.some(({ name, enabled }) => enabled && found.get(name)?.authenticates === true)
    return {
      ...config,
      auth: noAuth === true && !authenticates ? 'none' : config.auth,
      routes:
        mode === undefined
          ? config.routes
          : config.routes.map(route => {
              const keeps = route.enforce === 'off' || (mode === 'enforce' && route.enforce !== 'report')
              return keeps ? route : { ...route, enforce: mode }
            }),
    }
  }
}
