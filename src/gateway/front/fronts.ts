/**
 * The routes of a gateway as the tools of one MCP server and the skills of one A2A agent. Both follow the configuration:
 * sessions and tasks go on when it is loaded again.
 */
import type { OpenPeer } from '../../agent/peer.ts'
import type { Principal } from '../../auth/principal.ts'
import type { HttpRequest } from '../../carriers/http/message.ts'
import { type PeerClient, peerOf } from '../../client/peer.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { CallRecord } from '../../server/pipeline/call-record.ts'
import { perform, performStages } from '../../server/pipeline/stages.ts'
import type { ReviewAnswer, ServerContext } from '../../server/server-context.ts'
import type { DurableRoutes } from '../durable/durable-routes.ts'
import type { GatewayState, StateParts } from '../gateway-state.ts'
import { Descriptions } from './descriptions.ts'
import { Front } from './front.ts'
import { callDurableRoute, frontStages, reviewAnswer } from './front-call.ts'
import { routeClient } from './route-client.ts'
import { type FrontKind, type RouteOperation, routeOperations } from './route-operations.ts'

export type FrontsParts = Pick<StateParts, 'log' | 'now' | 'metrics' | 'sessionPrefix'>

/** What belongs to the gateway, as it is now: a reload may make another. */
export interface FrontsGateway {
  readonly server: ServerContext
  readonly durable: DurableRoutes
}

export class Fronts {
  readonly parts: FrontsParts
  readonly #gateway: () => FrontsGateway
  readonly #fronts = new Map<FrontKind, Front>()
  #state: GatewayState
  #descriptions: Descriptions | undefined
  #offered: ReadonlyMap<string, RouteOperation> = new Map()
  /** The request of a call, by who calls. */
  readonly #requests = new WeakMap<Principal, HttpRequest>()

  constructor(state: GatewayState, parts: FrontsParts, gateway: () => FrontsGateway) {
    this.parts = parts
    this.#gateway = gateway
    this.#state = state
    this.follow(state)
  }

  get gateway(): FrontsGateway {
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
    for (const kind of ['mcp', 'a2a'] as const) this.#open(kind, state)
    if (this.#fronts.size === 0) return
    this.#descriptions = new Descriptions(state.compiled, this.parts.log, () => this.#update(), before)
    this.#update()
  }

  #open(kind: FrontKind, { config }: GatewayState): void {
    const front = this.#fronts.get(kind)
    if (config[kind] === undefined || front?.fits(config) === true) return
    // Who calls, and what they began, is known in another way from now on: sessions begin again.
    void front?.close()
    this.#fronts.set(kind, new Front(kind, config, this))
  }

  #update(): void {
    const { compiled, config } = this.#state
    const known = compiled.filter(route => this.#descriptions?.isPending(route) !== true)
    const all = routeOperations(known, config, route => this.#descriptions?.of(route))
    this.#offered = new Map(all.map(one => [one.name, one]))
    const plain = all.filter(({ route }) => route.durability === undefined)
    this.gateway.durable.offer({
      operations: Object.fromEntries(plain.map(({ name, operation }) => [name, operation])),
      openPeer: this.openPeer,
    })
    for (const front of this.#fronts.values()) front.offer(all.filter(({ isIn }) => isIn[front.kind]))
  }

  /** The front that answers a request. */
  at(http: HttpRequest): Front | undefined {
    return [...this.#fronts.values()].find(front => front.answers(http))
  }

  /** The request that a call of a principal came in. */
  note(principal: Principal, http: HttpRequest): void {
    this.#requests.set(principal, http)
  }

  /** Takes a call of a tool or a skill: a durable route has its own keys, approvals and tasks. */
  readonly perform = (call: CallRecord): Promise<RunResult> => {
    const route = this.#offered.get(call.operation)?.route
    if (route?.durability === undefined) return perform(call)
    const { server } = this.gateway
    const front = call.principal === undefined ? undefined : this.#requests.get(call.principal)
    const parts = { server, state: this.#state, route, front }
    return performStages(
      call,
      frontStages(() => callDurableRoute(parts, call)),
    )
  }

  /** An answer to a paused task is forwarded like the call before it. A route that is not durable sees it as a call. */
  readonly reviewAnswer: ReviewAnswer = async (operation, inputs, principal) => {
    const route = this.#state.compiled.find(({ config }) => config.id === operation)
    // Nothing says which plugins it needs: a process with another configuration may know.
    if (route === undefined && !this.#offered.has(operation)) return { refused: gone }
    if (route?.durability === undefined) return { inputs }
    const front = principal === undefined ? undefined : this.#requests.get(principal)
    return reviewAnswer({ server: this.gateway.server, state: this.#state, route, front }, inputs, principal)
  }

  /** A handler calls its route as another agent, so that what it holds of approvals and tasks is kept for it. */
  readonly openPeer: OpenPeer = (url, run) => {
    const hops = (run.call.hops ?? 0) + 1
    const front = run.principal === undefined ? undefined : this.#requests.get(run.principal)
    const { server } = this.gateway
    const state = this.#state
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
    const route = this.#offered.get(name)?.route
    return route === undefined ? noRoute : routeClient({ ...parts, route }, run)
  }

  drain(): void {
    for (const { server } of this.#fronts.values()) server.inflight.draining = true
  }

  async close(): Promise<void> {
    this.#descriptions?.close()
    await Promise.all([...this.#fronts.values()].map(front => front.close()))
  }
}

const gone = failed(fault('not-found', 'This is no longer offered.', { code: 'ROUTE_NOT_FOUND', began: false }))
const goneReply = async () => ({ outcome: gone, exchange: {}, findings: [], notes: [], declined: [] })

/** A configuration that was loaded meanwhile has no such route. */
const noRoute: PeerClient = { call: goneReply as never, redeem: goneReply as never }
