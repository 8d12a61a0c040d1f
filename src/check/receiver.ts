/** A receiver for webhooks on loopback: it takes what arrives, verifies the sender, and answers 204. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ArrivedWebhook, WebhookReceiver } from '../codec/probing.ts'
import { verifyAdcpHmac } from '../runtime/webhooks/verify.ts'
import { Body } from '../wire/body.ts'
import { httpWire } from '../wire/http.ts'

export interface Receiver extends WebhookReceiver {
  close(): Promise<void>
}

const maxBytes = 1024 * 1024
/** Webhooks that nobody has asked for yet; more are refused. */
const mostWaiting = 100

export async function openReceiver(timeoutMs: number): Promise<Receiver> {
  const secret = randomBytes(32).toString('hex')
  const path = `/${randomBytes(16).toString('hex')}`
  const arrived: ArrivedWebhook[] = []
  const waiting: ((webhook: ArrivedWebhook) => void)[] = []
  const server = createServer((request, response) => {
    const end = (status: number): void => void response.writeHead(status).end()
    if (request.url !== path || request.method !== 'POST') {
      request.resume()
      end(404)
      return
    }
    read(request).then(
      body => {
        if (body === undefined || arrived.length >= mostWaiting) return end(413)
        end(204)
        const webhook = openWebhook(request, body, secret)
        const next = waiting.shift()
        if (next === undefined) arrived.push(webhook)
        else next(webhook)
      },
      () => end(400),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    secret,
    next() {
      const [first] = arrived.splice(0, 1)
      if (first !== undefined) return Promise.resolve(first)
      return new Promise(resolve => {
        const take = (webhook: ArrivedWebhook | undefined): void => {
          clearTimeout(timer)
          const at = waiting.indexOf(take)
          if (at >= 0) waiting.splice(at, 1)
          resolve(webhook)
        }
        const timer = setTimeout(() => take(undefined), timeoutMs)
        waiting.push(take)
      })
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

async function read(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.byteLength
    if (size > maxBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function openWebhook(request: IncomingMessage, bytes: Uint8Array, secret: string): ArrivedWebhook {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const verified = verifyAdcpHmac({ headers, body: bytes, secrets: [secret] })
  const body = Body.ofBytes(bytes)
  const reading = body.json()
  return {
    wire: httpWire({ method: 'POST', target: request.url, headers, body }),
    json: reading.ok ? reading.value : undefined,
    signature: verified.ok ? 'ok' : verified.problem,
  }
}
