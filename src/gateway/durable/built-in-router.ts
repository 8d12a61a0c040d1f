/** The routes of tasks and approvals, as a server has them. */
import { parseRoute } from '../../agent/parse-route.ts'
import type { RouteTarget } from '../../server/http/handle.ts'
import { Router } from '../../server/http/router.ts'
import { targetOf } from '../../server/pipeline/call-record.ts'
import type { ServerContext } from '../../server/server-context.ts'

/** Operations that a contract brings along have a home of their own: the upstream. */
const served = /^(?:tasks|approvals)\./

export function builtInRouter({ builtIn, prefix }: ServerContext): Router<RouteTarget> {
  const router = new Router<RouteTarget>()
  for (const [name, operation] of Object.entries(builtIn.operations)) {
    if (operation.route === undefined || !served.test(name)) continue
    const { method, path } = parseRoute(operation.route)
    router.add(method, path, { kind: 'operation', target: targetOf(name, operation, true) })
  }
  for (const kind of ['events', 'result'] as const) router.add('GET', `${prefix}/operations/{id}/${kind}`, { kind })
  return router
}
