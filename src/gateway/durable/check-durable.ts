/** What a route and its gateway need to be durable. */
import type { GatewayConfig, RouteConfig } from '../config.ts'

/** The names of operations: they are in the store, and in the filter of lists. */
const operationName = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/

/** Why a route cannot be durable; undefined if it can. */
export function durableRouteProblem(
  { store, durable, routes }: GatewayConfig,
  { id, offers }: RouteConfig,
  hasResume: boolean,
): string | undefined {
  if (store === undefined) return 'needs a store. Set store: sqlite:gateway.db, or postgres://….'
  if (offers !== undefined && hasResume) {
    return 'resume keeps the events of the upstream as they are: remove the contract of callers, or turn resume off.'
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
