/** The upstream of a route over HTTP, in its contract: through the pool of the route, with its timeouts and limits. */
import { headerText } from '../../client/http/sendable-key.ts'
import type { Call } from '../../outcome/call.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import { defaultJsonLimits } from '../../wire/json.ts'
import { answerHeaders } from '../forward-headers.ts'
import type { Target } from '../upstream/target.ts'
import type { BodyPlan, UpstreamBody, UpstreamHead } from '../upstream/upstream-call.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { UpstreamPool } from '../upstream/upstream-pool.ts'
import { failedReply, refusedReply } from './own-reply.ts'
import { type PlannedRequest, planRequest, type UpstreamOperation } from './plan-request.ts'
import { type AnswerReading, readAnswer, uncoded } from './read-answer.ts'
import { readEvents } from './read-events.ts'
import type { Relay, RelayOptions, RelayReply } from './relay.ts'
import { withoutAddress } from './without-address.ts'

export interface HttpRelayInit {
  readonly pool: Pick<UpstreamPool, 'send'>
  readonly operation: UpstreamOperation
  /** Whether calling it changes nothing, so that it may be sent twice. */
  readonly isEffectFree: boolean
  /** The longest answer that is read, and the longest event of a stream. */
  readonly maxBytes: number
}

export class HttpRelay implements Relay {
  readonly #init: HttpRelayInit
  readonly #jsonLimits
  /** Headers that every answer of its contract has. They replace the upstream's. */
  readonly #contractHeaders: Readonly<Record<string, string>>

  constructor(init: HttpRelayInit) {
    this.#init = init
    this.#jsonLimits = { ...defaultJsonLimits, maxBytes: init.maxBytes }
    const { contract, edition } = init.operation.contractEdition
    this.#contractHeaders = contract.forwarding?.headers?.(edition.version) ?? {}
  }

  async call(given: Call, options: RelayOptions): Promise<RelayReply> {
    // Ids that no header can hold stay here: the upstream gets others.
    const requestId = headerText(given.exchange.requestId) ?? crypto.randomUUID()
    const ids = { requestId, correlationId: headerText(given.exchange.correlationId) ?? requestId }
    const { exchange } = given
    const isKept = exchange.requestId === ids.requestId && exchange.correlationId === ids.correlationId
    const call = isKept ? given : { ...given, exchange: { ...exchange, ...ids } }
    const { operation } = this.#init
    const isStream = options.onMoment !== undefined && operation.contractEdition.edition.stream !== undefined
    const planned = planRequest(operation, call, isStream)
    if ('category' in planned) return refusedReply(planned)
    try {
      const reading = { contractEdition: operation.contractEdition, ids, jsonLimits: this.#jsonLimits }
      return await this.#send(planned, call, isStream, reading, options)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return { ...failedReply(error, options.stop), losses: planned.losses }
    }
  }

  async #send(
    planned: PlannedRequest,
    call: Call,
    isStream: boolean,
    reading: AnswerReading,
    { stop, expiresAt = 0, headers, callersHeaders, onMoment }: RelayOptions,
  ): Promise<RelayReply> {
    const { pool, isEffectFree, maxBytes } = this.#init
    const { method, path, body, losses } = planned
    const { answer, target } = await pool.send(
      {
        method,
        path,
        headers: listed(planned.headers, headers, callersHeaders),
        body,
        mayRepeat: isEffectFree || call.idempotencyKey !== undefined,
        stream: isStream,
      },
      { expiresAt, open: stop, plan: head => planBody(head, isStream, maxBytes) },
    )
    if (answer.body instanceof Uint8Array) {
      const plain = uncoded(answer, answer.body, maxBytes)
      const bytes = plain instanceof Uint8Array ? plain : await plain
      const read = readAnswer(answer.status, this.#headers(answer, target), bytes, reading)
      return { ...read, outcome: withoutAddress(read.outcome, target), losses }
    }
    return { ...(await this.#readStream(answer, answer.body, target, onMoment)), losses }
  }

  async #readStream(
    head: UpstreamHead,
    body: UpstreamBody,
    target: Target,
    onMoment: RelayOptions['onMoment'],
  ): Promise<RelayReply> {
    const { maxBytes, operation } = this.#init
    const { stream } = operation.contractEdition.edition
    if (stream === undefined || !['', 'identity'].includes(String(head.headers['content-encoding'] ?? ''))) {
      body.cancel()
      throw new UpstreamError('broken', true)
    }
    const wrong = stream.checkHead?.({ status: head.status, headers: this.#headers(head, target) }) ?? []
    const end = await readEvents(body, stream.reader(), { onMoment, maxEvent: maxBytes })
    const outcome = withoutAddress(end.outcome, target)
    return { outcome, exchange: end.exchange, findings: [...wrong, ...end.findings], losses: [] }
  }

  /** The headers of an answer, without those that speak of the upstream. */
  #headers({ headers }: UpstreamHead, { origin, prefix }: Target): Record<string, string> {
    return Object.assign(answerHeaders(headers, origin, prefix).headers, this.#contractHeaders)
  }
}

const noHeaders: RelayOptions['headers'] & object = {}

/** Names and values in turn. What the call says replaces what the gateway sets, and that what its caller sent. */
function listed(
  own: PlannedRequest['headers'],
  gateways: RelayOptions['headers'] = noHeaders,
  callers: RelayOptions['headers'] = noHeaders,
): string[] {
  const list: string[] = []
  for (const name in callers) {
    if (!Object.hasOwn(own, name) && !Object.hasOwn(gateways, name)) list.push(name, callers[name] as string)
  }
  for (const name in gateways) {
    const value = gateways[name]
    if (value !== undefined && !Object.hasOwn(own, name)) list.push(name, value)
  }
  for (const name in own) {
    const value = own[name]
    if (value !== undefined) list.push(name, value)
  }
  list.push('accept-encoding', 'identity')
  return list
}

function planBody(head: UpstreamHead, isStream: boolean, most: number): BodyPlan {
  const isEvents = head.status === 200 && mediaTypeOf(head.headers['content-type']) === 'text/event-stream'
  if (!isEvents) return { most, beyond: 'refuse' }
  return isStream ? 'stream' : new UpstreamError('unwanted-stream', true)
}
