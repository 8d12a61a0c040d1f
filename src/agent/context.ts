/** What a handler has at hand. */
import type { Principal } from '../auth/principal.ts'
import type { JsonObject } from '../lib/json-value.ts'
import type { Stop } from '../lib/stop.ts'
import type { Call, CallMessage, GovernanceRecord } from '../outcome/call.ts'
import type { Exchange, QueryEcho } from '../outcome/exchange.ts'
import type { Interim, Moment } from '../outcome/moment.ts'
import type { Action, Citation, Notice } from '../outcome/outcome.ts'
import type { Decision } from '../outcome/run-result.ts'
import type { Agent } from './define.ts'
import type { OpenPeer, Peer, PeerOptions, PeerRun } from './peer.ts'
import { PeerKeys } from './peer-keys.ts'
import { TextSender } from './text-sender.ts'

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

/** How a durable step is recorded. */
export interface StepOptions {
  /** Record the intent first and never repeat: a crash in between ends as unknown. */
  once?: boolean
}

/** The token that a call is made under. */
export interface Governance {
  /** As it came, to be sent along unchanged. */
  readonly token: string
  /** What the token says, where the server has verified it; undefined: nobody has. */
  readonly verified: GovernanceRecord | undefined
}

/** What a handler gets with its input: the caller, ids, approvals, durable steps, and ways to send progress. */
export interface Context {
  readonly operation: string
  readonly principal: Principal | undefined
  readonly requestId: string
  readonly correlationId: string
  /** The caller's W3C trace context, to send along with further calls. */
  readonly traceparent: string | undefined
  readonly conversationId: string | undefined
  /** The governance under which the call is made; undefined: none. */
  readonly governance: Governance | undefined
  /** Over A2A: the message that began the call, or answered its last pause. Undefined over other carriers. */
  readonly message: CallMessage | undefined
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
  /** Reports how far the work has come; waits while the reader is slow. */
  progress(fraction: number, message?: string): Promise<void>
  /** Sends any moment of a stream. Await it: a run that gets 256 KB ahead of its reader is failed. */
  emit(moment: Interim): Promise<void>
  /** Sends a piece of the text of the answer, such as a token of a model. Await it: it waits while the reader is slow. */
  text(chunk: string): Promise<void>
  /**
   * Sends a text piece by piece as it comes, such as the `textStream` of a model, no faster than its reader takes it.
   * Returns the whole text. Inside a `step`, a durable run asks the model once.
   */
  pipe(source: AsyncIterable<string> | Iterable<string>): Promise<string>
  cite(...citations: Citation[]): void
  warn(message: string, more?: Partial<Omit<Notice, 'message'>>): void
  suggest(...actions: Action[]): void
  /** How the request was understood, for contracts that echo it. */
  understood(query: QueryEcho): void
  /** What the call costs, for contracts that bill. */
  bill(units: number): void
  /** The governance token that the answer gives its caller, for agents that issue them. */
  govern(token: string): void
  /** The decision on an approval; undefined until somebody decided. */
  approval(key: string): Decision | undefined
  /** Runs a piece of work once: in a durable run, once for good. */
  step<T>(name: string, work: () => Promise<T> | T, options?: StepOptions): Promise<T>
  /**
   * Another agent, to call from here. Its calls have the correlation id, the trace, the tenant and the deadline of this
   * run, and idempotency keys that stay the same when the run is repeated.
   */
  client<A extends Agent = Agent>(url: string, options?: PeerOptions): Peer<A>
}

/** What a handler left in its context for the answer. */
export interface HandlerNotes {
  citations: Citation[]
  notices: Notice[]
  actions: Action[]
  query?: QueryEcho
  units?: number
  /** A token that the answer gives its caller. */
  governance?: string
  /** Of the task that the answer is about. */
  ofTask?: OfTask
}

/** What belongs to every update of a task, where the one who asks for it sets nothing else. */
export type OfTask = Pick<Exchange, 'context' | 'conversationId' | 'governance'>

/** Says which task an answer is about; for built-in operations. */
export function tellsOfTask(context: Context, ofTask: OfTask): void {
  if (context instanceof RunContext) context.gathered.ofTask = ofTask
}

export interface ContextParts {
  call: Call
  principal: Principal | undefined
  /** What stops the run; its signal is made when it is asked for. */
  stopping: { readonly stop: Stop }
  /** In milliseconds since the epoch. */
  deadline: number | undefined
  readonly log: Logger
  traceparent: string | undefined
  emit(moment: Moment): Promise<void> | void
  approval(key: string): Decision | undefined
  /** Keeps a text with an approval that the run asks for; `held` are those of approvals that were given. */
  hold(key: string, text: string): void
  held(): readonly string[]
  /** Made when the first step runs. */
  steps(): StepRunner
  readonly client: OpenPeer
}

/** A context, and what gathers in it. */
export function openContext(parts: ContextParts): Context & { readonly gathered: HandlerNotes } {
  return new RunContext(parts)
}

/** Methods are made when they are asked for: a handler may take them out of its context, and few handlers use many. */
class RunContext implements Context {
  readonly #parts: ContextParts
  #sender: TextSender | undefined
  #peerRun: PeerRun | undefined
  readonly #gathered: HandlerNotes = { citations: [], notices: [], actions: [] }
  readonly operation: string
  readonly principal: Principal | undefined
  readonly requestId: string
  readonly correlationId: string

  constructor(parts: ContextParts) {
    const { operation, exchange } = parts.call
    this.#parts = parts
    this.operation = operation
    this.principal = parts.principal
    this.requestId = exchange.requestId ?? ''
    this.correlationId = exchange.correlationId ?? ''
  }

  get gathered(): HandlerNotes {
    return this.#gathered
  }

  get traceparent(): string | undefined {
    return this.#parts.traceparent
  }

  get conversationId(): string | undefined {
    return this.#parts.call.exchange.conversationId
  }

  get governance(): Governance | undefined {
    const { exchange, governed } = this.#parts.call
    return exchange.governance === undefined ? undefined : { token: exchange.governance, verified: governed }
  }

  get message(): CallMessage | undefined {
    return this.#parts.call.message
  }

  get workflowId(): string | undefined {
    return this.#parts.call.workflowId
  }

  get stageId(): string | undefined {
    return this.#parts.call.stageId
  }

  get userId(): string | undefined {
    return this.#parts.call.userId
  }

  get mode(): string | undefined {
    return this.#parts.call.mode
  }

  get riskTier(): string | undefined {
    return this.#parts.call.riskTier
  }

  get domainId(): string | undefined {
    return this.#parts.call.domainId
  }

  get budgets(): JsonObject {
    return this.#parts.call.budgets ?? {}
  }

  get signal(): AbortSignal {
    return this.#parts.stopping.stop.signal
  }

  get deadline(): Date | undefined {
    const { deadline } = this.#parts
    return deadline === undefined ? undefined : new Date(deadline)
  }

  get log(): Logger {
    return this.#parts.log
  }

  get emit(): Context['emit'] {
    return async moment => {
      await this.#parts.emit(moment)
    }
  }

  get progress(): Context['progress'] {
    return (fraction, message) =>
      this.emit({ kind: 'progress', fraction, ...(message === undefined ? undefined : { message }) })
  }

  get text(): Context['text'] {
    return chunk => handled(this.#texts.send(chunk))
  }

  get pipe(): Context['pipe'] {
    return source => handled(this.#texts.pipe(source))
  }

  get #texts(): TextSender {
    this.#sender ??= new TextSender(this.emit, this.#parts.stopping)
    return this.#sender
  }

  get cite(): Context['cite'] {
    return (...citations) => void this.#gathered.citations.push(...citations)
  }

  get warn(): Context['warn'] {
    return (message, more = {}) => void this.#gathered.notices.push({ severity: 'warning', message, ...more })
  }

  get suggest(): Context['suggest'] {
    return (...actions) => void this.#gathered.actions.push(...actions)
  }

  get understood(): Context['understood'] {
    return query => {
      this.#gathered.query = query
    }
  }

  get bill(): Context['bill'] {
    return units => {
      this.#gathered.units = units
    }
  }

  get govern(): Context['govern'] {
    return token => {
      this.#gathered.governance = token
    }
  }

  get approval(): Context['approval'] {
    return key => this.#parts.approval(key)
  }

  get step(): Context['step'] {
    return (name, work, options = {}) => handled(this.#parts.steps().run(name, work, options))
  }

  get client(): Context['client'] {
    return <A extends Agent>(url: string, options?: PeerOptions) =>
      this.#parts.client(url, this.#forPeers, options) as Peer<A>
  }

  get #forPeers(): PeerRun {
    if (this.#peerRun !== undefined) return this.#peerRun
    const { call, principal, traceparent, deadline, stopping, approval, hold, held, steps } = this.#parts
    const keys = new PeerKeys(call, principal, steps)
    const { signal } = stopping.stop
    const keyFor = (request: string) => keys.keyFor(request)
    const step: PeerRun['step'] = (name, work) => steps().run(name, work, {})
    this.#peerRun = { call, principal, traceparent, deadline, signal, approval, hold, held, keyFor, step }
    return this.#peerRun
  }
}

/** What nobody waits for must not end the process when it fails. */
function handled<T>(running: Promise<T>): Promise<T> {
  running.catch(() => {})
  return running
}
