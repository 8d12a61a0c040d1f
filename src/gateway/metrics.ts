/** What a gateway counts. A metric is a row of this table and what moves it below. Plugins add their own. */
import { Registry } from 'prom-client'
import { LoopDelay } from '../server/loop-delay.ts'
import { byLabel, HistogramChild, MetricFamily, type MetricSpec, NumberChild } from '../server/metric-family.ts'
import type { Metrics } from '../server/metrics.ts'
import { TenantLabels } from './tenant-labels.ts'

const on = ['gateway'] as const
const route = 'the id of the route; empty if none matched'
const pool = 'the name of the pool'
const target = 'scheme, host and port of the target'
const tenant = 'the tenant; `other` beyond the first 200'

export const gatewayMetricTable = {
  requests: {
    name: 'yaagents_gateway_requests_total',
    type: 'counter',
    help: 'Requests that were answered, refusals included.',
    labels: { route, status: 'the HTTP status; 499 if the caller left' },
    on,
  },
  durations: {
    name: 'yaagents_gateway_request_duration_seconds',
    type: 'histogram',
    help: 'How long requests took, streams until their end.',
    labels: { route, status: 'the HTTP status; 499 if the caller left' },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    on,
  },
  milliseconds: {
    name: 'yaagents_gateway_request_duration_ms_total',
    type: 'counter',
    help: 'The sum of the durations in milliseconds, for dashboards of the original gateway.',
    labels: { route },
    on,
  },
  streams: {
    name: 'yaagents_gateway_sse_connections_active',
    type: 'gauge',
    help: 'Streams that are open.',
    labels: { tenant_id: tenant, route_id: route },
    on,
  },
  streamErrors: {
    name: 'yaagents_gateway_sse_errors_total',
    type: 'counter',
    help: 'Streams that ended early or were refused.',
    labels: {
      tenant_id: tenant,
      route_id: route,
      error_kind: '`client_disconnect`, `upstream_error`, `timeout` or `limit_exceeded`',
    },
    on,
  },
  refusals: {
    name: 'replywire_gateway_refusals_total',
    type: 'counter',
    help: 'Answers that the gateway made itself, by their code.',
    labels: { route, code: 'the code of the answer' },
    on,
  },
  findings: {
    name: 'replywire_gateway_findings_total',
    type: 'counter',
    help: 'Findings in answers of upstreams.',
    labels: { route, rule: 'the id of the rule', level: '`must` or `should`' },
    on,
  },
  losses: {
    name: 'replywire_gateway_translation_losses_total',
    type: 'counter',
    help: 'Members of answers and calls that a translation could not carry.',
    labels: { route, contract: 'the contract of the caller' },
    on,
  },
  plugins: {
    name: 'yaagents_gateway_plugin_latency_seconds',
    type: 'histogram',
    help: 'How long plugins took, without the stages after them.',
    labels: { plugin_name: 'the name of the plugin' },
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
    on,
  },
  upstreamCalls: {
    name: 'replywire_gateway_upstream_calls_open',
    type: 'gauge',
    help: 'Calls that are open to a target.',
    labels: { pool, target },
    on,
  },
  upstreamHealth: {
    name: 'replywire_gateway_upstream_healthy',
    type: 'gauge',
    help: '1 while a target gets calls, 0 while its health check or its circuit breaker keeps them away.',
    labels: { pool, target },
    merge: 'min',
    on,
  },
  upstreamTries: {
    name: 'replywire_gateway_upstream_tries_total',
    type: 'counter',
    help: 'Tries to call a target, by what came of them.',
    labels: { pool, target, result: '`answered`, `refused`, `timeout` or `broken`' },
    on,
  },
  connections: {
    name: 'replywire_gateway_connections_open',
    type: 'gauge',
    help: 'Connections of callers that are open.',
    on,
  },
  connectionsClosed: {
    name: 'replywire_gateway_connections_closed_total',
    type: 'counter',
    help: 'Connections that the gateway closed.',
    labels: { reason: '`stalled`, `over-limit`, `malformed` or `timeout`' },
    on,
  },
  draining: {
    name: 'replywire_gateway_draining',
    type: 'gauge',
    help: '1 while the gateway accepts no new calls because it stops.',
    merge: 'max',
    on,
  },
  routes: {
    name: 'replywire_gateway_routes',
    type: 'gauge',
    help: 'Routes of the configuration in use.',
    merge: 'max',
    on,
  },
  storeAnswers: {
    name: 'replywire_gateway_store_calls_total',
    type: 'counter',
    help: 'Questions of shared limits to their store.',
    labels: { result: '`answered` or `failed`' },
    on,
  },
  reloads: {
    name: 'replywire_gateway_reloads_total',
    type: 'counter',
    help: 'How often the configuration was read, at the start and again.',
    labels: { result: '`loaded` or `refused`' },
    on,
  },
  configLoaded: {
    name: 'replywire_gateway_config_loaded_timestamp_seconds',
    type: 'gauge',
    help: 'When the configuration in use was loaded: seconds since 1970.',
    merge: 'max',
    on,
  },
  workers: {
    name: 'replywire_gateway_workers',
    type: 'gauge',
    help: 'Processes that answer requests.',
    on,
  },
  workerRestarts: {
    name: 'replywire_gateway_worker_restarts_total',
    type: 'counter',
    help: 'Processes that ended and were started again.',
    on,
  },
  loopDelay: {
    name: 'replywire_event_loop_delay_seconds',
    type: 'gauge',
    help: 'How late the event loop was since the metrics were last read. Measured from the first reading on.',
    labels: { quantile: '`0.5`, `0.99` or `1`' },
    merge: 'max',
    on,
  },
} as const satisfies Record<string, MetricSpec>

/** A target of a pool, as the metrics show it. */
export interface UpstreamGauge {
  readonly pool: string
  readonly target: string
  readonly openCalls: number
  readonly isHealthy: boolean
}

/** What is looked at when the metrics are read. */
export interface GatewayGauges {
  upstreams(): readonly UpstreamGauge[]
  connections(): number
  /** Metrics of tasks and of the store, where there are durable routes. */
  tasks(): TaskMetrics | undefined
}

type TaskMetrics = Pick<Metrics, 'values' | 'read'>

export type SseErrorKind = 'client_disconnect' | 'upstream_error' | 'timeout' | 'limit_exceeded'

export interface GatewayMetrics {
  /** For metrics of plugins. */
  readonly registry: Registry
  /** An answer was sent, or its caller left: 499. */
  answered(route: string, status: number, seconds: number): void
  /** The answer was the gateway's own. */
  refused(route: string, code: string): void
  found(route: string, finding: { readonly rule: string; readonly level: string }): void
  /** So many members were lost in a translation. */
  lost(route: string, contract: string, count: number): void
  streamOpened(route: string, tenant: string | undefined): void
  streamClosed(route: string, tenant: string | undefined): void
  streamFailed(route: string, tenant: string | undefined, kind: SseErrorKind): void
  pluginRan(name: string, seconds: number): void
  upstreamTried(pool: string, target: string, result: 'answered' | 'refused' | 'timeout' | 'broken'): void
  storeAnswered(result: 'answered' | 'failed'): void
  connectionClosed(reason: 'stalled' | 'over-limit' | 'malformed' | 'timeout'): void
  /** A configuration was read: with its number of routes if it is in use now. */
  reloaded(result: 'loaded' | 'refused', routes?: number): void
  drains(): void
  /** How many processes answer requests. */
  workers(count: number): void
  workerRestarted(): void
  /** Says where gauges are read; the last call counts. */
  watch(gauges: Partial<GatewayGauges>): void
  /** As JSON, so that the values of several processes can be merged. */
  values(): Promise<object>
  read(): Promise<{ contentType: string; text: string }>
  close(): void
}

export function createGatewayMetrics(now: () => number = Date.now): GatewayMetrics {
  const registry = new Registry()
  const numbers = (spec: MetricSpec) => new MetricFamily(spec, () => new NumberChild(), registry)
  const histograms = (spec: MetricSpec) =>
    new MetricFamily(spec, () => new HistogramChild(spec.buckets ?? []), registry)
  const table = gatewayMetricTable
  const requests = numbers(table.requests)
  const durations = histograms(table.durations)
  const milliseconds = numbers(table.milliseconds)
  const streams = numbers(table.streams)
  const streamErrors = numbers(table.streamErrors)
  const refusals = numbers(table.refusals)
  const findings = numbers(table.findings)
  const losses = numbers(table.losses)
  const plugins = byLabel(histograms(table.plugins))
  const upstreamCalls = numbers(table.upstreamCalls)
  const upstreamHealth = numbers(table.upstreamHealth)
  const upstreamTries = numbers(table.upstreamTries)
  const connections = numbers(table.connections)
  const connectionsClosed = numbers(table.connectionsClosed)
  const draining = numbers(table.draining).child()
  const routes = numbers(table.routes).child()
  const storeAnswers = numbers(table.storeAnswers)
  const reloads = numbers(table.reloads)
  const configLoaded = numbers(table.configLoaded).child()
  const workers = numbers(table.workers)
  const workerRestarts = numbers(table.workerRestarts)
  const loopDelay = numbers(table.loopDelay)
  const tenants = new TenantLabels()
  const delay = new LoopDelay()
  let gauges: Partial<GatewayGauges> = {}

  /** The children of an answer, bound once: counting is then three additions. */
  const answers = new Map<string, Map<number, readonly [NumberChild, HistogramChild, NumberChild]>>()
  const answersOf = (id: string, status: number) => {
    let ofRoute = answers.get(id)
    if (ofRoute === undefined) {
      ofRoute = new Map()
      answers.set(id, ofRoute)
    }
    let bound = ofRoute.get(status)
    if (bound === undefined) {
      const text = String(status)
      bound = [requests.child(id, text), durations.child(id, text), milliseconds.child(id)]
      ofRoute.set(status, bound)
    }
    return bound
  }

  const refresh = async (): Promise<void> => {
    upstreamCalls.clear()
    upstreamHealth.clear()
    for (const { pool, target, openCalls, isHealthy } of gauges.upstreams?.() ?? []) {
      upstreamCalls.child(pool, target).value = openCalls
      upstreamHealth.child(pool, target).value = isHealthy ? 1 : 0
    }
    if (gauges.connections !== undefined) connections.child().value = gauges.connections()
    for (const [quantile, seconds] of await delay.read()) loopDelay.child(quantile).value = seconds
  }

  return {
    registry,
    answered(id, status, seconds) {
      const [count, duration, sum] = answersOf(id, status)
      count.add()
      duration.observe(seconds)
      sum.add(seconds * 1000)
    },
    refused: (id, code) => refusals.child(id, code).add(),
    found: (id, { rule, level }) => findings.child(id, rule, level).add(),
    lost: (id, contract, count) => losses.child(id, contract).add(count),
    streamOpened: (id, tenant) => streams.child(tenants.of(tenant), id).add(),
    streamClosed: (id, tenant) => streams.child(tenants.of(tenant), id).add(-1),
    streamFailed: (id, tenant, kind) => streamErrors.child(tenants.of(tenant), id, kind).add(),
    pluginRan: (name, seconds) => plugins(name).observe(seconds),
    upstreamTried: (pool, target, result) => upstreamTries.child(pool, target, result).add(),
    storeAnswered: result => storeAnswers.child(result).add(),
    connectionClosed: reason => connectionsClosed.child(reason).add(),
    reloaded(result, count) {
      reloads.child(result).add()
      if (count === undefined) return
      routes.value = count
      configLoaded.value = Math.floor(now() / 1000)
    },
    drains: () => {
      draining.value = 1
    },
    workers: count => {
      workers.child().value = count
    },
    workerRestarted: () => workerRestarts.child().add(),
    watch: more => {
      gauges = { ...gauges, ...more }
    },
    async values() {
      await refresh()
      return [...(await registry.getMetricsAsJSON()), ...((await gauges.tasks?.()?.values()) ?? [])]
    },
    async read() {
      await refresh()
      const [own, tasks] = await Promise.all([registry.metrics(), gauges.tasks?.()?.read()])
      return { contentType: registry.contentType, text: tasks === undefined ? own : `${own}\n${tasks.text}` }
    },
    close: () => delay.close(),
  }
}
