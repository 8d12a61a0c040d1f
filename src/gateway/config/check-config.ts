/** Checks of a configuration that no schema can make: names that must exist, and things that must not be there twice. */
import { existsSync } from 'node:fs'
import { contractIds, contractRow } from '../../contracts/rows.ts'
import { escapeToken } from '../../lib/pointer.ts'
import { didYouMean } from '../../lib/suggest.ts'
import type { Carrier } from '../../wire/wire.ts'
import type { FilePosition, GatewayConfig, ListenerConfig, RouteConfig } from '../config.ts'
import { consolePathProblem } from '../durable/console-paths.ts'
import type { Plugin } from '../plugin.ts'
import { tlsProblem } from '../read-tls.ts'
import { carrierOf, type FileParts } from './normalise.ts'
import type { ProblemList } from './problem.ts'
import type { RouteEntry } from './schema.ts'

/** What is known of the plugins of a configuration; undefined for one that could not be found. */
export type KnownPlugins = ReadonlyMap<string, Plugin | undefined>

/** Adds the problems of a configuration to a list. */
export function checkConfig(config: GatewayConfig, parts: FileParts, plugins: KnownPlugins, list: ProblemList): void {
  checkRoutes(config, parts, list)
  checkPools(config, parts, list)
  checkContract(config.contract, parts.at('/contract'), list)
  checkListeners(config, parts, list)
  checkIdentity(config, parts, plugins, list)
  checkFronts(config, parts, list)
  checkConsole(config, parts, list)
  checkLookup(config, list)
}

/** The routes of the fronts must exist, and none may have their paths. */
function checkFronts(config: GatewayConfig, { at }: FileParts, { errors }: ProblemList): void {
  for (const front of ['mcp', 'a2a'] as const) {
    if (config[front] === undefined) continue
    for (const [index, id] of (config[front].routes ?? []).entries()) {
      const route = config.routes.find(one => one.id === id)
      if (route !== undefined && !route.path.endsWith('/*')) continue
      const message =
        route === undefined ? 'there is no route of this id' : 'a route with /* has no arguments to describe'
      const fix =
        didYouMean(
          id,
          config.routes.map(one => one.id),
        ) ?? 'Name a route of this file.'
      errors.push({ at: at(`/${front}/routes/${index}`), message, fix })
    }
    for (const [index, { path }] of config.routes.entries()) {
      if (path !== `/${front}` && !path.startsWith(`/${front}/`)) continue
      errors.push({
        at: at(`/routes/${index}/path`),
        message: `${front}: answers at /${front}`,
        fix: 'Choose another path.',
      })
    }
  }
}

/** No route may have a path of the console. */
function checkConsole(config: GatewayConfig, { at }: FileParts, { errors }: ProblemList): void {
  for (const [index, route] of config.routes.entries()) {
    const problem = consolePathProblem(config, route)
    if (problem !== undefined) errors.push({ at: at(`/routes/${index}/path`), ...problem })
  }
}

/** Two issuers may have a subject of the same name, whose tenants differ. */
function checkLookup({ plugins }: GatewayConfig, { warnings }: ProblemList): void {
  const enabled = (wanted: string) => plugins.find(({ name, enabled: isOn }) => isOn && name === wanted)
  const issuers = enabled('token-validator')?.options.issuers
  const injector = enabled('tenant-injector')
  const { url } = (injector?.options.lookup ?? {}) as { url?: unknown }
  if (!Array.isArray(issuers) || issuers.length < 2 || typeof url !== 'string' || url.includes('{issuer}')) return
  warnings.push({
    at: injector?.at,
    message: 'with several issuers, callers of the same name get the same tenant from lookup.url',
    fix: 'Add {issuer} to it, unless the claim is unique over all issuers.',
  })
}

function checkRoutes({ routes, pools }: GatewayConfig, { file, at }: FileParts, { errors }: ProblemList): void {
  const ids = new Map<string, number>()
  const matches = new Map<string, string>()
  const poolNames = Object.keys(file.pools ?? {})
  for (const [index, route] of routes.entries()) {
    const entry = file.routes[index]
    const place = (key: string) => at(`/routes/${index}/${key}`)
    if (ids.has(route.id)) {
      errors.push({ at: place('id'), message: `another route has the id "${route.id}"`, fix: 'Ids are unique.' })
    }
    ids.set(route.id, index)
    const pathProblem = problemOfPath(route.path)
    if (pathProblem !== undefined) errors.push({ at: place('path'), ...pathProblem })
    const match = matchOf(route)
    const other = matches.get(match)
    if (other !== undefined) {
      const message = `the route "${other}" takes the same requests: ${route.method} ${route.path}`
      errors.push({ at: place('path'), message, fix: 'Remove one, or give them different hosts or headers.' })
    }
    matches.set(match, route.id)
    const given = (['target', 'targets', 'upstream', 'pool'] as const).filter(key => entry?.[key] !== undefined)
    if (given.length !== 1) {
      const message =
        given.length === 0
          ? 'the route has no upstream'
          : `the route has ${given.join(' and ')}, of which only one counts`
      errors.push({ at: at(`/routes/${index}`), message, fix: 'Set target, targets or pool.' })
    }
    if (entry?.pool !== undefined && !pools.some(({ name }) => name === entry.pool)) {
      const fix =
        didYouMean(entry.pool, poolNames) ??
        (poolNames.length === 0 ? 'Add it to pools.' : `Pools: ${poolNames.join(', ')}.`)
      errors.push({ at: place('pool'), message: 'there is no pool of this name', fix })
    }
    const carrier = carrierOf(pools.find(({ name }) => name === route.pool))
    for (const [key, name] of contractsIn(entry?.contract)) {
      const over = key === 'contract/upstream' ? carrier : 'http'
      checkContract(name, place(key), { errors, warnings: [] }, over)
    }
    checkTranslation(route, place, errors)
  }
}

/** The contracts that a route names, each with its place. */
function contractsIn(contract: RouteEntry['contract']): [place: string, name: string][] {
  if (contract === undefined) return []
  if (typeof contract === 'string') return [['contract', contract]]
  const { upstream, downstream = [] } = contract
  const offered = [downstream].flat().map((name, index): [string, string] => {
    return [typeof downstream === 'string' ? 'contract/downstream' : `contract/downstream/${index}`, name]
  })
  return upstream === undefined ? offered : [['contract/upstream', upstream], ...offered]
}

/** What does not make sense where calls are translated. */
function checkTranslation(
  route: RouteConfig,
  place: (key: string) => FilePosition,
  errors: ProblemList['errors'],
): void {
  const { offers, path } = route
  if (offers === undefined || !path.endsWith('/*')) return
  const message = 'a route that is translated cannot end with /*: its arguments would not be known'
  errors.push({ at: place('path'), message, fix: 'Write one route for each operation.' })
}

const carrierNames: Readonly<Record<Carrier, string>> = { http: 'HTTP', mcp: 'MCP', a2a: 'A2A', file: 'files' }

/** Two routes of the same match could never both be called. */
function matchOf({ method, path, hosts, headers }: RouteConfig): string {
  const pattern = path
    .split('/')
    .filter(Boolean)
    .join('/')
    .replaceAll(/\{[^{}]*\}/g, '{}')
  return JSON.stringify([method, pattern, hosts.toSorted(), Object.entries(headers).toSorted()])
}

const parameter = /^\{([A-Za-z_]\w*)\}(:[A-Za-z][\w-]*)?$/

function problemOfPath(path: string): { message: string; fix: string } | undefined {
  const names = new Set<string>()
  const segments = path.split('/').slice(1)
  for (const [index, segment] of segments.entries()) {
    if (segment === '*' && index === segments.length - 1) continue
    if (segment.includes('*'))
      return { message: 'a wildcard is only allowed as /* at the end of a path', fix: 'Use {name} for one segment.' }
    if (!/[{}]/.test(segment)) continue
    const [, name] = parameter.exec(segment) ?? []
    if (name === undefined) {
      return {
        message: 'a parameter of the path is not valid',
        fix: 'Write {name} or {name}:action as a whole segment.',
      }
    }
    if (names.has(name)) return { message: `the path has the parameter {${name}} twice`, fix: 'Rename one of them.' }
    names.add(name)
  }
  return undefined
}

function checkContract(text: string, at: FilePosition, { errors }: ProblemList, carrier: Carrier = 'http'): void {
  const [id = '', edition] = text.split('@')
  const row = contractRow(id)
  const known = contractIds.filter(one => carriersOf(one).includes(carrier))
  if (row === undefined || !known.includes(id)) {
    const over = `this contract is not used over ${carrierNames[carrier]}`
    const message = row === undefined ? 'there is no contract of this name' : over
    errors.push({ at, message, fix: didYouMean(id, known) ?? `Contracts: ${known.join(', ')}.` })
    return
  }
  if (edition === undefined) return
  const versions = Object.keys(row.versions)
  if (versions.some(version => version.replace(/^v/i, '') === edition.replace(/^v/i, ''))) return
  errors.push({ at, message: 'the contract has no such edition', fix: `Editions: ${versions.join(', ')}.` })
}

function carriersOf(id: string): readonly string[] {
  const row = contractRow(id)
  return row?.versions[row.current] ?? []
}

function checkPools(
  { pools, routes }: GatewayConfig,
  { file, at }: FileParts,
  { errors, warnings }: ProblemList,
): void {
  const used = new Set(routes.map(({ pool }) => pool))
  for (const name of Object.keys(file.pools ?? {})) {
    const place = at(`/pools/${escapeToken(name)}`)
    if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name)) {
      errors.push({ at: place, message: 'the name of a pool is not valid', fix: 'Use letters, digits and . _ -' })
    }
    if (!used.has(name)) warnings.push({ at: place, message: `no route uses the pool "${name}"` })
  }
  for (const { name, targets, tls } of pools) {
    const place = at(`/pools/${name}`)
    if (targets.every(({ weight }) => weight === 0)) {
      errors.push({ at: place, message: 'every target of the pool has the weight 0', fix: 'Give one a weight.' })
    }
    const kinds = new Set(targets.map(target => carrierOf({ targets: [target] })))
    if (kinds.size > 1) {
      errors.push({ at: place, message: 'the targets of a pool are of several kinds', fix: 'Make a pool for each.' })
    }
    if (tls !== undefined && !kinds.has('http')) {
      const message = 'tls of a pool only counts for targets over HTTP'
      errors.push({ at: place, message, fix: 'Remove it; a proxy on this machine can add certificates.' })
    }
    for (const file of Object.values(tls ?? {})) {
      if (file !== undefined && !existsSync(file))
        errors.push({ at: place, message: 'a file of tls does not exist', fix: file })
    }
  }
}

function checkListeners({ listeners, admin }: GatewayConfig, { at }: FileParts, { errors }: ProblemList): void {
  const taken = new Map<string, string>()
  const check = (listener: ListenerConfig, pointer: string): void => {
    const { host, port, tls } = listener
    const key = `${host}:${port}`
    if (port > 65_535) errors.push({ at: at(pointer), message: 'a port is a number from 0 to 65535' })
    if (port !== 0 && (taken.has(key) || (isEveryAddress(host) && [...taken.values()].includes(String(port))))) {
      errors.push({ at: at(pointer), message: `the port ${port} is used twice`, fix: 'Choose another port.' })
    }
    taken.set(key, String(port))
    if (tls === undefined) return
    const missing = (['cert', 'key', 'ca'] as const).filter(part => tls[part] !== undefined && !existsSync(tls[part]))
    for (const part of missing) {
      const file = tls[part]
      errors.push({ at: at(`${pointer}/tls/${part}`), message: 'this file does not exist', fix: `Looked for ${file}.` })
    }
    const code = missing.length === 0 ? tlsProblem(tls) : undefined
    if (code === undefined) return
    const message = `the certificate and the key cannot be used (${code})`
    errors.push({ at: at(`${pointer}/tls`), message, fix: 'Check that they are PEM files and belong together.' })
  }
  for (const [index, listener] of listeners.entries())
    check(listener, listeners.length === 1 ? '/listen' : `/listen/${index}`)
  if (typeof admin === 'object') check(admin, '/admin')
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Whether callers are authenticated where that is required. */
function checkIdentity(
  config: GatewayConfig,
  { at }: FileParts,
  plugins: KnownPlugins,
  { errors, warnings }: ProblemList,
): void {
  const authenticators = config.plugins.filter(
    ({ name, enabled }) => enabled && plugins.get(name)?.authenticates === true,
  )
  // One that was not found, which is an error already, may be the one that authenticates.
  if (errors.length > 0 && [...plugins.values()].includes(undefined)) return
  if (config.auth === 'required' && authenticators.length === 0) {
    errors.push({
      at: at('/plugins'),
      message: 'no plugin authenticates callers',
      fix: 'Add the plugin token-validator, or write `auth: none` (or pass --no-auth) to accept calls of anyone.',
    })
    return
  }
  if (config.auth === 'none' && authenticators.length > 0) {
    const [first] = authenticators
    warnings.push({ at: first?.at, message: `auth is none, but the plugin ${first?.name} still checks callers` })
  }
  for (const [index, { id, roles, plugins: own }] of config.routes.entries()) {
    if (authenticators.some(({ name }) => !Object.hasOwn(own, name) || own[name]?.enabled !== false)) continue
    if (roles.length === 0) {
      if (config.auth === 'required') {
        const message = `anyone may call the route "${id}": it turns off the plugin that authenticates callers`
        warnings.push({ at: at(`/routes/${index}/plugins`), message })
      }
      continue
    }
    errors.push({
      at: at(`/routes/${index}/roles`),
      message: `the route "${id}" needs roles, but no plugin authenticates its callers`,
      fix: 'Add the plugin token-validator, or remove roles.',
    })
  }
}
