/** What a server counts, in Prometheus' words. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ClosedReason } from './connections.ts'
import type { AccessLine } from './log.ts'

export interface Metrics {
  readonly registry: Registry
  answered(line: AccessLine): void
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
  return {
    registry,
    answered({ route, status, outcome, contract, edition, duration_ms }) {
      calls.inc({ route, status: String(status), outcome, contract, edition })
      durations.observe({ route }, duration_ms / 1000)
      adoption.inc({ contract, edition })
    },
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    connectionClosed: reason => closed.inc({ reason }),
    newKey: ({ rate, isRefused }) => keys.inc({ rate, result: isRefused ? 'refused' : 'accepted' }),
  }
}
