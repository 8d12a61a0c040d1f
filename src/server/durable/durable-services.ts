/** What a server remembers: its store, and the worker and the outbox that live on it. */
import type { Agent } from '../../agent/define.ts'
import type { Contract, ContractEdition } from '../../codec/contract.ts'
import type { Call } from '../../outcome/call.ts'
import type { Fault } from '../../outcome/fault.ts'
import { type Caller, operator } from '../../runtime/caller.ts'
import { checkOperatorToken, loadOperatorToken, type OperatorToken, showsToken } from '../../runtime/operator-token.ts'
import { Pruner } from '../../runtime/pruner.ts'
import { RunRecovery } from '../../runtime/recovery.ts'
import { openJournal } from '../../runtime/requests/open-journal.ts'
import type { RequestJournal } from '../../runtime/requests/request-journal.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { loadSecret } from '../../runtime/secret-file.ts'
import { StoreProbe } from '../../runtime/store-probe.ts'
import { Outbox } from '../../runtime/webhooks/outbox.ts'
import type { WebhookSigning } from '../../runtime/webhooks/sign-http.ts'
import { type TaskNews, Worker } from '../../runtime/worker.ts'
import { WorkloadReader } from '../../runtime/workload-reader.ts'
import { type LazyStore, lazyStore } from '../../store/lazy.ts'
import { measureStore } from '../../store/measure.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { Workload } from '../../store/operations/workload.ts'
import type { Store } from '../../store/store.ts'
import type { AccessLogger } from '../log.ts'
import { countRuns, type Metrics } from '../metrics.ts'
import type { CallInput, CallTarget } from '../pipeline/call-record.ts'
import { startStoreSpan } from '../tracing.ts'
import { builtInAgent } from './built-in-agent.ts'
import { type CallTerms, readCallTerms } from './call-terms.ts'
import type { Ownership } from './caller.ts'
import { ChangeWatch } from './change-watch.ts'
import type { ConsoleKind } from './console-operations.ts'
import type { DurableSettings } from './durable-settings.ts'
import type { PushAbilities } from './push.ts'
import { agentRuntime, builtInRuntime, type DurableOptions, refreshFacts, timeoutOf } from './runtime.ts'
import { taskLog } from './task-log.ts'
import type { TaskParts } from './tasks.ts'

export interface DurableParts {
  agent: Agent
  settings: DurableSettings
  /** Callers need no credentials. */
  open: boolean
  prefix: string
  /** The contracts that callers may ask for. */
  contracts: readonly Contract[]
  /** The ids of those that are spoken over HTTP, the one of the mount first. */
  envelopes: readonly string[]
  /** The contracts that bring operations along. */
  homes: TaskParts['homes']
  log: AccessLogger
  now: () => number
  metrics: Metrics
  /** Signs webhooks of callers who registered without credentials. */
  signing?: WebhookSigning | undefined
  onStage?: DurableOptions['onStage']
  /** Runs tasks. Default: the handlers of the agent. */
  openPeer?: DurableOptions['openPeer']
  /** Checks changed tasks against their governance. */
  governors?: DurableOptions['governors']
  runTask?: DurableOptions['runTask']
  /** Whose console it is. Default: that of a server. */
  kind?: ConsoleKind | undefined
  /** Where an open store is. */
  storeUrl?: string | undefined
}

export class DurableServices {
  readonly runtime: Runtime
  readonly ownership: Ownership
  /** The built-in operations: tasks and approvals. */
  readonly builtIn: Agent
  /** What the built-in operations run on. */
  readonly builtInRuntime: Runtime
  /** How long a call may run, where its operation sets no limit. */
  readonly timeoutMs: (call: Call) => number
  /** Undefined where no journal is kept. */
  readonly journal: RequestJournal | undefined
  /** News for pages that show tasks and approvals. */
  readonly changes: ChangeWatch
  readonly #workload: WorkloadReader
  readonly #metrics: Metrics
  readonly #store: Store
  readonly #lazy: LazyStore | undefined
  readonly #log: AccessLogger
  readonly #isOurs: boolean
  readonly #lasts: boolean
  readonly #push: PushAbilities
  readonly #worker: Worker | undefined
  readonly #outbox: Outbox | undefined
  readonly #recovery: RunRecovery
  readonly #pruner: Pruner | undefined
  readonly #storeUrl: string
  readonly #refresh: () => void
  #operatorToken: OperatorToken | undefined
  #started = false
  readonly #probe: StoreProbe

  constructor(parts: DurableParts) {
    const {
      agent,
      settings,
      open,
      prefix,
      contracts,
      homes,
      log,
      now,
      metrics,
      onStage,
      runTask,
      openPeer,
      governors,
      signing,
    } = parts
    const { store = 'sqlite::memory:', webhooks = {} } = settings
    this.#isOurs = typeof store === 'string'
    this.#lasts = store !== 'sqlite::memory:'
    this.#storeUrl = parts.storeUrl ?? urlOf(store)
    this.ownership = { open, operators: settings.operators ?? ['operator'] }
    this.#push = { allowLoopback: webhooks.allowLoopback ?? false, signs: signing !== undefined }
    const lazy = typeof store === 'string' ? lazyStore(store) : undefined
    this.#store = measureStore(lazy ?? (store as Store), { ended: metrics.ended, begin: startStoreSpan })
    this.#probe = new StoreProbe(this.#store)
    this.changes = new ChangeWatch({ store: this.#store, now })
    this.#metrics = metrics
    this.#workload = new WorkloadReader(this.#store, now, () => this.#lasts || lazy?.isOpen !== false)
    this.journal = openJournal(settings.journal, {
      store: this.#lasts ? this.#store : undefined,
      now,
      count: { written: metrics.journalWritten, dropped: metrics.journalDropped },
    })
    this.#lazy = lazy
    this.#log = log
    const { endpoints, allowLoopback = false, send = true, ...outbox } = webhooks
    const options = {
      store: this.#store,
      secret: loadSecret(this.#storeUrl, { secret: settings.secret }),
      statusUrl: (id: string) => `${prefix}/operations/${id}/status`,
      log,
      now,
      contracts,
      syncBudgetMs: settings.syncBudgetMs,
      timeoutMs: settings.timeoutMs,
      taskTimeoutMs: settings.taskTimeoutMs,
      onStage,
      ...(runTask === undefined ? undefined : { runTask }),
      governors,
      openPeer,
      ...(settings.leaseMs === undefined ? undefined : { leaseMs: settings.leaseMs }),
      ...(settings.keyTtlMs === undefined ? undefined : { keyTtlMs: settings.keyTtlMs }),
      ...(settings.keyInserts === undefined ? undefined : { inserts: settings.keyInserts }),
      onNewKey: metrics.newKey,
      ...(settings.perCaller === undefined ? undefined : { perCaller: settings.perCaller }),
      ...(settings.taskLog === undefined ? undefined : { taskLog: settings.taskLog }),
      ...(settings.approvals === undefined ? undefined : { approvals: settings.approvals }),
      ...(endpoints === undefined ? undefined : { webhooks: endpoints }),
    }
    this.runtime = agentRuntime(agent, options)
    this.#refresh = () => refreshFacts(this.runtime, agent, options)
    this.timeoutMs = timeoutOf(agent, options)
    const { runtime, ownership, journal } = this
    const { kind = 'server' } = parts
    const forConsole = { kind, journal, checks: { allowLoopback: settings.conformance?.allowLoopback ?? false } }
    this.builtIn = builtInAgent({ agent, runtime, ownership, prefix, homes, contracts: parts.envelopes, ...forConsole })
    this.builtInRuntime = builtInRuntime(this.runtime, this.builtIn)
    const onError = (error: unknown) => log.warn({ error: codeOf(error) }, 'a task could not be continued')
    const logTask = taskLog(log)
    const countRun = countRuns(metrics)
    const onTask = (row: TaskRow, news: TaskNews): void => {
      countRun(row, news)
      logTask?.(row, news)
    }
    const working = { onError, onTask, ...(settings.worker || undefined) }
    this.#worker = settings.worker === false ? undefined : new Worker(this.runtime, working)
    const onTry = ({ kind }: { kind: string }) => metrics.deliveryTried(kind)
    this.#outbox = !send
      ? undefined
      : new Outbox(this.runtime, { onError, onTry, post: { allowLoopback }, signing, ...outbox })
    this.#recovery = new RunRecovery(this.runtime, onError)
    const { retention } = settings
    const onPruneError = (error: unknown) => log.warn({ error: codeOf(error) }, 'the store could not be pruned')
    this.#pruner = retention === false ? undefined : new Pruner(this.runtime, { retention, onError: onPruneError })
    // A store in memory is empty until it is used; a persistent store may hold work already.
    if (store === 'sqlite::memory:') lazy?.onOpen(() => this.start())
  }

  /** The token of the operator, where nobody has to say who they are; undefined elsewhere. */
  get operatorToken(): OperatorToken | undefined {
    if (!this.ownership.open) return undefined
    this.#operatorToken ??= loadOperatorToken(this.#storeUrl, this.runtime.secret)
    return this.#operatorToken
  }

  /** The operator, if a request to an open server shows their token. */
  operatorIn(headers: { get(name: string): string | null }): Caller | undefined {
    const token = this.operatorToken
    return token !== undefined && showsToken(headers, token) ? operator : undefined
  }

  /** The operations of the agent have changed: what is known of them is read again. */
  refresh(): void {
    this.#refresh()
  }

  /** The terms of a call, or the fault in them. */
  terms(
    { contract }: ContractEdition,
    target: CallTarget,
    { body, input, carrierOptions }: CallInput,
  ): CallTerms | Fault {
    // No contract demands a key for what it does not know.
    const effects = target.isBuiltIn ? 'none' : target.effects
    const operation = target.name
    const push = this.#push
    const terms = readCallTerms({ contract, operation, body, input, carrierOptions, effects, push })
    return target.isBuiltIn && !('category' in terms) ? keyAlone(terms) : terms
  }

  /** From now on tasks are worked on and webhooks are sent. */
  start(): void {
    if (this.#started) return
    this.#started = true
    this.#recovery.start()
    this.#worker?.start()
    this.#outbox?.start()
    this.#pruner?.start()
  }

  /**
   * Opens a persistent store. A file that cannot be opened, tables of a later version and foreign tables are refused; a
   * database server that does not answer may come back, and calls are answered 503 until then.
   */
  async open(): Promise<void> {
    if (this.ownership.open) checkOperatorToken(this.#storeUrl)
    if (!this.#lasts || this.#lazy === undefined) return
    try {
      await this.#lazy.open()
    } catch (error) {
      if (this.#lazy.kind === 'sqlite' || codeOf(error) !== 'ERR_STORE_UNAVAILABLE') throw error
      this.#log.warn({ error: codeOf(error) }, 'the store cannot be reached yet')
    }
  }

  /** Closes what `open` opened, for a server that did not come to listen. */
  async unload(): Promise<void> {
    if (this.#lasts) await this.#lazy?.unload()
  }

  /** Whether a persistent store can be written. Callers within a second share one look: each is a write to disk. */
  async check(): Promise<Record<string, boolean>> {
    if (!this.#lasts) return {}
    return { store: await this.#probe.isWritable() }
  }

  /** What waits in the store; undefined when it does not answer. */
  workload(): Promise<Workload | undefined> {
    return this.#workload.read()
  }

  /** Tasks that run in this process, and that may run at once. */
  get slots(): { used: number; total: number } {
    return this.#worker?.slots ?? { used: 0, total: 0 }
  }

  /** Calls that became tasks on their way have as long as those of the worker; then a worker goes on with them. */
  async #leaveAdopted(waitMs = 30_000): Promise<void> {
    const { adopted } = this.runtime
    const timer = setTimeout(() => {
      for (const run of adopted) run.leave()
    }, waitMs)
    await Promise.all([...adopted].map(({ done }) => done))
    clearTimeout(timer)
  }

  /** Ends what runs, hands the rest to others, and closes the store if it is ours. */
  async stop(waitMs?: number): Promise<void> {
    this.changes.close()
    const adopted = this.#leaveAdopted(waitMs)
    if (this.#started) {
      const background = [this.#recovery.stop(), this.#worker?.stop(waitMs), this.#outbox?.stop(), this.#pruner?.stop()]
      await Promise.all(background)
    }
    await adopted
    this.runtime.close()
    await this.journal?.close()
    this.#metrics.close()
    if (this.#isOurs) await this.#store.close()
  }
}

/** Built-in operations are never tasks and need no approval: only a key has an effect. */
function keyAlone({ call: { idempotencyKey }, policy, material }: CallTerms): CallTerms {
  return {
    call: idempotencyKey === undefined ? {} : { idempotencyKey },
    // An agent may have an operation of the same name.
    policy: { ...policy, scope: `own ${policy.scope}` },
    ...(material === undefined ? undefined : { material }),
  }
}

/** A store that is open already does not say where it is: those who share it name the secret too. */
function urlOf(store: Store | string): string {
  if (typeof store === 'string') return store
  return store.kind === 'sqlite' ? 'sqlite::memory:' : 'postgres:'
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'unknown'
}
