/** The routes of tasks and approvals, as a server has them, and those of the console. */
import { parseRoute } from '../../agent/parse-route.ts'
import { consolePages } from '../../server/console.ts'
import type { RouteTarget } from '../../server/http/handle.ts'
import { Router } from '../../server/http/router.ts'
import { targetOf } from '../../server/pipeline/call-record.ts'
import type { ServerContext } from '../../server/server-context.ts'

/** Operations that a contract brings along have a home of their own: the upstream. */
const ofTasks = /^(?:tasks|approvals)\./
/** A gateway has no operations of its own to try, and checks no services for callers. */
const ofConsole = /^(?:whoami$|requests\.|deliveries\.)/

export function builtInRouter(
  { builtIn, prefix }: ServerContext,
  { hasConsole }: { hasConsole: boolean },
): Router<RouteTarget> {
  const router = new Router<RouteTarget>()
  for (const [name, operation] of Object.entries(builtIn.operations)) {
    const isServed = ofTasks.test(name) || (hasConsole && ofConsole.test(name))
    if (operation.route === undefined || !isServed) continue
    const { method, path } = parseRoute(operation.route)
    router.add(method, path, { kind: 'operation', target: targetOf(name, operation, true) })
  }
  for (const kind of ['events', 'result'] as const) router.add('GET', `${prefix}/operations/{id}/${kind}`, { kind })
  if (hasConsole) {
    router.add('GET', `${prefix}/console/changes`, { kind: 'changes' })
    for (const [path, page] of consolePages) router.add('GET', `${prefix}${path}`, { kind: 'page', page })
  }
  return router
}
