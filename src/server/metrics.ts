/** What a server counts, in Prometheus' words. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ClosedReason } from './http/connections.ts'
import type { AnswerLine } from './log.ts'

export interface Metrics {
  readonly registry: Registry
  answered(line: AnswerLine): void
  streamOpened(): void
  streamClosed(): void
  connectionClosed(reason: ClosedReason): void
  newKey(key: { rate: string; isRefused: boolean }): void
}

/** The answers of one set of labels. */
interface Child {
  readonly labels: Record<'route' | 'status' | 'outcome' | 'contract' | 'edition', string>
  readonly duration: Histogram.Internal<'route'>
  calls: number
}

export function createMetrics(openCalls: () => number): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // Counted in plain numbers, which are handed over when the metrics are read: to find labels costs more than to count.
  const children = new Map<string, Child>()
  new Counter({
    name: 'replywire_requests_total',
    help: 'Calls that were answered.',
    labelNames: ['route', 'status', 'outcome', 'contract', 'edition'],
    registers,
    collect() {
      this.reset()
      for (const { labels, calls } of children.values()) this.inc(labels, calls)
    },
  })
  const durations = new Histogram({
    name: 'replywire_request_duration_seconds',
    help: 'How long calls took.',
    labelNames: ['route'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120],
    registers,
  })
  new Counter({
    name: 'replywire_served_edition_total',
    help: 'Answers by contract edition.',
    labelNames: ['contract', 'edition'],
    registers,
    collect() {
      this.reset()
      for (const { labels, calls } of children.values()) {
        this.inc({ contract: labels.contract, edition: labels.edition }, calls)
      }
    },
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
  const childOf = ({ route, status, outcome, contract, edition }: AnswerLine) => {
    const key = `${route} ${status} ${outcome} ${contract} ${edition}`
    const known = children.get(key)
    if (known !== undefined) return known
    const labels = { route, status: String(status), outcome, contract, edition }
    const child = { labels, calls: 0, duration: durations.labels({ route }) }
    children.set(key, child)
    return child
  }
  return {
    registry,
    answered(line) {
      const child = childOf(line)
      child.calls++
      child.duration.observe(line.duration_ms / 1000)
    },
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    connectionClosed: reason => closed.inc({ reason }),
    newKey: ({ rate, isRefused }) => keys.inc({ rate, result: isRefused ? 'refused' : 'accepted' }),
  }
}
