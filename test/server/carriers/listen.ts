/** One server over each HTTP carrier: Node's own listener, and `server.fetch` behind the smallest listener there can be. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Server } from '../../../src/server/index.ts'

export const carriers = ['node', 'web'] as const
export type Carrier = (typeof carriers)[number]

export interface Door {
  readonly url: string
  close(): Promise<void>
}

export function listenOn(carrier: Carrier, server: Server): Promise<Door> {
  return carrier === 'node' ? server.listen({ port: 0 }) : listenWeb(server)
}

/** Callers reach `server.fetch` in bytes. */
export async function listenWeb(server: Server): Promise<Door> {
  const listener = createServer({ joinDuplicateHeaders: true }, (incoming, outgoing) => {
    answer(server, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise<unknown>(resolve => listener.close(resolve))
      listener.closeAllConnections()
      await closed
      await server.close()
    },
  }
}

async function answer(server: Server, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const response = await server.fetch(requestOf(incoming, gone.signal), { address: incoming.socket.remoteAddress })
  if (outgoing.destroyed) {
    await response.body?.cancel()
    return
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.flushHeaders()
  // The client may read the answer only after it has sent its whole body.
  if (!incoming.readableEnded) incoming.on('error', () => {}).resume()
  if (response.body === null) outgoing.end()
  else await pipeline(Readable.fromWeb(response.body as never), outgoing)
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { url = '', method = 'GET', rawHeaders } = incoming
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const target = url.startsWith('/') ? `http://${incoming.headers.host}${url}` : url
  if (method === 'GET' || method === 'HEAD') return new Request(target, { method, headers, signal })
  const body = Readable.toWeb(incoming) as unknown as ReadableStream
  return new Request(target, { method, headers, signal, body, duplex: 'half' } as RequestInit)
}
