/** What a handler has at hand. */
import type { Principal } from '../auth/principal.ts'
import type { JsonObject } from '../lib/json-value.ts'
import type { Stop } from '../lib/stop.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange, QueryEcho } from '../outcome/exchange.ts'
import type { Interim, Moment } from '../outcome/moment.ts'
import type { Action, Citation, Notice } from '../outcome/outcome.ts'
import type { Decision } from '../outcome/run-result.ts'

export type { Decision } from '../outcome/run-result.ts'

/** Where a handler logs: ids and counts, never inputs or outputs. */
export interface Logger {
  info(fields: Record<string, string | number | boolean>, message: string): void
  warn(fields: Record<string, string | number | boolean>, message: string): void
}

/** How steps are remembered. In one process by default; a durable run remembers them for good. */
export interface StepRunner {
  run<T>(name: string, work: () => Promise<T> | T, options: StepOptions): Promise<T>
}

export interface StepOptions {
  /** Record the intent first and never repeat: a crash in between ends as unknown. */
  once?: boolean
}

export interface Context {
  readonly operation: string
  readonly principal: Principal | undefined
  readonly requestId: string
  readonly correlationId: string
  /** The caller's W3C trace context, to send along with further calls. */
  readonly traceparent: string | undefined
  readonly conversationId: string | undefined
  readonly workflowId: string | undefined
  readonly stageId: string | undefined
  readonly userId: string | undefined
  readonly mode: string | undefined
  readonly riskTier: string | undefined
  readonly domainId: string | undefined
  readonly budgets: JsonObject
  /** Aborted when the caller is gone, the deadline has passed, or the run was canceled. */
  readonly signal: AbortSignal
  readonly deadline: Date | undefined
  /** Every line carries the ids of the call. */
  readonly log: Logger
  /** Tells how far the work has come; waits while the reader is slow. */
  progress(fraction: number, message?: string): Promise<void>
  /** Sends any moment of a stream. Await it: a run that gets 256 KB ahead of its reader is failed. */
  emit(moment: Interim): Promise<void>
  cite(...citations: Citation[]): void
  warn(message: string, more?: Partial<Omit<Notice, 'message'>>): void
  suggest(...actions: Action[]): void
  /** How the request was understood, for contracts that echo it. */
  understood(query: QueryEcho): void
  /** What the call costs, for contracts that bill. */
  bill(units: number): void
  /** The decision on an approval; undefined until somebody decided. */
  approval(key: string): Decision | undefined
  /** Runs a piece of work once: in a durable run, once for good. */
  step<T>(name: string, work: () => Promise<T> | T, options?: StepOptions): Promise<T>
}

/** What a handler left in its context for the answer. */
export interface Gathered {
  citations: Citation[]
  notices: Notice[]
  actions: Action[]
  query?: QueryEcho
  units?: number
  /** Of the task that the answer tells of. */
  ofTask?: OfTask
}

/** What belongs to every update of a task, where whoever asks for it says nothing else. */
export type OfTask = Pick<Exchange, 'context' | 'conversationId'>

const gatherings = new WeakMap<Context, Gathered>()

/** Says which task an answer tells of; for the server's own operations. */
export function tellsOfTask(context: Context, ofTask: OfTask): void {
  const gathered = gatherings.get(context)
  if (gathered !== undefined) gathered.ofTask = ofTask
}

export interface ContextParts {
  call: Call
  principal: Principal | undefined
  stop: Stop
  /** In milliseconds since the epoch. */
  deadline: number | undefined
  log: Logger
  traceparent: string | undefined
  emit(moment: Moment): Promise<void> | void
  approval(key: string): Decision | undefined
  /** Made when the first step runs. */
  steps(): StepRunner
}

/** A context, and what gathers in it. */
export function openContext(parts: ContextParts): { context: Context; gathered: Gathered } {
  const { call, principal, stop, deadline, log } = parts
  const { exchange } = call
  const gathered: Gathered = { citations: [], notices: [], actions: [] }
  const context: Context = {
    operation: call.operation,
    principal,
    requestId: exchange.requestId ?? '',
    correlationId: exchange.correlationId ?? '',
    traceparent: parts.traceparent,
    conversationId: exchange.conversationId,
    workflowId: call.workflowId,
    stageId: call.stageId,
    userId: call.userId,
    mode: call.mode,
    riskTier: call.riskTier,
    domainId: call.domainId,
    budgets: call.budgets ?? {},
    get signal() {
      return stop.signal
    },
    deadline: deadline === undefined ? undefined : new Date(deadline),
    log,
    async progress(fraction, message) {
      await parts.emit({ kind: 'progress', fraction, ...(message === undefined ? undefined : { message }) })
    },
    async emit(moment) {
      await parts.emit(moment)
    },
    cite: (...citations) => void gathered.citations.push(...citations),
    warn: (message, more = {}) => void gathered.notices.push({ severity: 'warning', message, ...more }),
    suggest: (...actions) => void gathered.actions.push(...actions),
    understood(query) {
      gathered.query = query
    },
    bill(units) {
      gathered.units = units
    },
    approval: key => parts.approval(key),
    step: (name, work, options = {}) => parts.steps().run(name, work, options),
  }
  gatherings.set(context, gathered)
  return { context, gathered }
}
