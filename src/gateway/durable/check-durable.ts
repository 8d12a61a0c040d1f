/** What a route and its gateway need to be durable. */
import type { GatewayConfig, RouteConfig } from '../config.ts'

/** The names of operations: they are in the store, and in the filter of lists. */
const operationName = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/

/** Why a route cannot be durable; undefined if it can. */
export function durableRouteProblem(
  { store, durable, routes, mcp, a2a }: GatewayConfig,
  { id, offers }: RouteConfig,
): string | undefined {
  if (store === undefined) return 'needs a store. Set store: sqlite:gateway.db, or postgres://….'
  if (offers !== undefined) return 'works only where the caller and the upstream have the same contract: remove offers.'
  if ([mcp, a2a].some(front => front?.routes?.includes(id))) {
    return `a durable route is no tool and no skill: remove ${id} from the routes of mcp and a2a.`
  }
  if (!operationName.test(id)) {
    return `the id of a durable route begins with a letter and has at most 64 letters, digits, _ . and -: rename ${id}.`
  }
  const taken = routes.find(({ path }) => isBuiltIn(path, durable.prefix))
  if (taken === undefined) return undefined
  return `the path of the route ${taken.id} is one of tasks and approvals. Set durable.prefix, such as /gateway.`
}

function isBuiltIn(path: string, prefix: string): boolean {
  return ['/operations', '/approvals'].some(name => {
    const whole = `${prefix}${name}`
    return path === whole || path.startsWith(`${whole}/`)
  })
}
