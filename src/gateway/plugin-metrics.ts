/** Counters, gauges and histograms of plugins, by the names that the profile's project has for them. */
import type { Registry } from 'prom-client'
import { HistogramChild, MetricFamily, type MetricSpec, NumberChild } from '../server/metric-family.ts'

type Labels = Readonly<Record<string, string>>

/** What a plugin counts and measures. Its metrics are on `/metrics` with those of the gateway. */
export interface PluginMetrics {
  /** Adds to a counter; by one, without a number. Label values must come from a closed set. */
  count(name: string, labels: Labels, by?: number): void
  observeSeconds(name: string, labels: Labels, seconds: number): void
  /** A gauge that is read when metrics are asked for. The last reader of a name and its labels counts. */
  gauge(name: string, labels: Labels, read: () => number): void
}

const on = ['gateway'] as const
const issuer = 'the issuer as it is configured, `unknown`, or `api-key`'
const buckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 5]

/** Metrics of the built-in plugins. Those of others have their name as their help. */
export const pluginMetricTable = {
  cached: {
    name: 'replywire_plugin_cache_total',
    type: 'counter',
    help: 'Calls of routes with a cache.',
    labels: { outcome: '`hit`, `miss`, or `passed` where nothing may be kept' },
    on,
  },
  tokens: {
    name: 'yaagents_plugin_token_validate_total',
    type: 'counter',
    help: 'Credentials that were checked, by what came of it.',
    labels: { issuer, outcome: '`valid`, or the code of the refusal in lower case' },
    on,
  },
  keyFetches: {
    name: 'yaagents_plugin_jwks_fetch_total',
    type: 'counter',
    help: 'Fetches of key sets.',
    labels: { issuer, status: '`ok` or `error`' },
    on,
  },
  keyAge: {
    name: 'yaagents_plugin_jwks_cache_age_seconds',
    type: 'gauge',
    help: 'Since when the keys of an issuer are in use. -1: there are none.',
    labels: { issuer },
    merge: 'max',
    on,
  },
  tenants: {
    name: 'yaagents_plugin_tenant_resolve_total',
    type: 'counter',
    help: 'Tenants that were looked for, by what came of it.',
    labels: { outcome: '`claim`, `cache`, `lookup`, or the code of the refusal' },
    on,
  },
  tenantLookups: {
    name: 'yaagents_plugin_tenant_lookup_duration_seconds',
    type: 'histogram',
    help: 'How long lookups of tenants took.',
    labels: { status: 'the HTTP status, `timeout` or `network_error`' },
    buckets,
    on,
  },
  tenantCache: {
    name: 'yaagents_plugin_tenant_cache_size',
    type: 'gauge',
    help: 'Principals whose tenant is remembered.',
    on,
  },
  licenses: {
    name: 'yaagents_plugin_license_check_total',
    type: 'counter',
    help: 'Licences that were checked, by what came of it.',
    labels: { outcome: '`valid`, `invalid`, `missing` or `unavailable`' },
    on,
  },
  licenseCalls: {
    name: 'yaagents_plugin_license_verify_duration_seconds',
    type: 'histogram',
    help: 'How long the licence server took.',
    labels: { status: 'the HTTP status, `timeout` or `network_error`' },
    buckets,
    on,
  },
  licenseCache: {
    name: 'yaagents_plugin_license_cache_size',
    type: 'gauge',
    help: 'Licence tokens whose result is remembered.',
    on,
  },
  scans: {
    name: 'yaagents_plugin_sanitize_scan_total',
    type: 'counter',
    help: 'Bodies that were scanned, by what came of it.',
    labels: { outcome: '`clean`, `redacted`, `rejected`, `too_large` or `unreadable`' },
    on,
  },
  hits: {
    name: 'yaagents_plugin_sanitize_pattern_hits_total',
    type: 'counter',
    help: 'Bodies in which a pattern was found.',
    labels: { pattern: 'the name of the pattern', action: '`reject` or `redact`' },
    on,
  },
  scannedBytes: {
    name: 'yaagents_plugin_sanitize_body_bytes_scanned_total',
    type: 'counter',
    help: 'Bytes of bodies that were scanned.',
    on,
  },
  emits: {
    name: 'yaagents_plugin_otelaudit_emit_total',
    type: 'counter',
    help: 'Audit events, by what came of them.',
    labels: { exporter: '`stdout` or `otlp`', outcome: '`sent`, `failed` or `dropped`' },
    on,
  },
  emitDurations: {
    name: 'yaagents_plugin_otelaudit_emit_duration_seconds',
    type: 'histogram',
    help: 'How long a batch of audit events took to send.',
    labels: { exporter: '`stdout` or `otlp`' },
    buckets,
    on,
  },
  auditLines: {
    name: 'replywire_gateway_audit_lines_total',
    type: 'counter',
    help: 'Lines of the audit log, by what came of them.',
    labels: { outcome: '`written`, `failed` or `dropped`' },
    on,
  },
  rateLimits: {
    name: 'replywire_gateway_rate_limit_total',
    type: 'counter',
    help: 'Calls that rate limits and quotas counted.',
    labels: { plugin: '`rate-limit` or `quota`', result: '`passed` or `refused`' },
    on,
  },
} as const satisfies Record<string, MetricSpec>

const specs: ReadonlyMap<string, MetricSpec> = new Map(
  Object.values(pluginMetricTable).map((spec: MetricSpec) => [spec.name, spec]),
)

/** The most names of metrics: plugins that do not ship choose their own. */
const mostFamilies = 200

type Family = MetricFamily<NumberChild> | MetricFamily<HistogramChild>

/** A gauge reads its value whenever it is asked for it. */
class ReadChild extends NumberChild {
  read: () => number = () => 0

  override samples(name: string, labels: Labels) {
    this.value = this.read()
    return super.samples(name, labels)
  }
}

const families = new WeakMap<Registry, Map<string, Family>>()

/** The metrics of plugins in a registry; after a reload the same families go on. */
export function createPluginMetrics(registry: Registry): PluginMetrics {
  const known = families.get(registry) ?? new Map<string, Family>()
  families.set(registry, known)

  function familyOf<F extends Family>(
    name: string,
    labels: Labels,
    spec: Pick<MetricSpec, 'type' | 'buckets'>,
    make: (spec: MetricSpec) => F,
  ) {
    const found = known.get(name)
    if (found !== undefined) return found.type === spec.type ? (found as F) : undefined
    // Names that Prometheus cannot read, or that are taken, do not count.
    if (known.size >= mostFamilies || !/^[A-Za-z_:][\w:]*$/.test(name)) return undefined
    if (registry.getSingleMetric(name) !== undefined) return undefined
    const made = make(specs.get(name) ?? { name, help: name, labels: mapNames(labels), on, ...spec })
    known.set(name, made)
    return made
  }

  const labelNames = new Map([...specs].map(([name, spec]) => [name, Object.keys(spec.labels ?? {})]))
  const values = (name: string, labels: Labels): string[] =>
    (labelNames.get(name) ?? Object.keys(labels)).map(label => labels[label] ?? '')

  return {
    count(name, labels, by = 1) {
      const found = known.get(name)
      if (found?.type === 'counter') {
        ;(found as MetricFamily<NumberChild>).child(...values(name, labels)).add(by)
        return
      }
      const family = familyOf(
        name,
        labels,
        { type: 'counter' },
        spec => new MetricFamily(spec, () => new NumberChild(), registry),
      )
      family?.child(...values(name, labels)).add(by)
    },
    observeSeconds(name, labels, seconds) {
      const family = familyOf(
        name,
        labels,
        { type: 'histogram', buckets },
        spec => new MetricFamily(spec, () => new HistogramChild(spec.buckets ?? buckets), registry),
      )
      family?.child(...values(name, labels)).observe(seconds)
    },
    gauge(name, labels, read) {
      const family = familyOf(
        name,
        labels,
        { type: 'gauge' },
        spec => new MetricFamily(spec, () => new ReadChild(), registry),
      )
      const child = family?.child(...values(name, labels))
      if (child !== undefined) child.read = read
    },
  }
}

function mapNames(labels: Labels): Record<string, string> {
  return Object.fromEntries(Object.keys(labels).map(name => [name, name]))
}
