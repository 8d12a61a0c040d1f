/**
 * The path of a call of a tool or a skill, whose parameters are arguments. Over HTTP a more exact route takes some of
 * these paths, and asks for its own roles and plugins: no argument leads past them.
 */
import { serverResult } from '../../agent/run.ts'
import type { HttpRequest } from '../../carriers/http/message.ts'
import { fillPath } from '../../client/http/fill-path.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { CompiledRoute, RouteTable } from '../compile-routes.ts'

/** Why a call of a route is refused whose arguments make the path of another; undefined if they do not. */
export function refusedPath(
  routes: RouteTable,
  route: CompiledRoute,
  { input, front }: { input: Json; front: HttpRequest | undefined },
): RunResult | undefined {
  const { path: pattern, hosts, headers, method } = route.config
  if (!pattern.includes('{')) return undefined
  const filled = fillPath(pattern, isObject(input) ? input : {})
  // What does not fit is refused where it is sent, if it is sent in this path.
  if ('fault' in filled) return undefined
  const { path } = filled
  const header = (name: string) => headers[name]
  const origins = hosts.length === 0 ? [front?.origin ?? 'http://localhost'] : hosts.map(originOf)
  const isTaken = origins.every(origin => routes.takes(route, { method, path, base: '', origin, header }))
  return isTaken ? undefined : serverResult(notFound)
}

/** One of the names that a pattern stands for. */
function originOf(host: string): string {
  return `http://${host.replace('*', 'any')}`
}

const notFound = fault('not-found', 'There is nothing at this path.', { code: 'ROUTE_NOT_FOUND', began: false })
