/** A server that asks who calls, and three who do: two of one tenant, one of another. */
import { apiKeyAuth, newApiKey, staticKeys } from '../../../src/auth/index.ts'
import { type Listening, type ServeOptions, serve } from '../../../src/server/index.ts'
import { agent } from './agent.ts'

const callers = {
  ada: newApiKey({ subject: 'ada', tenant: 'acme', roles: [] }),
  bob: newApiKey({ subject: 'bob', tenant: 'acme', roles: ['approver'] }),
  eve: newApiKey({ subject: 'eve', tenant: 'other', roles: ['approver', 'operator'] }),
}

export type CallerName = keyof typeof callers

export const authenticate = apiKeyAuth(staticKeys(Object.values(callers).map(({ record }) => record)))

export function headersOf(name: CallerName): Record<string, string> {
  return { 'x-api-key': callers[name].key }
}

export async function listenToCallers(options: ServeOptions = {}): Promise<Listening & { mcp: string }> {
  const listening = await serve(agent, { authenticate, ...options }).listen({ port: 0 })
  return { ...listening, mcp: `${listening.url}/mcp` }
}
