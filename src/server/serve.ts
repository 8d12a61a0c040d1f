/** An agent, served over HTTP under every contract. */
import type { Agent } from '../agent/define.ts'
import { parseRoute } from '../agent/parse-route.ts'
import type { OpenPeer } from '../agent/peer.ts'
import { challengeOf, credentialHeaders } from '../auth/principal.ts'
import type { HttpAnswer, HttpRequest } from '../carriers/http/message.ts'
import { type PeerInfo, readWebRequest, webResponse } from '../carriers/http/web.ts'
import { contracts, defaultContract } from '../contracts/registry.ts'
import { ReplywireError } from '../errors.ts'
import type { OperatorToken } from '../runtime/operator-token.ts'
import type { RequestJournal } from '../runtime/requests/request-journal.ts'
import { checkExtensions } from './a2a/check-extensions.ts'
import { a2aRoutes } from './a2a/routes.ts'
import { answerAdmin } from './admin-pages.ts'
import { consolePages } from './console.ts'
import { contractHomes, offersAt } from './contract-operations.ts'
import { docsPages } from './docs.ts'
import { type ConsoleKind, consoleOperationNames } from './durable/console-operations.ts'
import { type DurableParts, DurableServices } from './durable/durable-services.ts'
import type { RunTask } from './durable/runtime.ts'
import { namedContract } from './envelope.ts'
import { Governors } from './governors.ts'
import { type HealthSource, liveness, readiness } from './health.ts'
import { Cors } from './http/cors.ts'
import { unsendable } from './http/final-answer.ts'
import { handle, type RouteTarget, refuseUnreadable, type ServerPage } from './http/handle.ts'
import { Hosts } from './http/hosts.ts'
import { jsonAnswer } from './http/json-answer.ts'
import type { Listening, ListenOptions } from './http/listen.ts'
import { Router } from './http/router.ts'
import { Inflight } from './inflight.ts'
import { serverLog } from './log.ts'
import { McpEndpoint } from './mcp/endpoint.ts'
import { createMetrics } from './metrics.ts'
import { httpEdition } from './negotiate.ts'
import { OpenStreams } from './open-streams.ts'
import { openapi } from './openapi.ts'
import { targetOf } from './pipeline/call-record.ts'
import { publicationPages } from './publications.ts'
import { metadataPages } from './resource-metadata.ts'
import type { ServeOptions, ServerContext } from './server-context.ts'
import { requestVerifier } from './signing/request-verifier.ts'
import { webhookSigning, withSigners } from './signing/signing-options.ts'

/** An agent that is served. Mount `fetch`, or call `listen`. */
export interface Server {
  readonly agent: Agent
  /** A web-standard handler: mount it anywhere. */
  fetch(request: Request, peer?: PeerInfo): Promise<Response>
  /** Metrics and health, for a listener that callers do not reach. */
  admin(request: Request): Promise<Response>
  /**
   * Where nobody has to say who they are: what lists and decides approvals over the network, as
   * `Authorization: Bearer …`.
   */
  readonly operatorToken: OperatorToken | undefined
  /** The request journal, where it is switched on. */
  readonly journal: Pick<RequestJournal, 'list'> | undefined
  listen(options?: ListenOptions): Promise<Listening>
  /** Ends what works on tasks and closes the store; for a server that does not listen. */
  close(): Promise<void>
}

/**
 * Serves an agent.
 *
 * @example
 * await serve(agent, { contract: 'yaagents' }).listen({ port: 8080 })
 */
export function serve(agent: Agent, options: ServeOptions = {}): Server {
  const server = openServerContext(agent, options)
  const mcp = options.mcp === false ? undefined : new McpEndpoint(server, options.mcp ?? {})
  const router = routes(server, mcp)
  const answer = (http: HttpRequest): Promise<HttpAnswer> => {
    // A store may hold work from before: someone has to take it up.
    if (options.store !== undefined) server.durable.start()
    return handle(server, router, http)
  }
  const adminSource = { metrics: server.metrics, health: healthOf(server) }
  const adminAnswer = (http: HttpRequest) => answerAdmin(adminSource, http)
  const handlers = { answer, unreadable: (http: HttpRequest) => refuseUnreadable(server, http), admin: adminAnswer }
  return {
    agent,
    fetch: async (request, peer) => {
      const http = readWebRequest(request, peer)
      const httpAnswer = await answer(http)
      http.discard()
      try {
        return webResponse(httpAnswer)
      } catch (error) {
        return webResponse(unsendable(server, error))
      }
    },
    admin: async request => webResponse(await adminAnswer(readWebRequest(request))),
    get operatorToken() {
      return server.durable.operatorToken
    },
    journal: server.durable.journal,
    listen: async more => {
      server.hosts.listening(more?.host ?? '127.0.0.1')
      // Other runtimes than Node call `fetch` and have no use for this.
      const { listen } = await import('./http/listen.ts')
      const listening = await listen(server, handlers, more)
      server.hosts.listensAt(listening.url)
      return listening
    },
    close: async () => {
      await mcp?.close()
      await server.durable.stop()
    },
  }
}

/** What a server may be given that is no option of an author. */
export interface ServerParts {
  /** Runs tasks. Default: the handlers of the agent. */
  readonly runTask?: RunTask | undefined
  /** What handlers call other agents with. Default: the client, by the address of an agent. */
  readonly openPeer?: OpenPeer | undefined
  /** Whose console it is. Default: that of a server. */
  readonly kind?: ConsoleKind | undefined
  /** Where an open store is: its secrets are next to it. Default: not known. */
  readonly storeUrl?: string | undefined
  /** What it remembers, where that is shared with another server. Default: its own. */
  readonly durable?: DurableServices | undefined
}

/** What the parts of one server share, made from what its author says. */
export function openServerContext(agent: Agent, settings: ServeOptions, more: ServerParts = {}): ServerContext {
  const options = withSigners(settings)
  const offered = options.contracts ?? contracts
  const mount = httpEdition(namedContract(options.contract ?? defaultContract, offered))
  if (mount === undefined) {
    throw new ReplywireError('ERR_NO_FACE', `${options.contract} is not spoken over HTTP.`)
  }
  const offers = { contracts: offered, mount }
  const inflight = new Inflight()
  const metrics = createMetrics({
    on: more.kind ?? 'server',
    openCalls: () => inflight.size,
    slots: () => durable.slots,
    workload: () => durable.workload(),
  })
  const { prefix = '', now = Date.now } = options
  const log = serverLog(options)
  // Where nobody is asked who they are, everything is everybody's.
  const open = options.authenticate === undefined || options.authenticate === false
  const cors = options.cors === undefined ? undefined : new Cors(options.cors)
  const governors = new Governors(options, offered, now)
  const ownServices: DurableParts = {
    agent,
    governors,
    settings: options,
    open,
    prefix,
    contracts: offered,
    envelopes: envelopesOf(offers),
    homes: contractHomes(agent, offers, options, now()),
    log,
    now,
    metrics,
    signing: webhookSigning(options.signing, offered),
    onStage: options.onStage,
    ...more,
  }
  const durable: DurableServices = more.durable ?? new DurableServices(ownServices)
  inflight.onDrain(() => durable.changes.close())
  const hosts = hostsOf(options, cors)
  const maxBodyBytes = options.maxBodyBytes ?? 1024 * 1024
  const { store } = durable.runtime
  const signatures = requestVerifier(options, offered, { store, hosts, maxBodyBytes, now })
  return {
    agent,
    options,
    offers,
    log,
    metrics,
    inflight,
    streams: new OpenStreams(durable.runtime.perCaller.streams),
    maxBodyBytes,
    prefix,
    hosts,
    cors,
    durable,
    governors,
    builtIn: durable.builtIn,
    credentialHeaders: [
      ...(open ? [] : credentialHeaders(options.authenticate || {})),
      ...(signatures === undefined ? [] : ['Signature', 'Signature-Input']),
    ],
    signatures,
    challenge: challengeOf(options.authenticate || {}),
    openPeer: more.openPeer,
    newId: options.newId ?? (() => crypto.randomUUID()),
    now,
  }
}

/** The contracts that callers can ask for over HTTP, the default one first. */
function envelopesOf({ contracts: offered, mount }: ServerContext['offers']): string[] {
  const spoken = offered.filter(contract => httpEdition(contract) !== undefined).map(({ id }) => id)
  return [...new Set([mount.contract.id, ...spoken])]
}

/** The names of a server. Where its author says it is reached, it has that name. */
function hostsOf({ hosts = [], origins = [], mcp, a2a, signing }: ServeOptions, cors: Cors | undefined): Hosts {
  const more = mcp || {}
  const named = [a2a ? a2a.url : undefined, more.url, ...(signing?.origins ?? [])].flatMap(
    url => URL.parse(url ?? '')?.hostname ?? [],
  )
  return new Hosts({
    hosts: [...hosts, ...(more.hosts ?? []), ...named],
    origins: [...origins, ...(more.origins ?? [])],
    cors,
  })
}

/** The agent's routes and the server's own. A path that both would answer is refused here, at the start. */
function routes(server: ServerContext, mcp: McpEndpoint | undefined): Router<RouteTarget> {
  const router = new Router<RouteTarget>()
  const { agent, prefix } = server
  const page = (path: string, target: ServerPage) =>
    router.add('GET', `${prefix}${path}`, { kind: 'page', page: target })
  const health = healthOf(server)
  page('/health', () => liveness(health))
  page('/health/ready', () => readiness(health))
  page('/openapi.json', async ({ base }) => {
    const document = await openapi(server)
    return jsonAnswer(base === '' ? document : { ...document, servers: [{ url: base }] })
  })
  for (const [path, target] of docsPages) page(path, target)
  for (const [path, target] of consolePages) page(path, target)
  for (const [path, target] of [...metadataPages(server), ...publicationPages(server)]) {
    router.add('GET', path, { kind: 'page', page: target })
  }
  router.add('POST', `${prefix}/agents/run/sync`, { kind: 'run', stream: false })
  router.add('POST', `${prefix}/agents/run/stream`, { kind: 'run', stream: true })
  if (mcp !== undefined) {
    for (const path of ['/mcp', '/mcp/']) {
      for (const method of ['GET', 'POST', 'DELETE']) router.add(method, `${prefix}${path}`, { kind: 'mcp', mcp })
    }
  }
  for (const [name, operation] of Object.entries(agent.operations)) {
    if (operation.route === undefined) continue
    const { method, path } = parseRoute(operation.route)
    router.add(method, path, { kind: 'operation', target: targetOf(name, operation) })
  }
  for (const [name, operation] of Object.entries(server.builtIn.operations)) {
    if (operation.route === undefined) continue
    const { method, path } = parseRoute(operation.route)
    if (consoleOperationNames.has(name) && router.at(method, path) !== undefined) continue
    const target = targetOf(name, operation, true)
    router.add(method, path, { kind: 'operation', target, offers: offersAt(server.offers, name) })
  }
  for (const kind of ['events', 'result'] as const) router.add('GET', `${prefix}/operations/{id}/${kind}`, { kind })
  if (router.at('GET', `${prefix}/console/changes`) === undefined) {
    router.add('GET', `${prefix}/console/changes`, { kind: 'changes' })
  }
  if (server.options.a2a !== false) {
    checkExtensions(server.options.a2a?.extensions)
    a2aRoutes(router, prefix)
  }
  return router
}

function healthOf({ agent, inflight, durable, options }: ServerContext): HealthSource {
  return {
    agent,
    isDraining: () => inflight.draining,
    checks: async () => ({ ...(await durable.check()), ...(await options.ready?.()) }),
  }
}
