/** Our gateway, as `replywire gateway run` opens it, with more and more to do. */
import { createHmac } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GatewayConfig, PluginConfig, PoolConfig, RouteConfig } from '../../src/gateway/config.ts'
import type { StartedProxy } from './proxies.ts'

const secret = 'a-secret-of-the-benchmark-that-is-long-enough'
const issuer = 'https://issuer.example'

/** A token that is good for an hour, for one of so many callers. */
export function token(caller: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: 'bench', sub: `caller-${caller}`, tenant_id: 'acme', iat: now, exp: now + 3600 }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const validator: PluginConfig = {
  name: 'token-validator',
  enabled: true,
  options: { issuers: [{ issuer, secret }], audiences: ['bench'], algorithms: ['HS256'] },
}

/** Counted over all processes where there is a store. */
const limit: PluginConfig = {
  name: 'rate-limit',
  enabled: true,
  options: { limits: [{ by: 'tenant', requests: 1_000_000, per: '1s' }] },
}

const more: PluginConfig[] = [
  limit,
  { name: 'audit', enabled: true, options: { file: join(tmpdir(), `bench-gateway-${process.pid}.log`) } },
]

/** A plugin of the routes, in addition to JWT, trace and schema. */
const routePlugins = {
  idempotency: {},
  approval: { rules: [{ action: 'Another campaign', when: [{ argument: '/params/campaignId', one_of: ['none'] }] }] },
  'respond-async': { credentials: 'none', keep_headers: ['x-answer'] },
  resume: { credentials: 'none', keep_headers: ['x-answer'] },
  cache: {},
} as const

/** The plugins of the routes of each method and mode. */
const routesOf: Readonly<Record<keyof typeof routePlugins, 'calls' | 'streams' | 'reads'>> = {
  idempotency: 'calls',
  approval: 'calls',
  'respond-async': 'calls',
  resume: 'streams',
  cache: 'reads',
}

function isOfRoute(work: Work): work is keyof typeof routePlugins {
  return Object.hasOwn(routePlugins, work)
}

function pluginsOf(route: 'calls' | 'streams' | 'reads', work: Work): RouteConfig['plugins'] {
  if (!isOfRoute(work) || routesOf[work] !== route) return {}
  return { [work]: { enabled: true, options: routePlugins[work] } }
}

/**
 * `nothing`: forwards. `enforce`: JWT, trace and schema. `all`: a rate limit and an audit log in addition. `translate`: JWT,
 * and the same answer from an agent-run service, whose trace and schema are checked too. `limit`, `shared limit`: a rate
 * limit, with or without a store. Others: the plugin of this name.
 */
export type Work = 'nothing' | 'enforce' | 'all' | 'translate' | 'limit' | 'shared limit' | keyof typeof routePlugins

export interface MoreSettings {
  readonly pool?: Partial<PoolConfig> | undefined
  /** Default: a new SQLite file, where a store is needed. */
  readonly store?: string | undefined
}

export async function startOurs(
  upstream: string,
  work: Work,
  code: 'dist' | 'src',
  more: MoreSettings = {},
): Promise<StartedProxy> {
  const end = code === 'dist' ? 'js' : 'ts'
  const folder = `../../${code}/gateway`
  const load = (file: string) => import(`${folder}/${file}.${end}`)
  const { GatewayProcess } = (await load(
    'run/gateway-process',
  )) as typeof import('../../src/gateway/run/gateway-process.ts')
  const { openGateway } = (await load('gateway')) as typeof import('../../src/gateway/gateway.ts')
  const { createGatewayMetrics } = (await load('metrics')) as typeof import('../../src/gateway/metrics.ts')
  const { noLog } = (await import(`../../${code}/server/log.${end}`)) as typeof import('../../src/server/log.ts')
  const opened = await GatewayProcess.open(configOf(upstream, work, more), {
    log: noLog,
    metrics: createGatewayMetrics(),
    open: openGateway,
  })
  return { origin: opened.urls[0] ?? '' }
}

/** What is not used without a store. */
const durable = {
  prefix: '',
  operators: [],
  approvers: [],
  ownApprovals: false,
  approvalTtlMs: 86_400_000,
  leaseMs: 30_000,
  keyTtlMs: 86_400_000,
  taskTimeoutMs: 3_600_000,
  concurrency: 10,
  queuedTasks: 10_000_000,
  webhooks: [],
  allowLoopback: false,
}

/** PostgreSQL, where it is named; else a new SQLite file. */
function storeOf(): string {
  return process.env.BENCH_STORE ?? `sqlite:${join(mkdtempSync(join(tmpdir(), 'bench-gateway-')), 'store.db')}`
}

function listOf(work: Work): PluginConfig[] {
  if (work === 'nothing') return []
  if (work === 'all') return [validator, ...more]
  return work === 'limit' || work === 'shared limit' ? [validator, limit] : [validator]
}

function configOf(upstream: string, work: Work, { pool, store }: MoreSettings): GatewayConfig {
  const needsStore = work === 'shared limit' || (isOfRoute(work) && work !== 'cache')
  const common = {
    hosts: [],
    headers: {},
    pool: 'agents',
    executionTimeoutSeconds: 0,
    roles: [],
    tenantRequired: false,
    audit: work === 'all',
    enforce: work === 'nothing' ? ('off' as const) : ('enforce' as const),
    ...(work === 'translate' ? { contract: 'agent-run', offers: ['yaagents'] } : { contract: 'yaagents' }),
    effects: 'additive' as const,
    maxBodyBytes: 1024 * 1024,
    plugins: {},
  }
  return {
    durable,
    listeners: [{ host: '127.0.0.1', port: 0 }],
    admin: undefined,
    auth: work === 'nothing' ? 'none' : 'required',
    contract: 'yaagents',
    routes: [
      {
        ...common,
        id: 'calls',
        method: 'POST',
        path: '/campaigns/{campaignId}/optimizations',
        mode: 'json',
        plugins: pluginsOf('calls', work),
      },
      {
        ...common,
        id: 'streams',
        method: 'POST',
        path: '/streams',
        mode: 'sse',
        plugins: pluginsOf('streams', work),
      },
      {
        ...common,
        id: 'reads',
        method: 'GET',
        path: '/campaigns/{campaignId}',
        mode: 'json',
        effects: 'none',
        plugins: pluginsOf('reads', work),
      },
    ],
    plugins: listOf(work),
    pools: [
      {
        name: 'agents',
        targets: [{ url: upstream, weight: 1 }],
        connections: 128,
        maxConcurrent: 0,
        connectTimeoutMs: 2000,
        firstByteTimeoutMs: 60_000,
        idleTimeoutMs: 60_000,
        totalTimeoutMs: 300_000,
        tries: 2,
        breaker: { failures: 5, openMs: 10_000 },
        ...pool,
      },
    ],
    limits: {
      maxConnections: 20_000,
      maxHeaderBytes: 16 * 1024,
      maxUrlBytes: 8 * 1024,
      maxBodyBytes: 1024 * 1024,
      maxVerifiedBodyBytes: 1024 * 1024,
      headTimeoutMs: 15_000,
      requestTimeoutMs: 60_000,
      sendTimeoutMs: 60_000,
      maxSseConnectionsPerTenant: 20_000,
      whenStoreIsAway: 'closed',
      sseRetryAfterSeconds: 60,
      keepAliveMs: 15_000,
    },
    trustedCallers: [],
    auditLog: undefined,
    store: needsStore ? (store ?? storeOf()) : undefined,
    shutdownMs: 1000,
    files: [],
  }
}
