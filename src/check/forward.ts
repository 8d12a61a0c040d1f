/** A server between a client and a service: it passes every byte on as it comes, and keeps a copy of each exchange. */
import { createServer, type IncomingMessage, request as overHttp, type Server, type ServerResponse } from 'node:http'
import { request as overHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { headersOf, unpackedBytes } from '../carriers/http/send.ts'
import { Body } from '../wire/body.ts'
import { connectionHeaders } from '../wire/connection-headers.ts'
import { type HttpWire, httpWire } from '../wire/http.ts'

/** One exchange that passed. */
export interface ForwardedExchange {
  readonly request: HttpWire
  readonly response: HttpWire
  readonly startedAt: Date
  readonly durationMs: number
  /** Set when the service did not answer, or broke off: why. Without an answer the client got 502. */
  readonly failure?: string
  /** Set when the answer was not kept whole, and cannot be validated: why. */
  readonly cut?: string
}

export interface Forwarder {
  readonly server: Server
  /** Ends all connections, and waits until every exchange was reported. */
  close(): Promise<void>
}

/** More than this of one body is passed on, and not kept. */
const maxKept = 16 * 1024 * 1024

/** Creates the server. `onExchange` is called after each exchange. */
export function createForwarder(base: URL, onExchange: (exchange: ForwardedExchange) => void): Forwarder {
  const running = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const exchange = forward(base, request, response).then(onExchange)
    running.add(exchange)
    exchange.finally(() => running.delete(exchange))
  })
  return {
    server,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await Promise.all(running)
    },
  }
}

/** The beginning of a body, and how long the whole is. */
class Copy {
  readonly #pieces: Uint8Array[] = []
  #size = 0

  /** Passes a body on, and keeps its beginning. */
  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      this.#size += piece.byteLength
      if (this.#size <= maxKept) this.#pieces.push(piece)
      yield piece
    }
  }

  get isWhole(): boolean {
    return this.#size <= maxKept
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#pieces)
  }
}

async function forward(base: URL, incoming: IncomingMessage, outgoing: ServerResponse): Promise<ForwardedExchange> {
  const startedAt = new Date()
  const start = performance.now()
  const [asked, answered] = [new Copy(), new Copy()]
  const { method = 'GET', url: target = '/' } = incoming
  const left = new AbortController()
  let answer: IncomingMessage | undefined
  let failure: string | undefined
  let hasLeft = false
  outgoing.once('close', () => {
    hasLeft = !outgoing.writableFinished && (answer?.errored ?? null) === null
    left.abort()
  })
  try {
    answer = await ask(base, incoming, asked, left.signal)
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', passedOn(answer, ['transfer-encoding']))
    await pipeline(answer, source => answered.through(source as AsyncIterable<Uint8Array>), outgoing)
  } catch (error) {
    const { code = 'unreadable answer' } = error as NodeJS.ErrnoException
    if (!hasLeft) failure = answer === undefined ? code : 'the answer broke off'
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The service does not answer.\n')
  }
  const cut = hasLeft ? 'the client left' : answered.isWhole ? undefined : 'too large to be validated'
  const body = Body.ofBytes(answer === undefined ? new Uint8Array() : unpackedBytes(answer, answered.bytes(), maxKept))
  return {
    request: httpWire({ method, target, headers: headersOf(incoming), body: Body.ofBytes(asked.bytes()) }),
    response: httpWire({ status: answer?.statusCode ?? 502, headers: answer ? headersOf(answer) : {}, body }),
    startedAt,
    durationMs: Math.round(performance.now() - start),
    ...(failure === undefined ? undefined : { failure }),
    ...(cut === undefined ? undefined : { cut }),
  }
}

/** Sends the request as it came, to the service. */
function ask(base: URL, incoming: IncomingMessage, asked: Copy, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', url: target = '/' } = incoming
    if (!target.startsWith('/')) throw Object.assign(new Error(), { code: 'not a path' })
    const url = new URL(base.origin + base.pathname.replace(/\/+$/, '') + target)
    const open = url.protocol === 'https:' ? overHttps : overHttp
    // A packed answer could not be shown.
    const own = ['Host', url.host, 'Accept-Encoding', 'identity']
    const headers = [...own, ...passedOn(incoming, ['host', 'accept-encoding'])]
    const request = open(url, { method, headers, agent: false, signal })
    request.on('response', resolve)
    request.on('error', reject)
    // A service may answer before it has read everything.
    pipeline(incoming, source => asked.through(source as AsyncIterable<Uint8Array>), request).catch(() => {})
  })
}

/** Names and values in their order and spelling, without those of the connection. */
function passedOn({ rawHeaders, headers }: IncomingMessage, without: readonly string[] = []): string[] {
  const named = (headers.connection ?? '').split(',').map(name => name.trim().toLowerCase())
  const dropped = new Set([...connectionHeaders, ...named, ...without])
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || dropped.has(name.toLowerCase()) ? [] : [name, rawHeaders[index + 1] ?? ''],
  )
}
