/**
 * A gateway that runs, as its process sees it. The process (`run/`) owns listeners, TLS, admin pages, signals and
 * reload; the gateway answers requests.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpAnswer, HttpRequest } from '../carriers/http/message.ts'
import { headOnly, readNodeRequest, writeNodeAnswer } from '../carriers/http/node.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { completed, failed, type Outcome } from '../outcome/outcome.ts'
import type { OperatorToken } from '../runtime/operator-token.ts'
import { isPreflight } from '../server/http/cors.ts'
import { finalAnswer, unsendable } from '../server/http/final-answer.ts'
import { HttpCall } from '../server/http/http-call.ts'
import { goneAnswer, writeResult } from '../server/http/write.ts'
import { openExchange, setIds, traceContext } from '../server/ids.ts'
import { Inflight, type OpenCall } from '../server/inflight.ts'
import type { AccessLogger, AnswerLine } from '../server/log.ts'
import { idMaker } from '../server/mint.ts'
import { account } from '../server/pipeline/account.ts'
import type { CallRecord } from '../server/pipeline/call-record.ts'
import { performStages, troubleOf } from '../server/pipeline/stages.ts'
import type { ServerContext } from '../server/server-context.ts'
import { passedResult } from './compile-routes.ts'
import type { GatewayConfig } from './config.ts'
import { builtInRoute } from './durable/built-in-route.ts'
import { DurableRoutes } from './durable/durable-routes.ts'
import type { Front } from './front/front.ts'
import { Fronts } from './front/fronts.ts'
import { GatewayCall } from './gateway-call.ts'
import { GatewayState, PoolShelf, type StateParts } from './gateway-state.ts'
import type { GatewayMetrics } from './metrics.ts'
import { PluginMemory } from './plugin-memory.ts'
import { StoreShelf } from './shared/shared-limits.ts'
import { StreamCounts, type StreamPlaces } from './stream/stream-ceiling.ts'
import { noteLosses } from './translate/losses.ts'
import { contractHeaders } from './translate/read-input.ts'
import { streamCall } from './translate/stream-call.ts'

/** What a gateway gets from its process. */
export interface GatewayOptions {
  readonly log: AccessLogger
  /** Outlives reloads. */
  readonly metrics: GatewayMetrics
  readonly now?: (() => number) | undefined
  /** Where streams are counted. Default: here. */
  readonly streams?: StreamPlaces | undefined
  /** What the ids of MCP sessions of this process begin with, where several share a port. */
  readonly sessionPrefix?: string | undefined
}

/** A gateway that is open. */
export interface Gateway {
  /** The configuration for requests that arrive now. */
  readonly config: GatewayConfig
  /** Answers one request, over whatever it came. */
  answer(http: HttpRequest): Promise<HttpAnswer>
  /** Answers one request of a listener, admin pages excepted. Never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /**
   * Replaces the configuration for requests that arrive from now on. Calls and streams under way end with the one that
   * they began with. Rejects, and changes nothing, if a plugin cannot be created.
   */
  reload(config: GatewayConfig): Promise<void>
  /** Calls and streams that are open. */
  readonly openCalls: number
  /** With a console and without authentication: what signs in as its operator. */
  readonly operatorToken?: OperatorToken | undefined
  /** New calls are refused with 503 from now on. Calls and streams under way continue. */
  startDraining(): void
  /** Ends the remaining calls and streams with a reason, and closes pools, plugins and logs. */
  close(): Promise<void>
}

/**
 * Opens a gateway. Rejects when its configuration cannot be used.
 */
export async function openGateway(config: GatewayConfig, options: GatewayOptions): Promise<Gateway> {
  const { log, metrics, now = Date.now, streams = new StreamCounts(), sessionPrefix } = options
  const memory = new PluginMemory()
  const parts: StateParts = { log, metrics, now, memory, streams, stores: new StoreShelf(), sessionPrefix }
  const shelf = new PoolShelf()
  const state = await GatewayState.open(config, shelf, parts)
  try {
    const durable = await DurableRoutes.open(state, parts)
    return new OpenGateway(state, shelf, parts, durable)
  } catch (error) {
    await state.close()
    throw error
  }
}

class OpenGateway implements Gateway {
  readonly #inflight = new Inflight()
  #server: ServerContext
  #durable: DurableRoutes
  readonly #shelf: PoolShelf
  readonly #parts: StateParts
  /** The current one, and those that still have calls. */
  readonly #states = new Set<GatewayState>()
  readonly #fronts: Fronts
  #state: GatewayState

  constructor(state: GatewayState, shelf: PoolShelf, parts: StateParts, durable: DurableRoutes) {
    this.#state = state
    this.#states.add(state)
    this.#shelf = shelf
    this.#parts = parts
    this.#durable = durable
    this.#server = this.#serverOf(durable)
    this.#fronts = new Fronts(state, parts, () => ({ server: this.#server, durable: this.#durable }))
    parts.metrics.watch({ upstreams: () => this.#upstreams(), tasks: () => this.#durable.metrics })
  }

  /** All calls are counted together, also those that began before there was a store. */
  #serverOf({ server }: DurableRoutes): ServerContext {
    const inflight = this.#inflight
    return { ...server, inflight, onAnswer: (call, outcome, line) => this.#answered(call, outcome, line) }
  }

  get config(): GatewayConfig {
    return this.#state.config
  }

  get openCalls(): number {
    return this.#server.inflight.size
  }

  handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const http = readNodeRequest(incoming, outgoing)
    const answering = http === undefined ? this.#unreadable(headOnly(incoming, outgoing)) : this.answer(http)
    answering
      .then(answer => {
        try {
          writeNodeAnswer(answer, incoming, outgoing)
        } catch (error) {
          writeNodeAnswer(unsendable(this.#server, error), incoming, outgoing)
        }
      })
      .catch(() => outgoing.destroy())
  }

  async answer(http: HttpRequest): Promise<HttpAnswer> {
    const state = this.#state
    const open = this.#server.inflight.enter()
    state.enter(open)
    http.onGone(() => open.stop())
    let call: HttpCall | undefined
    try {
      const { maxUrlBytes } = state.config.limits
      const isTooLong = http.rawTarget.length > maxUrlBytes
      const preflight = !isTooLong && isPreflight(http) ? this.#preflight(state, http, open) : undefined
      if (preflight !== undefined) return preflight
      const refused = this.#server.inflight.draining ? stopping : isTooLong ? urlTooLong(maxUrlBytes) : undefined
      const { builtIn } = state
      const asked = refused === undefined && builtIn !== undefined ? this.#durable.match(http) : undefined
      if (asked?.isPage === true) return await this.#durable.answerPage(this.#server, http)
      if (asked !== undefined && builtIn !== undefined) {
        const front = new GatewayCall(this.#server, http, open, { route: builtIn, params: {}, path: http.path })
        front.answeredTask = asked.answeredTask
        call = front
        return await this.#answerBuiltIn(front)
      }
      const front = refused === undefined ? this.#fronts.at(http) : undefined
      if (front !== undefined && state.front !== undefined) {
        const asked = new GatewayCall(this.#server, http, open, { route: state.front, params: {}, path: http.path })
        call = asked
        return await this.#answerFront(front, asked)
      }
      const matched = refused ?? state.routes.match(http) ?? notFound
      if ('route' in matched) {
        const routed = new GatewayCall(this.#server, http, open, matched)
        call = routed
        Object.assign(routed.headers, routed.isTranslated ? contractHeaders(routed) : matched.route.contractHeaders)
        if (routed.isTranslated && routed.stream) return this.#final(http, await streamCall(routed), routed)
        const result = await performStages(routed, matched.route.stages)
        routed.isReplayed = result.exchange.replayed === true
        const written = writeResult(routed, result)
        return this.#final(http, written instanceof Promise ? await written : written, routed)
      }
      call = this.#unrouted(state, http, open)
      const cause = 'allow' in matched ? methodNotAllowed(call, matched.allow) : matched
      return this.#final(
        http,
        await writeResult(call, { outcome: failed(cause), author: 'server', exchange: {} }),
        call,
      )
    } catch (error) {
      call ??= this.#unrouted(state, http, open)
      call.onEnd?.()
      const answer = http.isGone ? goneAnswer(call) : await writeResult(call, troubleOf(call, error))
      return this.#final(http, answer, call)
    } finally {
      open.leave()
    }
  }

  /** `/mcp` and `/a2a`: plugins find out who calls, and a server answers. */
  async #answerFront(front: Front, asked: GatewayCall): Promise<HttpAnswer> {
    const { http, compiled } = asked
    const result = await performStages(asked, compiled.stages)
    if (result !== passedResult) return this.#final(http, await writeResult(asked, result), asked)
    const answer = await front.answer(asked)
    compiled.plugins.corsOf(undefined)?.allow(answer.headers, http)
    return answer
  }

  /** Tasks and approvals: the plugins find out who calls, and a server answers. */
  async #answerBuiltIn(front: GatewayCall): Promise<HttpAnswer> {
    const { http, compiled, headers } = front
    const result = await performStages(front, compiled.stages)
    if (result !== passedResult) return this.#final(http, await writeResult(front, result), front)
    const answer = await this.#durable.answer(this.#server, front)
    for (const name in headers) answer.headers[name] ??= headers[name] as string
    compiled.plugins.corsOf(builtInRoute)?.allow(answer.headers, http)
    return answer
  }

  #final(http: HttpRequest, answer: HttpAnswer, call: HttpCall): HttpAnswer {
    const isRouted = call instanceof GatewayCall
    const { plugins } = isRouted ? call.compiled : this.#state
    if (isRouted && call.isTranslated) noteLosses(call, answer.headers)
    plugins.corsOf(isRouted ? call.gatewayRoute : undefined)?.allow(answer.headers, http)
    return finalAnswer(this.#server, http, answer, call)
  }

  /** A browser asks whether a page may call a route: nobody is asked who they are. */
  #preflight(state: GatewayState, http: HttpRequest, open: OpenCall): HttpAnswer | undefined {
    const matched = state.routes.match(http, http.header('access-control-request-method'))
    if (matched === undefined) return undefined
    const cors = state.plugins.corsOf('route' in matched ? matched.route.config : undefined)
    const methods = state.routes.methodsAt(http)
    const answer = cors?.preflight(http, methods)
    if (answer === undefined) return undefined
    const call = this.#unrouted(state, http, open)
    Object.assign(answer.headers, call.headers)
    setIds(answer.headers, call.exchange)
    account(call, completed({}), { status: answer.status })
    return finalAnswer(this.#server, http, answer)
  }

  /** A request of which no more than its headers can be used. */
  async #unreadable(http: HttpRequest): Promise<HttpAnswer> {
    const open = this.#server.inflight.enter()
    const call = this.#unrouted(this.#state, http, open)
    const cause = fault('invalid', 'The target or the Host of the request is not valid.', { began: false })
    const answer = await writeResult(call, { outcome: failed(cause), author: 'server', exchange: {} })
    open.leave()
    return this.#final(http, answer, call)
  }

  /** A call that no route takes. */
  #unrouted({ contractEdition, contractHeaders }: GatewayState, http: HttpRequest, open: OpenCall): HttpCall {
    const call = new HttpCall({
      server: this.#server,
      open,
      http,
      params: {},
      method: http.method,
      route: '',
      address: http.address,
      base: http.base,
      contractEdition,
      vary: [],
      refused: undefined,
      exchange: openExchange(http.headers, idMaker(contractEdition.contract, this.#server)),
      trace: traceContext(http.headers),
      stream: false,
      reader: { read: () => notFound },
      // Who asks for what is not there, without saying who they are, would fill the journal.
      isNoted: false,
    })
    Object.assign(call.headers, contractHeaders)
    return call
  }

  #answered(record: CallRecord, outcome: Outcome, line: AnswerLine): void {
    const call = record as HttpCall
    const { metrics } = this.#parts
    metrics.answered(line.route, line.status, line.duration_ms / 1000)
    const isUpstreams = call.forwarded?.outcome === outcome || isRelayed(call)
    if (line.code !== '' && !isUpstreams) metrics.refused(line.route, line.code)
    const { plugins } = call instanceof GatewayCall ? call.compiled : this.#state
    plugins.answered(call, line)
  }

  #upstreams() {
    return this.#shelf.pools.flatMap(({ config, targets }) =>
      targets.map(({ origin, open, isHealthy, isBreakerOpen }) => ({
        pool: config.name,
        target: origin,
        openCalls: open,
        isHealthy: isHealthy && !isBreakerOpen,
      })),
    )
  }

  async reload(config: GatewayConfig): Promise<void> {
    this.#durable.checkReload(config)
    const next = await GatewayState.open(config, this.#shelf, this.#parts)
    const outdated = this.#durable
    const isOpened = next.builtIn !== undefined && (!outdated.isOpen || outdated.isOutdated(config))
    if (isOpened) {
      // The first durable route or front, or another way to know who calls it.
      try {
        this.#durable = await DurableRoutes.open(next, this.#parts)
      } catch (error) {
        await next.close()
        throw error
      }
      this.#server = this.#serverOf(this.#durable)
    } else outdated.follow(next)
    const before = this.#state
    this.#state = next
    this.#states.add(next)
    this.#fronts.follow(next)
    if (isOpened) void outdated.close(this.config.shutdownMs)
    before.retire(() => this.#states.delete(before))
  }

  get operatorToken(): OperatorToken | undefined {
    return this.config.console === undefined ? undefined : this.#server.durable.operatorToken
  }

  startDraining(): void {
    this.#server.inflight.draining = true
    this.#fronts.drain()
    // No task begins any more; those under way have as long as calls.
    void this.#durable.stop(this.config.shutdownMs)
  }

  async close(): Promise<void> {
    this.startDraining()
    this.#server.inflight.stop(failed(stopping))
    await this.#fronts.close()
    await this.#durable.close(this.config.shutdownMs)
    await Promise.all([...this.#states].map(state => state.close()))
  }
}

/** The upstream made the outcome, and not the gateway. */
function isRelayed(call: HttpCall): boolean {
  return call instanceof GatewayCall && call.reply !== undefined && call.reply.author !== 'server'
}

const stopping: Fault = fault('unavailable', 'The gateway is shutting down.', {
  code: 'SHUTTING_DOWN',
  retryAfterMs: 5000,
  began: false,
})

const notFound: Fault = fault('not-found', 'There is nothing at this path.', { code: 'ROUTE_NOT_FOUND', began: false })

/** With the status that Node's parser leads to when a URL is longer than all header fields may be. */
function urlTooLong(most: number): Fault {
  const message = `The path and the query are longer than ${most} bytes.`
  return fault('invalid', message, { code: 'HEADERS_TOO_LARGE', began: false })
}

function methodNotAllowed(call: HttpCall, methods: readonly string[]): Fault {
  const allow = methods.join(', ')
  call.headers.allow = allow
  return fault('invalid', `This path answers ${allow}.`, { code: 'METHOD_NOT_ALLOWED', began: false })
}
