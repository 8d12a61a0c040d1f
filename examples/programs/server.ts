/** The programs agent, served: keys, limits, and what a monitor may ask for. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { ApiKeyRecord } from '../../src/auth/index.ts'
import { type Peer, type ServeOptions, serve } from '../../src/server/index.ts'
import { type ProgramsOptions, programs } from './agent.ts'
import { authenticateKeys } from './keys.ts'
import { type LimitOptions, limits } from './limits.ts'
import { asksForFailure } from './routes/deep-health.ts'

export interface ServerOptions extends ProgramsOptions, Pick<ServeOptions, 'log'> {
  keys: readonly ApiKeyRecord[]
  limits?: LimitOptions
  /** jpcite's migration; pinned, so that both shapes can be seen, unless said. */
  phase?: NonNullable<ServeOptions['jpcite']>['phase']
}

export function openPrograms({ keys, phase = 'opt-in', log, now = Date.now, ...options }: ServerOptions) {
  const { agent, catalog, health } = programs({ ...options, now })
  const server = serve(agent, {
    contract: 'jpcite',
    jpcite: { phase },
    authenticate: authenticateKeys(keys, now),
    limit: limits(options.limits),
    now,
    ...(log && { log }),
  })

  /** A report that says something is wrong keeps its body and becomes 503 for a monitor that asks for that. */
  const fetch = async (request: Request, peer: Peer = {}): Promise<Response> => {
    const response = await server.fetch(request, peer)
    const url = new URL(request.url)
    if (url.pathname !== '/v1/am/health/deep' || response.status !== 200) return response
    // Other contracts, and a stream, have no 503 with a report in it.
    const { headers } = response
    if (!headers.has('x-envelope-version') || headers.get('content-type') !== 'application/json') return response
    return asksForFailure(url, health.report()) ? new Response(response.body, { status: 503, headers }) : response
  }

  const listen = async (port = 0, host = '127.0.0.1') => {
    const listener = getRequestListener(
      (request, { incoming }) => fetch(request, { address: incoming.socket.remoteAddress }),
      { overrideGlobalObjects: false },
    )
    const node = createServer(listener)
    await new Promise<void>((resolve, reject) => node.once('error', reject).listen(port, host, resolve))
    const { address, port: bound, family } = node.address() as AddressInfo
    const close = () =>
      new Promise<void>(resolve => {
        node.close(() => resolve())
        node.closeIdleConnections()
      })
    return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`, close }
  }

  return { fetch, listen, catalog }
}
