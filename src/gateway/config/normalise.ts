/** From the file to the configuration: defaults applied, durations and sizes as numbers, paths absolute, one pool per target. */

import { dirname, resolve } from 'node:path'
import { defaultContract } from '../../contracts/roles.ts'
import { durationMs } from '../../lib/duration.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Carrier } from '../../wire/wire.ts'
import type {
  ConsoleConfig,
  DurableConfig,
  FilePosition,
  FrontConfig,
  GatewayConfig,
  GatewayLimits,
  JournalConfig,
  ListenerConfig,
  PoolConfig,
  RouteConfig,
  RoutePluginConfig,
  TargetConfig,
} from '../config.ts'
import type { PluginEntry } from './plugin-entries.ts'
import { ownPlugins } from './route-keys.ts'
import type { AddressEntry, GatewayFile, PoolEntry, RouteEntry, TargetEntry } from './schema.ts'
import { sizeBytes } from './units.ts'

/** A valid file, and where its parts are. */
export interface FileParts {
  readonly file: GatewayFile
  readonly path: string
  readonly plugins: readonly (PluginEntry & { readonly at: FilePosition })[]
  at(pointer: string): FilePosition
  readonly files: readonly string[]
}

const defaultListen = { host: '127.0.0.1', port: 8120 } as const
const defaultAdmin = { host: '127.0.0.1', port: 9120 } as const
const readOnly = new Set(['GET', 'HEAD', 'OPTIONS'])

const ms = (text: string | undefined, otherwise: number): number =>
  text === undefined ? otherwise : (durationMs(text) ?? otherwise)
const bytes = (size: string | number | undefined, otherwise: number): number =>
  size === undefined ? otherwise : (sizeBytes(size) ?? otherwise)

/** The configuration of a valid file. */
export function normalise(parts: FileParts): GatewayConfig {
  const { file, path, plugins } = parts
  const inFolder = (name: string): string => resolve(dirname(path), name)
  const limits = limitsOf(file)
  const pools = new Map<string, PoolConfig>()
  for (const [name, pool] of Object.entries(file.pools ?? {})) pools.set(name, poolOf(name, pool, inFolder))
  const routes = file.routes.map((route, index) => {
    const [pool, targets] = poolOfRoute(route)
    if (targets !== undefined && !pools.has(pool)) pools.set(pool, poolOf(pool, { targets: [...targets] }, inFolder))
    return routeOf(route, { file, pool, pools, limits, inFolder, at: parts.at(`/routes/${index}`) })
  })
  const listeners = [file.listen ?? defaultListen.port].flat().map(one => listenerOf(one, inFolder))
  return {
    listeners,
    admin: adminOf(file.admin, inFolder),
    auth: file.auth ?? 'required',
    contract: file.contract ?? defaultContract,
    routes,
    plugins: plugins.map(({ name, enabled, module, options, at }) => ({ name, enabled, module, options, at })),
    pools: [...pools.values()],
    limits,
    trustedCallers: file.trustedCallers ?? [],
    auditLog: auditLogOf(file, inFolder),
    store: file.store?.replace(/^sqlite:(?!:memory:)(.+)$/, (_, name: string) => `sqlite:${inFolder(name)}`),
    durable: durableOf(file.durable),
    ...(consoleOf(file.console) && { console: consoleOf(file.console) }),
    ...(journalOf(file.journal) && { journal: journalOf(file.journal) }),
    ...(frontOf(file.mcp) && { mcp: frontOf(file.mcp) }),
    ...(frontOf(file.a2a) && { a2a: frontOf(file.a2a) }),
    shutdownMs: ms(file.drain, 30_000),
    files: [...new Set([...parts.files, ...tlsFiles(listeners), ...documentFiles({ routes })])],
  }
}

/** Lines are written for routes that ask for them: without any, there is no log. */
function auditLogOf({ auditLog, routes }: GatewayFile, inFolder: (name: string) => string): string | undefined {
  if (auditLog !== undefined && auditLog !== 'stdout') return inFolder(auditLog)
  return auditLog === 'stdout' || routes.some(({ audit }) => audit === true) ? 'stdout' : undefined
}

function frontOf(front: GatewayFile['mcp']): FrontConfig | undefined {
  if (front === undefined || front === false) return undefined
  return front === true ? { hosts: [] } : { ...front, hosts: front.hosts ?? [] }
}

function consoleOf(entry: GatewayFile['console'] = false): ConsoleConfig | undefined {
  if (entry === false) return undefined
  return { hosts: entry === true ? [] : (entry.hosts ?? []) }
}

function journalOf(entry: GatewayFile['journal'] = false): JournalConfig | undefined {
  if (entry === false) return undefined
  if (entry === true) return {}
  const { keep, ...counts } = entry
  return { ...counts, ...(keep === undefined ? undefined : { keepMs: ms(keep, 0) }) }
}

const isUrl = /^https?:\/\//

/** Documents that are files: a change of one is a reason to read them again. */
function documentFiles({ routes }: Pick<GatewayConfig, 'routes'>): string[] {
  return routes.flatMap(({ openapi }) => (openapi === undefined || isUrl.test(openapi) ? [] : [openapi]))
}

function tlsFiles(listeners: readonly ListenerConfig[]): string[] {
  return listeners.flatMap(({ tls }) => (tls === undefined ? [] : [tls.cert, tls.key, ...(tls.ca ? [tls.ca] : [])]))
}

function adminOf(admin: GatewayFile['admin'], inFolder: (name: string) => string): GatewayConfig['admin'] {
  if (admin === undefined) return defaultAdmin
  if (admin === 'shared') return 'shared'
  return admin === 'off' ? undefined : listenerOf(admin, inFolder)
}

function listenerOf(entry: AddressEntry, inFolder: (name: string) => string): ListenerConfig {
  if (typeof entry === 'number') return { host: defaultListen.host, port: entry }
  if (typeof entry === 'string') {
    const at = entry.lastIndexOf(':')
    return { host: entry.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(entry.slice(at + 1)) }
  }
  const { host = defaultListen.host, port, tls, http2 } = entry
  if (tls === undefined) return { host, port }
  const { cert, key, ca } = tls
  return {
    host,
    port,
    tls: { cert: inFolder(cert), key: inFolder(key), ...(ca === undefined ? undefined : { ca: inFolder(ca) }) },
    ...(http2 === undefined ? undefined : { http2 }),
  }
}

/** The pool of a route, and its targets where the route itself names them. Routes with the same target share a pool. */
function poolOfRoute({
  id,
  pool,
  target,
  targets,
  upstream,
}: RouteEntry): [string, readonly TargetEntry[] | undefined] {
  if (pool !== undefined) return [pool, undefined]
  if (targets !== undefined) return [`route:${id}`, targets]
  const url = target ?? upstream?.url ?? ''
  return [url.replace(/\/$/, ''), [url]]
}

function targetOf(entry: TargetEntry): TargetConfig {
  const { url, weight = 1 } = typeof entry === 'string' ? { url: entry } : entry
  return { url: url.replace(/\/$/, ''), weight }
}

function poolOf(name: string, pool: PoolEntry, inFolder: (name: string) => string): PoolConfig {
  const { breaker = {}, health, tls, http2 } = pool
  return {
    name,
    targets: pool.targets.map(targetOf),
    connections: pool.connections ?? 128,
    maxConcurrent: pool.maxConcurrent ?? 0,
    connectTimeoutMs: ms(pool.connectTimeout, 2000),
    firstByteTimeoutMs: ms(pool.firstByteTimeout, 60_000),
    idleTimeoutMs: ms(pool.idleTimeout, 60_000),
    totalTimeoutMs: ms(pool.totalTimeout, 300_000),
    tries: pool.tries ?? 2,
    breaker: { failures: breaker.failures ?? 5, openMs: ms(breaker.open, 10_000) },
    ...(http2 === undefined ? undefined : { http2 }),
    health: health && {
      path: health.path,
      intervalMs: ms(health.interval, 10_000),
      timeoutMs: ms(health.timeout, 2000),
      unhealthyAfter: health.unhealthyAfter ?? 3,
      healthyAfter: health.healthyAfter ?? 2,
    },
    tls:
      tls && Object.fromEntries(Object.entries(tls).map(([part, file]) => [part, inFolder(file)] as [string, string])),
  }
}

interface RouteFacts {
  readonly file: GatewayFile
  readonly pool: string
  readonly pools: ReadonlyMap<string, PoolConfig>
  readonly limits: GatewayLimits
  inFolder(name: string): string
  readonly at: FilePosition
}

function routeOf(route: RouteEntry, { file, pool, pools, limits, inFolder, at }: RouteFacts): RouteConfig {
  const method = route.method.toUpperCase()
  return {
    id: route.id,
    method,
    path: route.path,
    hosts: (route.hosts ?? []).map(host => host.toLowerCase()),
    headers: Object.fromEntries(
      Object.entries(route.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    pool,
    mode: route.mode ?? 'json',
    executionTimeoutSeconds: route.executionTimeoutSeconds ?? 0,
    roles: route.roles ?? [],
    tenantRequired: route.tenantRequired ?? false,
    audit: route.audit ?? false,
    enforce: route.enforce ?? file.enforce ?? 'enforce',
    ...contractsOf(route, file.contract ?? defaultContract, pools.get(pool)),
    ...given(route, ['operation', 'title', 'description']),
    ...(route.openapi === undefined
      ? undefined
      : { openapi: isUrl.test(route.openapi) ? route.openapi : inFolder(route.openapi) }),
    ...(route.input === undefined ? undefined : { input: route.input as JsonObject }),
    effects: route.effects ?? (readOnly.has(method) ? 'none' : 'additive'),
    maxBodyBytes: bytes(route.maxBodyBytes, limits.maxBodyBytes),
    plugins: Object.fromEntries(Object.entries(ownPlugins(route)).map(([name, own]) => [name, routePlugin(own)])),
    at,
  }
}

/** The contract of the upstream, and those that callers may ask for where that is more than the same. */
function contractsOf(
  route: RouteEntry,
  ofFile: string,
  pool: PoolConfig | undefined,
): Pick<RouteConfig, 'contract' | 'offers'> {
  const { contract = ofFile, operation } = route
  const carrier = carrierOf(pool)
  if (carrier !== 'http') {
    const { upstream = carrier, downstream = ofFile } =
      typeof contract === 'object' ? contract : { downstream: contract }
    return { contract: upstream, offers: [downstream].flat() }
  }
  // A request to another operation is written here, even if both sides speak the same.
  if (typeof contract === 'string') return operation === undefined ? { contract } : { contract, offers: [contract] }
  const { upstream = ofFile, downstream = ofFile } = contract
  return { contract: upstream, offers: [downstream].flat() }
}

/** What the targets of a pool are called over. */
export function carrierOf(pool: Pick<PoolConfig, 'targets'> | undefined): Carrier {
  const [, carrier = 'http'] = /^(mcp|a2a)\+/.exec(pool?.targets[0]?.url ?? '') ?? []
  return carrier as Carrier
}

/** The members that are set. */
function given<T, K extends keyof T>(entry: T, names: readonly K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(
    names.filter(name => entry[name] !== undefined).map(name => [name, entry[name]]),
  ) as Partial<Pick<T, K>>
}

function routePlugin(own: boolean | Readonly<Record<string, unknown>>): RoutePluginConfig {
  if (typeof own === 'boolean') return { enabled: own }
  const { enabled, ...options } = own
  return {
    ...(typeof enabled === 'boolean' ? { enabled } : undefined),
    ...(Object.keys(options).length === 0 ? undefined : { options }),
  }
}

function durableOf(durable: GatewayFile['durable'] = {}): DurableConfig {
  return {
    prefix: durable.prefix ?? '',
    operators: durable.operators ?? ['operator'],
    approvers: durable.approvers ?? ['approver'],
    ownApprovals: durable.ownApprovals ?? false,
    approvalTtlMs: ms(durable.approvalTtl, 86_400_000),
    keyTtlMs: ms(durable.keyTtl, 86_400_000),
    leaseMs: ms(durable.lease, 30_000),
    taskTimeoutMs: ms(durable.taskTimeout, 3_600_000),
    concurrency: durable.concurrency ?? 10,
    queuedTasks: durable.queuedTasks ?? 1000,
    webhooks: durable.webhooks ?? [],
    allowLoopback: durable.allowLoopback ?? false,
  }
}

function limitsOf({ limits = {}, gateway }: GatewayFile): GatewayLimits {
  return {
    maxConnections: limits.maxConnections ?? 10_000,
    maxHeaderBytes: bytes(limits.maxHeaderBytes, 16 * 1024),
    maxUrlBytes: bytes(limits.maxUrlBytes, 8 * 1024),
    maxBodyBytes: bytes(limits.maxBodyBytes, 1024 * 1024),
    maxVerifiedBodyBytes: bytes(limits.maxVerifiedBodyBytes, 1024 * 1024),
    headTimeoutMs: ms(limits.headTimeout, 10_000),
    requestTimeoutMs: ms(limits.requestTimeout, 30_000),
    sendTimeoutMs: ms(limits.sendTimeout, 30_000),
    maxSseConnectionsPerTenant: gateway?.llm?.max_sse_connections_per_tenant ?? 10,
    whenStoreIsAway: limits.whenStoreIsAway ?? 'closed',
    sseRetryAfterSeconds: limits.sseRetryAfterSeconds ?? 60,
    keepAliveMs: ms(limits.keepAlive, 15_000),
  }
}
