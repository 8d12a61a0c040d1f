/** `replywire worker`: runs the tasks of an agent and sends its webhooks, until it is told to stop. */
import { pino } from 'pino'
import { Pruner } from '../../runtime/pruner.ts'
import { Recovery } from '../../runtime/recovery.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { loadSecret } from '../../runtime/secret-file.ts'
import { Outbox } from '../../runtime/webhooks/outbox.ts'
import { Worker } from '../../runtime/worker.ts'
import { agentRuntime } from '../../server/durable/runtime.ts'
import { serverLog } from '../../server/log.ts'
import type { ServeOptions } from '../../server/site.ts'
import { defaultStore } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import { type AgentModule, loadAgent } from '../agents/load-agent.ts'
import { count } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { workerOptions } from '../table/runs.ts'
import { reach } from './reach.ts'
import { type WorkerLines, workerLines } from './worker-lines.ts'

type WorkerInvocation = Invocation<typeof workerOptions>

const graceMs = 30_000

export async function run({ values, positionals, terminal }: WorkerInvocation): Promise<number> {
  const { agent, options } = await loadAgent(positionals[0] ?? '')
  const settings: ServeOptions = { ...options, ...(values.lease !== undefined && { leaseMs: values.lease * 1000 }) }
  // False is for a server that leaves its tasks to this command.
  const said = settings.worker === false ? undefined : settings.worker
  const concurrency = values.concurrency ?? said?.concurrency ?? 10
  const perTenant = values['per-tenant'] ?? said?.perTenant
  const url = values.store ?? (typeof settings.store === 'string' ? settings.store : defaultStore)
  const file = values['secret-file']
  const store = await reach(url, { migrate: true })
  const lines = workerLines(terminal, values.quiet === true)
  try {
    const secret = loadSecret(url, file === undefined ? { secret: settings.secret } : { file })
    const runtime = openWorkerRuntime(agent, settings, store, secret)
    const { endpoints: _, allowLoopback = false, ...sending } = settings.webhooks ?? {}
    const onError = lines.failed
    const limits = { concurrency, ...(perTenant === undefined ? undefined : { perTenant }) }
    const worker = new Worker(runtime, { ...limits, onTask: lines.task, onError })
    const outbox = new Outbox(runtime, { ...sending, post: { allowLoopback }, onError })
    const { retention } = settings
    const pruner = retention === false ? undefined : new Pruner(runtime, { retention, onError })
    const told = firstSignal(lines, worker)
    const recovery = new Recovery(runtime, onError)
    recovery.start()
    worker.start()
    outbox.start()
    pruner?.start()
    lines.say('ready', `working on the tasks of ${agent.name}, at most ${concurrency} at once; Ctrl-C stops`)
    await told
    await Promise.all([recovery.stop(), worker.stop(graceMs), outbox.stop(), pruner?.stop()])
    runtime.close()
  } finally {
    await store.close()
  }
  lines.say('stopped', 'stopped')
  // A handler that does not hear its signal must not keep the process.
  setTimeout(() => process.exit(), 200).unref()
  return exitCodes.ok
}

function openWorkerRuntime(
  agent: AgentModule['agent'],
  settings: ServeOptions,
  store: Store,
  secret: Runtime['secret'],
): Runtime {
  const { leaseMs, approvals, perCaller, taskTimeoutMs, webhooks, prefix = '', log, debug, contracts } = settings
  return agentRuntime(agent, {
    store,
    secret,
    statusUrl: id => `${prefix}/operations/${id}/status`,
    // Lines of handlers go to standard error: standard output says what is done.
    log: serverLog({ log: log ?? pino(pino.destination(2)), debug: debug === true }),
    now: Date.now,
    contracts,
    taskTimeoutMs,
    ...(leaseMs === undefined ? undefined : { leaseMs }),
    ...(approvals === undefined ? undefined : { approvals }),
    ...(perCaller === undefined ? undefined : { perCaller }),
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
