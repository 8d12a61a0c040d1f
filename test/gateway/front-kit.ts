/** An agent behind the fronts of a gateway: each of its operations has a route, over HTTP, MCP or A2A. */
import { type Agent, defineAgent } from '../../src/index.ts'
import { type Listening, type ServeOptions, serve } from '../../src/server/index.ts'
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

/** Serves the agent, and a gateway before it whose fronts offer all of its operations. */
export async function fronted(
  agent: Agent,
  form: UpstreamForm,
  options: ServeOptions = {},
  more: TestConfig = {},
): Promise<FrontedAgent> {
  const listening = await serve(form === 'http' ? routed(agent) : agent, { authenticate: false, ...options }).listen({
    port: 0,
  })
  const { url: direct } = listening
  const address = { http: direct, mcp: `mcp+${direct}/mcp`, a2a: `a2a+${direct}` }[form]
  const routes = Object.entries(agent.operations).map(([name, { effects }]) =>
    route({
      id: name,
      path: `/${name}`,
      mode: 'sse',
      operation: name,
      effects,
      contract: form === 'http' ? 'yaagents' : form,
      offers: ['yaagents'],
      ...(form === 'http' ? { openapi: `${direct}/openapi.json`, operation: undefined } : undefined),
    }),
  )
  const { url } = await gateway({ mcp: { hosts: [] }, a2a: { hosts: [] }, pools: [pool(address)], routes, ...more })
  return { ...listening, url, direct }
}
