/** What runs share that outlive their request. */
import type { Json } from '../lib/json-value.ts'
import type { Stop } from '../lib/stop.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange } from '../outcome/exchange.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Decision, RunResult } from '../outcome/run-result.ts'
import type { Store } from '../store/store.ts'
import { type ApprovalOptions, Approvals } from './approvals.ts'
import type { Caller } from './caller.ts'
import { type CallerLimits, callerLimits } from './caller-limits.ts'
import { InsertLimit, type KeyRateSettings } from './idempotency.ts'
import { type TaskLogLimits, taskLogLimits } from './log-room.ts'
import { OneAtATime } from './one-at-a-time.ts'
import type { Secret } from './secret.ts'

/** One run of a task, and what it may use. */
export interface TaskRun {
  readonly id: string
  readonly call: Call
  readonly caller: Caller
  /** What it was called in: `ID@VERSION`. */
  readonly contract: string
  /** The fingerprint of the input that its governance was checked for; undefined: it is not governed. */
  readonly governedInput?: string | undefined
  /** The span that asked for the task (W3C Trace Context). */
  readonly traceparent?: string | undefined
  readonly stop: Stop
  readonly steps: { run<T>(name: string, work: () => Promise<T> | T, options: { once?: boolean }): Promise<T> }
  approval(key: string): Decision | undefined
  onMoment(moment: Interim): Promise<void> | void
}

/** What the runtime knows of an operation. */
export interface OperationRules {
  effects: 'none' | 'additive' | 'destructive'
  async: boolean
  /** How often a task is tried before it is dead. */
  attempts: number
  /** How long to wait after the first failure; twice as long after each further one. */
  backoffMs: number
  /** A `reply` among its arguments is its own, and no answer to an approver. */
  ownReply?: boolean
  /** A call that takes longer becomes a task. */
  syncBudgetMs?: number | undefined
  /** One person may give several approvals of one run. */
  samePerson?: boolean | undefined
}

/** The body of a webhook, ready to send. */
export interface WebhookBody {
  contentType: string
  body: Uint8Array
}

/** The end of a task, to be written in the contract of the receiver. */
export interface WebhookMessage {
  taskId: string
  operation: string
  contract: string
  /** The one id of this message. */
  messageId: string
  outcome: Outcome
  author?: 'server' | undefined
  exchange: Exchange
  push?: Json
  /** The form that the registration asks for, if not the task's own contract. */
  form?: string
}

/** An endpoint that receives every task. */
export interface WebhookEndpoint {
  url: string
  /** `whsec_…`, as Standard Webhooks have it. */
  secret: string
  /** Only of this tenant's tasks. */
  tenant?: string
}

export interface RuntimeOptions {
  store: Store
  secret: Secret
  /** The version of what runs; a task remembers it. */
  version: string
  operations: Readonly<Record<string, OperationRules>>
  runTask(run: TaskRun): Promise<RunResult>
  render(message: WebhookMessage): WebhookBody
  statusUrl(taskId: string): string
  now?: () => number
  /** How long a worker may be silent before another takes its task. */
  leaseMs?: number
  /** How long a key is remembered. */
  keyTtlMs?: number
  /** How many new keys a caller may use in this process. */
  inserts?: KeyRateSettings
  /** Called for every new key, also for one that is refused because its caller uses too many. */
  onNewKey?: (key: { rate: string; isRefused: boolean }) => void
  /** How much one caller may have open at once. */
  perCaller?: Partial<CallerLimits>
  /** How much of a task's log its progress and pieces of its answer may take. */
  taskLog?: Partial<TaskLogLimits>
  approvals?: ApprovalOptions
  webhooks?: readonly WebhookEndpoint[]
}

export interface Runtime extends RuntimeOptions {
  readonly now: () => number
  readonly leaseMs: number
  readonly keyTtlMs: number
  readonly inserted: InsertLimit
  readonly perCaller: CallerLimits
  readonly logLimits: TaskLogLimits
  readonly deciding: Approvals
  /** The runs of this process that are tasks, by id: so that a cancel takes effect at once. */
  readonly running: Map<string, { check(): void }>
  /** Calls that became tasks of this process on their way: to be waited for, or left to a worker. */
  readonly adopted: Set<{ done: Promise<void>; leave(): void }>
  /** Lists that look into whole tasks, and reads of whole approvals: one row at a time, of all that are under way. */
  readonly wholeRows: OneAtATime
  /** Stops listening to the store; the store itself stays open. */
  close(): void
}

export function openRuntime(options: RuntimeOptions): Runtime {
  const { store, secret, now = Date.now } = options
  const perCaller = callerLimits(options.perCaller)
  const running: Runtime['running'] = new Map()
  const stopListening = store.onWake(topic => {
    if (topic.startsWith('cancel:')) running.get(topic.slice('cancel:'.length))?.check()
  })
  return {
    ...options,
    now,
    leaseMs: options.leaseMs ?? 30_000,
    keyTtlMs: options.keyTtlMs ?? 24 * 60 * 60 * 1000,
    inserted: new InsertLimit(options.inserts),
    perCaller,
    logLimits: taskLogLimits(options.taskLog),
    deciding: new Approvals(store, secret, now, { ...options.approvals, most: perCaller.openApprovals }),
    running,
    adopted: new Set(),
    wholeRows: new OneAtATime(),
    close: stopListening,
  }
}
