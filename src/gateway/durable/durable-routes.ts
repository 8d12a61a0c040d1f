/**
 * The durable routes of a gateway, as an agent whose operations follow the configuration, with the services of
 * a server on the configured store: keys, tasks, approvals, the journal and the console. The fronts, `/mcp` and `/a2a`,
 * have their tasks here too, in memory where no store is configured. Without a durable route, a front, a journal and a
 * console nothing is opened.
 */
import type { Agent, Operation } from '../../agent/define.ts'
import type { OpenPeer } from '../../agent/peer.ts'
import type { Credentials, Principal } from '../../auth/principal.ts'
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { isStoreUnavailable, ReplywireError } from '../../errors.ts'
import { defined } from '../../lib/defined.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { JournalSettings } from '../../runtime/requests/journal-settings.ts'
import type { RuntimeOptions, TaskRun } from '../../runtime/runtime.ts'
import { handle, type RouteTarget } from '../../server/http/handle.ts'
import { localHosts } from '../../server/http/hosts.ts'
import type { Router } from '../../server/http/router.ts'
import type { AccessLogger } from '../../server/log.ts'
import { callIds, withIds } from '../../server/log.ts'
import { openPeer } from '../../server/open-peer.ts'
import { openServerContext } from '../../server/serve.ts'
import type { ServeOptions, ServerContext } from '../../server/server-context.ts'
import type { LazyStore } from '../../store/lazy.ts'
import type { GatewayConfig, JournalConfig } from '../config.ts'
import type { GatewayCall } from '../gateway-call.ts'
import type { GatewayState, StateParts } from '../gateway-state.ts'
import { builtInRequest } from './built-in-request.ts'
import { builtInRouter } from './built-in-router.ts'
import { targetFrom } from './forwarded-input.ts'
import { runForwardedTask } from './run-task.ts'

/** A request for tasks, approvals or the console. */
export interface BuiltInMatch {
  /** It is for a file of the console. */
  readonly isPage: boolean
  /** The paused task that it answers. */
  readonly answeredTask: string | undefined
}

/** What the fronts offer, as operations whose handlers call routes. */
export interface FrontOperations {
  readonly operations: Readonly<Record<string, Operation>>
  readonly openPeer: OpenPeer
}

const noOperations: FrontOperations = { operations: {}, openPeer }

export type DurableRoutesParts = Pick<StateParts, 'log' | 'now' | 'stores' | 'metrics'>

export class DurableRoutes {
  readonly server: ServerContext
  /** The routes of tasks, approvals and the console; undefined where nothing was opened. */
  readonly builtIn: Router<RouteTarget> | undefined
  readonly #operations: Record<string, Operation> = Object.create(null)
  /** Who calls, as the plugins found out, by the request. */
  readonly #principals = new WeakMap<Credentials, Principal>()
  readonly #log: AccessLogger
  readonly #fixed: string | undefined
  readonly #store: LazyStore | undefined
  readonly #release: () => Promise<void>
  #state: GatewayState | undefined
  #front = noOperations
  /** It holds nothing but sessions and tasks of fronts, in memory. */
  readonly #isReplaceable: boolean
  /** A journal alone has no routes, and neither has a front. */
  #hasRoutes = false
  #stopping: Promise<void> | undefined

  /** Opens the store, if a route is durable, and begins with what is in it. */
  static async open(state: GatewayState, parts: DurableRoutesParts): Promise<DurableRoutes> {
    const routes = new DurableRoutes(state, parts)
    try {
      await routes.#begin(state)
      return routes
    } catch (error) {
      await routes.close(0)
      throw error
    }
  }

  private constructor({ config, builtIn }: GatewayState, { log, now, stores, metrics }: DurableRoutesParts) {
    this.#log = log
    this.#fixed = builtIn === undefined ? undefined : fixedPart(config)
    const { store, release } = stores.take(builtIn === undefined ? undefined : config.store, {
      now,
      onAnswer: metrics.storeAnswered,
    })
    this.#store = store
    this.#isReplaceable = store === undefined && config.console === undefined && config.journal === undefined
    this.#release = release
    const agent: Agent = { name: 'gateway', version: '1', title: 'Gateway', operations: this.#operations }
    const isOpen = builtIn === undefined || config.auth === 'none'
    const authenticate = async (credentials: Credentials) => this.#principals.get(credentials)
    const settings = builtIn === undefined ? {} : { ...settingsOf(config), ...(store && { store }) }
    this.server = openServerContext(
      agent,
      { log, now, authenticate: isOpen ? false : authenticate, ...settings },
      {
        kind: 'gateway',
        runTask: (task, handlers) => this.#run(task, handlers),
        openPeer: (...call) => this.#front.openPeer(...call),
        storeUrl: store === undefined ? undefined : config.store,
      },
    )
    const hasConsole = config.console !== undefined
    if (hasConsole) this.#guardHosts(config)
    this.builtIn = builtIn === undefined ? undefined : builtInRouter(this.server, { hasConsole })
  }

  /** Where nobody is asked who they are, a page that is read on this machine reaches it by no name of its own. */
  #guardHosts({ listeners }: GatewayConfig): void {
    const { hosts } = this.server
    for (const { host } of listeners) hosts.listening(host)
    hosts.isLocal = listeners.every(({ host }) => localHosts.has(host))
  }

  /** What is counted of tasks and of the store; undefined without a store. */
  get metrics(): ServerContext['metrics'] | undefined {
    return this.#store === undefined ? undefined : this.server.metrics
  }

  /** Whether services of a server were opened. */
  get isOpen(): boolean {
    return this.builtIn !== undefined
  }

  async #begin(state: GatewayState): Promise<void> {
    this.follow(state)
    if (this.#store === undefined) return
    try {
      await this.#store.open()
    } catch (error) {
      // A server may come back: until then, what needs it is refused with 503.
      if (this.#store.kind === 'sqlite' || !isStoreUnavailable(error)) throw error
      this.#log.warn({}, 'the store cannot be reached yet')
    }
    this.server.durable.start()
  }

  /** The operations are the durable routes of this configuration from now on. */
  follow(state: GatewayState): void {
    this.#state = state
    this.#hasRoutes = state.config.console !== undefined || state.compiled.some(({ durability }) => durability)
    for (const name of Object.keys(this.#operations)) delete this.#operations[name]
    Object.assign(this.#operations, this.#front.operations)
    for (const { config, durableOperation } of state.compiled) {
      if (durableOperation !== undefined) this.#operations[config.id] = durableOperation
    }
    this.server.durable.refresh()
  }

  /** What the fronts offer from now on: their tasks are run here. */
  offer(front: FrontOperations): void {
    this.#front = front
    if (this.#state !== undefined) this.follow(this.#state)
  }

  /** What the store holds belongs to one store and one way to know callers: neither changes while a gateway runs. */
  checkReload(config: GatewayConfig): void {
    if (!this.isOutdated(config) || this.#isReplaceable) return
    throw new ReplywireError(
      'ERR_USAGE',
      'store, durable, auth, contract, console and journal cannot change while the gateway runs: restart it.',
    )
  }

  /** Whether a configuration needs services of its own: those in memory are replaced, and what they hold is gone. */
  isOutdated(config: GatewayConfig): boolean {
    return this.#fixed !== undefined && fixedPart(config) !== this.#fixed
  }

  /** What a request for tasks, approvals or the console is about; undefined: it is for a route. */
  match({ method, path, base }: HttpRequest): BuiltInMatch | undefined {
    if (!this.#hasRoutes) return undefined
    const matched = this.builtIn?.match(method, base === '' ? path : path.slice(base.length) || '/')
    if (matched === undefined || !('found' in matched)) return undefined
    const { route, params } = matched.found
    const isAnswer = route.target.kind === 'operation' && route.target.target.name === 'tasks.answer'
    return { isPage: route.target.kind === 'page', answeredTask: isAnswer ? params.id : undefined }
  }

  /** Answers a request for a file of the console: it is the same for everybody. */
  answerPage(server: ServerContext, http: HttpRequest): Promise<HttpAnswer> {
    return handle(server, this.builtIn as Router<RouteTarget>, http)
  }

  /** Answers a request for tasks or approvals, for the caller that plugins have found. */
  answer(server: ServerContext, call: GatewayCall): Promise<HttpAnswer> {
    const { tenantPrincipal } = call
    const http = builtInRequest(call)
    if (tenantPrincipal !== undefined) this.#principals.set(http, tenantPrincipal)
    return handle(server, this.builtIn as Router<RouteTarget>, http)
  }

  async #run(task: TaskRun, handlers: RuntimeOptions['runTask']): Promise<RunResult> {
    const isForwarded = targetFrom(task.call.extra) !== undefined
    if (!isForwarded && Object.hasOwn(this.#front.operations, task.call.operation)) return handlers(task)
    const state = this.#state as GatewayState
    const release = state.hold()
    try {
      const route = state.compiled.find(({ config }) => config.id === task.call.operation)
      return await runForwardedTask(task, route, {
        log: withIds(this.#log, callIds(task.call)),
        logLimits: this.server.durable.runtime.logLimits,
      })
    } finally {
      release()
    }
  }

  /** Takes no further task, and leaves those that take too long to other processes. */
  stop(waitMs: number): Promise<void> {
    this.#stopping ??= this.isOpen ? this.server.durable.stop(waitMs) : Promise.resolve()
    return this.#stopping
  }

  async close(waitMs: number): Promise<void> {
    await this.stop(waitMs)
    await this.#release()
  }
}

function fixedPart({ store, durable, auth, contract, console, journal }: GatewayConfig): string {
  return JSON.stringify([store, durable, auth, contract, console, journal])
}

function settingsOf({ durable, contract, console, journal, routes }: GatewayConfig): ServeOptions {
  const { prefix, operators, approvers, approvalTtlMs, leaseMs, keyTtlMs, taskTimeoutMs, concurrency, webhooks } =
    durable
  return {
    contract,
    prefix,
    operators,
    leaseMs,
    keyTtlMs,
    taskTimeoutMs,
    approvals: { roles: approvers, ttlMs: approvalTtlMs, allowOwn: durable.ownApprovals },
    perCaller: { queuedTasks: durable.queuedTasks },
    worker: concurrency === 0 ? false : { concurrency },
    webhooks: { endpoints: webhooks, allowLoopback: durable.allowLoopback },
    ...(console && { hosts: [...console.hosts, ...routes.flatMap(({ hosts }) => hosts).filter(isName)] }),
    ...(journal && { journal: journalSettings(journal) }),
  }
}

const isName = (host: string): boolean => !host.includes('*')

/** Bodies of callers and upstreams are never kept. */
function journalSettings({ entries, total, keepMs }: JournalConfig): JournalSettings {
  return defined<JournalSettings>({ entries, total, keepMs })
}
