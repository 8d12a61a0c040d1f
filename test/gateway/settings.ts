/** Configurations for tests: complete, and changed where a test needs it. */
import type { DurableConfig, GatewayConfig, GatewayLimits, PoolConfig, RouteConfig } from '../../src/gateway/config.ts'

export const limits: GatewayLimits = {
  maxConnections: 1000,
  maxHeaderBytes: 16 * 1024,
  maxUrlBytes: 8 * 1024,
  maxBodyBytes: 1024 * 1024,
  maxVerifiedBodyBytes: 1024 * 1024,
  headTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  sendTimeoutMs: 60_000,
  maxSseConnectionsPerTenant: 10,
  whenStoreIsAway: 'closed',
  sseRetryAfterSeconds: 60,
  keepAliveMs: 15_000,
}

export function pool(urls: string | readonly string[], more: Partial<PoolConfig> = {}): PoolConfig {
  return {
    name: 'agents',
    targets: [urls].flat().map(url => ({ url, weight: 1 })),
    connections: 128,
    maxConcurrent: 0,
    connectTimeoutMs: 2000,
    firstByteTimeoutMs: 10_000,
    idleTimeoutMs: 10_000,
    totalTimeoutMs: 60_000,
    tries: 2,
    breaker: { failures: 5, openMs: 10_000 },
    ...more,
  }
}

export function route(more: Partial<RouteConfig> = {}): RouteConfig {
  return {
    id: 'optimize',
    method: 'POST',
    path: '/campaigns/{campaignId}/optimizations',
    hosts: [],
    headers: {},
    pool: 'agents',
    mode: 'json',
    executionTimeoutSeconds: 0,
    roles: [],
    tenantRequired: false,
    audit: false,
    enforce: 'enforce',
    contract: 'yaagents',
    effects: 'additive',
    maxBodyBytes: 1024 * 1024,
    plugins: {},
    ...more,
  }
}

export const durable: DurableConfig = {
  prefix: '',
  operators: ['operator'],
  approvers: ['approver'],
  ownApprovals: false,
  approvalTtlMs: 86_400_000,
  leaseMs: 2000,
  keyTtlMs: 86_400_000,
  taskTimeoutMs: 3_600_000,
  concurrency: 10,
  queuedTasks: 1000,
  webhooks: [],
  allowLoopback: true,
}

export type TestConfig = Partial<Omit<GatewayConfig, 'limits'>> & { limits?: Partial<GatewayLimits> }

export function config({ limits: more, ...rest }: TestConfig = {}): GatewayConfig {
  return {
    listeners: [{ host: '127.0.0.1', port: 0 }],
    admin: undefined,
    auth: 'none',
    contract: 'yaagents',
    routes: [route()],
    plugins: [],
    pools: [],
    trustedCallers: [],
    auditLog: undefined,
    store: undefined,
    durable,
    shutdownMs: 1000,
    files: [],
    ...rest,
    limits: { ...limits, ...more },
  }
}
