/**
 * Where callers can ask how a task is doing: an upstream names a path of its own, which leads somewhere only where a route
 * of the gateway forwards it to the same upstream.
 */
import type { Loss } from '../codec/loss.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { Router } from '../server/http/router.ts'
import type { RouteConfig } from './config.ts'

export class ReachablePaths {
  /** The paths of GET, by pool. */
  readonly #byPool = new Map<string, Router<true>>()

  constructor(routes: readonly RouteConfig[]) {
    for (const { method, path, pool } of routes) {
      if (method !== 'GET') continue
      const router = this.#byPool.get(pool) ?? new Router<true>()
      this.#byPool.set(pool, router)
      // Routes for several hosts have the same path.
      if (router.at(method, path) === undefined) router.add(method, path, true)
    }
  }

  /** Whether a route forwards this path to the upstream. An address of another origin is not the gateway's to know. */
  leadTo(address: string, pool: string): boolean {
    if (!isPath.test(address)) return true
    const [path = ''] = address.split(/[?#]/)
    const matched = this.#byPool.get(pool)?.match('GET', path)
    return matched !== undefined && 'found' in matched
  }
}

const isPath = /^(?![a-z][a-z0-9+.-]*:|\/\/)/i

/** An outcome without an address that no route leads to. */
export function withoutDeadEnd(
  outcome: Outcome,
  paths: ReachablePaths,
  { pool }: Pick<RouteConfig, 'pool'>,
): { outcome: Outcome; losses: readonly Loss[] } {
  const { task } = outcome
  if (task?.statusUrl === undefined || paths.leadTo(task.statusUrl, pool)) return { outcome, losses: [] }
  const { statusUrl: _, ...rest } = task
  const loss = { pointer: '/outcome/task/statusUrl', reason: 'no route of the gateway leads to it' }
  return { outcome: { ...outcome, task: rest }, losses: [loss] }
}
