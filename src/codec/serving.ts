/**
 * How a contract wants to be served: data and pure functions that a server looks up. The server itself knows no
 * contract by name, so that a contract of a stranger is served like one that ships.
 */
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Exchange, SealedExchange } from '../outcome/exchange.ts'
import type { Fault, Issue } from '../outcome/fault.ts'
import type { KeyPolicy } from '../outcome/key-policy.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Body } from '../wire/body.ts'
import type { HttpWire } from '../wire/http.ts'
import type { Encoded } from './contract.ts'
import type { Finding } from './rule.ts'
import type { GovernanceServing } from './serving-governance.ts'
import type { OperationsServing } from './serving-operations.ts'
import type { Publication } from './serving-publications.ts'
import type { SignatureServing } from './serving-signatures.ts'

/** The head of a request: what negotiation may look at. Header names are lower case. */
export interface RequestHead {
  header(name: string): string | undefined
  query(name: string): string | undefined
}

/** Whose words an outcome has: the handler's, or the server's own (a refusal, a timeout, a failure). */
export type Author = 'handler' | 'server'

/** What an author says about one contract: of the whole server, or of one operation. */
export type ContractOptions = Readonly<Record<string, unknown>>

/** What the contract needs of a server. */
export interface Serving {
  /** Words for `?envelope=` in addition to the contract's id, each with the edition that it means. */
  readonly envelopes?: Readonly<Record<string, string>>
  /** A request header that asks for this contract, spelt as in `Vary`; its value is the edition. */
  readonly versionHeader?: string
  /** Editions that depend on the route and on the date. */
  readonly migration?: Migration
  /** What a request head adds to the exchange of every answer. */
  exchangeOf?(head: RequestHead): Pick<Exchange, 'billing' | 'extra'>
  readonly request?: RequestServing
  readonly idempotency?: IdempotencyServing
  readonly push?: PushServing
  /** Signed requests and webhooks. */
  readonly signatures?: SignatureServing
  readonly governance?: GovernanceServing
  /** Documents about its keys that an agent publishes. */
  readonly publications?: readonly Publication[]
  readonly tasks?: TaskServing
  /** Operations that it brings along. */
  readonly operations?: OperationsServing
  readonly streams?: StreamServing
  readonly mcp?: McpServing
  readonly a2a?: A2aServing
  /**
   * The last change to an outcome before it is written: how the contract words it. What it returned may be given to it
   * again, as the handler's. `server` is what the author says of this contract for the server.
   */
  present?(outcome: Outcome, author: Author, server: ContractOptions): Outcome
  /** How an issue with the input is reported; `location` says where the server found the input. */
  presentIssue?(issue: Issue): Issue
}

/** What decides the edition of one answer. */
export interface MigrationQuestion {
  /** The edition that the caller asked for; undefined when they asked for none. */
  readonly requested: string | undefined
  /** What the author says of this contract, for the server and for the operation. */
  readonly server: ContractOptions
  readonly operation: ContractOptions
  readonly now: Date
}

/** The edition of a response, and the headers that announce it. */
export interface EditionChoice {
  readonly version: string
  /** Request headers that were looked at. */
  readonly vary: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** Why the edition that was asked for is refused. */
  readonly invalid?: string
}

/** How the contract moves callers from one edition to the next. */
export interface Migration {
  choose(question: MigrationQuestion): EditionChoice
  /** Every edition that can be asked for now. */
  editions(server: ContractOptions, now: Date): readonly string[]
  /** Writes a completed answer in the shape that the author gives an operation. */
  shape?(encoded: Encoded<HttpWire>, outcome: Outcome, edition: string, operation: ContractOptions): Encoded<HttpWire>
  /** What `choose` may add to an answer. Answers that are in no envelope have none of it. */
  readonly choiceNames: { readonly vary: readonly string[]; readonly headers: readonly string[] }
  /** What a mount of this contract adds to answers that are in no envelope. */
  readonly exports?: { readonly vary: readonly string[]; readonly headers: Readonly<Record<string, string>> }
}

/** Members of a request that belong to the envelope and not to the operation. */
export interface RequestServing {
  /** Each by its JSON Schema, for the documents that describe a request: the tools of MCP, OpenAPI. */
  readonly members: Readonly<Record<string, JsonObject>>
  /** What the arguments say of the exchange. It is echoed on refusals too, so that the body is read first. */
  exchangeOf(body: Body): Pick<Exchange, 'context' | 'conversationId' | 'governance'>
  /** The header that names the conversation. Without one the server makes a new name: every answer has one. */
  readonly conversationHeader: string
  /** The member that belongs to the caller: it is echoed and never read, so that a key inside it may repeat. */
  readonly opaqueMember: string
  /** What is wrong with the envelope of a request. `operation` is what it calls. */
  check?(body: Json, operation: string): Fault | undefined
  /** The rules that a refused envelope breaks, for the request journal. */
  findings?(body: Json, operation: string): readonly Finding[]
  /** The edition that the arguments ask for; undefined where they ask for none that is served. */
  editionOf?(body: Json): string | undefined
}

/** How keys are read. The header `Idempotency-Key` is read for every contract. */
export interface IdempotencyServing {
  readonly policy: KeyPolicy
  /** The member of the body that holds the key. */
  readonly member: string
  /** Whether an operation with effects needs a key. */
  readonly isRequired: boolean
  /** What a key must be, in words. */
  readonly expected: string
  /** The code of a fault in the envelope of a request. */
  readonly faultCode: string
  /** What the key stands for. */
  material(sent: JsonObject, input: Json): Json
  /** Whether a place of the body counts for the key. */
  counts(pointer: string): boolean
}

/** A push registration as the contract reads it. */
export interface PushRegistration {
  readonly url: string
  /** `signature`: the server signs with its own key, and there are no credentials. */
  readonly scheme: 'bearer' | 'hmac' | 'signature'
  readonly credentials: string
  /** The rest of the registration, of which a message echoes parts. */
  readonly config: Json
}

/** What only the server knows of a registration. */
export interface PushChecks {
  /** Whether the server sends messages to a URL. */
  isAllowed(url: string): boolean
  /** Whether messages can be sent with these credentials, which must be hard to guess. */
  isStrong(scheme: Exclude<PushRegistration['scheme'], 'signature'>, credentials: string): boolean
  /** Whether the server signs messages with a key of its own. */
  readonly signs: boolean
}

/** How the contract registers push notifications. */
export interface PushServing {
  /** The member of the body that holds the registration. */
  readonly member: string
  /** Reads a registration, or reports what is wrong with it. */
  read(config: Json, checks: PushChecks): PushRegistration | readonly Issue[]
}

/** A message about a task, for a webhook. */
export interface TaskMessage {
  readonly taskId: string
  readonly operation: string
  /** The one id of this message. */
  readonly messageId: string
  readonly outcome: Outcome
  readonly exchange: SealedExchange
  readonly push?: Json | undefined
  /** The edition that the task was called in. */
  readonly edition: string
}

/** What the contract changes about tasks. */
export interface TaskServing {
  /** Whether updates of a task echo the context and the conversation that it began with. */
  readonly echoesContext: boolean
  /** Whether callers ask for their tasks themselves, so that no carrier waits for a task on their behalf. */
  readonly callersPoll: boolean
  /** The name that an edition has for tasks of an operation; undefined where it has none, and so no webhook. */
  typeOf(operation: string, edition: string): string | undefined
  /** How a caller learns that their call continues without them. `isUnheard`: their registration leads to no webhook. */
  submitted(outcome: Outcome, facts: { readonly isUnheard: boolean }): Outcome
  /** The body of a webhook; undefined where the answer itself is the body. */
  message(message: TaskMessage): Uint8Array | undefined
}

/** What the contract changes about streams. */
export interface StreamServing {
  /** A stream begins when its call is accepted, before its first event: whatever comes of it is its last event. */
  readonly beginsAtOnce: boolean
  /** For every reader, the events of a task have the request id and the operation's name of the call that began it. */
  readonly namesFirstCall: boolean
}

/** A JSON-RPC error. */
export interface RpcRefusal {
  readonly code: number
  readonly message: string
  readonly data?: JsonObject
}

/** What the contract changes over MCP. */
export interface McpServing {
  /** A result that must be a JSON-RPC error instead. */
  refusal?(outcome: Outcome, result: JsonObject): RpcRefusal | undefined
  /** Results do not name the tool that was called. */
  readonly omitsOperation?: boolean
  /** An answer whose caller named no correlation is correlated by its request id. */
  readonly correlatesByRequest?: boolean
  /** The published schema, by name, of the `structuredContent` of every result: the output schema of each tool. */
  readonly outputSchema?: string
  /** Tools accept members that their input schemas do not name. */
  readonly hasOpenInputs?: boolean
  /** Whether a `requestState` that is not valid is an outcome of the contract, and not a JSON-RPC error. */
  readonly ownsRequestState?: boolean
}

/** What the contract changes over A2A. */
export interface A2aServing {
  /** Task updates are whole tasks: pieces of an answer are not sent. */
  readonly sendsWholeTasks?: boolean
  /** A reply to a paused task that is not valid becomes warnings on the task, and not an error of the carrier. */
  readonly warnsOfInvalidReplies?: boolean
  /** What a refusal before a task exists carries in its details, of the data that a failed task would have. */
  refusalDetail?(data: JsonObject): JsonObject | undefined
}
