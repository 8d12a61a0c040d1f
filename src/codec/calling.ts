/** How agents that speak a contract want to be called: data and pure functions that a client looks up. */
import type { JsonObject } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import type { Outcome } from '../outcome/outcome.ts'

/** How a client calls agents that speak the contract. */
export interface Calling {
  /** A request over HTTP names its own path, under the address of the agent. */
  readonly hasTarget?: boolean
  /** Whether an agent that offers these operations speaks the contract. */
  isOfferedBy?(operations: readonly string[]): boolean
  /** Whether an operation may change something, so that a call of it gets a key. */
  mayChange?(operation: string): boolean
  /** The call with those members of its input moved that belong to the request itself. */
  prepare?(call: Call): Call
  /** The members of the request itself that belong next to the input in a body: what `prepare` moved, put back. */
  bodyMembersOf?(call: Call): JsonObject
  readonly tasks?: TaskCalling
  /** How often a call is made in all that fails so, by the code or the category of the fault. 1: it is not repeated. */
  readonly attempts?: Readonly<Record<string, number>>
  /** Waits between calls that are repeated. Default: 250 ms, doubled each time, at most 30 s. */
  readonly backOff?: BackOff
  /** Times that the contract states. They hold where the caller states none. */
  readonly timeouts?: Timeouts
}

/** How long to wait before a call is repeated. */
export interface BackOff {
  readonly firstMs: number
  readonly mostMs: number
}

/** How long an exchange may take, in milliseconds. */
export interface Timeouts {
  /** In all, for an answer in one piece. */
  readonly totalMs?: number
  /** In all, for a stream. */
  readonly streamMs?: number
  /** Without a byte, once an answer has begun. */
  readonly idleMs?: number
}

/** Tasks that are asked for by an operation. */
export interface TaskCalling {
  /** The operations that report how a task stands, the preferred one first. */
  readonly operations: readonly string[]
  /** The input of such an operation. */
  inputFor(taskId: string): JsonObject
  /** The answer of a completed task in what the operation returns; undefined where it holds none. */
  resultIn(report: JsonObject): JsonObject | undefined
  /** An outcome without what the operation reports of the task: that is no payload of the work. */
  withoutReport(outcome: Outcome): Outcome
}
