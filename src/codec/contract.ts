/** What a contract is. This room knows none by name: strangers write theirs against it. */
import type { Json } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange, SealedExchange } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { HttpWire } from '../wire/http.ts'
import type { SseEvent } from '../wire/sse.ts'
import type { Carrier, Wire, WireOf } from '../wire/wire.ts'
import type { Calling } from './calling.ts'
import type { Forwarding } from './forwarding.ts'
import type { Loss } from './loss.ts'
import type { Probing } from './probing.ts'
import type { Finding, Rule } from './rule.ts'
import type { Serving } from './serving.ts'
import type { OpenApiServing } from './serving-openapi.ts'
import type { SpecificationDocument } from './specification.ts'

/** What a reader understood, and what it tolerated. */
export interface Decoded {
  outcome: Outcome
  exchange: Exchange
  findings: Finding[]
}

/** A request that was read: the call, and the findings. */
export interface DecodedCall {
  call: Call
  findings: Finding[]
}

/** What a writer made, and what had no place in it. */
export interface Encoded<W> {
  wire: W
  losses: Loss[]
}

/** The requests of a contract over one carrier. */
export interface RequestFace<W> {
  decode(wire: W): DecodedCall
  encode(call: Call): Encoded<W>
}

/** A contract over one carrier. Pure: no clock, no I/O, no randomness. */
export interface Face<W> {
  /** Total and tolerant: whatever comes, an outcome and the findings. */
  decode(wire: W): Decoded
  /** Strict: what it makes has no finding at all. A dialect is a version of the carrier, where that has several. */
  encode(outcome: Outcome, exchange: SealedExchange, dialect?: string): Encoded<W>
  dialects?: readonly [string, ...string[]]
  request?: RequestFace<W>
}

/** What one event meant. */
export interface ReadMoments {
  moments: Moment[]
  findings: Finding[]
}

/** Reads the events of one stream. */
export interface StreamReader {
  read(event: SseEvent): ReadMoments
  /** After the last event. Always leaves exactly one outcome behind, an error if none came. */
  end(unterminated?: boolean): ReadMoments
  /** What the events said about the exchange so far. */
  exchange(): Exchange
}

/** What one moment became. */
export interface WrittenEvents {
  events: SseEvent[]
  losses: Loss[]
}

/** Writes the events of one stream. */
export interface StreamWriter {
  /** What a stream opens with, before any moment. */
  start(): SseEvent[]
  /** Refuses anything after the outcome. */
  write(moment: Moment): WrittenEvents
}

/** The head of a stream: an HTTP response without its body. */
export type StreamHead = Pick<HttpWire, 'status' | 'headers' | 'isHeadPartial'>

/** Moments as server-sent events. */
export interface Stream {
  /** What is wrong with the head of a stream, where it is known. */
  checkHead?(head: StreamHead): Finding[]
  reader(): StreamReader
  writer(exchange: SealedExchange): StreamWriter
}

/** A message of a contract that is neither an answer nor a call: a health document, a webhook. */
export interface DocumentFace {
  title: string
  check(wire: Wire): Finding[]
  /** Whether a body can be nothing else of its contract: a document that allows much is no sign by being valid. */
  isMeant?(body: Json): boolean
}

/** What is known of a message apart from its text, so that a fix need not invent it. */
export interface FixFacts {
  requestId?: string
  /** The request is not known: the id was made up for this file. */
  isNewRequestId?: boolean
  /** When the message was made, RFC 3339. */
  createdAt?: string
  durationSeconds?: number
}

/** A message as it should have been, and what was done to it, a line each. */
export interface FixResult {
  wire: Wire
  done: string[]
}

/** One version of a contract. */
export type Edition = {
  version: string
  /** Other names of the version: the published releases that it stands for. */
  aliases?: readonly string[]
  rules: readonly Rule[]
  /** The published documents that the clauses of the rules cite, for `replywire explain` and the reference. */
  specification?: readonly SpecificationDocument[]
  stream?: Stream
  documents?: Readonly<Record<string, DocumentFace>>
  /** Fixes what can be fixed safely, for `replywire validate --fix`. */
  fix?: (wire: Wire, message: string, known?: FixFacts) => FixResult | undefined
  /** What is wrong when a response is held against the request that it should answer; undefined when it does. */
  answers?: (wire: Wire, requestId: string) => Finding | undefined
  /** A good and a bad message for every rule, for `replywire explain`; loaded only then. */
  examples?: () => Promise<RuleExamples>
} & { [C in Carrier]?: Face<WireOf[C]> }

/** Two messages that show a rule: nothing is wrong with `good`; `bad` breaks the rule. */
export interface RuleExample {
  good: ExampleMessage
  bad: ExampleMessage
}

/** A message in the examples of a rule. */
export interface ExampleMessage {
  wire: Wire
  /** What the wire is when it is not a response. */
  message?: 'request' | string
}

/** The examples of a contract, by rule id. */
export type RuleExamples = Readonly<Record<string, RuleExample>>

/** How sure a contract is that a message is its own. */
export interface Detection {
  version: string
  sure: 'certain' | 'likely' | 'possible'
  reason: string
  /** What the message is, when it is not a response. */
  message?: 'request' | 'stream' | (string & {})
}

/** Where a new id takes its time and its chance from. Injected, so that contracts stay pure. */
export interface MintSource {
  now(): Date
  /** That many random bytes. */
  random(size: number): Uint8Array
}

/** A published format. */
export interface Contract {
  id: string
  title: string
  /** The version that is written unless another is asked for. */
  current: string
  editions: Readonly<Record<string, Edition>>
  /** A new id for an answer, where the contract has a form of its own for one. */
  mintId?(source: MintSource): string
  /** The version that a media type in an Accept header asks for, when it is one of this contract's own. */
  accepts?(mediaType: string): string | undefined
  detect(wire: Wire): Detection | undefined
  /** How it wants to be served. */
  serving?: Serving
  /** How agents that speak the contract are called. */
  calling?: Calling
  /** What it asks of a gateway in front of agents. */
  forwarding?: Forwarding
  /** How the contract appears in OpenAPI; loaded only when a document is asked for. */
  openapi?(): Promise<OpenApiServing>
  /** What a checker can probe of a live service; loaded only when one is checked. */
  probes?(): Promise<Probing>
}

/** A contract in one of its editions. */
export interface ContractEdition {
  readonly contract: Contract
  readonly edition: Edition
}
