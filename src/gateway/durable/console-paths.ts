/** The paths that the console needs of a gateway: no route may have one of them. */
import { ReplywireError } from '../../errors.ts'
import type { GatewayConfig, RouteConfig } from '../config.ts'

/** What is below the prefix: the page, and the operations that it calls. */
export const consolePaths = ['/console', '/whoami', '/requests', '/operations', '/approvals', '/deliveries'] as const

/** Why a route cannot be next to the console; undefined if it can. `/*` is for what nothing else answers. */
export function consolePathProblem(
  { console, durable: { prefix } }: Pick<GatewayConfig, 'console' | 'durable'>,
  { path }: Pick<RouteConfig, 'path'>,
): { message: string; fix: string } | undefined {
  if (console === undefined) return undefined
  const taken = consolePaths.find(name => mayMatch(path, `${prefix}${name}`))
  if (taken === undefined) return undefined
  return {
    message: `console: answers at ${prefix}${taken}, which this route matches`,
    fix: 'Choose another path, or set durable.prefix, such as /gateway.',
  }
}

/** The same for a configuration that was not read from a file. */
export function checkConsolePaths(config: GatewayConfig): void {
  for (const route of config.routes) {
    const problem = consolePathProblem(config, route)
    if (problem === undefined) continue
    throw new ReplywireError('ERR_USAGE', `The route ${route.id}: ${problem.message}. ${problem.fix}`)
  }
}

/** Whether a route takes a path, or paths below it. */
function mayMatch(route: string, path: string): boolean {
  const segments = segmentsOf(route)
  return segmentsOf(path).every((segment, index) => {
    const own = segments[index]
    return own !== undefined && (own === segment || own.startsWith('{'))
  })
}

function segmentsOf(path: string): string[] {
  return path.toLowerCase().split('/').filter(Boolean)
}
