/** The configuration of a gateway, as every part of it reads it: complete, with defaults applied and texts expanded. */

import type { JsonObject } from '../lib/json-value.ts'

/** What is done about answers of upstreams that break their contract. */
export type Enforcement =
  /** Conformance: `must` rules, and validity by the published schemas. Such an answer is replaced by a 500. */
  | 'enforce'
  /** `must` rules alone. */
  | 'enforce-must'
  /** Forwarded unchanged, counted and listed. */
  | 'report'
  | 'off'

/** A place that the gateway listens at. */
export interface ListenerConfig {
  readonly host: string
  readonly port: number
  /** Files in PEM; read again when they change. */
  readonly tls?: TlsFiles | undefined
  /** Whether callers may choose HTTP/2, where it has TLS. Default: true. */
  readonly http2?: boolean | undefined
}

/** The files of a certificate, in PEM. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
  /** Clients must have a certificate of this authority. */
  readonly ca?: string | undefined
}

/** One upstream of a pool. */
export interface TargetConfig {
  /** Scheme, host, port and, before the path of the request, a path of its own. */
  readonly url: string
  /** Its share of the calls. Default: 1. */
  readonly weight: number
}

/** A group of upstreams that answer the same calls. */
export interface PoolConfig {
  readonly name: string
  readonly targets: readonly TargetConfig[]
  /** Open connections to each target. Default: 128. */
  readonly connections: number
  /** Calls that may be open to the whole pool; further ones are refused at once with 503. 0: no limit. */
  readonly maxConcurrent: number
  readonly connectTimeoutMs: number
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
  /** From the first try to the last byte of an answer that is no stream; 0: no limit. Default: 300,000. */
  readonly totalTimeoutMs: number
  /** How often a call is tried, where repeating it is safe. Default: 2. */
  readonly tries: number
  /** Opens after so many failures in a row, for so long. */
  readonly breaker: { readonly failures: number; readonly openMs: number }
  /** Asks each target whether it is well; undefined: only by the answers to calls. */
  readonly health?: HealthCheckConfig | undefined
  /** Whether targets with https are called over HTTP/2, if they offer it. Default: false. */
  readonly http2?: boolean | undefined
  /** Certificate of the gateway for upstreams that ask for one, and the authority of theirs. */
  readonly tls?: Partial<TlsFiles> | undefined
}

/** How the health of a target is asked for. */
export interface HealthCheckConfig {
  readonly path: string
  readonly intervalMs: number
  readonly timeoutMs: number
  /** Failures in a row until a target is left out, and successes until it is back. */
  readonly unhealthyAfter: number
  readonly healthyAfter: number
}

/** A plugin as a file lists it. The order of the list is the order of the stages. */
export interface PluginConfig {
  readonly name: string
  readonly enabled: boolean
  /** The module of a plugin that does not ship, by path or package name. */
  readonly module?: string | undefined
  /** As the plugin's own schema has them. */
  readonly options: Readonly<Record<string, unknown>>
  /** Where the entry is in its file, for messages of the plugin. */
  readonly at?: FilePosition | undefined
}

/** A place in a configuration file. */
export interface FilePosition {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A route: which calls it takes, where they go, and what is done with them. */
export interface RouteConfig {
  readonly id: string
  readonly method: string
  /** `{param}`, `{param}:action`; `/*` at its end takes every path below. */
  readonly path: string
  /** Only for these names of the gateway. Default: every name. */
  readonly hosts: readonly string[]
  /** Only with these headers, by name in lower case: a value, or any where it is `*`. */
  readonly headers: Readonly<Record<string, string>>
  /** The name of a pool. */
  readonly pool: string
  readonly mode: 'json' | 'sse'
  /** 0: no limit. Streams have 30 seconds more. */
  readonly executionTimeoutSeconds: number
  /** All must be present. */
  readonly roles: readonly string[]
  readonly tenantRequired: boolean
  readonly audit: boolean
  readonly enforce: Enforcement
  /** `id` or `id@edition` of what the upstream answers in; callers get the same, unless `offers` names others. */
  readonly contract: string
  /** Contracts that callers may ask for; who asks for none gets the first. Default: that of the upstream alone. */
  readonly offers?: readonly string[] | undefined
  /** What the upstream calls it: a route, a tool, a skill, a task type. Default: the route itself, or its id. */
  readonly operation?: string | undefined
  /** The JSON Schema of the arguments. Default: anything. */
  readonly input?: JsonObject | undefined
  /** The OpenAPI document of the upstream, a file or a URL: it describes the tool and the skill of the route. */
  readonly openapi?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly effects: 'none' | 'additive' | 'destructive'
  readonly maxBodyBytes: number
  /** By plugin: off, or options in place of those of the list. */
  readonly plugins: Readonly<Record<string, RoutePluginConfig>>
  readonly at?: FilePosition | undefined
}

/** What a route changes of a plugin. */
export interface RoutePluginConfig {
  readonly enabled?: boolean | undefined
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

/** Limits for callers. */
export interface GatewayLimits {
  readonly maxConnections: number
  readonly maxHeaderBytes: number
  readonly maxUrlBytes: number
  readonly maxBodyBytes: number
  /** The longest answer that is verified. Default: 1 MiB. */
  readonly maxVerifiedBodyBytes: number
  /** How long a client may take to send its head, and its whole request. */
  readonly headTimeoutMs: number
  readonly requestTimeoutMs: number
  /** How long a client may take nothing of an answer. */
  readonly sendTimeoutMs: number
  /** Open streams of one tenant. Default: 10. */
  readonly maxSseConnectionsPerTenant: number
  /** Shared limits without their store: `closed` refuses what cannot be counted, `open` counts in each process. Default: closed. */
  readonly whenStoreIsAway: 'open' | 'closed'
  /** What a refusal for too many streams asks to wait. Default: 60. */
  readonly sseRetryAfterSeconds: number
  /** Between events of a stream that is silent, a comment keeps it open. Default: 15,000. */
  readonly keepAliveMs: number
}

/** How durable routes are served, where there is a store. */
export interface DurableConfig {
  /** Before the paths of tasks and approvals: `/operations`, `/approvals`. */
  readonly prefix: string
  /** Callers with one of these roles see all tasks of their tenant. */
  readonly operators: readonly string[]
  /** Callers with one of these roles decide approvals that name no roles of their own. */
  readonly approvers: readonly string[]
  /** Approvers may decide what they asked for themselves. */
  readonly ownApprovals: boolean
  readonly approvalTtlMs: number
  /** How long a process may be silent before another takes its tasks. */
  readonly leaseMs: number
  readonly keyTtlMs: number
  readonly taskTimeoutMs: number
  /** Tasks that one process forwards at once; 0: none, they are left to `replywire worker`. */
  readonly concurrency: number
  /** Tasks of one caller that may wait; further ones are refused with 429. */
  readonly queuedTasks: number
  /** Endpoints that are notified of the end of every task. */
  readonly webhooks: readonly { readonly url: string; readonly secret: string; readonly tenant?: string }[]
  /** Receivers of webhooks on this machine are allowed. */
  readonly allowLoopback: boolean
}

/** Routes that are offered as the tools of one MCP server, or as the skills of one A2A agent. */
export interface FrontConfig {
  /** The ids of the routes. Default: every route that is not a `/*`. */
  readonly routes?: readonly string[] | undefined
  /** Names by which callers reach it, in addition to this machine's and those of the listeners. */
  readonly hosts: readonly string[]
  /** Where it is, as callers see it. Default: as their requests say. */
  readonly url?: string | undefined
}

/** The console and the operations that it needs. */
export interface ConsoleConfig {
  /** Names by which it is reached, in addition to this machine's, those of the listeners and those of routes. */
  readonly hosts: readonly string[]
}

/** How many requests are remembered. Inputs and outputs are never kept. */
export interface JournalConfig {
  /** Of one tenant in a store, of all callers in memory. Default: 10,000. */
  readonly entries?: number | undefined
  /** Of all tenants in a store. Default: 100,000. */
  readonly total?: number | undefined
  /** Default: 7 days. */
  readonly keepMs?: number | undefined
}

/** A whole configuration. `loadConfig` makes one from a file. */
export interface GatewayConfig {
  readonly listeners: readonly ListenerConfig[]
  /** Health and metrics on a listener of their own; `shared`: on the public port, as the original gateway has them. */
  readonly admin: ListenerConfig | 'shared' | undefined
  /** `none`: anyone may call. Without it, a gateway without authentication does not start. */
  readonly auth: 'required' | 'none'
  /** What is not found, and what is refused before a route is known, is answered in this contract. */
  readonly contract: string
  readonly routes: readonly RouteConfig[]
  readonly plugins: readonly PluginConfig[]
  readonly pools: readonly PoolConfig[]
  readonly limits: GatewayLimits
  /** Subjects of verified callers whose identity headers are taken over, such as another gateway. */
  readonly trustedCallers: readonly string[]
  /** `stdout`, a file, or none. */
  readonly auditLog: string | undefined
  readonly store: string | undefined
  /** `/mcp`. Default: none. */
  readonly mcp?: FrontConfig | undefined
  /** `/a2a` and its card. Default: none. */
  readonly a2a?: FrontConfig | undefined
  readonly durable: DurableConfig
  /** `/console`, after `durable.prefix`. Default: none. */
  readonly console?: ConsoleConfig | undefined
  /** The request journal, in the store or, without one, in memory. Default: none. */
  readonly journal?: JournalConfig | undefined
  readonly shutdownMs: number
  /** The files that it was read from: a change of one is a reason to read them again. */
  readonly files: readonly string[]
}
