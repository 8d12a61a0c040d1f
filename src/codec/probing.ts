/**
 * What can be probed of a live service that speaks a contract: clauses about behaviour, and scripts that test them.
 * A script does no I/O itself: the checker sends, receives and waits for it.
 */
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { HttpWire } from '../wire/http.ts'
import type { Carrier, Wire } from '../wire/wire.ts'
import type { MessageKind } from './check.ts'
import type { Decoded, Edition } from './contract.ts'
import type { Rule } from './rule.ts'

/** A request over HTTP. */
export interface ProbeRequest {
  readonly method: string
  /** Path and query, below the address of the service. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  /** In place of `body`: a text as it is, such as broken JSON. */
  readonly text?: string
}

/** One way to provoke an answer: a case of a case file, or a call that the checker derived from published schemas. */
export interface ProbeCase {
  readonly name: string
  readonly operation: string
  /** The arguments of the operation. */
  readonly input: JsonObject
  /** Its own route, over HTTP. The input fills the path, then the query or the body. */
  readonly route?: ProbeRoute
  /** The row of the contract that the answer must be. */
  readonly expects?: string
  /** Whether calling it may change something. */
  readonly hasEffects: boolean
  /** Whether it can be answered as a stream of events. */
  readonly streams: boolean
  /** JSON Schema of the input, where it is known. Its references lead into itself. */
  readonly schema?: JsonObject
  /** Asks for a task, and does not wait for its end. */
  readonly isAsync?: boolean
  /** How long the operation may take, where the request can say so. */
  readonly deadlineMs?: number
  /** Values of the answer for later cases: a name, and a JSON pointer into the payload. */
  readonly saves?: Readonly<Record<string, string>>
}

/** The route of an operation over HTTP. */
export interface ProbeRoute {
  readonly method: string
  /** With placeholders: `/campaigns/{campaignId}`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Members of the input that go into the query although the request has a body. */
  readonly query?: readonly string[]
}

/** An answer, and what it answers. */
export interface ProbeAnswer<W extends Wire = Wire> {
  readonly wire: W
  /** The address that was asked, over HTTP. */
  readonly url?: string
  /** The body as JSON, or undefined. */
  readonly json: Json | undefined
  /** As the contract reads it; absent for a message that is no response. */
  readonly decoded?: Decoded
  /** Whether it breaks no `must` of the contract. What an invalid answer means is not known, and not compared further. */
  readonly isValid: boolean
  /** The ids of the request. */
  readonly requestId: string
  readonly correlationId: string
  /** The arguments, where an operation was called. */
  readonly sent?: JsonObject
}

/** A kind of answer that a case can expect. */
export interface ProbeRow {
  readonly name: string
  readonly title: string
  readonly clause: string
  matches(answer: ProbeAnswer): boolean
}

/** What a call changes about its case. */
export interface CallChange {
  /** In place of the input of the case. */
  readonly input?: JsonObject
  /** Added to the arguments. */
  readonly members?: JsonObject
  /** Left out of the arguments, those that the contract adds included. */
  readonly without?: readonly string[]
  /** In place of the operation of the case. */
  readonly operation?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Asks for a stream of events. */
  readonly stream?: boolean
  /** What the answer is validated as; `any`: not by the contract. Default: `response`. */
  readonly as?: AnswerKind
}

/** What an answer is validated as: a message of the contract, or `any` for what the contract does not cover. */
export type AnswerKind = MessageKind | 'any'

/** A webhook as it arrived at the receiver of the checker. */
export interface ArrivedWebhook {
  readonly wire: HttpWire
  readonly json: Json | undefined
  /** Whether its sender proved to know the secret: `ok`, or what is wrong. */
  readonly signature: string
}

/** A receiver for webhooks on this machine. */
export interface WebhookReceiver {
  readonly url: string
  /** The secret that webhooks must be signed with (HMAC-SHA256). */
  readonly secret: string
  /** The next webhook; undefined when none comes within the time of one request. */
  next(): Promise<ArrivedWebhook | undefined>
}

/** A file to write for a host command. */
export interface ProbeFile {
  readonly name: string
  readonly text: string
  /** The file that the host should answer with, and the id of the request that it should answer. */
  readonly awaits?: { readonly name: string; readonly requestId: string }
}

/** What a host command did with the files of one run. */
export interface HostRun {
  /** The awaited files that appeared, by name. */
  readonly answers: ReadonlyMap<string, ProbeAnswer>
  /** The exit code of the command, where it ended by itself. */
  readonly exit: number | undefined
}

/** What a script can do. */
export interface ProbeTools {
  /** Sends a request over HTTP. */
  send(request: ProbeRequest, as?: AnswerKind): Promise<ProbeAnswer<HttpWire>>
  /** Calls the operation of a case, over the carrier of the check. */
  call(probeCase: ProbeCase, change?: CallChange): Promise<ProbeAnswer>
  /** Starts the host command in a fresh folder with these files, and waits for the files that they await. */
  host(files: readonly ProbeFile[], patienceMs?: number): Promise<HostRun>
  /** Reports a broken rule. The evidence is the last exchange. */
  found(rule: string, pointer?: string, message?: string): void
  /** Ends the check: what it needs did not happen. Without findings it counts as not probed. */
  skip(reason: string): never
  /** Validates another message, such as a webhook, against the contract. */
  validate(wire: Wire, message: MessageKind): void
  openReceiver(): Promise<WebhookReceiver>
  pause(ms: number): Promise<void>
  /** A fresh id, such as an idempotency key. */
  newId(): string
  now(): Date
}

/** One check of a service. */
export interface ProbeCheck {
  /** Stable: `--only` takes it. */
  readonly id: string
  readonly title: string
  /** The rules about behaviour that it can report. */
  readonly rules: readonly string[]
  /** The cases that it calls. With effects, it runs only where effects are allowed. */
  readonly calls?: readonly ProbeCase[]
  /** Why there is nothing to run. */
  readonly missing?: string
  run(tools: ProbeTools): Promise<void>
}

/** What checks are planned from. */
export interface ProbeContext {
  readonly edition: Edition
  readonly carrier: Carrier
  readonly cases: readonly ProbeCase[]
  /** What the service publishes, whatever a case file has. */
  readonly published: readonly ProbeCase[]
  /** Whether a case may be called: it has no effects, or effects are allowed; and it waits for no earlier case. */
  mayCall(probeCase: ProbeCase): boolean
}

/** An operation that a service publishes. */
export interface PublishedOperation {
  readonly operation: string
  readonly schema: JsonObject
  readonly hasEffects: boolean
}

/** Services to check that an environment variable names. */
export interface ProbeTargets {
  readonly variable: string
  /** Reads the variable; throws a TypeError that says what is wrong. */
  read(text: string): readonly { readonly url: string; readonly operation: string }[]
  /** The input for an operation of which nothing is published. */
  inputFor(operation: string): JsonObject
}

/** What a checker can probe of a contract. */
export interface Probing {
  /** Clauses about behaviour, which no single message shows. */
  readonly rules: readonly Rule[]
  /** The kinds of answers that cases can expect. */
  readonly rows: readonly ProbeRow[]
  /** Headers of every request over HTTP: they ask for this contract. */
  headers?(version: string): Readonly<Record<string, string>>
  /** Whether the contract covers every error of a service: unknown routes and methods too. */
  readonly coversEveryRoute?: boolean
  /** Whether the contract has rules of its own for ids that come back wrong. */
  readonly comparesIds?: boolean
  /** The headers that echo the ids of a request. Default: X-Request-ID and X-Correlation-ID. */
  readonly idHeaders?: readonly string[]
  /** Whether an answer says itself that it is not in the contract: a route that was not moved to it yet. */
  isOutside?(wire: Wire): boolean
  /** Arguments that every call has in addition to the input of its case. */
  members?(probeCase: ProbeCase, newId: () => string): JsonObject
  /** Looks at every answer that is a response of the contract. */
  every?(answer: ProbeAnswer, found: ProbeTools['found']): void
  /** The checks of the contract. */
  plan(context: ProbeContext): readonly ProbeCheck[]
  /** Operations that an OpenAPI document describes in a way of the contract, in addition to those with a route. */
  publishedIn?(document: JsonObject): readonly PublishedOperation[]
  readonly targets?: ProbeTargets
}
