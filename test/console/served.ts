/** Servers with a console, and callers of them. */
import { onTestFinished } from 'vitest'
import type { Authenticate } from '../../src/auth/principal.ts'
import type { Agent } from '../../src/index.ts'
import { type Listening, type ServeOptions, type Server, serve } from '../../src/server/index.ts'

export interface Served {
  readonly server: Server
  readonly url: string
  readonly token: string
  /** The console as the operator, at a place of it. */
  link(to?: string): string
  /** Calls an operation; returns the body. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** A server on a port of its own. */
export async function startServer(agent: Agent, options: ServeOptions = {}): Promise<Served> {
  const server = serve(agent, { authenticate: false, journal: true, ...options })
  const listening: Listening = await server.listen({ port: 0 })
  const { url } = listening
  const token = server.operatorToken?.value ?? ''
  return {
    server,
    url,
    token,
    link: (to = '/inbox') => `${url}/console/#token=${token}&to=${to}`,
    async post(path, body, headers = {}) {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return (await response.json()) as Record<string, unknown>
    },
    close: () => listening.close(),
  }
}

/** The same, closed with the test. */
export async function served(agent: Agent, options: ServeOptions = {}): Promise<Served> {
  const started = await startServer(agent, options)
  onTestFinished(() => started.close())
  return started
}

/** Believes who callers say they are: `name_tenant_role,role`. */
export const believe: Authenticate = async ({ headers }) => {
  const [, said] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? []
  if (said === undefined) return undefined
  const [subject = '', tenant = '', roles = ''] = said.split('_')
  return { subject, tenant, roles: roles.split(',').filter(Boolean) }
}

/** The header of somebody who says so. */
export const as = (said: string) => ({ authorization: `Bearer ${said}` })
