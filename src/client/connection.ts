/** A connection to an agent, whatever it speaks: one way to call it, and one reply. Carriers implement it. */
import type { Calling } from '../codec/calling.ts'
import type { Finding } from '../codec/rule.ts'
import type { JsonObject } from '../lib/json-value.ts'
import type { Answers } from '../outcome/answer-to.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange } from '../outcome/exchange.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Need } from '../outcome/need.ts'
import type { Outcome, Paused } from '../outcome/outcome.ts'
import type { Wire } from '../wire/wire.ts'
import type { WaitOptions } from './within.ts'

export type { Answers } from '../outcome/answer-to.ts'

/** An operation that an agent offers: a route, a tool, a skill. */
export interface OfferedOperation {
  readonly name: string
  readonly title?: string
  readonly description?: string
  /** JSON Schema of its input, where the agent publishes one. */
  readonly input?: JsonObject
  /** Its method and path, over HTTP: `GET /things/{thingId}`. */
  readonly route?: string
  /** A route of the server itself, such as those of tasks and approvals. */
  readonly isBuiltIn?: boolean
}

/** Called for a question in the middle of a call; undefined declines. */
export type OnElicit = (needs: readonly Need[], message: string | undefined) => Promise<Answers | undefined>

/** Receives progress and pieces of the answer. The call waits for a promise. */
export type OnMoment = (moment: Interim) => unknown

/** How one exchange is made. */
export interface ExchangeOptions extends WaitOptions {
  readonly onMoment?: OnMoment | undefined
  /** Requests a stream of events, where the agent has one. */
  readonly stream?: boolean | undefined
  /** Follows a task to its end instead of coming back with it. */
  readonly wait?: boolean | undefined
  /** Continues after this pause: the call is the same as before, and `answers` answer it. */
  readonly pause?: Paused | undefined
  /** Answers to a pause, or to what is asked in the middle of the call. */
  readonly answers?: Answers | undefined
  readonly onElicit?: OnElicit | undefined
  /** The key of a call that needs one and has none. All attempts of a call have the same. Default: a new one. */
  readonly newKey?: string | undefined
}

/** The contract that a reply was read by, and why. */
export interface ReplyContract {
  readonly id: string
  readonly version: string
  /** Why this contract: how it was recognised, or that it was given. */
  readonly reason: string
}

/** What came back, and how it was read. */
export interface Reply<T = unknown> {
  readonly outcome: Outcome<T>
  readonly exchange: Exchange
  readonly findings: readonly Finding[]
  /** Absent when there was no answer to read, or no contract that knows it. */
  readonly contract?: ReplyContract
  readonly wire?: Wire
  /** Notes for the caller about the call: a generated key, a repeated call. */
  readonly notes: readonly string[]
  /** Questions of the agent in the middle of the call that got no answer. */
  readonly declined: readonly Need[]
  /** The call as it was made: what `answer` and `redeem` repeat. */
  readonly call?: Call
  /** Whether the call may be repeated: it had no effect, or its key makes a repeat the same work. */
  readonly isRepeatable?: boolean
}

export interface Connection {
  /** A title for people: `MCP at http://127.0.0.1:8080/mcp`. */
  readonly title: string
  /** Connects. Throws with the reason when it cannot. */
  open(options?: WaitOptions): Promise<void>
  /** The operations of the agent; undefined when it does not list them. */
  operations(options?: WaitOptions): Promise<readonly OfferedOperation[] | undefined>
  /** Calls. An agent that cannot be reached is a failed outcome; throws only when the signal says so. */
  call(call: Call, options?: ExchangeOptions): Promise<Reply>
  /** Follows the task of a reply until it ends or waits for somebody. */
  follow(reply: Reply, options?: ExchangeOptions): Promise<Reply>
  /** Stops the task of a reply; the new reply is its state. */
  cancel(reply: Reply, options?: ExchangeOptions): Promise<Reply>
  /** What the contract of a reply asks of its callers. */
  calling(reply: Reply): Promise<Calling | undefined>
  close(): Promise<void>
}
