/** Metrics and health on a listener of their own, which callers do not reach. */
import { createServer, type Server as NodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { headOnly, readNodeRequest, writeNodeAnswer } from '../../carriers/http/node.ts'

export interface AdminListener {
  readonly url: string
  close(): Promise<void>
}

/** Opens it. Default host: this machine only. */
export async function listenAdmin(
  answer: (http: HttpRequest) => Promise<HttpAnswer>,
  { port, host = '127.0.0.1' }: { port: number; host?: string },
): Promise<AdminListener> {
  const server = createServer((incoming, outgoing) => {
    answer(readNodeRequest(incoming, outgoing) ?? headOnly(incoming, outgoing))
      .then(written => writeNodeAnswer(written, incoming, outgoing))
      .catch(() => outgoing.destroy())
  })
  await openServer(server, port, host)
  return {
    url: urlOf(server),
    async close() {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

export function openServer(server: NodeServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

export function urlOf(server: NodeServer): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
