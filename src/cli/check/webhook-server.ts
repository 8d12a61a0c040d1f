/** Receives webhooks: verifies the sender, validates the message, and answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { headersOf } from '../../carriers/http/send.ts'
import { redactTarget } from '../../check/evidence.ts'
import type { Observation } from '../../check/observe.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import type { ShownExchange } from './listen-report.ts'
import { type RefusedSender, type SenderOptions, senderVerifier } from './verify-sender.ts'

const maxBytes = 1024 * 1024
const tooLarge: RefusedSender = { problem: 'too-large' }

/** Answers 204; a wrong sender gets 401, a body of more than 1 MiB 413. */
export function createWebhookServer(
  options: SenderOptions,
  observe: (wire: HttpWire) => Observation,
  add: (one: ShownExchange) => void,
): { readonly server: Server; close(): Promise<void> } {
  const verify = senderVerifier(options)
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const start = performance.now()
    const pieces: Uint8Array[] = []
    let size = 0
    request.on('data', (piece: Uint8Array) => {
      size += piece.byteLength
      if (size <= maxBytes) pieces.push(piece)
    })
    const receive = async (): Promise<void> => {
      const { method = '', url: target = '/' } = request
      const body = Buffer.concat(pieces)
      const headers = headersOf(request)
      const sent = { method, target, origin: originOf(request.socket), headers: request.headersDistinct, body }
      const { problem, challenge } = (size > maxBytes ? tooLarge : await verify(sent)) ?? {}
      const status = problem === undefined ? 204 : problem === tooLarge.problem ? 413 : 401
      response.writeHead(status, challenge === undefined ? {} : { 'www-authenticate': challenge }).end()
      const observation =
        problem === undefined
          ? observe(httpWire({ method, target, headers, body: Body.ofBytes(body) }))
          : { findings: [] }
      const ms = Math.round(performance.now() - start)
      const seen = { method, path: redactTarget(target), status, ms, ...observation }
      add({ ...seen, ...(problem === undefined ? undefined : { problem }) })
    }
    // One webhook that cannot be answered must not end the command.
    request.on('end', () => void receive().catch(() => response.destroy()))
  })
  return {
    server,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** Where the request arrived. Its Host may name any other server. */
function originOf({ localAddress = '', localPort }: Socket): string {
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  return `http://${host}:${localPort}`
}
