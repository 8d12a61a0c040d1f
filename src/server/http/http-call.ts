/** A call over HTTP: the record of the pipeline, with the request it came in and the head that its answer will have. */
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import type { Contract } from '../../codec/contract.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Stop } from '../../lib/stop.ts'
import type { Fault } from '../../outcome/fault.ts'
import { fault } from '../../outcome/fault.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Carrier } from '../../wire/wire.ts'
import { hasPublic } from '../durable/built-in-agent.ts'
import { credentialsRequired } from '../durable/caller.ts'
import { settleEdition } from '../edition.ts'
import { exportOf } from '../exports.ts'
import { openExchange, traceContext } from '../ids.ts'
import type { OpenCall } from '../inflight.ts'
import { idMaker } from '../mint.ts'
import { type HttpEdition, negotiate, type Offers } from '../negotiate.ts'
import { type CallInit, type CallReader, CallRecord, type CallTarget } from '../pipeline/call-record.ts'
import { lacksCredentials } from '../pipeline/identify.ts'
import { mayRepeatIn } from '../repeated-keys.ts'
import type { ServerContext } from '../server-context.ts'
import { refuseSignature } from '../signing/check-signature.ts'
import { type BodySource, givesTwice, type ReadBody, readBody, refuseRepeats } from './body.ts'

/** How much of the body of a caller who is not known is read, so that even a refusal echoes what it says. */
export const mostUnknownBytes = 16 * 1024

export class HttpCall extends CallRecord {
  declare contractEdition: HttpEdition
  declare readonly open: OpenCall
  readonly http: HttpRequest
  readonly params: Readonly<Record<string, string>>
  /** Request headers that decided the form of the answer. */
  vary: readonly string[]
  /** Why the form that was asked for cannot be had. */
  readonly refused: Fault | undefined
  /** Why its signature is refused, before its body is parsed. */
  signatureRefusal: Fault | undefined
  /** What an upstream answered; sent as it came while the result still has its outcome. */
  forwarded: ForwardedAnswer | undefined
  #body: Promise<ReadBody> | undefined
  #malformed: Fault | undefined

  constructor(init: CallInit & HttpCallInit) {
    super(init)
    this.http = init.http
    this.params = init.params
    this.vary = init.vary
    this.refused = init.refused
  }

  get ended(): Stop {
    return this.open.ended
  }

  /**
   * The JSON of the body; it is read once, and no longer waited for when the call is stopped. Callers without credentials
   * who may call nothing of the agent need no long bodies: they are asked for credentials. The contract decides which
   * keys may be there twice; the carrier, where the arguments are.
   */
  async body({
    maxBytes = this.server.maxBodyBytes,
    contract = this.contractEdition.contract,
    carrier = 'http',
  }: BodyOptions = {}): Promise<ReadBody> {
    const isStranger = lacksCredentials(this, this.target?.isPublic ?? hasPublic(this.server.agent))
    this.#body ??= this.open.race(
      isStranger ? strangersBody(this.bodySource, maxBytes) : readBody(this.bodySource, maxBytes),
    )
    const read = await this.#body
    if (this.signature?.kind === 'verified' && givesTwice(read)) {
      // Two readers would find two different values, and only one of them was signed.
      this.#malformed ??= refuseSignature(this, 'body_malformed')
      return { ok: false, fault: this.#malformed, headers: {} }
    }
    return refuseRepeats(read, mayRepeatIn(contract, carrier))
  }

  /** Where the body is read from. */
  protected get bodySource(): BodySource {
    return this.http
  }

  override async sentArguments(): Promise<Json | undefined> {
    const read = await this.body()
    return read.ok ? read.value : undefined
  }
}

/** An answer of an upstream, and the outcome that was read from it. */
export interface ForwardedAnswer extends HttpAnswer {
  readonly outcome: Outcome
  /** Whether it accounts for itself, when it has ended. */
  readonly isStream: boolean
}

/** How a body is read. Default: as the arguments of an operation, in the contract of the answer. */
export interface BodyOptions {
  readonly maxBytes?: number | undefined
  readonly contract?: Contract
  readonly carrier?: Carrier
}

async function strangersBody(http: BodySource, maxBytes: number): Promise<ReadBody> {
  if (maxBytes <= mostUnknownBytes) return readBody(http, maxBytes)
  const read = await readBody(http, mostUnknownBytes)
  return read.ok || read.fault.code !== 'PAYLOAD_TOO_LARGE' ? read : { ...read, fault: credentialsRequired() }
}

interface HttpCallInit {
  readonly open: OpenCall
  readonly http: HttpRequest
  readonly params: Readonly<Record<string, string>>
  readonly vary: readonly string[]
  readonly refused: Fault | undefined
}

/** What is known of a request from its route. */
export interface RouteFacts {
  readonly route: string
  readonly params: Readonly<Record<string, string>>
  readonly target: CallTarget | undefined
  readonly offers: Offers
  readonly reader: CallReader
  /** A stream whatever the caller accepts, or none; undefined: as the caller accepts. */
  readonly stream?: boolean | undefined
}

const nothing: CallReader = {
  read: () => fault('not-found', 'There is nothing at this path.', { code: 'ROUTE_NOT_FOUND', began: false }),
}

export function openHttpCall(
  server: ServerContext,
  http: HttpRequest,
  open: OpenCall,
  route: Partial<RouteFacts>,
): HttpCall {
  const { offers = server.offers, target, reader = nothing, params = {} } = route
  const negotiation = negotiate(http, offers)
  const choice = settleEdition(server, negotiation, http, target?.operation)
  const { contract } = choice.served
  const exchange = openExchange(http.headers, idMaker(contract, server))
  const stream = route.stream ?? (negotiation.stream && exportOf(target?.operation, http) === undefined)
  const call = new HttpCall({
    server,
    open,
    http,
    params,
    method: http.method,
    route: route.route ?? '',
    address: http.address,
    base: http.base,
    contractEdition: choice.served,
    vary: choice.vary,
    refused: choice.refused,
    exchange: { ...exchange, ...contract.serving?.exchangeOf?.(http) },
    trace: traceContext(http.headers),
    stream: stream && choice.served.edition.stream !== undefined && http.method !== 'HEAD',
    reader,
    target,
    credentials: http,
  })
  Object.assign(call.headers, choice.headers)
  return call
}
