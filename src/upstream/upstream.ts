/** An agent that is called, whatever it speaks: one way to call it, and one outcome. */
import type { Finding } from '../codec/rule.ts'
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange } from '../outcome/exchange.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Need } from '../outcome/need.ts'
import type { Outcome, Paused } from '../outcome/outcome.ts'
import type { Wire } from '../wire/wire.ts'

/** An operation that an agent offers: a tool, a skill. */
export interface OfferedOperation {
  readonly name: string
  readonly title?: string
  readonly description?: string
  /** JSON Schema of its input, where the agent publishes one. */
  readonly input?: JsonObject
}

/** Answers by the name of what they answer: an input's name, `reply`, an approval's key or `approve`. */
export type Answers = Readonly<Record<string, Json>>

/** Called for a question in the middle of a call; undefined declines. */
export type OnElicit = (needs: readonly Need[], message: string | undefined) => Promise<Answers | undefined>

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The longest time for the whole call. Default: unlimited. */
  readonly timeoutMs?: number | undefined
  readonly onMoment?: ((moment: Interim) => void) | undefined
  /** Follows a task to its end instead of coming back with it. */
  readonly wait?: boolean | undefined
  /** Goes on after this pause: the call is the same as before, and `answers` answer it. */
  readonly pause?: Paused | undefined
  /** Answers to a pause, or to what is asked in the middle of the call. */
  readonly answers?: Answers | undefined
  readonly onElicit?: OnElicit | undefined
}

/** The answer, and how it was read. */
export interface UpstreamAnswer {
  readonly outcome: Outcome
  readonly exchange: Exchange
  readonly findings: readonly Finding[]
  /** The contract that the answer was read by; absent when there was no answer to read. */
  readonly contract?: { readonly id: string; readonly version: string }
  readonly wire?: Wire
  /** Notes for the caller about the call: a generated key, a declined question. */
  readonly notes: readonly string[]
  /** Questions of the agent without an answer. */
  readonly declined: readonly Need[]
}

export interface Upstream {
  /** A title for people: `MCP at http://127.0.0.1:8080/mcp`. */
  readonly title: string
  /** Connects. Throws with the reason when it cannot. */
  open(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>
  /** The operations of the agent; undefined when it does not list them. */
  operations(options?: { readonly signal?: AbortSignal | undefined }): Promise<readonly OfferedOperation[] | undefined>
  /** Calls. An agent that cannot be reached is a failed outcome; throws only when the signal says so. */
  call(call: Call, options?: CallOptions): Promise<UpstreamAnswer>
  close(): Promise<void>
}
