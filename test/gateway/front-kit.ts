/** An agent behind the fronts of a gateway: each of its operations has a route, over HTTP, MCP or A2A. */
import type { RouteConfig } from '../../src/gateway/config.ts'
import { type Agent, defineAgent } from '../../src/index.ts'
import { type Listening, type ServeOptions, serve } from '../../src/server/index.ts'
import { credentialsEntry } from '../interop/credentials-plugin.ts'
import { gateway, pool, route, type TestConfig } from './kit.ts'

/** How the gateway calls the agent. */
export type UpstreamForm = 'http' | 'mcp' | 'a2a'

export interface FrontedAgent extends Listening {
  /** Of the gateway. */
  readonly url: string
  /** Of the agent itself. */
  readonly direct: string
}

/** The agent with a route for each operation, which a REST service has. */
export function routed(agent: Agent): Agent {
  const operations = Object.entries(agent.operations).map(([name, operation]) => [
    name,
    { ...operation, route: `POST /${name}` },
  ])
  return defineAgent({ ...agent, operations: Object.fromEntries(operations) })
}

function tasksOf(isAsync: boolean, budgetMs: number | undefined): RouteConfig['plugins'] {
  if (!isAsync && budgetMs === undefined) return {}
  const when = isAsync ? { always: true } : { after: `${budgetMs}ms` }
  return { 'respond-async': { enabled: true, options: { ...when, credentials: 'none' } } }
}

/** Serves the agent, and a gateway before it whose fronts offer all of its operations, with credentials of an operator. */
export async function fronted(
  agent: Agent,
  form: UpstreamForm,
  options: ServeOptions = {},
  more: TestConfig = {},
): Promise<FrontedAgent> {
  const server = serve(form === 'http' ? routed(agent) : agent, options)
  const listening = await server.listen({ port: 0 })
  const operator = server.operatorToken && credentialsEntry(`Bearer ${server.operatorToken.value}`)
  const { url: direct } = listening
  const address = { http: direct, mcp: `mcp+${direct}/mcp`, a2a: `a2a+${direct}` }[form]
  const { store } = more
  const routes = Object.entries(agent.operations).map(([name, { effects, async: isAsync, syncBudgetMs }]) =>
    route({
      id: name,
      path: `/${name}`,
      mode: 'sse',
      operation: name,
      effects,
      contract: form === 'http' ? 'yaagents' : form,
      offers: ['yaagents'],
      // With a store, what is a task of the agent is one of the gateway.
      ...(store === undefined ? undefined : { plugins: tasksOf(isAsync, syncBudgetMs) }),
      ...(form === 'http' ? { openapi: `${direct}/openapi.json`, operation: undefined } : undefined),
    }),
  )
  const { plugins = [], ...rest } = more
  const { url } = await gateway({
    mcp: { hosts: [] },
    a2a: { hosts: [] },
    pools: [pool(address)],
    routes,
    plugins: [...plugins, ...(operator === undefined ? [] : [operator])],
    ...rest,
  })
  return { ...listening, url, direct }
}
