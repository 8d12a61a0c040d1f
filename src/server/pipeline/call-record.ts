/** One call, whatever it came over: built once by its carrier, and handed from stage to stage. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StepRunner } from '../../agent/context.ts'
import type { Effects, Operation } from '../../agent/define.ts'
import type { OpenPeer } from '../../agent/peer.ts'
import type { ProblemLog } from '../../agent/problem.ts'
import type { HandlerCall } from '../../agent/run.ts'
import type { Credentials, Principal } from '../../auth/principal.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import type { Loss } from '../../codec/loss.ts'
import type { Finding } from '../../codec/rule.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Stop } from '../../lib/stop.ts'
import type { Call } from '../../outcome/call.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Fault, Issue } from '../../outcome/fault.ts'
import type { KeyPolicy } from '../../outcome/key-policy.ts'
import type { Interim } from '../../outcome/moment.ts'
import type { Decision, RunResult } from '../../outcome/run-result.ts'
import { decisionFor } from '../../runtime/approvals.ts'
import type { Caller } from '../../runtime/caller.ts'
import { type DurableCall, DurableRun, syncBudgetMs } from '../../runtime/durable-call.ts'
import type { RequestEntry } from '../../runtime/requests/request-entry.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Push } from '../../runtime/tasks.ts'
import type { Body } from '../../wire/body.ts'
import type { Carrier } from '../../wire/wire.ts'
import type { CallTerms, CarrierOptions } from '../durable/call-terms.ts'
import { callerOf, requesterOf } from '../durable/caller.ts'
import type { TraceContext } from '../ids.ts'
import { callLog } from '../log.ts'
import { openPeer } from '../open-peer.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignatureState } from '../signing/request-verifier.ts'
import type { Span } from '../tracing.ts'

/** What a call is for. */
export interface CallTarget {
  readonly name: string
  /** One of the server's own, such as those on tasks and approvals. */
  readonly isBuiltIn: boolean
  /** Callers need no credentials. */
  readonly isPublic: boolean
  readonly effects: Effects
  /** Undefined for built-in routes that are no operations. */
  readonly operation?: Operation | undefined
  /** What answers in place of a handler. */
  readonly answer?: ((call: CallRecord) => Promise<RunResult>) | undefined
}

/** An operation as the target of a call. */
export function targetOf(name: string, operation: Operation, isBuiltIn = false): CallTarget {
  return { name, operation, isBuiltIn, isPublic: operation.public, effects: operation.effects }
}

/** What a carrier reads of a call. */
export interface CallInput {
  readonly input: Json
  /** The arguments as they were sent, with what is among them that is not the operation's own. */
  readonly body?: Body | undefined
  /** What is next to the arguments. */
  readonly carrierOptions: CarrierOptions
  /** Members of the call that its envelope names. */
  readonly call?: Partial<Call>
  /** Says of issues with the input where in the request they are. */
  readonly locate?: (issues: readonly Issue[]) => Issue[]
}

/** How a carrier reads a call. */
export interface CallReader {
  /** Finds the target, where only the body names it. */
  resolve?(call: CallRecord): Promise<Fault | undefined>
  read(call: CallRecord): Promise<CallInput | Fault> | CallInput | Fault
}

export type CallExchange = Exchange & { requestId: string; correlationId: string }

/** What a carrier knows of a call when it begins. */
export interface CallInit {
  readonly server: ServerContext
  readonly open: Stop
  /** What it came over. Default: `http`. */
  readonly carrier?: Carrier | undefined
  /** What the log calls it: `POST`, `tools/call`. */
  readonly method: string
  /** The pattern of the route, for the log and the metrics. */
  readonly route: string
  readonly address: string | undefined
  readonly base?: string | undefined
  readonly contractEdition: ContractEdition
  readonly exchange: CallExchange
  readonly trace: TraceContext | undefined
  readonly stream: boolean
  readonly reader: CallReader
  readonly target?: CallTarget | undefined
  /** Where the caller's credentials are; undefined where they were looked at already. */
  readonly credentials?: Credentials | undefined
  readonly isNewConversation?: boolean | undefined
  /** When it pauses it is called again, as a task. */
  readonly isTrial?: boolean | undefined
  /** What its carrier found out about its signature. */
  readonly signature?: SignatureState | undefined
  /** False: the journal has no entry of it. Default: true. */
  readonly isNoted?: boolean | undefined
}

/** What a gateway knows of a call that it forwards, for the journal. */
export interface ForwardedFacts {
  readonly tenant: string
  /** The stages that the call may enter, in their order. */
  readonly stageNames: readonly string[]
  /** What the translation has lost; undefined where nothing was translated. */
  readonly losses: readonly Loss[] | undefined
  readonly upstream: RequestEntry['upstream']
  readonly replayed: RequestEntry['replayed']
}

/** After so many moments others have their turn of the event loop. */
const momentsPerTurn = 16

export class CallRecord implements DurableCall, HandlerCall {
  readonly server: ServerContext
  readonly open: Stop
  readonly carrier: Carrier
  readonly started: number
  readonly method: string
  readonly route: string
  readonly address: string | undefined
  readonly reader: CallReader
  readonly credentials: Credentials | undefined
  readonly stream: boolean
  readonly isTrial: boolean | undefined
  trace: TraceContext | undefined
  contractEdition: ContractEdition
  exchange: CallExchange
  /** The caller named no conversation: the one in the exchange is new. */
  isNewConversation: boolean | undefined
  target: CallTarget | undefined
  principal: Principal | undefined
  /** Finding out who calls: why they are refused, if they are. */
  identity: Promise<Fault | undefined> | undefined
  /** What is known of its signature; undefined where signatures are not read. */
  signature: SignatureState | undefined
  /** The limits have counted it. */
  isCounted = false
  /** The server itself failed: HTTP says so in every contract. */
  isBroken = false
  /** The path that the whole server is mounted under, empty at the root; undefined over carriers without paths. */
  readonly base: string | undefined
  /** Headers that stages add to the head of an answer over HTTP. */
  readonly headers: Record<string, string> = {}
  /** What the carrier read. */
  locate: CallInput['locate']
  /** The arguments as they were sent. */
  sentBody: Body | undefined
  /** What the call asks for in addition to its input. */
  terms: CallTerms | undefined
  request: Call
  /** The input as its schema made it. */
  input: unknown
  /** The fingerprint of the input that its governance was checked for; undefined: it is not governed. */
  governedInput: string | undefined
  /** What a contract tolerated or refused in the request, for the journal. */
  findings: readonly Finding[] | undefined
  /** What the contract had no place for in the answer, for the journal. */
  losses: readonly Loss[] | undefined
  /** When it came and when it entered each stage; undefined where the journal does not note it. */
  readonly marks: number[] | undefined
  /** Its span, while it is traced. */
  span: Span | undefined
  /** Called just before the handler runs. */
  beforeHandler: (() => void) | undefined
  /** Receives the moments of the run. */
  listener: ((moment: Interim) => Promise<void> | undefined) | undefined
  /** Called when nothing more of the answer will be sent. */
  onEnd: (() => void) | undefined
  #durable: DurableRun | undefined
  #moments = 0

  constructor(init: CallInit) {
    this.server = init.server
    this.open = init.open
    this.carrier = init.carrier ?? 'http'
    this.started = init.server.now()
    const isNoted = init.isNoted !== false && init.server.durable.journal !== undefined
    this.marks = isNoted ? [performance.now()] : undefined
    this.method = init.method
    this.route = init.route
    this.address = init.address
    this.base = init.base
    this.contractEdition = init.contractEdition
    this.exchange = init.exchange
    this.isNewConversation = init.isNewConversation
    this.trace = init.trace
    this.stream = init.stream
    this.isTrial = init.isTrial
    this.reader = init.reader
    this.target = init.target
    this.credentials = init.credentials
    this.signature = init.signature
    this.request = { operation: '', input: {}, exchange: init.exchange }
  }

  /** The name of the operation, for the log; empty while it is not known. */
  get operation(): string {
    return this.target?.name ?? ''
  }

  get runtime(): Runtime {
    const { durable } = this.server
    return this.target?.isBuiltIn === true ? durable.builtInRuntime : durable.runtime
  }

  /** On an open server all callers ask as one; its built-in operations know the holder of the operator token. */
  get caller(): Caller {
    const { open } = this.server.durable.ownership
    return this.target?.isBuiltIn === true ? callerOf(this.principal, open) : requesterOf(this.principal, open)
  }

  /** Handlers of the agent know no caller of an open server, be it the holder of the operator token. */
  get requester(): Principal | undefined {
    return this.target?.isBuiltIn !== true && this.server.durable.ownership.open ? undefined : this.principal
  }

  get contract(): string {
    return `${this.contractEdition.contract.id}@${this.contractEdition.edition.version}`
  }

  get policy(): KeyPolicy {
    return (this.terms as CallTerms).policy
  }

  get material(): Json | undefined {
    return this.terms?.material
  }

  /** A webhook names the type of its task: where the contract has no type for it, there is no webhook. */
  get push(): Push | undefined {
    const { contract, edition } = this.contractEdition
    return contract.serving?.tasks?.typeOf(this.operation, edition.version) === undefined ? undefined : this.terms?.push
  }

  get durable(): DurableRun {
    this.#durable ??= new DurableRun(this.server.now)
    return this.#durable
  }

  /** The call that runs: as it was asked, or with the input that an approver gave it. */
  get call(): Call {
    const approved = this.#durable?.approved
    return approved === undefined ? this.request : { ...this.request, input: approved.input }
  }

  get approvals(): readonly string[] | undefined {
    return this.#durable?.approvals
  }

  get stop(): Stop {
    return this.#durable?.stopOf(this) ?? this.open
  }

  get log(): ProblemLog {
    return callLog(this)
  }

  get traceparent(): string | undefined {
    return this.trace?.traceparent
  }

  get timeoutMs(): number | undefined {
    return this.server.durable.timeoutMs(this.request)
  }

  get steps(): StepRunner {
    return this.durable.journal
  }

  get client(): OpenPeer {
    return this.server.openPeer ?? openPeer
  }

  /** What the journal has of an upstream; undefined where a call is not forwarded. */
  get forwardedFacts(): ForwardedFacts | undefined {
    return undefined
  }

  hold(key: string, text: string): void {
    this.durable.held.set(key, text)
  }

  get held(): readonly string[] {
    return this.#durable?.presented.held ?? []
  }

  /** The arguments as they were sent, where they can be had before they are read. */
  async sentArguments(): Promise<Json | undefined> {
    return undefined
  }

  approval(key: string): Decision | undefined {
    return decisionFor(this.#durable?.approved, key)
  }

  now(): number {
    return this.server.now()
  }

  onStart(): void {
    this.beforeHandler?.()
  }

  /** A handler that never waits would keep all others waiting, even for its reader to leave: it gives way. */
  async onMoment(moment: Interim): Promise<void> {
    // Both at once: a reader who follows the log later goes on where the listener was.
    const kept = syncBudgetMs(this) === undefined ? undefined : this.durable.journal.moment(moment)
    const listening = this.listener?.(moment)
    await kept
    await listening
    if (++this.#moments % momentsPerTurn === 0) await nextTurn()
  }
}

/** A stage: a function around the next one. */
export type Stage<C extends CallRecord = CallRecord> = (call: C, next: () => Promise<RunResult>) => Promise<RunResult>
