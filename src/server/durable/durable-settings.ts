/** The options of a server about stored state. */
import type { ApprovalOptions } from '../../runtime/approvals.ts'
import type { CallerLimits } from '../../runtime/caller-limits.ts'
import type { KeyRateSettings } from '../../runtime/idempotency.ts'
import type { TaskLogLimits } from '../../runtime/log-room.ts'
import type { RetentionSettings } from '../../runtime/pruner.ts'
import type { JournalSettings } from '../../runtime/requests/journal-settings.ts'
import type { WebhookEndpoint } from '../../runtime/runtime.ts'
import type { Secret } from '../../runtime/secret.ts'
import type { DnsOptions } from '../../runtime/webhooks/name-resolver.ts'
import type { Schedule } from '../../runtime/webhooks/schedule.ts'
import type { Store } from '../../store/store.ts'

/** The options of `serve` about stored state: tasks, idempotency keys, approvals, webhooks and the journal. */
export interface DurableSettings {
  /** Where tasks, keys and approvals last: `sqlite:PATH`, `postgres://…` or an open store. Default: in memory. */
  store?: Store | string
  /** At least 32 characters, or what `loadSecret` returns; the same in all processes that share a store. */
  secret?: string | Secret
  /** A call that takes longer becomes a task, where its operation does not say otherwise. */
  syncBudgetMs?: number
  /** How long a call may run, where its operation has no `timeoutMs`. Default: 5 minutes. */
  timeoutMs?: number
  /** The same for tasks, and for calls that may become one. Default: 1 hour. */
  taskTimeoutMs?: number
  /** How long a worker may be silent before another takes its task. */
  leaseMs?: number
  /** How long an idempotency key is remembered. */
  keyTtlMs?: number
  /**
   * How many new idempotency keys one caller may use in this process, by the name of the rate: a contract that has a rate
   * of its own names it by its id (AdCP does), all others share `others`.
   * Default: 60 a second and 300 at once in AdCP, 1000 a second and 5000 at once in the others.
   */
  keyInserts?: KeyRateSettings
  /** How much one caller may have open at once; beyond it the answer is 429. */
  perCaller?: Partial<CallerLimits>
  /**
   * How many moments (progress, pieces of the answer) the log of one task keeps, and how many bytes of them. Later ones
   * are dropped, and the log says so; the outcome is always kept. Default: 50,000 and 16 MB.
   */
  taskLog?: Partial<TaskLogLimits>
  approvals?: ApprovalOptions
  /** Callers with one of these roles see all tasks of their tenant. */
  operators?: readonly string[]
  /**
   * How many tasks run at once (Default: 10), of one tenant (Default: no limit), and how often to look for them.
   * False: tasks are left to others (`replywire worker`).
   */
  worker?: { concurrency?: number; perTenant?: number; pollMs?: number } | false
  /** How long ended tasks, deliveries, approvals and keys are kept. False: this process removes nothing. */
  retention?: RetentionSettings | false
  /**
   * A bounded record of requests: ids, caller, stages with their times, what came of them. `true` takes the defaults.
   * Default: off, because it stores who called what.
   */
  journal?: JournalSettings | boolean
  /** Endpoints that are notified of every task's end, and how they are called. */
  webhooks?: WebhookSettings
  /** What operators may check from the console. Services on this machine: only with `allowLoopback`, with http too. */
  conformance?: { allowLoopback?: boolean }
}

/** Which endpoints get webhooks, and how they are called. */
export interface WebhookSettings {
  endpoints?: readonly WebhookEndpoint[]
  /** False: they are left to others that use the store (`replywire worker`). Default: true. */
  send?: boolean
  /** Receivers on this machine are allowed, with http too. */
  allowLoopback?: boolean
  /** How many deliveries at once. Default: 50. */
  concurrency?: number
  /** How many of them to one receiver, of all processes that share the store. Default: 5. */
  perEndpoint?: number
  /** How many of them of one tenant, of all processes that share the store. Default: half of `concurrency`. */
  perTenant?: number
  /** How the names of receivers are looked up. */
  dns?: DnsOptions
  /** How long it is tried, and how long one try may take (10 s). */
  schedule?: Schedule
  timeoutMs?: number
}
