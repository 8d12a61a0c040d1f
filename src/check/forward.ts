/** A server between a client and a service: it passes everything on as it comes, and keeps a copy of each exchange. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { headersOf, send, unpacked } from '../carriers/http/send.ts'
import { Body } from '../wire/body.ts'
import { type HttpWire, httpWire } from '../wire/http.ts'

/** One exchange that passed. */
export interface ForwardedExchange {
  readonly request: HttpWire
  readonly response: HttpWire
  readonly startedAt: Date
  readonly durationMs: number
  /** Set when the service did not answer: its code. The client got 502. */
  readonly failure?: string
}

/** More than this of one body is passed on, and not kept. */
const maxKept = 16 * 1024 * 1024

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Creates the server. `onExchange` is called after each answer was sent. */
export function createForwarder(base: URL, onExchange: (exchange: ForwardedExchange) => void): Server {
  return createServer((request, response) => {
    forward(base, request, response).then(onExchange, () => response.destroy())
  })
}

async function forward(base: URL, incoming: IncomingMessage, outgoing: ServerResponse): Promise<ForwardedExchange> {
  const startedAt = new Date()
  const start = performance.now()
  const sent = await collect(incoming)
  const { method = 'GET', url: target = '/' } = incoming
  const headers = kept(headersOf(incoming))
  const request = httpWire({ method, target, headers, body: Body.ofBytes(sent) })
  const end = (response: HttpWire, failure?: string): ForwardedExchange => ({
    request,
    response,
    startedAt,
    durationMs: Math.round(performance.now() - start),
    ...(failure === undefined ? undefined : { failure }),
  })
  let answer: IncomingMessage
  try {
    const url = new URL(base.origin + base.pathname.replace(/\/+$/, '') + target)
    const { host: _, 'content-length': __, 'accept-encoding': ___, ...rest } = headers
    const whole = { ...rest, 'accept-encoding': 'identity' }
    answer = await send(url, { method, headers: whole, body: sent.byteLength === 0 ? undefined : sent })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable answer'
    outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The service does not answer.\n')
    return end(httpWire({ status: 502, headers: {}, body: Body.ofText('') }), code)
  }
  const back = kept(headersOf(answer))
  const { 'content-encoding': encoding, 'content-length': length, ...plain } = back
  outgoing.writeHead(answer.statusCode ?? 502, encoding === undefined && length !== undefined ? back : plain)
  const pieces: Uint8Array[] = []
  let size = 0
  let failure: string | undefined
  try {
    for await (const piece of unpacked(answer) as AsyncIterable<Uint8Array>) {
      size += piece.byteLength
      if (size <= maxKept) pieces.push(piece)
      if (!outgoing.write(piece)) await new Promise(resolve => outgoing.once('drain', resolve).once('close', resolve))
    }
    outgoing.end()
  } catch {
    failure = 'the answer broke off'
    outgoing.destroy()
  }
  const body = Body.ofBytes(Buffer.concat(pieces))
  return end(httpWire({ status: answer.statusCode ?? 0, headers: back, body }), failure)
}

function kept(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)))
}

async function collect(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.byteLength
    if (size > maxKept) throw new Error('too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
