/** `/mcp`, or `/a2a` with its card: a server around an agent whose operations follow the configuration. */
import type { Agent, Operation } from '../../agent/define.ts'
import type { Credentials, Principal } from '../../auth/principal.ts'
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { a2aRoutes } from '../../server/a2a/routes.ts'
import type { DurableServices } from '../../server/durable/durable-services.ts'
import { handle, type RouteTarget } from '../../server/http/handle.ts'
import { Hosts } from '../../server/http/hosts.ts'
import { Router } from '../../server/http/router.ts'
import { McpEndpoint } from '../../server/mcp/endpoint.ts'
import { openServerContext } from '../../server/serve.ts'
import type { ServerContext } from '../../server/server-context.ts'
import type { FrontConfig, GatewayConfig } from '../config.ts'
import type { GatewayCall } from '../gateway-call.ts'
import type { Fronts } from './fronts.ts'
import type { FrontKind, RouteOperation } from './route-operations.ts'

export class Front {
  readonly kind: FrontKind
  #server: ServerContext
  readonly #fronts: Fronts
  readonly #router = new Router<RouteTarget>()
  readonly #mcp: McpEndpoint | undefined
  readonly #operations: Record<string, Operation> = Object.create(null)
  readonly #services: DurableServices
  readonly #settings: string
  /** Who calls, as the plugins found out, by the request. */
  readonly #principals = new WeakMap<Credentials, Principal>()

  constructor(kind: FrontKind, config: GatewayConfig, fronts: Fronts) {
    this.kind = kind
    this.#fronts = fronts
    this.#settings = settingsOf(kind, config)
    const { log, now, metrics, sessionPrefix } = fronts.parts
    const { durable, durable: services } = fronts.gateway.durable.server
    this.#services = services
    const { url } = config[kind] as FrontConfig
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
        maxBodyBytes: config.limits.maxBodyBytes,
        keepAliveMs: config.limits.keepAliveMs,
        mcp: kind === 'mcp' ? { contract: 'mcp', ...own } : false,
        a2a: kind === 'a2a' ? own : false,
      },
      { durable, openPeer: fronts.openPeer },
    )
    this.#server = {
      ...context,
      hosts: hostsOf(kind, config),
      perform: fronts.perform,
      reviewAnswer: fronts.reviewAnswer,
      onAnswer: (_, __, line) => metrics.answered(kind, line.status, line.duration_ms / 1000),
    }
    const sessions = sessionPrefix === undefined ? {} : { sessions: { idPrefix: sessionPrefix } }
    this.#mcp = kind === 'mcp' ? new McpEndpoint(this.#server, { contract: 'mcp', ...own, ...sessions }) : undefined
    this.#addRoutes()
  }

  get server(): ServerContext {
    return this.#server
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

  /** Whether it can go on with another configuration. */
  fits(config: GatewayConfig): boolean {
    const { durable } = this.#fronts.gateway.durable.server
    return durable === this.#services && settingsOf(this.kind, config) === this.#settings
  }

  /** What it offers from now on, and by which names it is reached. */
  offer(routes: readonly RouteOperation[]): void {
    const { config } = this.#fronts.state
    if (config[this.kind] !== undefined) this.#server = { ...this.#server, hosts: hostsOf(this.kind, config) }
    for (const name of Object.keys(this.#operations)) delete this.#operations[name]
    for (const { name, operation } of routes) this.#operations[name] = operation
  }

  answers(http: HttpRequest): boolean {
    return (
      this.#fronts.state.config[this.kind] !== undefined && this.#router.match(http.method, http.path) !== undefined
    )
  }

  /** Answers a request whose caller is known. */
  answer({ http, tenantPrincipal }: GatewayCall): Promise<HttpAnswer> {
    if (tenantPrincipal !== undefined) {
      this.#principals.set(http, tenantPrincipal)
      this.#fronts.note(tenantPrincipal, http)
    }
    return handle(this.#server, this.#router, http)
  }

  async close(): Promise<void> {
    await this.#mcp?.close()
    const reason = fault('unavailable', 'The gateway is shutting down.', { code: 'SHUTTING_DOWN' })
    this.#server.inflight.stop(failed(reason))
  }
}

/** What a front is made with: sessions and tasks do not go on under another. */
function settingsOf(kind: FrontKind, { auth, contract, limits, ...config }: GatewayConfig): string {
  return JSON.stringify([auth, contract, limits.maxBodyBytes, limits.keepAliveMs, config[kind]?.url])
}

/** The names of this machine, of the listeners, of the routes, and those that were given. */
function hostsOf(kind: FrontKind, config: GatewayConfig): Hosts {
  const { hosts: given = [], url } = config[kind] ?? {}
  const ofRoutes = config.routes.flatMap(route => route.hosts).filter(host => !host.includes('*'))
  const hosts = new Hosts({ hosts: [...given, ...ofRoutes, URL.parse(url ?? '')?.hostname ?? []].flat() })
  for (const { host } of config.listeners) hosts.listening(host)
  return hosts
}
