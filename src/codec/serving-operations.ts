/** Operations that a contract brings along, and what the server gives them to answer with. */
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange } from '../outcome/exchange.ts'
import type { Outcome, TaskRef } from '../outcome/outcome.ts'
import type { ContractOptions } from './serving.ts'
import type { SignatureFacts } from './serving-signatures.ts'

/** Operations that the contract itself adds to a server. */
export interface OperationsServing {
  readonly rows: readonly ServedOperation[]
  /** Whether the contract has a task of the name of an operation: the operations have routes where the agent has one. */
  knows(operation: string): boolean
  /**
   * Why an operation of the agent cannot be served in this contract, by the JSON Schema of its output. The server asks
   * when it is made, for the operations that the contract knows; where the contract is its mount, for all of them.
   */
  objection?(operation: string, output: JsonObject): string | undefined
}

/** An operation that a contract brings along. An agent that has one of the same name answers itself. */
export interface ServedOperation {
  readonly name: string
  /** Other names for it; they are not advertised. */
  readonly aliases?: readonly string[]
  readonly title: string
  readonly description: string
  /** Below the prefix of the server; POST. */
  readonly path: string
  /**
   * Who may call it. `anyone`; `followers`: anyone, where the agent has an operation for anyone; `listers`: callers who
   * may list their tasks.
   */
  readonly access: 'anyone' | 'followers' | 'listers'
  readonly input: JsonObject
  readonly output?: JsonObject
  answer(input: JsonObject, host: OperationHost): Promise<ServedAnswer> | ServedAnswer
}

/** The response of an operation that the contract adds. */
export interface ServedAnswer {
  readonly outcome: Outcome
  /** The task that the answer is about: its context is echoed, where the contract does that. */
  readonly task?: ServedTask
}

/** What a server offers to the operations of a contract, for one caller. */
export interface OperationHost {
  /** What the author sets for the contract. */
  readonly options: ContractOptions
  /** The operations of the agent, by name. */
  readonly operations: Readonly<Record<string, OperationSummary>>
  /** How long an idempotency key is remembered. */
  readonly keyTtlMs: number
  /** How long a key stays held after its process is lost. */
  readonly leaseMs: number
  /** When the server was made. */
  readonly startedAt: Date
  readonly signatures: SignatureFacts
  /** A task of the caller; undefined when they have none of that id. */
  task(id: string): Promise<ServedTask | undefined>
  /** Tasks of the caller. */
  findTasks(query: TaskQuery): Promise<readonly TaskSummary[]>
  /** The call of a task, and its size in bytes. The server reads one at a time, of all lists that are under way. */
  readCall<T>(
    id: string,
    look: (call: ServedCall) => T,
  ): Promise<{ readonly found: T; readonly bytes: number } | undefined>
  /** A place in a list as an opaque text, and back; undefined when it is none. */
  writeCursor(place: Json): string
  readCursor(cursor: string): Json | undefined
}

/** What a contract can see of an operation of the agent. */
export interface OperationSummary {
  readonly effects: 'none' | 'additive' | 'destructive'
  /** Always a task. */
  readonly async: boolean
  readonly timeoutMs: number | undefined
  /** Anyone may call it. */
  readonly public: boolean
}

/** The states of a task. */
export type ServedTaskState = 'queued' | 'working' | 'paused' | 'completed' | 'failed' | 'canceled' | 'unknown'

/** A task as a list has it. Times are milliseconds since the epoch. */
export interface TaskSummary {
  readonly id: string
  readonly operation: string
  readonly state: ServedTaskState
  /** More about the state: what a pause is for (`credentials`, `approval`, `input`), or `refused` before any work. */
  readonly facet: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly endedAt: number | null
  /** Whether its caller registered for webhooks. */
  readonly hasWebhook: boolean
}

/** A call as a task keeps it; secrets are removed. */
export type ServedCall = Pick<Call, 'input' | 'exchange'>

/** What a task answered at some time. */
export interface TaskAnswer {
  readonly at: number
  readonly outcome: Outcome
  readonly exchange: Exchange
}

/** A task, whole. `at` is when it was last updated. */
export interface ServedTask extends TaskSummary, TaskAnswer {
  readonly task: TaskRef
  readonly call: ServedCall
  /** Every outcome that it had, at most so many. */
  answers(limit: number): Promise<readonly TaskAnswer[]>
}

/** Which tasks, and in which order. Bounds of times are exclusive. */
export interface TaskQuery {
  readonly states?: readonly ServedTaskState[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly ids?: readonly string[] | undefined
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
  readonly updatedAfter?: number | undefined
  readonly updatedBefore?: number | undefined
  readonly hasWebhook?: boolean | undefined
  readonly sort: TaskOrder
  /** Where the last page ended: the sorted value of its last task, and the id. */
  readonly after?: { readonly value: string | number; readonly id: string } | undefined
  readonly limit: number
}

/** How a list of tasks is sorted. */
export interface TaskOrder {
  readonly by: 'createdAt' | 'updatedAt' | 'state' | 'operation'
  /** What a state or an operation is sorted as. */
  readonly words?: Readonly<Record<string, string>> | undefined
  readonly descending: boolean
}
