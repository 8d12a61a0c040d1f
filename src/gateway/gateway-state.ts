/** One configuration in use: its routes, plugins and pools. A reload makes a new one; the old one ends with its calls. */
import { statSync } from 'node:fs'
import { ReplywireError } from '../errors.ts'
import type { OpenCall } from '../server/inflight.ts'
import type { HttpEdition } from '../server/negotiate.ts'
import { type CompiledRoute, compileBuiltIn, compileFront, compileRoute, RouteTable } from './compile-routes.ts'
import { problemText } from './config/problem.ts'
import { inputProblems } from './config/try-inputs.ts'
import type { GatewayConfig, PoolConfig } from './config.ts'
import { checkConsolePaths } from './durable/console-paths.ts'
import { editionNamed } from './edition-named.ts'
import { type LoadedPlugins, loadPlugins, type PluginHost } from './load-plugins.ts'
import { ReachablePaths } from './reachable-paths.ts'
import type { StoreShelf } from './shared/shared-limits.ts'
import type { StreamPlaces } from './stream/stream-ceiling.ts'
import { UpstreamPool } from './upstream/upstream-pool.ts'

export interface StateParts extends Omit<PluginHost, 'store' | 'shared'> {
  readonly streams: StreamPlaces
  readonly stores: StoreShelf
  /** What the ids of MCP sessions begin with. */
  readonly sessionPrefix?: string | undefined
}

/** Pools by what they are made of: those that a reload does not change go on, with their connections. */
export class PoolShelf {
  readonly #pools = new Map<string, { pool: UpstreamPool; holders: number }>()

  take(config: PoolConfig, metrics: StateParts['metrics']): PoolLease {
    const key = JSON.stringify([config, fileTimes(config)])
    const known = this.#pools.get(key) ?? { pool: new UpstreamPool(config, metrics), holders: 0 }
    this.#pools.set(key, known)
    known.holders += 1
    return {
      pool: known.pool,
      release: async () => {
        if (--known.holders > 0) return
        this.#pools.delete(key)
        await known.pool.close()
      },
    }
  }

  get pools(): UpstreamPool[] {
    return [...this.#pools.values()].map(({ pool }) => pool)
  }
}

interface Lease {
  release(): Promise<void>
}

interface PoolLease extends Lease {
  readonly pool: UpstreamPool
}

/** A certificate that was replaced makes a new pool. */
function fileTimes({ tls = {} }: PoolConfig): (number | undefined)[] {
  return [tls.cert, tls.key, tls.ca].map(file => (file === undefined ? undefined : statSync(file).mtimeMs))
}

export class GatewayState {
  readonly config: GatewayConfig
  readonly compiled: readonly CompiledRoute[]
  readonly routes: RouteTable
  readonly plugins: LoadedPlugins
  /** Before `/mcp` and `/a2a`; undefined where there are none. */
  readonly front: CompiledRoute | undefined
  /** Before the routes of tasks, approvals and the console; undefined without a durable route, front, console and journal. */
  readonly builtIn: CompiledRoute | undefined
  /** The contract of answers to requests without a route. */
  readonly contractEdition: HttpEdition
  readonly contractHeaders: Readonly<Record<string, string>>
  readonly #leases: readonly Lease[]
  #calls = 0
  #onClosed: (() => void) | undefined
  #closing: Promise<void> | undefined

  private constructor(
    config: GatewayConfig,
    routes: readonly CompiledRoute[],
    plugins: LoadedPlugins,
    leases: readonly Lease[],
    builtIn: CompiledRoute | undefined,
    front: CompiledRoute | undefined,
  ) {
    this.builtIn = builtIn
    this.front = front
    this.config = config
    this.compiled = routes
    this.routes = new RouteTable(routes)
    this.plugins = plugins
    this.contractEdition = editionNamed(config.contract)
    const { contract, edition } = this.contractEdition
    this.contractHeaders = contract.forwarding?.headers?.(edition.version) ?? {}
    this.#leases = leases
  }

  /** Rejects, with nothing left open, when the configuration cannot be used. */
  static async open(config: GatewayConfig, shelf: PoolShelf, parts: StateParts): Promise<GatewayState> {
    const { metrics, now } = parts
    checkConsolePaths(config)
    const [unusable] = await inputProblems(config)
    if (unusable !== undefined) throw new ReplywireError('ERR_USAGE', problemText(unusable))
    const { store, limits: shared, release } = parts.stores.take(config.store, { now, onAnswer: metrics.storeAnswered })
    const leases: Lease[] = [{ release }]
    let plugins: LoadedPlugins | undefined
    try {
      if ((await shared?.open()) === false) parts.log.warn({}, 'the store of the limits cannot be reached')
      plugins = await loadPlugins(config, { ...parts, store, shared })
      const pools = new Map<string, UpstreamPool>()
      for (const pool of config.pools) {
        const lease = shelf.take(pool, parts.metrics)
        leases.push(lease)
        pools.set(pool.name, lease.pool)
      }
      const common = {
        limits: config.limits,
        streams: parts.streams,
        places: shared?.places,
        metrics,
        plugins,
        paths: new ReachablePaths(config.routes),
      }
      const routes = config.routes.map(route => {
        const pool = pools.get(route.pool)
        if (pool !== undefined) return compileRoute(route, pool, common)
        throw new ReplywireError(
          'ERR_USAGE',
          `The route ${route.id} names the pool ${route.pool}, which does not exist.`,
        )
      })
      const hasFront = config.mcp !== undefined || config.a2a !== undefined
      const isServed =
        hasFront ||
        config.console !== undefined ||
        config.journal !== undefined ||
        routes.some(({ durability }) => durability !== undefined)
      const builtIn = isServed ? compileBuiltIn(config.contract, common) : undefined
      const front = hasFront ? compileFront(config.contract, common) : undefined
      return new GatewayState(config, routes, plugins, leases, builtIn, front)
    } catch (error) {
      await Promise.allSettled([plugins?.close(), ...leases.map(lease => lease.release())])
      throw error
    }
  }

  /** A call that keeps this configuration until it is over. */
  enter(call: OpenCall): void {
    this.#calls += 1
    call.onOver = this.#leave
  }

  /** Keeps this configuration open for work that is no call: the run of a task. */
  hold(): () => void {
    this.#calls += 1
    return this.#leave
  }

  readonly #leave = (): void => {
    this.#calls -= 1
    this.#closeIfOver()
  }

  /** No call begins with it any more: it closes with the last of those that are open, and reports that. */
  retire(onClosed: () => void): void {
    this.#onClosed = onClosed
    this.#closeIfOver()
  }

  #closeIfOver(): void {
    if (this.#onClosed !== undefined && this.#calls === 0) void this.close().then(this.#onClosed)
  }

  async #close(): Promise<void> {
    await this.plugins.close()
    await Promise.allSettled(this.#leases.map(lease => lease.release()))
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }
}
