/** The client as its users see it. Types only. */
import type { ContractEdition } from '../codec/contract.ts'
import type { ContractReader } from '../codec/contract-reader.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import type { TaskRef } from '../outcome/outcome.ts'
import type { CardJwk, CardKeys } from '../wire/card-keys.ts'
import type { BreakerSettings, CircuitBreakers } from './breaker.ts'
import type { Clock } from './clock.ts'
import type { Answers, OfferedOperation, OnElicit, OnMoment, Reply } from './connection.ts'
import type { HeaderSource } from './http/connection.ts'
import type { ContractSource } from './http/read.ts'
import type { RequestSigning } from './sign-request.ts'
import type { WaitOptions } from './within.ts'

/** What is known of an agent when its calls are compiled: an agent of `defineAgent` is one. */
export interface AgentTypes {
  readonly operations: {
    readonly [name: string]: { readonly '~types'?: { readonly input: unknown; readonly output: unknown } }
  }
}

/** The names of the operations of an agent. */
export type OperationName<A extends AgentTypes> = keyof A['operations'] & string

type TypesOf<A extends AgentTypes, Name extends OperationName<A>> = NonNullable<A['operations'][Name]['~types']>

/** How an agent is called. */
export interface ConnectOptions {
  /** The contract of the answers: `ID`, `ID@VERSION`, or a contract and its edition. Default: detected. */
  readonly contract?: string | ContractEdition | undefined
  /** The contracts that answers over HTTP may be in. Default: all that ship, each loaded when an answer needs it. */
  readonly contracts?: readonly (ContractReader | ContractSource)[] | undefined
  /** Sent with every request, such as credentials; a function is called for each request. */
  readonly headers?: HeaderSource | undefined
  /**
   * Keys that must have signed the card of an A2A agent (A2A 1.0): public JWKs, or what finds one by its id. What they have
   * not signed of the card does not count. Default: the card need not be signed.
   */
  readonly cardKeys?: readonly CardJwk[] | CardKeys | undefined
  /** Signs every request (RFC 9421), over HTTP, MCP and A2A. */
  readonly sign?: RequestSigning | undefined
  /**
   * The longest time for a call, in milliseconds, its repeats included. `Infinity`: no limit. Default: as the contract
   * states, else 5 minutes; no limit with `wait`.
   */
  readonly timeoutMs?: number | undefined
  /** The longest time without a byte, once an answer has begun. Default: as the contract states, else 60 s. */
  readonly idleMs?: number | undefined
  /** How long connecting may take over MCP and A2A. Default: 30 s. */
  readonly connectMs?: number | undefined
  /** The most bytes that one answer, or one event, may have. Default: 32 MiB over HTTP, 64 MiB over MCP and A2A. */
  readonly maxBytes?: number | undefined
  /** The most times that a call is made in all. Default: 3; 1 repeats nothing. */
  readonly attempts?: number | undefined
  /** The circuit breaker of the origin. False: none. */
  readonly breaker?: BreakerSettings | false | undefined
  /** A `must` finding makes the outcome a failure. Default: false. */
  readonly strict?: boolean | undefined
  /** The address is the one endpoint of the agent: every call is posted to it. Default: false. */
  readonly isEndpoint?: boolean | undefined
  /** Called for questions in the middle of a call (MCP). */
  readonly onElicit?: OnElicit | undefined
  /** The environment of a command (`mcp+stdio:`). Default: a few safe variables. */
  readonly env?: Record<string, string> | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  readonly clock?: Clock | undefined
  /** Default: those of this process. */
  readonly breakers?: CircuitBreakers | undefined
}

/** How one call is made. */
export interface CallOptions extends WaitOptions {
  /** Follows a task to its end instead of coming back with it. Default: false. */
  readonly wait?: boolean | undefined
  /** Requests a task at once, where the agent has tasks. Default: false. */
  readonly async?: boolean | undefined
  /** The idempotency key. Default: a new one for a call that may have effects. */
  readonly key?: string | undefined
  /** Tokens of approvals. */
  readonly approvalTokens?: readonly string[] | undefined
  /** Ids and the conversation of the call. */
  readonly exchange?: Exchange | undefined
  /** Other members of the call, for contracts that have a place for them: a workflow, a mode, budgets. */
  readonly members?: Partial<Omit<Call, 'operation' | 'input' | 'exchange'>> | undefined
  /** Receives progress and pieces of the answer. The call waits for a promise. */
  readonly onMoment?: OnMoment | undefined
  /** Answers to questions in the middle of the call (MCP). */
  readonly answers?: Answers | undefined
  readonly onElicit?: OnElicit | undefined
}

/** A call under way. It is never rejected for what an agent answers, or does not. */
export interface ReplyPromise<T = unknown> extends Promise<Reply<T>> {
  /** The data of a completed outcome. Throws an `OutcomeError` for any other. */
  orThrow(): Promise<T>
}

/** The moments of a call; the last one is its outcome. Leaving the loop stops the call. */
export interface MomentStream<T = unknown> extends AsyncIterable<Moment> {
  /** The whole reply, once the moments have been read. */
  readonly reply: Promise<Reply<T>>
}

/** An agent that is called. `A` is its type, where it is known: `connect<typeof agent>(url)`. */
export interface Client<A extends AgentTypes = AgentTypes> {
  /** A title for people. */
  readonly title: string
  call<Name extends OperationName<A>>(
    operation: Name,
    input: TypesOf<A, Name>['input'],
    options?: CallOptions,
  ): ReplyPromise<TypesOf<A, Name>['output']>
  /** The same, moment by moment. */
  stream<Name extends OperationName<A>>(
    operation: Name,
    input: TypesOf<A, Name>['input'],
    options?: CallOptions,
  ): MomentStream<TypesOf<A, Name>['output']>
  /** Follows the task of a reply until it ends or waits for somebody. */
  wait<T>(task: Reply<T> | TaskRef, options?: CallOptions): ReplyPromise<T>
  /** Stops the task of a reply. */
  cancel(task: Reply | TaskRef, options?: CallOptions): ReplyPromise
  /** Continues a paused call with answers, by the names of its needs. */
  answer<T>(paused: Reply<T>, answers: Answers, options?: CallOptions): ReplyPromise<T>
  /** Continues a paused call whose approvals were given. `tokens`: those of the approvals. Default: as the pause has them. */
  redeem<T>(paused: Reply<T>, tokens?: readonly string[], options?: CallOptions): ReplyPromise<T>
  /**
   * The operations of the agent; undefined when it does not list them. Throws when time is up, and over MCP and A2A when
   * it cannot be reached. Default time: 5 minutes.
   */
  list(options?: WaitOptions): Promise<readonly OfferedOperation[] | undefined>
  /**
   * Reads an answer over HTTP that was obtained elsewhere. Default time: 5 minutes for one in one piece, no limit for
   * a stream; `idleMs` limits both.
   */
  read(response: Response, options?: WaitOptions): Promise<Reply>
  /** Connects, where a carrier has connections. Throws with the reason when it cannot. */
  open(options?: WaitOptions): Promise<void>
  close(): Promise<void>
}
