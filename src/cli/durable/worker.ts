/** `replywire worker`: runs the tasks of an agent and sends its webhooks, until a signal stops it. */
import { pino } from 'pino'
import { contracts as shipped } from '../../contracts/registry.ts'
import { Pruner } from '../../runtime/pruner.ts'
import { RunRecovery } from '../../runtime/recovery.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { loadSecret } from '../../runtime/secret-file.ts'
import { StoreProbe } from '../../runtime/store-probe.ts'
import { Outbox } from '../../runtime/webhooks/outbox.ts'
import { type TaskNews, Worker } from '../../runtime/worker.ts'
import { WorkloadReader } from '../../runtime/workload-reader.ts'
import { answerAdmin } from '../../server/admin-pages.ts'
import { agentRuntime } from '../../server/durable/runtime.ts'
import { Governors } from '../../server/governors.ts'
import type { HealthSource } from '../../server/health.ts'
import { type AdminListener, listenAdmin } from '../../server/http/admin-listener.ts'
import { serverLog } from '../../server/log.ts'
import { countRuns, createMetrics, type Metrics } from '../../server/metrics.ts'
import type { ServeOptions } from '../../server/server-context.ts'
import { webhookSigning } from '../../server/signing/signing-options.ts'
import { startStoreSpan } from '../../server/tracing.ts'
import { measureStore } from '../../store/measure.ts'
import { defaultStore } from '../../store/open.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { Store } from '../../store/store.ts'
import { type AgentModule, loadAgent } from '../agents/load-agent.ts'
import { count } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { cannotListen, portOf } from '../commands/serve.ts'
import type { workerOptions } from '../table/runs.ts'
import { openExistingStore } from './existing-store.ts'
import { type WorkerLines, workerLines } from './worker-lines.ts'

type WorkerInvocation = Invocation<typeof workerOptions>

const graceMs = 30_000

export async function run(invocation: WorkerInvocation): Promise<number> {
  const { values, positionals, terminal } = invocation
  if (values.gateway === true) return (await import('./gateway-worker.ts')).runGatewayWorker(invocation)
  const port = values['admin-port'] === undefined ? undefined : portOf(values['admin-port'])
  const { agent, options } = await loadAgent(positionals[0] ?? '')
  const settings: ServeOptions = { ...options, ...(values.lease !== undefined && { leaseMs: values.lease * 1000 }) }
  // False is for a server that leaves its tasks to this command.
  const said = settings.worker === false ? undefined : settings.worker
  const concurrency = values.concurrency ?? said?.concurrency ?? 10
  const perTenant = values['per-tenant'] ?? said?.perTenant
  const url = values.store ?? (typeof settings.store === 'string' ? settings.store : defaultStore)
  const file = values['secret-file']
  const reached = await openExistingStore(url, { migrate: true })
  const metrics: Metrics = createMetrics({
    on: 'worker',
    slots: () => slots(),
    workload: () => workload.read(),
  })
  const store = measureStore(reached, { ended: metrics.ended, begin: startStoreSpan })
  const workload = new WorkloadReader(store, Date.now)
  let slots = () => ({ used: 0, total: concurrency })
  const lines = workerLines(terminal, values.quiet === true)
  try {
    const secret = loadSecret(url, file === undefined ? { secret: settings.secret } : { file })
    const runtime = openWorkerRuntime(agent, settings, store, secret)
    const { endpoints: _, allowLoopback = false, ...sending } = settings.webhooks ?? {}
    const onError = lines.failed
    const limits = { concurrency, ...(perTenant === undefined ? undefined : { perTenant }) }
    const countRun = countRuns(metrics)
    const onTask = (row: TaskRow, news: TaskNews): void => {
      countRun(row, news)
      lines.task(row, news)
    }
    const worker = new Worker(runtime, { ...limits, onTask, onError })
    const onTry = ({ kind }: { kind: string }) => metrics.deliveryTried(kind)
    const signing = webhookSigning(settings.signing, settings.contracts ?? shipped)
    const outbox = new Outbox(runtime, { ...sending, post: { allowLoopback }, signing, onError, onTry })
    const { retention } = settings
    const pruner = retention === false ? undefined : new Pruner(runtime, { retention, onError })
    slots = () => worker.slots
    const stopping = firstSignal(lines, worker)
    let isDraining = false
    void stopping.then(() => {
      isDraining = true
    })
    const probe = new StoreProbe(store)
    const health: HealthSource = {
      agent,
      isDraining: () => isDraining,
      checks: async () => ({ store: await probe.isWritable(), ...(await settings.ready?.()) }),
    }
    const admin = port === undefined ? undefined : await listenForAdmin(metrics, health, port)
    if (admin !== undefined) lines.say('metrics', `metrics at ${admin.url}/metrics`)
    const recovery = new RunRecovery(runtime, onError)
    recovery.start()
    worker.start()
    outbox.start()
    pruner?.start()
    lines.say('ready', `working on the tasks of ${agent.name}, at most ${concurrency} at once; Ctrl-C stops`)
    await stopping
    await Promise.all([recovery.stop(), worker.stop(graceMs), outbox.stop(), pruner?.stop()])
    await admin?.close()
    runtime.close()
  } finally {
    metrics.close()
    await store.close()
  }
  lines.say('stopped', 'stopped')
  // A handler that ignores its signal must not keep the process.
  setTimeout(() => process.exit(), 200).unref()
  return exitCodes.ok
}

/** Metrics and health, on a port of their own. */
function listenForAdmin(metrics: Metrics, health: HealthSource, port: number): Promise<AdminListener> {
  return listenAdmin(http => answerAdmin({ metrics, health }, http), { port }).catch(error => {
    throw cannotListen(error)
  })
}

function openWorkerRuntime(
  agent: AgentModule['agent'],
  settings: ServeOptions,
  store: Store,
  secret: Runtime['secret'],
): Runtime {
  const {
    leaseMs,
    approvals,
    perCaller,
    taskLog,
    taskTimeoutMs,
    webhooks,
    prefix = '',
    log,
    debug,
    contracts,
  } = settings
  return agentRuntime(agent, {
    store,
    secret,
    statusUrl: id => `${prefix}/operations/${id}/status`,
    // Lines of handlers go to standard error: standard output says what is done.
    log: serverLog({ log: log ?? pino(pino.destination(2)), debug: debug === true }),
    now: Date.now,
    contracts,
    governors: new Governors(settings, contracts ?? shipped, Date.now),
    taskTimeoutMs,
    ...(leaseMs === undefined ? undefined : { leaseMs }),
    ...(approvals === undefined ? undefined : { approvals }),
    ...(perCaller === undefined ? undefined : { perCaller }),
    ...(taskLog === undefined ? undefined : { taskLog }),
    ...(webhooks?.endpoints === undefined ? undefined : { webhooks: webhooks.endpoints }),
  })
}

/** Resolves at the first signal. At the second the process ends: leases run out, and others go on. */
function firstSignal(lines: WorkerLines, worker: Worker): Promise<void> {
  const first = Promise.withResolvers<void>()
  let isStopping = false
  const heard = (signal: NodeJS.Signals, number: number): void => {
    if (isStopping) process.exit(128 + number)
    isStopping = true
    const { open } = worker
    if (open > 0) {
      const what = count(open, 'task')
      lines.say('stopping', `${signal}: waiting up to ${graceMs / 1000} s for ${what}; another signal ends at once`)
    }
    first.resolve()
  }
  process.on('SIGINT', heard)
  process.on('SIGTERM', heard)
  return first.promise
}
