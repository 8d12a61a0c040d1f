/** Moves the messages of a check over one carrier. */
import type { ProbeCase, ProbeFile, ProbeRequest, PublishedOperation } from '../codec/probing.ts'
import type { JsonObject } from '../lib/json-value.ts'
import type { FileWire } from '../wire/file.ts'
import type { HttpWire } from '../wire/http.ts'
import type { Carrier, Wire } from '../wire/wire.ts'
import type { Evidence } from './evidence.ts'

/** The ids of one request. */
export interface RequestIds {
  readonly requestId: string
  readonly correlationId: string
}

/** An answer as it came, with the redacted exchange. */
export interface RecordedExchange<W extends Wire = Wire> {
  readonly wire: W
  readonly evidence: Evidence
  /** The address that was asked, over HTTP. */
  readonly url?: string
}

/** A call of an operation, ready to be sent. */
export interface ProbeCall {
  readonly probeCase: ProbeCase
  readonly operation: string
  readonly input: JsonObject
  readonly headers: Readonly<Record<string, string>>
  readonly stream: boolean
}

/** What a host command did. */
export interface HostResult {
  readonly files: ReadonlyMap<string, RecordedExchange<FileWire>>
  readonly exit: number | undefined
  /** For findings when there is no file. */
  readonly evidence: Evidence
}

/** A request that was taken, and not answered. */
export class UnansweredError extends Error {
  readonly evidence: Evidence

  constructor(message: string, evidence: Evidence) {
    super(message)
    this.evidence = evidence
  }
}

/** One way to reach a service. */
export interface ProbeConnection {
  readonly carrier: Carrier
  /** What it is, for people. */
  readonly title: string
  /** How long one request may take. */
  readonly timeoutMs: number
  /** The version of the carrier that was agreed on, where it has several. */
  readonly carrierVersion?: string
  call(call: ProbeCall, ids: RequestIds): Promise<RecordedExchange>
  send?(request: ProbeRequest, ids: RequestIds): Promise<RecordedExchange<HttpWire>>
  host?(files: readonly ProbeFile[], patienceMs?: number): Promise<HostResult>
  /** The operations that the service publishes; over HTTP its OpenAPI document. */
  operations?(): Promise<readonly PublishedOperation[]>
  openapi?(): Promise<JsonObject | undefined>
  close(): Promise<void>
}
