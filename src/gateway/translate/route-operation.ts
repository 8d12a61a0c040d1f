/** A route that is translated, as an operation: what callers send, and what the upstream is asked for. */
import { operation } from '../../agent/define.ts'
import { ReplywireError } from '../../errors.ts'
import { taskTypeOf } from '../../lib/task-type.ts'
import type { HttpEdition, Offers } from '../../server/negotiate.ts'
import type { CallTarget } from '../../server/pipeline/call-record.ts'
import type { RouteConfig } from '../config.ts'
import { hasOwnPath, ownPaths, type UpstreamOperation } from '../relay/plan-request.ts'

const routePattern = /^([A-Z]+) (\/\S*)$/

/** Takes any arguments. An empty schema would have each text of the path tried as a number. */
const anything = { properties: {} }

/** What callers of a route call. Routes that pass bytes on read no arguments. */
export function targetOfRoute(config: RouteConfig, offers: Offers | undefined): CallTarget {
  const { id: name, effects, title = name, description, input = anything } = config
  const target = { name, isBuiltIn: false, isPublic: true, effects }
  if (offers === undefined) return target
  const handler = () => {
    throw new ReplywireError('ERR_MISUSE', 'A route of the gateway is answered by its upstream.')
  }
  const more = description === undefined ? {} : { description }
  return { ...target, operation: operation({ title, input, effects, handler, ...more }) }
}

/** Where the upstream of a route is called over HTTP. */
export function upstreamOperation(config: RouteConfig, contractEdition: HttpEdition): UpstreamOperation {
  const { operation: named } = config
  const [, method = config.method, path = config.path] = routePattern.exec(named ?? '') ?? []
  // A tool or a skill in front has a name of its own.
  const name = named === undefined || routePattern.test(named) ? undefined : named
  return { contractEdition, name, method, path }
}

/** Whether requests that come in the contract of the upstream can be passed on as they are. */
export function isSameRequest({ operation: named, path }: RouteConfig, upstream: HttpEdition | undefined): boolean {
  if (upstream === undefined) return false
  return named === undefined && (!hasOwnPath(upstream) || isOwnPath(path, upstream))
}

/** Whether a path is where requests of a contract go. */
export function isOwnPath(path: string, contractEdition: HttpEdition): boolean {
  return ownPaths(contractEdition).some(own => path === own || path.endsWith(own))
}

/** What the upstream calls a route whose callers do not name it. */
export function operationName({ operation: named, id }: RouteConfig, upstream: HttpEdition | undefined): string {
  if (named !== undefined && !routePattern.test(named)) return named
  return upstream !== undefined && hasOwnPath(upstream) ? taskTypeOf(id) : id
}

/** Whether callers who name a task type mean this route. Without a name of its own it takes every one. */
export function isMeant(config: RouteConfig, upstream: HttpEdition | undefined, taskType: string): boolean {
  const { operation: named } = config
  if (named === undefined && (upstream === undefined || hasOwnPath(upstream))) return true
  const name = operationName(config, upstream)
  return taskType === name || taskType === taskTypeOf(name)
}
