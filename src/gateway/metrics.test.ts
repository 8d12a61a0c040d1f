import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createGatewayMetrics, type GatewayMetrics, gatewayMetricTable } from './metrics.ts'
import { mergeMetrics } from './run/merge-metrics.ts'

/** What moves each metric, and the sample that shows it. */
const moves: Readonly<Record<keyof typeof gatewayMetricTable, [(metrics: GatewayMetrics) => void, string]>> = {
  requests: [one => one.answered('a', 200, 0.02), 'yaagents_gateway_requests_total{route="a",status="200"} 1'],
  durations: [
    one => one.answered('a', 200, 0.02),
    'yaagents_gateway_request_duration_seconds_bucket{le="0.025",route="a",status="200"} 1',
  ],
  milliseconds: [one => one.answered('a', 200, 0.5), 'yaagents_gateway_request_duration_ms_total{route="a"} 500'],
  streams: [
    one => one.streamOpened('a', 'acme'),
    'yaagents_gateway_sse_connections_active{tenant_id="acme",route_id="a"} 1',
  ],
  streamErrors: [
    one => one.streamFailed('a', undefined, 'timeout'),
    'yaagents_gateway_sse_errors_total{tenant_id="",route_id="a",error_kind="timeout"} 1',
  ],
  refusals: [one => one.refused('a', 'X'), 'replywire_gateway_refusals_total{route="a",code="X"} 1'],
  findings: [
    one => one.found('a', { rule: 'r/s', level: 'must' }),
    'replywire_gateway_findings_total{route="a",rule="r/s",level="must"} 1',
  ],
  losses: [
    one => one.lost('a', 'problem', 3),
    'replywire_gateway_translation_losses_total{route="a",contract="problem"} 3',
  ],
  plugins: [one => one.pluginRan('cors', 0.002), 'yaagents_gateway_plugin_latency_seconds_count{plugin_name="cors"} 1'],
  upstreamCalls: [
    one => one.watch({ upstreams: () => [{ pool: 'p', target: 't', openCalls: 3, isHealthy: true }] }),
    'replywire_gateway_upstream_calls_open{pool="p",target="t"} 3',
  ],
  upstreamHealth: [
    one => one.watch({ upstreams: () => [{ pool: 'p', target: 't', openCalls: 3, isHealthy: false }] }),
    'replywire_gateway_upstream_healthy{pool="p",target="t"} 0',
  ],
  upstreamTries: [
    one => one.upstreamTried('p', 't', 'broken'),
    'replywire_gateway_upstream_tries_total{pool="p",target="t",result="broken"} 1',
  ],
  connections: [one => one.watch({ connections: () => 7 }), 'replywire_gateway_connections_open 7'],
  connectionsClosed: [
    one => one.connectionClosed('stalled'),
    'replywire_gateway_connections_closed_total{reason="stalled"} 1',
  ],
  storeAnswers: [one => one.storeAnswered('failed'), 'replywire_gateway_store_calls_total{result="failed"} 1'],
  draining: [one => one.drains(), 'replywire_gateway_draining 1'],
  routes: [one => one.reloaded('loaded', 12), 'replywire_gateway_routes 12'],
  reloads: [one => one.reloaded('refused'), 'replywire_gateway_reloads_total{result="refused"} 1'],
  configLoaded: [one => one.reloaded('loaded', 1), 'replywire_gateway_config_loaded_timestamp_seconds 1000'],
  workers: [one => one.workers(4), 'replywire_gateway_workers 4'],
  workerRestarts: [one => one.workerRestarted(), 'replywire_gateway_worker_restarts_total 1'],
  loopDelay: [() => {}, 'replywire_event_loop_delay_seconds{quantile="0.99"}'],
}

describe('metrics of a gateway', () => {
  test.each(Object.entries(moves))('%s moves', async (_, [move, sample]) => {
    const metrics = createGatewayMetrics(() => 1_000_000)
    move(metrics)
    await metrics.read()
    const { text } = await metrics.read()
    metrics.close()
    expect(text).toContain(`\n${sample}`)
  })

  test('a refused configuration leaves routes and time as they were', async () => {
    const metrics = createGatewayMetrics(() => 1_000_000)
    metrics.reloaded('loaded', 5)
    metrics.reloaded('refused')
    const { text } = await metrics.read()
    metrics.close()
    expect(text).toContain('\nreplywire_gateway_routes 5\n')
  })

  test('tenants are bounded: the 201st is other', async () => {
    const metrics = createGatewayMetrics()
    for (let tenant = 0; tenant < 300; tenant++) metrics.streamOpened('a', `t${tenant}`)
    metrics.streamClosed('a', 't250')
    const { text } = await metrics.read()
    metrics.close()
    expect(text).toContain('\nyaagents_gateway_sse_connections_active{tenant_id="other",route_id="a"} 99\n')
    expect(text.match(/^yaagents_gateway_sse_connections_active\{/gm)).toHaveLength(201)
  })

  test('of several processes: counters are added, health is the worst', async () => {
    const processes = [createGatewayMetrics(), createGatewayMetrics()]
    for (const [index, metrics] of processes.entries()) {
      metrics.answered('a', 200, 0.02)
      metrics.watch({ upstreams: () => [{ pool: 'p', target: 't', openCalls: 2, isHealthy: index === 0 }] })
    }
    const { text } = await mergeMetrics(await Promise.all(processes.map(one => one.values())))
    for (const metrics of processes) metrics.close()
    expect(text).toContain('\nyaagents_gateway_requests_total{route="a",status="200"} 2\n')
    expect(text).toContain('\nyaagents_gateway_request_duration_seconds_bucket{le="0.025",route="a",status="200"} 2\n')
    expect(text).toContain('\nreplywire_gateway_upstream_calls_open{pool="p",target="t"} 4\n')
    expect(text).toContain('\nreplywire_gateway_upstream_healthy{pool="p",target="t"} 0\n')
  })

  test('are all on the reference page', () => {
    const page = readFileSync('docs/reference/metrics.md', 'utf8')
    for (const { name, type } of Object.values(gatewayMetricTable))
      expect(page).toContain(`| \`${name}\` | ${type} | gateway |`)
  })
})
