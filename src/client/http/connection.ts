/** An agent over HTTP, in any contract. */
import type { Calling } from '../../codec/calling.ts'
import { object, text } from '../../codec/read.ts'
import { runContract } from '../../contracts/roles.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import { fault } from '../../outcome/fault.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Connection, ExchangeOptions, Reply } from '../connection.ts'
import { deadlineOf } from '../deadline.ts'
import { describeKey } from '../describe-key.ts'
import { prepareCall } from '../prepare-call.ts'
import { limitsOf } from './limits.ts'
import { type PlannedRequest, planRoute, type Route, routeIn } from './plan.ts'
import { AnswerReader, type ContractSource, type GivenContract, noReply } from './read.ts'
import { type HttpBounds, type Received, request, streamType } from './request.ts'
import { checkKey, headerText, keyAmong } from './sendable-key.ts'
import type { TaskTools } from './tasks.ts'

/** Headers for every request, or what makes them again for each. */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)

export interface HttpConnectionOptions {
  readonly contracts: readonly ContractSource[]
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
  readonly answers: AnswerReader
  readonly #base: URL
  readonly #options: HttpConnectionOptions
  readonly #clock: Clock
  #document: Promise<JsonObject | undefined> | undefined
  #given: Promise<GivenContract | undefined> | undefined

  constructor(base: URL, options: HttpConnectionOptions) {
    this.#base = base
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.answers = new AnswerReader(options.contracts)
    this.title = `the agent at ${base.href}`
  }

  async open(): Promise<void> {}

  async operations({ signal }: Pick<ExchangeOptions, 'signal'> = {}) {
    if (this.#options.isEndpoint === true) return undefined
    const document = await this.#openapi({ signal })
    return document === undefined ? undefined : (await import('./openapi.ts')).offeredIn(document)
  }

  async call(asked: Call, options: ExchangeOptions = {}): Promise<Reply> {
    const { pause, answers = {}, onMoment, stream = false, wait } = options
    const given = await this.given()
    const deadline = deadlineOf(options, this.#clock)
    const whole =
      pause === undefined ? asked : (await import('../call-with-answers.ts')).callWithAnswers(asked, pause, answers)
    const { call: prepared, notes, isNewKey: wasMade } = prepareCall(whole, given?.reader.calling, options.newKey)
    const inHeaders = keyAmong(await this.#headers())
    checkKey(prepared.idempotencyKey)
    checkKey(inHeaders)
    const exchange = { requestId: crypto.randomUUID(), ...prepared.exchange }
    const planned = await this.#plan({ ...prepared, exchange }, given, stream, deadline.options())
    if ('outcome' in planned) return { ...planned, call: prepared }
    // A contract may have the key among its arguments.
    const inArguments = text(object(prepared.input)?.idempotency_key) || undefined
    // A key that was made here counts only where the agent states that it honours it.
    const ofCaller = wasMade ? undefined : prepared.idempotencyKey
    const isKeyed = (ofCaller ?? inArguments ?? inHeaders) !== undefined
    const key =
      planned.isEffectFree || isKeyed || wasMade ? prepared.idempotencyKey : (options.newKey ?? crypto.randomUUID())
    const call: Call = { ...prepared, exchange, ...(key === undefined ? undefined : { idempotencyKey: key }) }
    let delivered = 0
    const count: ExchangeOptions['onMoment'] = moment => {
      delivered++
      return onMoment?.(moment)
    }
    const left = deadline.options()
    const reply = await this.#exchange(planned, call, { ...options, ...left, onMoment: count })
    const isRepeatable = delivered === 0 && (planned.isEffectFree || isKeyed || planned.honoursKeys)
    const { outcome } = reply
    const wasRefused = outcome.kind === 'failed' && outcome.fault.began === false
    const mayChange = (await this.calling(reply))?.mayChange?.(call.operation) ?? outcome.kind === 'failed'
    const isNewKey = key !== prepared.idempotencyKey && mayChange && planned.honoursKeys
    const keyNotes = isNewKey && key !== undefined ? [describeKey(key)] : []
    const told = {
      ...reply,
      call,
      isRepeatable: isRepeatable || wasRefused,
      notes: [...(wasMade && !planned.honoursKeys ? [] : notes), ...keyNotes, ...reply.notes],
    }
    if (wait !== true || outcome.kind !== 'pending') return told
    return { ...(await this.follow(told, { ...options, ...deadline.options() })), call, notes: told.notes }
  }

  async follow(reply: Reply, options: ExchangeOptions = {}): Promise<Reply> {
    const { call } = reply
    const { followOverHttp } = await import('./tasks.ts')
    const ended = await followOverHttp(reply, options, await this.#taskTools(reply))
    return call === undefined ? ended : { ...ended, call }
  }

  async cancel(reply: Reply, options: ExchangeOptions = {}): Promise<Reply> {
    const { cancelOverHttp } = await import('./tasks.ts')
    return cancelOverHttp(reply, options, await this.#taskTools(reply))
  }

  async calling({ contract }: Reply): Promise<Calling | undefined> {
    const chosen = contract === undefined ? await this.given() : await this.answers.source(contract.id, '')
    return chosen?.reader.calling
  }

  /** Reads a stream that was obtained elsewhere. It cannot be resumed. */
  async readStream({ response, head }: Extract<Received, { kind: 'stream' }>): Promise<Reply> {
    const { readEvents } = await import('./stream.ts')
    const limits = limitsOf(undefined, undefined)
    const source = { response, head, resumeAt: undefined, headers: {}, given: await this.given() }
    try {
      return await readEvents(source, {
        answers: this.answers,
        bounds: this.#options.bounds,
        limits,
        clock: this.#clock,
      })
    } finally {
      limits.clear()
    }
  }

  async close(): Promise<void> {}

  /** The contract that was named for all answers. */
  given(): Promise<GivenContract | undefined> {
    const [id, version] = this.#options.contract?.split('@') ?? []
    this.#given ??= id === undefined ? Promise.resolve(undefined) : this.answers.source(id, 'it was given', version)
    return this.#given
  }

  async #exchange(planned: PlannedRequest, call: Call, options: ExchangeOptions): Promise<Reply> {
    const headers = await this.#headers()
    const given = planned.given ?? (await this.given())
    const stated = given?.reader.calling?.timeouts ?? {}
    const most = options.stream === true ? stated.streamMs : (stated.totalMs ?? defaults.totalMs)
    const limits = limitsOf(options.signal, options.timeoutMs ?? most)
    const bounds = { ...this.#options.bounds, idleMs: this.#options.bounds.idleMs ?? stated.idleMs ?? defaults.idleMs }
    const sent = { ...planned, headers: { ...requestHeaders(call, planned, options.stream === true), ...headers } }
    try {
      const got = await request(sent, limits, bounds)
      if (got.kind === 'fault') return noReply(got.fault)
      if (got.kind === 'wire') return await this.answers.read(got.wire, given)
      const { readEvents, resumeUrl } = await import('./stream.ts')
      const { response, head } = got
      const source = { response, head, resumeAt: resumeUrl(head, planned.url), headers, given }
      const tools = { answers: this.answers, bounds, limits, clock: this.#clock, onMoment: options.onMoment }
      return await readEvents(source, tools)
    } finally {
      limits.clear()
    }
  }

  async #plan(
    call: Call,
    given: GivenContract | undefined,
    stream: boolean,
    options: Pick<ExchangeOptions, 'signal' | 'timeoutMs'>,
  ): Promise<PlannedRequest | Reply> {
    const base = this.#base
    const route = this.#options.isEndpoint ? { method: 'POST', path: '' } : routeIn(call.operation)
    const byContract = route?.path ? undefined : await planned(base, given, call, stream)
    if (byContract !== undefined && (this.#options.isEndpoint || given?.reader.calling?.hasTarget)) return byContract
    if (route !== undefined) return this.#routed(route, call)
    const document = await this.#openapi(options)
    const found = document && (await import('./openapi.ts')).routeOf(document, call.operation)
    if (found !== undefined) return this.#routed(found, call)
    if (document !== undefined && !/^[A-Z][A-Z0-9_]*$/.test(call.operation)) {
      return noReply(fault('not-found', 'The agent has no operation of that name.', { began: false }))
    }
    const run = await this.answers.source(runContract, 'it is the contract of the run endpoints')
    return (
      (await planned(base, run, call, stream)) ??
      noReply(fault('not-found', 'The agent does not list its operations.', { began: false }))
    )
  }

  #routed(route: Route, call: Call): PlannedRequest | Reply {
    const planned = planRoute(this.#base, route, call)
    if ('climbing' in planned) {
      const issues = [
        { pointer: `/${planned.climbing}`, message: 'It is part of the path, and may not be "." or "..".' },
      ]
      return noReply(fault('invalid', 'The input leads to another path.', { issues, began: false }))
    }
    if ('missing' in planned) {
      const issues = [{ pointer: `/${planned.missing}`, message: 'It is part of the path, and missing.' }]
      return noReply(fault('invalid', 'The input lacks a part of the path.', { issues, began: false }))
    }
    const { contract, isEndpoint } = this.#options
    if (contract !== undefined && isEndpoint !== true) planned.url.searchParams.set('envelope', contract)
    return planned
  }

  async #headers(): Promise<Readonly<Record<string, string>>> {
    const { headers = {} } = this.#options
    return typeof headers === 'function' ? headers() : headers
  }

  /** The agent's OpenAPI document; undefined when it has none. One that could not be read is asked for again. */
  #openapi(options: Pick<ExchangeOptions, 'signal' | 'timeoutMs'>): Promise<JsonObject | undefined> {
    const loading = this.#document ?? this.#loadDocument(options)
    this.#document = loading
    loading.then(
      document => {
        if (document === undefined) this.#document = undefined
      },
      () => {
        this.#document = undefined
      },
    )
    return loading
  }

  async #loadDocument(options: Pick<ExchangeOptions, 'signal' | 'timeoutMs'>): Promise<JsonObject | undefined> {
    const { loadDocument } = await import('./openapi.ts')
    return loadDocument(this.#base, await this.#headers(), options, this.#options.bounds)
  }

  async #taskTools({ contract }: Reply): Promise<TaskTools> {
    const { bounds, contract: envelope } = this.#options
    const given =
      (await this.given()) ??
      (contract === undefined ? undefined : await this.answers.source(contract.id, contract.reason, contract.version))
    const headers = await this.#headers()
    return { base: this.#base, answers: this.answers, bounds, clock: this.#clock, headers, envelope, given }
  }
}

/** The request of a contract; undefined where it has none of its own. */
async function planned(base: URL, given: GivenContract | undefined, call: Call, stream: boolean) {
  if (given?.edition.http?.request === undefined) return undefined
  return (await import('./plan-contract.ts')).planContract(base, given, call, stream)
}

function requestHeaders(call: Call, { headers, body }: PlannedRequest, stream: boolean): Record<string, string> {
  const { exchange, idempotencyKey, approvalTokens = [], prefer } = call
  const own = {
    accept: stream ? streamType : 'application/json, */*;q=0.9',
    'content-type': body === undefined ? undefined : 'application/json',
    'x-request-id': headerText(exchange.requestId),
    'x-correlation-id': headerText(exchange.correlationId),
    'idempotency-key': headerText(idempotencyKey),
    'x-approval-token': approvalTokens.length === 0 ? undefined : approvalTokens.join(', '),
    prefer: prefer?.async === true ? 'respond-async' : undefined,
    ...headers,
  }
  return Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
