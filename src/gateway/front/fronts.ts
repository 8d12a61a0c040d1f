/**
 * The routes of a gateway as the tools of one MCP server and the skills of one A2A agent: a server of their own around
 * an agent whose operations follow the configuration. Sessions and tasks go on when it is loaded again.
 */
import type { Agent, Operation } from '../../agent/define.ts'
import type { OpenPeer } from '../../agent/peer.ts'
import type { Credentials, Principal } from '../../auth/principal.ts'
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { type PeerClient, peerOf } from '../../client/peer.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { a2aRoutes } from '../../server/a2a/routes.ts'
import { handle, type RouteTarget } from '../../server/http/handle.ts'
import { Router } from '../../server/http/router.ts'
import { McpEndpoint } from '../../server/mcp/endpoint.ts'
import { openServerContext } from '../../server/serve.ts'
import type { ServerContext } from '../../server/server-context.ts'
import type { FrontConfig, GatewayConfig } from '../config.ts'
import type { GatewayCall } from '../gateway-call.ts'
import type { GatewayState, StateParts } from '../gateway-state.ts'
import { Descriptions } from './descriptions.ts'
import { routeClient } from './route-client.ts'
import { type RouteOperation, routeOperations } from './route-operations.ts'

type FrontsParts = Pick<StateParts, 'log' | 'now' | 'metrics'>

export class Fronts {
  readonly #parts: FrontsParts
  /** The gateway's own, of now: a reload may make another. */
  readonly #gateway: () => ServerContext
  readonly #fronts = new Map<Front['kind'], Front>()
  #state: GatewayState
  #descriptions: Descriptions | undefined

  constructor(state: GatewayState, parts: FrontsParts, gateway: () => ServerContext) {
    this.#parts = parts
    this.#gateway = gateway
    this.#state = state
    this.follow(state)
  }

  get parts(): FrontsParts {
    return this.#parts
  }

  get gateway(): ServerContext {
    return this.#gateway()
  }

  get state(): GatewayState {
    return this.#state
  }

  /** The operations are the routes of this configuration from now on. */
  follow(state: GatewayState): void {
    this.#state = state
    const before = this.#descriptions
    before?.close()
    this.#descriptions = undefined
    for (const kind of ['mcp', 'a2a'] as const) {
      if (state.config[kind] === undefined || this.#fronts.has(kind)) continue
      this.#fronts.set(kind, new Front(kind, state.config, this))
    }
    const update = () => {
      for (const front of this.#fronts.values()) front.follow(state, this.#descriptions)
    }
    if (this.#fronts.size > 0) {
      this.#descriptions = new Descriptions(state.compiled, this.#parts.log, update, before)
    }
    update()
  }

  /** The front that answers a request. */
  at(http: HttpRequest): Front | undefined {
    return [...this.#fronts.values()].find(front => front.answers(http))
  }

  drain(): void {
    for (const { server } of this.#fronts.values()) server.inflight.draining = true
  }

  async close(): Promise<void> {
    this.#descriptions?.close()
    await Promise.all([...this.#fronts.values()].map(front => front.close()))
  }
}

/** `/mcp`, or `/a2a` with its card. */
export class Front {
  readonly kind: 'mcp' | 'a2a'
  readonly server: ServerContext
  readonly #fronts: Fronts
  readonly #router = new Router<RouteTarget>()
  readonly #mcp: McpEndpoint | undefined
  readonly #operations: Record<string, Operation> = Object.create(null)
  #routes: ReadonlyMap<string, RouteOperation> = new Map()
  /** Who calls, as the plugins found out, by the request; and the request, by who calls. */
  readonly #principals = new WeakMap<Credentials, Principal>()
  readonly #requests = new WeakMap<Principal, HttpRequest>()

  constructor(kind: 'mcp' | 'a2a', config: GatewayConfig, fronts: Fronts) {
    this.kind = kind
    this.#fronts = fronts
    const { log, now, metrics } = fronts.parts
    const { hosts, url } = config[kind] as FrontConfig
    const agent: Agent = { name: 'gateway', version: '1', title: 'Gateway', operations: this.#operations }
    const authenticate = async (credentials: Credentials) => this.#principals.get(credentials)
    const own = url === undefined ? {} : { url }
    const context = openServerContext(
      agent,
      {
        log,
        now,
        contract: config.contract,
        authenticate: config.auth === 'none' ? false : authenticate,
        hosts: [...hosts, ...config.routes.flatMap(route => route.hosts).filter(host => !host.includes('*'))],
        maxBodyBytes: config.limits.maxBodyBytes,
        keepAliveMs: config.limits.keepAliveMs,
        mcp: kind === 'mcp' ? { contract: 'mcp', ...own } : false,
        a2a: kind === 'a2a' ? own : false,
      },
      { openPeer: this.#openPeer },
    )
    for (const { host } of config.listeners) context.hosts.listening(host)
    this.server = {
      ...context,
      openPeer: this.#openPeer,
      onAnswer: (_, __, line) => metrics.answered(kind, line.status, line.duration_ms / 1000),
    }
    this.#mcp = kind === 'mcp' ? new McpEndpoint(this.server, { contract: 'mcp', ...own }) : undefined
    this.#addRoutes()
  }

  #addRoutes(): void {
    if (this.#mcp === undefined) {
      a2aRoutes(this.#router, '')
      return
    }
    for (const path of ['/mcp', '/mcp/']) {
      for (const method of ['GET', 'POST', 'DELETE']) this.#router.add(method, path, { kind: 'mcp', mcp: this.#mcp })
    }
  }

  follow({ compiled, config }: GatewayState, descriptions: Descriptions | undefined): void {
    const front = config[this.kind]
    const found =
      front === undefined
        ? []
        : routeOperations(
            compiled.filter(route => descriptions?.isPending(route) !== true),
            front,
            route => descriptions?.of(route),
          )
    for (const name of Object.keys(this.#operations)) delete this.#operations[name]
    for (const { name, operation } of found) this.#operations[name] = operation
    this.#routes = new Map(found.map(one => [one.name, one]))
    this.server.durable.refresh()
  }

  answers(http: HttpRequest): boolean {
    return (
      this.#fronts.state.config[this.kind] !== undefined && this.#router.match(http.method, http.path) !== undefined
    )
  }

  /** Answers a request whose caller is known. */
  answer({ http, principal, tenant }: GatewayCall): Promise<HttpAnswer> {
    if (principal !== undefined) {
      // One for each request: a principal that is kept between them must not lead to the headers of another.
      const own = tenant === undefined ? { ...principal } : { ...principal, tenant }
      this.#principals.set(http, own)
      this.#requests.set(own, http)
    }
    return handle(this.server, this.#router, http)
  }

  /** A handler calls its route as another agent, so that what it holds of approvals and tasks is kept for it. */
  readonly #openPeer: OpenPeer = (url, run) => {
    const hops = (run.call.hops ?? 0) + 1
    const front = run.principal === undefined ? undefined : this.#requests.get(run.principal)
    const { gateway: server, state } = this.#fronts
    const client: PeerClient = {
      call: (operation, input, options) =>
        this.#client(operation, { server, state, front }, run).call(operation, input, options),
      redeem: (reply, tokens, options) =>
        this.#client(reply.call?.operation ?? '', { server, state, front }, run).redeem(reply, tokens, options),
    }
    return peerOf(client, url, run, { hops })
  }

  #client(
    name: string,
    parts: Omit<Parameters<typeof routeClient>[0], 'route'>,
    run: Parameters<OpenPeer>[1],
  ): PeerClient {
    const route = this.#routes.get(name)?.route
    return route === undefined ? noRoute : routeClient({ ...parts, route }, run)
  }

  async close(): Promise<void> {
    await this.#mcp?.close()
    this.server.inflight.stop(failed(fault('unavailable', 'The gateway is shutting down.', { code: 'SHUTTING_DOWN' })))
    await this.server.durable.stop()
  }
}

const gone = failed(fault('not-found', 'This is no longer offered.', { code: 'ROUTE_NOT_FOUND', began: false }))
const goneReply = async () => ({ outcome: gone, exchange: {}, findings: [], notes: [], declined: [] })

/** A configuration that was loaded meanwhile has no such route. */
const noRoute: PeerClient = { call: goneReply as never, redeem: goneReply as never }
