/** Makes the plugins of a configuration: those that ship, and modules of others. */
import { ReplywireError } from '../errors.ts'
import type { Cors } from '../server/http/cors.ts'
import type { AccessLogger, AnswerLine } from '../server/log.ts'
import type { GatewayConfig, PluginConfig, RouteConfig } from './config.ts'
import { builtInRoute } from './durable/built-in-route.ts'
import { durableRouteProblem } from './durable/check-durable.ts'
import type { Durability } from './durable/durability.ts'
import { findPlugin, messageOf } from './find-plugin.ts'
import { adoptIdentity, requireIdentity, requireOf } from './identity.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { AnsweredCall, Plugin, PluginContext, PluginInstance, PluginStage } from './plugin.ts'
import type { PluginMemory } from './plugin-memory.ts'
import { createPluginMetrics } from './plugin-metrics.ts'
import { optionProblems, positionText } from './plugin-options.ts'
import { listedPlugins, routePlugins } from './route-plugins.ts'
import type { SharedLimits } from './shared/shared-limits.ts'
import { timedStage } from './timed-stage.ts'

/** What plugins get from their gateway. */
export interface PluginHost {
  readonly log: AccessLogger
  readonly metrics: GatewayMetrics
  readonly now: () => number
  /** The same for every load, so that counts and caches outlive a reload. */
  readonly memory: PluginMemory
  readonly store: PluginContext['store']
  readonly shared: SharedLimits | undefined
}

/** A stage of a plugin, as the journal names it. */
export type NamedStage = readonly [name: string, stage: PluginStage]

/** The stages of a route in their order. */
export interface RouteStages {
  /** What finds out who calls and for which tenant, and what comes before it. */
  readonly caller: readonly NamedStage[]
  /** What comes after those that authenticate. */
  readonly rest: readonly NamedStage[]
  readonly all: readonly NamedStage[]
}

const noStages: RouteStages = { caller: [], rest: [], all: [] }

/** The plugins of one configuration. */
export interface LoadedPlugins {
  /** The stages of a route in their order, those that check and set identity included. */
  stagesOf(route: RouteConfig): readonly NamedStage[]
  /** The same in two parts: who calls, and all that comes after it. */
  partsOf(route: RouteConfig): RouteStages
  /** Stages that see an answer to a paused task of a route, in addition to those of the built-in route. Undefined: no such route. */
  answerStagesOf(routeId: string): readonly NamedStage[] | undefined
  /** What of a route is durable; undefined: nothing. */
  durabilityOf(route: RouteConfig): Durability | undefined
  /** Which pages may call a route; without a route, as the list has it. */
  corsOf(route: RouteConfig | undefined): Cors | undefined
  /** To be called once for each answer, refusals and requests without a route included. Never throws. */
  answered(call: AnsweredCall, line: AnswerLine): void
  close(): Promise<void>
}

interface NamedInstance {
  readonly name: string
  readonly authenticates: boolean
  readonly findsTenant: boolean
  readonly instance: PluginInstance
}

/** Throws `ERR_USAGE` with every problem of every entry, one a line. */
export async function loadPlugins(config: GatewayConfig, host: PluginHost): Promise<LoadedPlugins> {
  const maker = new PluginMaker(config, host)
  try {
    const list = await maker.list()
    const routes = new Map<string, readonly NamedInstance[]>()
    for (const route of config.routes) routes.set(route.id, await maker.ofRoute(route))
    const { store, mcp, a2a, console } = config
    if ([store, mcp, a2a, console].some(part => part !== undefined))
      routes.set(builtInRoute.id, await maker.ofRoute(builtInRoute))
    maker.check()
    host.memory.commit()
    return new RunningPlugins(config, host, list, routes, maker.made)
  } catch (error) {
    host.memory.rollBack()
    await closeAll(maker.made)
    throw error
  }
}

class PluginMaker {
  readonly made: NamedInstance[] = []
  readonly #config: GatewayConfig
  readonly #host: PluginHost
  readonly #problems: string[] = []
  readonly #plugins = new Map<string, Plugin | undefined>()
  readonly #listed = new Map<string, NamedInstance | undefined>()

  constructor(config: GatewayConfig, host: PluginHost) {
    this.#config = config
    this.#host = host
  }

  /** Those of the list that are on. */
  async list(): Promise<readonly NamedInstance[]> {
    for (const entry of listedPlugins(this.#config)) {
      if (this.#listed.has(entry.name)) this.#problem(entry.at, `plugin ${entry.name}: listed twice.`)
      // One that is off is checked too: a route may turn it on.
      const plugin = await this.#find(entry)
      this.#listed.set(
        entry.name,
        entry.enabled && plugin !== undefined ? await this.#make(plugin, entry, '') : undefined,
      )
    }
    return [...this.#listed.values()].filter(instance => instance !== undefined)
  }

  /** Those of a route: as the list has them, unless the route turns one off or on, or has options of its own. */
  async ofRoute(route: RouteConfig): Promise<readonly NamedInstance[]> {
    const instances: NamedInstance[] = []
    for (const { entry, own, isOn } of routePlugins(this.#config, route)) {
      const plugin = await this.#find(entry)
      if (!isOn || plugin === undefined) continue
      const shared = own?.options === undefined ? this.#listed.get(entry.name) : undefined
      if (shared !== undefined) instances.push(shared)
      else {
        const whole = {
          ...entry,
          enabled: true,
          options: { ...entry.options, ...own?.options },
          at: route.at ?? entry.at,
        }
        const instance = await this.#make(plugin, whole, route.id)
        if (instance !== undefined) instances.push(instance)
      }
    }
    // Tasks and approvals are not forwarded: a durable plugin of the list is for the routes.
    if (route === builtInRoute) return instances.filter(({ instance }) => instance.durability === undefined)
    const durable = instances.find(({ instance }) => instance.durability !== undefined)
    const hasResume = instances.some(({ instance }) => instance.durability?.resume !== undefined)
    const problem = durable === undefined ? undefined : durableRouteProblem(this.#config, route, hasResume)
    if (problem !== undefined) this.#problem(route.at, `plugin ${durable?.name}: ${problem}`)
    return instances
  }

  check(): void {
    const { auth } = this.#config
    if (auth === 'required' && ![...this.#listed.values()].some(one => one?.authenticates === true)) {
      this.#problems.push(
        'No plugin authenticates callers. List token-validator, or write `auth: none` to let everybody call.',
      )
    }
    if (this.#problems.length === 0) return
    throw new ReplywireError('ERR_USAGE', [...new Set(this.#problems)].join('\n'))
  }

  async #find(entry: PluginConfig): Promise<Plugin | undefined> {
    if (!this.#plugins.has(entry.name)) this.#plugins.set(entry.name, await this.#load(entry))
    return this.#plugins.get(entry.name)
  }

  async #load(entry: PluginConfig): Promise<Plugin | undefined> {
    try {
      return await findPlugin(entry)
    } catch (error) {
      return this.#problem(entry.at, messageOf(error))
    }
  }

  async #make(plugin: Plugin, entry: PluginConfig, routeId: string): Promise<NamedInstance | undefined> {
    const problems = optionProblems(plugin.options, entry)
    if (problems.length > 0) {
      this.#problems.push(...problems)
      return undefined
    }
    const { log, metrics, now, memory, store, shared } = this.#host
    const context: PluginContext = {
      log,
      metrics: createPluginMetrics(metrics.registry),
      now,
      config: entry,
      store,
      shared: shared && {
        slices: shared.slices,
        scope: JSON.stringify([plugin.name, routeId]),
        whenStoreIsAway: this.#config.limits.whenStoreIsAway,
      },
      keep: (key, make) => memory.keep(JSON.stringify([plugin.name, routeId, key]), make),
    }
    try {
      const instance = await plugin.create(entry.options, context)
      const named = {
        name: plugin.name,
        authenticates: plugin.authenticates === true,
        findsTenant: plugin.findsTenant === true,
        instance,
      }
      this.made.push(named)
      return named
    } catch (error) {
      return this.#problem(entry.at, `plugin ${plugin.name}: ${messageOf(error)}`)
    }
  }

  #problem(at: PluginConfig['at'], text: string): undefined {
    this.#problems.push(`${positionText(at)}${text}`)
    return undefined
  }
}

class RunningPlugins implements LoadedPlugins {
  readonly #stages = new Map<string, RouteStages>()
  readonly #answerStages = new Map<string, readonly NamedStage[]>()
  readonly #cors = new Map<string, Cors | undefined>()
  readonly #durability = new Map<string, Durability>()
  readonly #listCors: Cors | undefined
  readonly #watchers = new Map<string, readonly NamedInstance[]>()
  readonly #listWatchers: readonly NamedInstance[]
  readonly #all: readonly NamedInstance[]
  readonly #log: AccessLogger

  constructor(
    config: GatewayConfig,
    { log, metrics }: PluginHost,
    list: readonly NamedInstance[],
    routes: ReadonlyMap<string, readonly NamedInstance[]>,
    all: readonly NamedInstance[],
  ) {
    const adopt = adoptIdentity(config.trustedCallers)
    const builtIn = new Set(routes.get(builtInRoute.id))
    for (const [id, instances] of routes) {
      const timed = (name: string, stage: PluginStage) => timedStage(name, stage, metrics)
      this.#stages.set(id, inOrder(instances, adopt, timed))
      const added = instances.filter(one => !one.authenticates && !builtIn.has(one))
      const demands = requireOf(config.routes.find(route => route.id === id) ?? builtInRoute)
      this.#answerStages.set(id, [...stagesIn(added, 'stage', timed), ['identity', demands]])
      this.#cors.set(id, instances.find(hasCors)?.instance.cors)
      this.#watchers.set(id, instances.filter(isWatcher))
      const durable = instances.flatMap(({ instance: { durability } }) =>
        durability === undefined ? [] : [durability],
      )
      if (durable.length > 0) this.#durability.set(id, Object.assign({}, ...durable))
    }
    this.#listCors = list.find(hasCors)?.instance.cors
    this.#listWatchers = list.filter(isWatcher)
    this.#all = all
    this.#log = log
  }

  stagesOf({ id }: RouteConfig): readonly NamedStage[] {
    return this.#stages.get(id)?.all ?? []
  }

  partsOf({ id }: RouteConfig): RouteStages {
    return this.#stages.get(id) ?? noStages
  }

  answerStagesOf(routeId: string): readonly NamedStage[] | undefined {
    return this.#answerStages.get(routeId)
  }

  durabilityOf({ id }: RouteConfig): Durability | undefined {
    return this.#durability.get(id)
  }

  corsOf(route: RouteConfig | undefined): Cors | undefined {
    return route === undefined ? this.#listCors : this.#cors.get(route.id)
  }

  answered(call: AnsweredCall, line: AnswerLine): void {
    const { gatewayRoute } = call
    const watchers = gatewayRoute === undefined ? this.#listWatchers : this.#watchers.get(gatewayRoute.id)
    for (const { name, instance } of watchers ?? []) {
      try {
        instance.onAnswer?.(call, line)
      } catch {
        this.#log.warn({ plugin: name }, 'a plugin failed after an answer')
      }
    }
  }

  close(): Promise<void> {
    return closeAll(this.#all)
  }
}

const isWatcher = ({ instance }: NamedInstance): boolean => instance.onAnswer !== undefined
const hasCors = ({ instance }: NamedInstance): boolean => instance.cors !== undefined

/** What must see every call first, then who calls, then the rest as listed, then what the route asks of its callers. */
function inOrder(
  instances: readonly NamedInstance[],
  adopt: PluginStage | undefined,
  timed: (name: string, stage: PluginStage) => PluginStage,
): RouteStages {
  const isIdentity = ({ authenticates }: NamedInstance) => authenticates
  const stages = (some: readonly NamedInstance[], which: StageKind) => stagesIn(some, which, timed)
  const identity = [
    ...stages(instances, 'earlyStage'),
    ...stages(instances.filter(isIdentity), 'stage'),
    ...(adopt === undefined ? [] : [['trusted caller', adopt] as const]),
  ]
  const rest = [
    ...stages(
      instances.filter(one => !isIdentity(one)),
      'stage',
    ),
    ['identity', requireIdentity] as const,
    ...stages(instances, 'lastStage'),
  ]
  const tenant = stages(
    instances.filter(one => one.findsTenant && !isIdentity(one)),
    'stage',
  )
  return { caller: [...identity, ...tenant], rest, all: [...identity, ...rest] }
}

type StageKind = 'stage' | 'earlyStage' | 'lastStage'

function stagesIn(
  instances: readonly NamedInstance[],
  which: StageKind,
  timed: (name: string, stage: PluginStage) => PluginStage,
): NamedStage[] {
  return instances.flatMap(({ name, instance: { [which]: stage } }) =>
    stage === undefined ? [] : [[`plugin ${name}`, timed(name, stage)] as const],
  )
}

async function closeAll(instances: readonly NamedInstance[]): Promise<void> {
  await Promise.allSettled(instances.map(({ instance }) => instance.close?.()))
}
