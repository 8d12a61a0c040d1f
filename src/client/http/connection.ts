/** An agent over HTTP, in any contract. */
import type { Calling } from '../../codec/calling.ts'
import type { Call } from '../../outcome/call.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Connection, ExchangeOptions, OfferedOperation, Reply } from '../connection.ts'
import { deadlineOf } from '../deadline.ts'
import { prepareCall, withNewKey } from '../prepare-call.ts'
import { type WaitOptions, within } from '../within.ts'
import { limitsOf } from './limits.ts'
import type { OperationFinder } from './operation-finder.ts'
import { type OperationRequest, planRoute, routeIn } from './plan.ts'
import { AnswerReader, type ContractSource, type GivenContract, noReply } from './read.ts'
import { type HttpBounds, request } from './request.ts'
import { callHeaders } from './request-headers.ts'
import { keyOf } from './sendable-key.ts'
import type { TaskTools } from './tasks.ts'

/** Headers for every request, or what makes them again for each. */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)

export interface HttpConnectionOptions {
  readonly contracts: () => Promise<readonly ContractSource[]>
  /** The contract of the answers: `ID` or `ID@VERSION`. Default: detected. */
  readonly contract?: string | undefined
  readonly headers?: HeaderSource | undefined
  readonly bounds: HttpBounds
  /** Every call is posted to the address itself. */
  readonly isEndpoint?: boolean | undefined
  readonly clock?: Clock | undefined
}

/** Where neither the caller nor the contract states a time. */
const defaults = { totalMs: 300_000, idleMs: 60_000 }

export class HttpConnection implements Connection {
  readonly title: string
  readonly #answers: AnswerReader
  readonly #base: URL
  readonly #options: HttpConnectionOptions
  readonly #clock: Clock
  #finder: OperationFinder | undefined
  #given: Promise<GivenContract | undefined> | undefined

  constructor(base: URL, options: HttpConnectionOptions) {
    this.#base = base
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#answers = new AnswerReader(options.contracts)
    this.title = `the agent at ${base.href}`
  }

  async open(): Promise<void> {}

  async operations(waiting: WaitOptions = {}): Promise<readonly OfferedOperation[] | undefined> {
    if (this.#options.isEndpoint === true) return undefined
    return (await this.#operationFinder()).list(bounded(waiting))
  }

  async call(asked: Call, options: ExchangeOptions = {}): Promise<Reply> {
    const { pause, answers = {}, onMoment, stream = false, wait, newKey } = options
    const deadline = deadlineOf(options, this.#clock)
    const given = await this.#givenContract()
    const whole =
      pause === undefined ? asked : (await import('../call-with-answers.ts')).callWithAnswers(asked, pause, answers)
    const headers = await this.#headers(deadline.options())
    const prepared = prepareCall(whole, given?.reader.calling, newKey)
    const exchange = { requestId: crypto.randomUUID(), ...prepared.call.exchange }
    // A key that was made here counts only where the agent states that it honours it.
    const isKeyed = keyOf(prepared.call, headers) !== undefined && !prepared.isNewKey
    const planned = await this.#plan({ ...prepared.call, exchange }, given, stream, deadline.options())
    if ('outcome' in planned) return { ...planned, call: prepared.call }
    const { isEffectFree, honoursKeys } = planned
    const keyed = isEffectFree || isKeyed || prepared.isNewKey ? prepared : withNewKey(prepared.call, newKey)
    const call: Call = { ...keyed.call, exchange }
    let delivered = 0
    const count: ExchangeOptions['onMoment'] = moment => {
      delivered++
      return onMoment?.(moment)
    }
    const reply = await this.#exchange(planned, call, headers, { ...options, ...deadline.options(), onMoment: count })
    const { outcome } = reply
    const wasRefused = outcome.kind === 'failed' && outcome.fault.began === false
    const mayChange = (await this.calling(reply))?.mayChange?.(call.operation) ?? outcome.kind === 'failed'
    const made: Reply = {
      ...reply,
      call,
      isRepeatable: wasRefused || (delivered === 0 && (isEffectFree || isKeyed || honoursKeys)),
      notes: [...(honoursKeys && (prepared.isNewKey || mayChange) ? keyed.notes : []), ...reply.notes],
    }
    if (wait !== true || outcome.kind !== 'pending') return made
    const ended = await this.follow(made, { ...options, ...deadline.options() })
    return { ...ended, notes: [...made.notes, ...ended.notes] }
  }

  async follow(reply: Reply, options: ExchangeOptions = {}): Promise<Reply> {
    const { followOverHttp } = await import('./tasks.ts')
    const { call } = reply
    const ended = await followOverHttp({ ...reply, notes: [] }, options, await this.#taskTools(reply, options))
    return call === undefined ? ended : { ...ended, call }
  }

  async cancel(reply: Reply, options: ExchangeOptions = {}): Promise<Reply> {
    const { cancelOverHttp } = await import('./tasks.ts')
    return cancelOverHttp(reply, options, await this.#taskTools(reply, options))
  }

  async calling({ contract }: Reply): Promise<Calling | undefined> {
    const chosen = contract === undefined ? await this.#givenContract() : await this.#answers.source(contract.id, '')
    return chosen?.reader.calling
  }

  /** Reads an answer that was obtained elsewhere. A stream of events cannot be resumed. */
  async read(response: Response, waiting: WaitOptions): Promise<Reply> {
    const { readResponse } = await import('./read-response.ts')
    const given = await this.#givenContract()
    const { clock, answers } = { clock: this.#clock, answers: this.#answers }
    return readResponse(response, waiting, { clock, answers, given, bounds: this.#boundsFor(given), defaults })
  }

  async close(): Promise<void> {}

  /** The contract that was named for all answers. */
  #givenContract(): Promise<GivenContract | undefined> {
    const [id, version] = this.#options.contract?.split('@') ?? []
    this.#given ??= id === undefined ? Promise.resolve(undefined) : this.#answers.source(id, 'it was given', version)
    return this.#given
  }

  #boundsFor(given: GivenContract | undefined): HttpBounds {
    const { bounds } = this.#options
    return { ...bounds, idleMs: bounds.idleMs ?? given?.reader.calling?.timeouts?.idleMs ?? defaults.idleMs }
  }

  async #exchange(
    planned: OperationRequest,
    call: Call,
    headers: Readonly<Record<string, string>>,
    { signal, timeoutMs, stream, onMoment }: ExchangeOptions,
  ): Promise<Reply> {
    const given = planned.given ?? (await this.#givenContract())
    const { streamMs, totalMs = defaults.totalMs } = given?.reader.calling?.timeouts ?? {}
    const limits = limitsOf(signal, timeoutMs ?? (stream === true ? streamMs : totalMs))
    const bounds = this.#boundsFor(given)
    const sent = { ...planned, headers: { ...requestHeaders(call, planned, stream === true), ...headers } }
    try {
      const got = await request(sent, limits, bounds)
      if (got.kind === 'fault') return noReply(got.fault)
      if (got.kind === 'wire') return await this.#answers.read(got.wire, given)
      const { readEvents, resumeUrl } = await import('./stream.ts')
      const source = { ...got, resumeAt: resumeUrl(got.head, planned.url), headers, given }
      return await readEvents(source, { answers: this.#answers, bounds, limits, clock: this.#clock, onMoment })
    } finally {
      limits.clear()
    }
  }

  async #plan(
    call: Call,
    given: GivenContract | undefined,
    stream: boolean,
    waiting: WaitOptions,
  ): Promise<OperationRequest | Reply> {
    const { contract, isEndpoint } = this.#options
    const route = isEndpoint === true ? undefined : routeIn(call.operation)
    const planned =
      route === undefined
        ? await (await this.#operationFinder()).plan(call, given, stream, bounded(waiting))
        : planRoute(this.#base, route, call, given?.reader.calling)
    if ('fault' in planned) return noReply(planned.fault)
    if (contract !== undefined && isEndpoint !== true && planned.given === undefined) {
      planned.url.searchParams.set('envelope', contract)
    }
    return planned
  }

  /** Loaded when an operation is called by its name. */
  async #operationFinder(): Promise<OperationFinder> {
    const { OperationFinder } = await import('./operation-finder.ts')
    this.#finder ??= new OperationFinder({
      base: this.#base,
      answers: this.#answers,
      bounds: this.#boundsFor(undefined),
      isEndpoint: this.#options.isEndpoint === true,
      headers: () => this.#headers({}),
    })
    return this.#finder
  }

  async #headers(waiting: WaitOptions): Promise<Readonly<Record<string, string>>> {
    const { headers = {} } = this.#options
    return typeof headers === 'function' ? within(Promise.resolve(headers()), waiting) : headers
  }

  async #taskTools({ contract }: Reply, waiting: WaitOptions): Promise<TaskTools> {
    const given =
      (await this.#givenContract()) ??
      (contract === undefined ? undefined : await this.#answers.source(contract.id, contract.reason, contract.version))
    return {
      base: this.#base,
      answers: this.#answers,
      bounds: this.#boundsFor(given),
      clock: this.#clock,
      headers: await this.#headers(waiting),
      envelope: this.#options.contract,
      given,
    }
  }
}

/** Nothing is waited for without a limit that nobody set. */
function bounded({ signal, timeoutMs = defaults.totalMs }: WaitOptions): WaitOptions {
  return { signal, timeoutMs }
}

function requestHeaders(call: Call, { headers, body }: OperationRequest, stream: boolean): Record<string, string> {
  const own = callHeaders(call, stream, {
    'content-type': body === undefined ? undefined : 'application/json',
    ...headers,
  })
  return Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
