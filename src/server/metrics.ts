/** What servers and workers count, in Prometheus' words. A metric is a row of this table and what moves it below. */
import { Registry } from 'prom-client'
import type { TaskNews } from '../runtime/worker.ts'
import type { StoreMeter } from '../store/measure.ts'
import type { Workload } from '../store/operations/workload.ts'
import type { ClosedReason } from './http/connections.ts'
import type { AnswerLine } from './log.ts'
import { LoopDelay } from './loop-delay.ts'
import { byLabel, HistogramChild, MetricFamily, type MetricSpec, NumberChild } from './metric-family.ts'

const both = ['server', 'worker'] as const
/** A gateway has them too, where it has durable routes. */
const everywhere = ['server', 'worker', 'gateway'] as const

export const metricTable = {
  requests: {
    name: 'replywire_requests_total',
    type: 'counter',
    help: 'Calls that were answered.',
    labels: {
      route: 'the pattern of the route',
      status: 'the HTTP status; 499 when the caller left',
      outcome: 'the kind of the outcome',
      contract: 'the id of the contract',
      edition: 'its version',
    },
    on: ['server'],
  },
  durations: {
    name: 'replywire_request_duration_seconds',
    type: 'histogram',
    help: 'How long calls took.',
    labels: { route: 'the pattern of the route' },
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120],
    on: ['server'],
  },
  editions: {
    name: 'replywire_served_edition_total',
    type: 'counter',
    help: 'Answers by contract edition.',
    labels: { contract: 'the id of the contract', edition: 'its version' },
    on: ['server'],
  },
  streams: { name: 'replywire_streams_open', type: 'gauge', help: 'Streams that are open.', on: ['server'] },
  connections: {
    name: 'replywire_connections_closed_total',
    type: 'counter',
    help: 'Connections that the server closed, because the client took nothing of an answer or too many were open.',
    labels: { reason: '`stalled` or `over-limit`' },
    on: ['server'],
  },
  keys: {
    name: 'replywire_idempotency_keys_total',
    type: 'counter',
    help: 'New idempotency keys, and whether they were refused because their caller used too many.',
    labels: { rate: 'the name of the rate, see `keyInserts`', result: '`accepted` or `refused`' },
    on: ['server'],
  },
  calls: { name: 'replywire_calls_open', type: 'gauge', help: 'Calls that are being answered.', on: ['server'] },
  tasks: {
    name: 'replywire_tasks',
    type: 'gauge',
    help: 'Tasks in the store that have not ended, and those that failed for good. Counted up to 10,000.',
    labels: { state: '`queued`, `working`, `paused` or `dead`' },
    merge: 'max',
    on: everywhere,
  },
  taskAge: {
    name: 'replywire_oldest_task_age_seconds',
    type: 'gauge',
    help: 'How long the oldest task has been due without a worker, and how long the oldest paused task has waited.',
    labels: { state: '`due` or `paused`' },
    merge: 'max',
    on: everywhere,
  },
  taskRuns: {
    name: 'replywire_task_runs_total',
    type: 'counter',
    help: 'Runs of tasks in this process, by what came of them.',
    labels: {
      result:
        '`completed`, `failed`, `canceled`, `paused`, `unknown`, `queued` (to be tried again), `handed-back` (to another worker) or `lost` (another took it over)',
    },
    on: everywhere,
  },
  slots: {
    name: 'replywire_worker_slots',
    type: 'gauge',
    help: 'How many tasks this process may run at once.',
    on: everywhere,
  },
  slotsUsed: {
    name: 'replywire_worker_slots_used',
    type: 'gauge',
    help: 'How many tasks this process runs.',
    on: everywhere,
  },
  approvals: {
    name: 'replywire_approvals_open',
    type: 'gauge',
    help: 'Approvals in the store that wait for a decision. Counted up to 10,000.',
    merge: 'max',
    on: everywhere,
  },
  deliveries: {
    name: 'replywire_deliveries',
    type: 'gauge',
    help: 'Webhook deliveries in the store that wait, and those that were given up. Counted up to 10,000.',
    labels: { state: '`waiting` or `dead`' },
    merge: 'max',
    on: everywhere,
  },
  deliveryAttempts: {
    name: 'replywire_delivery_attempts_total',
    type: 'counter',
    help: 'Tries of this process to deliver a webhook, by what came of them.',
    labels: { result: '`delivered`, `retry`, `gone` or `refused`' },
    on: everywhere,
  },
  claims: {
    name: 'replywire_claims_running',
    type: 'gauge',
    help: 'Idempotency keys whose call is running. Counted up to 10,000.',
    merge: 'max',
    on: everywhere,
  },
  storeDurations: {
    name: 'replywire_store_operation_duration_seconds',
    type: 'histogram',
    help: 'How long operations of the store took, with the wait for it.',
    labels: { operation: 'the name of the operation' },
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30],
    on: everywhere,
  },
  storeFailures: {
    name: 'replywire_store_failures_total',
    type: 'counter',
    help: 'Operations of the store that failed, because it is away or another has taken over.',
    labels: { operation: 'the name of the operation' },
    on: everywhere,
  },
  loopDelay: {
    name: 'replywire_event_loop_delay_seconds',
    type: 'gauge',
    help: 'How late the event loop was since the metrics were last read. Measured from the first reading on.',
    labels: { quantile: '`0.5`, `0.99` or `1`' },
    on: both,
  },
  journal: {
    name: 'replywire_journal_entries_total',
    type: 'counter',
    help: 'Entries of the request journal, and those that were dropped because the store was away or too slow.',
    labels: { result: '`written` or `dropped`' },
    on: ['server'],
  },
} as const satisfies Record<string, MetricSpec>

export type MetricKey = keyof typeof metricTable

/** What is looked at when the metrics are read. */
export interface MetricSources {
  readonly on: 'server' | 'worker' | 'gateway'
  openCalls?(): number
  /** Tasks that run, and that may run at once. */
  slots(): { used: number; total: number }
  /** What waits in the store; undefined when that is not known. */
  workload(): Promise<Workload | undefined>
}

export interface Metrics extends StoreMeter {
  answered(line: AnswerLine): void
  streamOpened(): void
  streamClosed(): void
  connectionClosed(reason: ClosedReason): void
  newKey(key: { rate: string; isRefused: boolean }): void
  taskRan(result: string): void
  deliveryTried(result: string): void
  journalWritten(entries: number): void
  journalDropped(entries: number): void
  /** As JSON, so that the values of several processes can be merged. */
  values(): Promise<readonly object[]>
  /** All metrics as a text, with its content type. */
  read(): Promise<{ contentType: string; text: string }>
  /** Stops measuring. */
  close(): void
}

/** The answers of one set of labels. */
interface AnswerChildren extends Pick<AnswerLine, 'status' | 'outcome' | 'contract' | 'edition'> {
  readonly calls: NumberChild
  readonly editions: NumberChild
  readonly duration: HistogramChild
}

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  // What another kind of process has is counted and not shown.
  const of = ({ on }: MetricSpec) => (on.includes(sources.on) ? registry : new Registry())
  const numbers = (spec: MetricSpec) => new MetricFamily(spec, () => new NumberChild(), of(spec))
  const histograms = (spec: MetricSpec) =>
    new MetricFamily(spec, () => new HistogramChild(spec.buckets ?? []), of(spec))
  const requests = numbers(metricTable.requests)
  const durations = histograms(metricTable.durations)
  const editions = numbers(metricTable.editions)
  const streams = numbers(metricTable.streams).child()
  const connections = byLabel(numbers(metricTable.connections))
  const keys = numbers(metricTable.keys)
  const acceptedKeys = byLabel(keys, 'accepted')
  const refusedKeys = byLabel(keys, 'refused')
  const calls = numbers(metricTable.calls).child()
  const tasks = numbers(metricTable.tasks)
  const taskAge = numbers(metricTable.taskAge)
  const taskRuns = byLabel(numbers(metricTable.taskRuns))
  const slots = numbers(metricTable.slots).child()
  const slotsUsed = numbers(metricTable.slotsUsed).child()
  const approvals = numbers(metricTable.approvals)
  const deliveries = numbers(metricTable.deliveries)
  const deliveryAttempts = byLabel(numbers(metricTable.deliveryAttempts))
  const claims = numbers(metricTable.claims)
  const storeDurations = byLabel(histograms(metricTable.storeDurations))
  const storeFailures = byLabel(numbers(metricTable.storeFailures))
  const loopDelay = numbers(metricTable.loopDelay)
  const journal = numbers(metricTable.journal)
  const written = journal.child('written')
  const dropped = journal.child('dropped')

  const byRoute = new Map<string, AnswerChildren[]>()
  const answersOf = (line: AnswerLine): AnswerChildren => {
    const { route, status, outcome, contract, edition } = line
    let known = byRoute.get(route)
    if (known === undefined) {
      known = []
      byRoute.set(route, known)
    }
    for (const one of known) {
      if (one.status !== status || one.outcome !== outcome) continue
      if (one.contract === contract && one.edition === edition) return one
    }
    const bound = {
      ...{ status, outcome, contract, edition },
      calls: requests.child(route, String(status), outcome, contract, edition),
      editions: editions.child(contract, edition),
      duration: durations.child(route),
    }
    known.push(bound)
    return bound
  }
  const delay = new LoopDelay()

  const showWorkload = (work: Workload | undefined): void => {
    for (const family of [tasks, taskAge, approvals, deliveries, claims]) family.clear()
    if (work === undefined) return
    for (const [state, count] of Object.entries(work.tasks)) tasks.child(state).value = count
    for (const [state, ms] of Object.entries(work.oldest)) taskAge.child(state).value = ms / 1000
    for (const [state, count] of Object.entries(work.deliveries)) deliveries.child(state).value = count
    approvals.child().value = work.approvalsOpen
    claims.child().value = work.claimsRunning
  }

  const refresh = async (): Promise<void> => {
    calls.value = sources.openCalls?.() ?? 0
    const { used, total } = sources.slots()
    slots.value = total
    slotsUsed.value = used
    const [work, delays] = await Promise.all([sources.workload(), delay.read()])
    showWorkload(work)
    for (const [quantile, seconds] of delays) loopDelay.child(quantile).value = seconds
  }

  return {
    answered(line) {
      // A gateway counts its answers itself.
      if (sources.on === 'gateway') return
      const known = answersOf(line)
      known.calls.add()
      known.editions.add()
      known.duration.observe(line.duration_ms / 1000)
    },
    streamOpened: () => streams.add(),
    streamClosed: () => streams.add(-1),
    connectionClosed: reason => connections(reason).add(),
    newKey: ({ rate, isRefused }) => (isRefused ? refusedKeys : acceptedKeys)(rate).add(),
    taskRan: result => taskRuns(result).add(),
    deliveryTried: result => deliveryAttempts(result).add(),
    journalWritten: entries => written.add(entries),
    journalDropped: entries => dropped.add(entries),
    ended(name, seconds, isFailed) {
      storeDurations(name).observe(seconds)
      if (isFailed) storeFailures(name).add()
    },
    async values() {
      await refresh()
      return registry.getMetricsAsJSON()
    },
    async read() {
      await refresh()
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
    close: () => delay.close(),
  }
}

/** Counts the runs of a worker. */
export function countRuns({ taskRan }: Pick<Metrics, 'taskRan'>): (row: unknown, news: TaskNews) => void {
  return (_, news) => {
    if (news.kind !== 'started') taskRan(news.kind === 'settled' ? news.state : news.kind)
  }
}
