/** The Node listener: started, drained and stopped without dropping a call. */
import { createServer, type Server as NodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { ReplywireError } from '../errors.ts'
import { fault } from '../outcome/fault.ts'
import { failed } from '../outcome/outcome.ts'
import type { Peer } from './app.ts'
import type { Site } from './site.ts'

export interface ListenOptions {
  /** 0 takes any free port. */
  port?: number
  /** This machine only, unless said. */
  host?: string
  /** Metrics and health on a listener of their own; none unless said. */
  admin?: { port: number; host?: string }
  /** Stop on SIGTERM and SIGINT. */
  signals?: boolean
}

export interface Listening {
  readonly url: string
  readonly adminUrl: string | undefined
  /** Stops accepting, waits for open calls, ends what is left with a terminal event. */
  close(): Promise<void>
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

export async function listen(
  site: Site,
  fetch: (request: Request, peer: Peer) => Promise<Response>,
  adminFetch: (request: Request) => Promise<Response>,
  { port = 8080, host = '127.0.0.1', admin, signals = false }: ListenOptions = {},
): Promise<Listening> {
  if (!loopback.has(host) && site.options.authenticate === undefined) {
    throw new ReplywireError(
      'ERR_MISUSE',
      `Listening on ${host} lets others call. Give authenticate, or say authenticate: false (--no-auth) if everybody may.`,
    )
  }
  const server = createServer(
    getRequestListener(
      (request, { incoming }) =>
        fetch(request, { address: (incoming as { socket?: { remoteAddress?: string } }).socket?.remoteAddress }),
      { overrideGlobalObjects: false },
    ),
  )
  server.requestTimeout = 60_000
  server.headersTimeout = 15_000
  await opened(server, port, host)
  const adminServer =
    admin === undefined ? undefined : createServer(getRequestListener(adminFetch, { overrideGlobalObjects: false }))
  if (adminServer !== undefined && admin !== undefined) {
    await opened(adminServer, admin.port, admin.host ?? '127.0.0.1').catch(error => {
      server.close()
      throw error
    })
  }
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= stop(site, server, adminServer)
    return closing
  }
  if (signals) for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close())
  return { url: urlOf(server), adminUrl: adminServer === undefined ? undefined : urlOf(adminServer), close }
}

function opened(server: NodeServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

function urlOf(server: NodeServer): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

async function stop(site: Site, server: NodeServer, admin: NodeServer | undefined): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  const cause = fault('unavailable', 'The server is shutting down.', { code: 'SHUTTING_DOWN', retryAfterMs: 5000 })
  await site.inflight.drain(site.options.shutdownMs ?? 30_000, failed(cause))
  server.closeIdleConnections()
  // What was answered still has to reach its reader; connections close as they fall idle.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const last = setTimeout(() => server.closeAllConnections(), 5000)
  await closed
  clearInterval(idle)
  clearTimeout(last)
  if (admin !== undefined) {
    admin.closeAllConnections()
    await new Promise<void>(resolve => admin.close(() => resolve()))
  }
}
