/** Receivers of webhooks that are as unreliable as they are asked to be, and remember everything that came. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One try that came. */
export interface Came {
  headers: IncomingHttpHeaders
  body: Buffer
  /** When, in milliseconds since the epoch: a signature is good for a few minutes from its making. */
  at: number
  /** What it was answered with: a status, or nothing at all. */
  answered: number | 'reset' | 'hang'
}

export interface Receiver {
  url: string
  came: Came[]
  /** The most tries that were open at once. */
  most: number
  close(): Promise<void>
}

/** Starts one on any free port. `behave` says what becomes of a try; */
export async function startReceiver(behave: (came: Omit<Came, 'answered'>) => Came['answered']): Promise<Receiver> {
  const came: Came[] = []
  let open = 0
  const server = createServer(async (request, response) => {
    open += 1
    receiver.most = Math.max(receiver.most, open)
    response.on('close', () => {
      open -= 1
    })
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const one = { headers: request.headers, body: Buffer.concat(chunks), at: Date.now() }
    const answered = behave(one)
    came.push({ ...one, answered })
    answer(response, answered)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    came,
    most: 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

function answer(response: ServerResponse, answered: Came['answered']): void {
  if (answered === 'hang') return
  if (answered === 'reset') response.destroy()
  else response.writeHead(answered).end()
}
