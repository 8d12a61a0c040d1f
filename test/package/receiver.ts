/** A receiver of webhooks on this machine. It keeps what came with a right signature, and refuses the rest. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export const receiverSecret = `whsec_${Buffer.from('a secret of the package steps').toString('base64')}`

export interface Receiver {
  readonly url: string
  /** The ids of the messages that came, in the order of their arrival. */
  readonly ids: readonly string[]
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const ids: string[] = []
  const webhook = new Webhook(receiverSecret)
  const server = createServer(async (request, response) => {
    try {
      webhook.verify(await text(request), request.headers as Record<string, string>)
      ids.push(String(request.headers['webhook-id']))
      response.writeHead(204).end()
    } catch {
      response.writeHead(401).end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/in`,
    ids,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
