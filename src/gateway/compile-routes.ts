/** Routes as calls are matched with them: made once, when a configuration is loaded. */
import type { Operation } from '../agent/define.ts'
import type { HttpRequest } from '../carriers/http/message.ts'
import { parseContractEdition } from '../client/native-read.ts'
import { defaultContract } from '../contracts/registry.ts'
import { ReplywireError } from '../errors.ts'
import { completed } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import { hostnameOf } from '../server/http/hosts.ts'
import { Router } from '../server/http/router.ts'
import type { HttpEdition, Offers } from '../server/negotiate.ts'
import type { CallTarget } from '../server/pipeline/call-record.ts'
import type { StageList } from '../server/pipeline/stages.ts'
import { defaultJsonLimits, type JsonLimits } from '../wire/json.ts'
import type { GatewayLimits, RouteConfig } from './config.ts'
import { answerPlugins } from './durable/answer-plugins.ts'
import { builtInRoute } from './durable/built-in-route.ts'
import type { Durability } from './durable/durability.ts'
import { routeOperation } from './durable/route-operation.ts'
import { editionNamed } from './edition-named.ts'
import type { GatewayCall, RouteMatched } from './gateway-call.ts'
import type { LoadedPlugins } from './load-plugins.ts'
import type { GatewayMetrics } from './metrics.ts'
import {
  hasDots,
  hasLetterCase,
  leadsElsewhere,
  otherReadings,
  routeWithoutLetterCase,
  withoutEmptySegments,
  withoutLetterCase,
} from './path-readings.ts'
import type { ReachablePaths } from './reachable-paths.ts'
import { CarrierRelay } from './relay/carrier-relay.ts'
import { HttpRelay } from './relay/http-relay.ts'
import type { Relay } from './relay/relay.ts'
import type { SharedPlaces } from './shared/shared-places.ts'
import { stagesOf } from './stages.ts'
import type { StreamPlaces } from './stream/stream-ceiling.ts'
import { offersNamed } from './translate/choose-contract.ts'
import { isSameRequest, operationName, targetOfRoute, upstreamOperation } from './translate/route-operation.ts'
import { UpstreamError } from './upstream/upstream-error.ts'
import { UpstreamPool } from './upstream/upstream-pool.ts'

/** What a route needs of its pool. */
export type RoutePool = Pick<UpstreamPool, 'send'>

/** A route with all that depends on it alone. */
export interface CompiledRoute {
  readonly config: RouteConfig
  readonly contractEdition: HttpEdition
  /** What callers may ask for; undefined: the contract of the upstream alone, whose bytes are passed on. */
  readonly offers: Offers | undefined
  /** The contract of the upstream, where it is called over HTTP. */
  readonly upstreamEdition: HttpEdition | undefined
  /** What the upstream calls it, where its callers do not name it. */
  readonly upstreamName: string
  /** Requests in the contract of the upstream are passed on as they are. */
  readonly isSameRequest: boolean
  /** Sends calls to the upstream, whatever they came in. */
  readonly relay: Relay
  /** Headers that every answer of its contract has. */
  readonly contractHeaders: Readonly<Record<string, string>>
  /** The rules whose breach makes an answer invalid, in addition to those of the level `must`. */
  readonly enforcedRules: ReadonlySet<string>
  readonly target: CallTarget
  /** What of a durable route is kept under its id: keys, tasks and approvals. */
  readonly durableOperation: Operation | undefined
  readonly jsonLimits: JsonLimits
  readonly pool: RoutePool
  readonly stages: StageList<GatewayCall>
  readonly limits: GatewayLimits
  readonly streams: StreamPlaces
  /** Where streams of all processes are counted, if there is a store for it. */
  readonly places: SharedPlaces | undefined
  readonly metrics: GatewayMetrics
  readonly plugins: LoadedPlugins
  /** What callers can ask for with GET. */
  readonly paths: ReachablePaths
  /** Undefined where nothing of the route is durable. */
  readonly durability: Durability | undefined
}

/** What routes share. */
export type RouteParts = Pick<CompiledRoute, 'limits' | 'streams' | 'places' | 'metrics' | 'plugins' | 'paths'>

export function compileRoute(config: RouteConfig, pool: RoutePool, parts: RouteParts): CompiledRoute {
  const upstreamEdition = isCarried(pool) ? undefined : editionNamed(config.contract)
  const offers = config.offers === undefined ? undefined : offersNamed(config.offers)
  const contractEdition = offers?.mount ?? upstreamEdition ?? editionNamed(defaultContract)
  const { contract, edition } = upstreamEdition ?? parseContractEdition(config.contract)
  const durability = parts.plugins.durabilityOf(config)
  const durableOperation = durability && routeOperation(config, durability)
  const conformance = edition.rules.filter(rule => rule.conformance !== undefined).map(({ id }) => id)
  return {
    ...parts,
    config,
    contractEdition,
    offers,
    upstreamEdition,
    upstreamName: operationName(config, upstreamEdition),
    isSameRequest: isSameRequest(config, upstreamEdition),
    relay: relayOf(config, upstreamEdition, pool, parts.limits),
    contractHeaders: contract.forwarding?.headers?.(edition.version) ?? {},
    enforcedRules: new Set(config.enforce === 'enforce-must' ? [] : conformance),
    target: { ...(durableOperation && { operation: durableOperation }), ...targetOfRoute(config, offers) },
    durability,
    durableOperation,
    jsonLimits: { ...defaultJsonLimits, maxBytes: parts.limits.maxVerifiedBodyBytes },
    pool,
    stages: stagesOf(config, parts.plugins.stagesOf(config), durability),
  }
}

/** What stands before the routes of tasks and approvals: the plugins, and nothing that is forwarded. */
export function compileBuiltIn(contract: string, parts: RouteParts): CompiledRoute {
  const compiled = compileRoute({ ...builtInRoute, contract }, noPool, parts)
  const plugins = parts.plugins.stagesOf(builtInRoute)
  const before = [...plugins, ['plugins of answers', answerPlugins] as const]
  return { ...compiled, stages: [...before, ['built-in', letPass]] }
}

/** What stands before `/mcp` and `/a2a`: who calls. What the routes behind them ask for, they ask for each call. */
export function compileFront(contract: string, parts: RouteParts): CompiledRoute {
  const compiled = compileRoute({ ...builtInRoute, id: '~front', contract }, noPool, parts)
  const { caller } = parts.plugins.partsOf(builtInRoute)
  return { ...compiled, stages: [...caller, ['built-in', letPass]] }
}

const noPool: RoutePool = { send: () => Promise.reject(new UpstreamError('unreachable')) }

/** What plugins that let a call of a built-in route pass return. */
export const passedResult: RunResult = { outcome: completed(), exchange: {} }
const letPass = () => Promise.resolve(passedResult)

/** Whether its targets are called over another carrier than HTTP. */
function isCarried(pool: RoutePool): pool is UpstreamPool {
  return pool instanceof UpstreamPool && pool.targets[0]?.carrier !== 'http'
}

function relayOf(
  config: RouteConfig,
  upstream: HttpEdition | undefined,
  pool: RoutePool,
  limits: GatewayLimits,
): Relay {
  const common = { isEffectFree: config.effects === 'none', maxBytes: limits.maxVerifiedBodyBytes }
  if (upstream !== undefined) return new HttpRelay({ ...common, pool, operation: upstreamOperation(config, upstream) })
  return new CarrierRelay({ ...common, pool: pool as UpstreamPool, contract: config.contract })
}

type HostRouters = Map<string, Router<CompiledRoute[]>>

/** What of a request says which route takes it. */
export type RoutedRequest = Pick<HttpRequest, 'method' | 'path' | 'base' | 'origin' | 'header'>

/** Routes by host and path. */
export class RouteTable {
  /** Routes for every host are under the empty name. */
  readonly #byHost: HostRouters = new Map()
  /** The same routes by their paths without letter case. */
  readonly #withoutCase: HostRouters = new Map()
  #hasLetterCase = false
  readonly #hasConditions = new Set<Router<CompiledRoute[]>>()

  constructor(routes: readonly CompiledRoute[]) {
    for (const route of routes) {
      for (const host of route.config.hosts.length === 0 ? [''] : route.config.hosts)
        this.#add(host.toLowerCase(), route)
    }
    for (const route of routes) this.#addWithoutCase(route)
  }

  #addWithoutCase(route: CompiledRoute): void {
    const { hosts, method, path } = route.config
    const plain = routeWithoutLetterCase(path)
    this.#hasLetterCase ||= plain !== path
    for (const host of hosts.length === 0 ? [''] : hosts) {
      const router = routerOf(this.#withoutCase, host.toLowerCase())
      const others = router.at(method, plain)
      if (others === undefined) router.add(method, plain, [route])
      else others.push(route)
    }
  }

  #add(host: string, route: CompiledRoute): void {
    const { method, path, headers, id } = route.config
    const router = routerOf(this.#byHost, host)
    if (Object.keys(headers).length > 0) this.#hasConditions.add(router)
    const others = router.at(method, path)
    if (others === undefined) {
      router.add(method, path, [route])
      return
    }
    const same = others.find(({ config }) => conditionsOf(config) === conditionsOf(route.config))
    if (same !== undefined) {
      throw new ReplywireError(
        'ERR_MISUSE',
        `The routes ${same.config.id} and ${id} take the same calls: ${method} ${path}.`,
      )
    }
    others.push(route)
    // Those with more conditions are looked at first.
    others.sort((a, b) => Object.keys(b.config.headers).length - Object.keys(a.config.headers).length)
  }

  /** Whether a request is one of this route, or of one that asks the same of its callers. */
  takes(route: CompiledRoute, request: RoutedRequest): boolean {
    const matched = this.match(request)
    if (matched === undefined || 'allow' in matched) return false
    return matched.route === route || demandsOf(matched.route) === demandsOf(route)
  }

  /** The route of a request; the methods of its path when there is none for its method. */
  match(http: RoutedRequest, method = http.method): RouteMatched | { allow: string[] } | undefined {
    const path = http.base === '' ? http.path : http.path.slice(http.base.length) || '/'
    if (leadsElsewhere(path)) return undefined
    const matched = this.#matchSpelling(http, method, path)
    if (matched === undefined || 'allow' in matched) return matched
    const others = otherReadings(path)
    if (others.some(reading => this.#asksOtherwise(http, method, reading, matched.route))) return undefined
    if (!this.#hasLetterCase && !hasLetterCase(path)) return matched
    const isOther = [path, ...others].some(one =>
      this.#asksInAnyCase(http, method, withoutLetterCase(one), matched.route),
    )
    return isOther ? undefined : matched
  }

  #matchSpelling(http: RoutedRequest, method: string, path: string): RouteMatched | { allow: string[] } | undefined {
    const matched = this.#matchPath(http, method, path)
    if (matched !== undefined && !('allow' in matched)) return matched
    // Empty segments are dropped, from what is forwarded too: an upstream sees the path that was matched.
    const plain = withoutEmptySegments(path)
    return plain === path ? matched : (this.#matchPath(http, method, plain) ?? matched)
  }

  /** Whether an upstream that reads the path so would answer what another route guards, or what no route offers. */
  #asksOtherwise(http: RoutedRequest, method: string, reading: string, taken: CompiledRoute): boolean {
    const other = this.#matchPath(http, method, reading)
    if (other === undefined) return false
    return 'allow' in other || (other.route !== taken && demandsOf(other.route) !== demandsOf(taken))
  }

  /** The same of an upstream that ignores letter case. Routes that differ in case alone say that it does not. */
  #asksInAnyCase(http: RoutedRequest, method: string, reading: string, taken: CompiledRoute): boolean {
    if (hasDots(reading)) return true
    const path = withoutEmptySegments(reading)
    const plain = routeWithoutLetterCase(taken.config.path)
    let hasPath = false
    for (const router of this.#routersFor(http, this.#withoutCase)) {
      const matched = router.match(method, path, list => list.some(one => isMet(one, http)))
      hasPath ||= matched !== undefined
      if (matched === undefined || !('found' in matched)) continue
      const { route } = matched.found
      return (
        routeWithoutLetterCase(route.path) !== plain &&
        route.target.some(one => isMet(one, http) && demandsOf(one) !== demandsOf(taken))
      )
    }
    return hasPath
  }

  /** The methods that a path answers. */
  methodsAt(http: RoutedRequest): string[] {
    const matched = this.match(http, '')
    return matched !== undefined && 'allow' in matched ? matched.allow : []
  }

  #matchPath(http: RoutedRequest, method: string, path: string): RouteMatched | { allow: string[] } | undefined {
    let allow: string[] | undefined
    for (const router of this.#routersFor(http, this.#byHost)) {
      const accepts = this.#hasConditions.has(router)
        ? (list: CompiledRoute[]) => list.some(one => isMet(one, http))
        : undefined
      const matched = router.match(method, path, accepts)
      if (matched === undefined) continue
      if ('found' in matched) {
        const { route, params } = matched.found
        const candidates = route.target
        const found = candidates.length === 1 ? candidates[0] : candidates.find(one => isMet(one, http))
        return { route: found as CompiledRoute, params, path }
      }
      allow = [...new Set([...(allow ?? []), ...matched.allow])].toSorted()
    }
    return allow === undefined ? undefined : { allow }
  }

  *#routersFor({ origin }: RoutedRequest, routers: HostRouters): Iterable<Router<CompiledRoute[]>> {
    if (routers.size > 1 || !routers.has('')) {
      // A full name may end with a dot.
      const host = hostnameOf(origin).replace(/\.$/, '')
      const named = routers.get(host)
      if (named !== undefined) yield named
      for (let dot = host.indexOf('.'); dot > 0; dot = host.indexOf('.', dot + 1)) {
        const below = routers.get(`*${host.slice(dot)}`)
        if (below !== undefined) yield below
      }
    }
    const any = routers.get('')
    if (any !== undefined) yield any
  }
}

function routerOf(routers: HostRouters, host: string): Router<CompiledRoute[]> {
  const router = routers.get(host) ?? new Router<CompiledRoute[]>()
  routers.set(host, router)
  return router
}

/** What a route asks of its callers. */
function demandsOf({ config: { roles, tenantRequired, audit, plugins } }: CompiledRoute): string {
  return JSON.stringify([roles.toSorted(), tenantRequired, audit, plugins])
}

function conditionsOf({ headers }: RouteConfig): string {
  return JSON.stringify(Object.entries(headers).toSorted())
}

function isMet({ config: { headers } }: CompiledRoute, http: RoutedRequest): boolean {
  for (const name in headers) {
    const value = http.header(name)
    if (value === undefined || (headers[name] !== '*' && headers[name] !== value)) return false
  }
  return true
}
