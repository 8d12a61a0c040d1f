/** What a server counts, in Prometheus' words. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ClosedReason } from './http/connections.ts'
import type { AccessLine, CallIds } from './log.ts'

export interface Metrics {
  readonly registry: Registry
  answered(line: Omit<AccessLine, keyof CallIds>): void
  streamOpened(): void
  streamClosed(): void
  connectionClosed(reason: ClosedReason): void
  newKey(key: { rate: string; isRefused: boolean }): void
}

export function createMetrics(openCalls: () => number): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const calls = new Counter({
    name: 'replywire_requests_total',
    help: 'Calls that were answered.',
    labelNames: ['route', 'status', 'outcome', 'contract', 'edition'],
    registers,
  })
  const durations = new Histogram({
    name: 'replywire_request_duration_seconds',
    help: 'How long calls took.',
    labelNames: ['route'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120],
    registers,
  })
  const adoption = new Counter({
    name: 'replywire_served_edition_total',
    help: 'Answers by contract edition.',
    labelNames: ['contract', 'edition'],
    registers,
  })
  const streams = new Gauge({ name: 'replywire_streams_open', help: 'Streams that are open.', registers })
  const closed = new Counter({
    name: 'replywire_connections_closed_total',
    help: 'Connections that the server closed, because the client took nothing of an answer or too many were open.',
    labelNames: ['reason'],
    registers,
  })
  const keys = new Counter({
    name: 'replywire_idempotency_keys_total',
    help: 'New idempotency keys, and whether they were refused because their caller used too many.',
    labelNames: ['rate', 'result'],
    registers,
  })
  new Gauge({
    name: 'replywire_calls_open',
    help: 'Calls that are being answered.',
    registers,
    collect() {
      this.set(openCalls())
    },
  })
  // To find the child of labels costs more than to count: it is found once.
  const children = new Map<string, { count(seconds: number): void }>()
  const childOf = ({ route, status, outcome, contract, edition }: Omit<AccessLine, keyof CallIds>) => {
    const key = `${route}\n${status}\n${outcome}\n${contract}\n${edition}`
    const known = children.get(key)
    if (known !== undefined) return known
    const call = calls.labels({ route, status: String(status), outcome, contract, edition })
    const duration = durations.labels({ route })
    const served = adoption.labels({ contract, edition })
    const child = {
      count(seconds: number) {
        call.inc()
        duration.observe(seconds)
        served.inc()
      },
    }
    children.set(key, child)
    return child
  }
  return {
    registry,
    answered: line => childOf(line).count(line.duration_ms / 1000),
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    connectionClosed: reason => closed.inc({ reason }),
    newKey: ({ rate, isRefused }) => keys.inc({ rate, result: isRefused ? 'refused' : 'accepted' }),
  }
}
