/** HTTP on Node's own server: an `IncomingMessage` as a request, an answer on a `ServerResponse`. No web object is made. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import {
  abandonBody,
  announcesBody,
  type HttpAnswer,
  type HttpRequest,
  isStreamBody,
  isWebStream,
  mayHaveBody,
  type StreamBody,
  splitTarget,
} from './message.ts'

const noParams = new URLSearchParams()
const nothing = Promise.resolve(undefined)
const noBytes = Promise.resolve(new Uint8Array())

/** A read that is under way. */
interface Reading {
  readonly maxBytes: number
  resolve(bytes: Uint8Array | undefined): void
  reject(error: unknown): void
}

class NodeRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly origin: string
  readonly base = ''
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  #params: URLSearchParams | undefined
  readonly #chunks: Buffer[] = []
  #isListening = false
  #reading: Reading | undefined
  #size = 0

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { path, search, origin }: { path: string; search: string; origin: string },
  ) {
    this.method = incoming.method ?? 'GET'
    this.path = path
    this.search = search
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.origin = origin
  }

  get address(): string | undefined {
    return this.#incoming.socket.remoteAddress
  }

  get headers(): { get(name: string): string | null } {
    return this
  }

  get(name: string): string | null {
    return this.header(name) ?? null
  }

  header(name: string): string | undefined {
    return textOf(this.#incoming.headers, name)
  }

  values(name: string): readonly string[] {
    const values = this.#incoming.headersDistinct
    return Object.hasOwn(values, name) ? (values[name] ?? []) : []
  }

  get rawTarget(): string {
    return this.#incoming.url ?? ''
  }

  get host(): string | undefined {
    return this.#incoming.headers.host
  }

  get hasBody(): boolean {
    if (!isHttp2(this.#incoming)) return announcesBody(this.method, name => this.header(name))
    // HTTP/2 announces no body: it says at the end of the head that none follows (RFC 9113 §8.1).
    const length = this.header('content-length')
    const mayFollow = length === undefined ? !this.#incoming.stream.endAfterHeaders : Number(length) !== 0
    return mayHaveBody(this.method) && mayFollow
  }

  get params(): URLSearchParams {
    this.#params ??= this.search === '' ? noParams : new URLSearchParams(this.search)
    return this.#params
  }

  query(name: string): string | undefined {
    return this.search === '' ? undefined : (this.params.get(name) ?? undefined)
  }

  allHeaders(): Readonly<Record<string, string>> {
    // Node makes a list of this one alone.
    if (this.#incoming.headers['set-cookie'] === undefined) return this.#incoming.headers as Record<string, string>
    const all: Record<string, string> = {}
    for (const name in this.#incoming.headers) {
      const value = textOf(this.#incoming.headers, name)
      if (value !== undefined) all[name] = value
    }
    return all
  }

  read(maxBytes: number): Promise<Uint8Array | undefined> {
    const incoming = this.#incoming
    if (!mayHaveBody(this.method)) return noBytes
    if (Number(incoming.headers['content-length'] ?? 0) > maxBytes || this.#size > maxBytes) return nothing
    if (incoming.readableEnded) return Promise.resolve(this.#whole())
    return new Promise((resolve, reject) => {
      this.#reading = { maxBytes, resolve, reject }
      if (incoming.destroyed) this.#broken()
      else if (this.#isListening) incoming.resume()
      else this.#listen()
    })
  }

  /** Listeners stay: what they receive belongs to the read that is under way, or is kept for the next one. */
  #listen(): void {
    const incoming = this.#incoming
    this.#isListening = true
    incoming.on('data', (chunk: Buffer) => {
      // What nobody will read is thrown away.
      if (this.#reading === undefined) return
      this.#chunks.push(chunk)
      this.#size += chunk.byteLength
      if (this.#size <= this.#reading.maxBytes) return
      incoming.pause()
      this.#settle(undefined)
    })
    incoming.on('end', () => this.#settle(this.#whole()))
    incoming.on('error', () => this.#broken())
    incoming.on('close', () => this.#broken())
  }

  #settle(bytes: Uint8Array | undefined): void {
    const reading = this.#reading
    this.#reading = undefined
    reading?.resolve(bytes)
  }

  #broken(): void {
    const reading = this.#reading
    this.#reading = undefined
    reading?.reject(this.#incoming.errored ?? new Error('The request broke off.'))
  }

  #whole(): Uint8Array {
    const [only] = this.#chunks
    return only !== undefined && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks, this.#size)
  }

  get isGone(): boolean {
    return this.#outgoing.destroyed && !this.#outgoing.writableFinished
  }

  onGone(listener: () => void): void {
    if (this.isGone) {
      listener()
      return
    }
    // It is emitted once; `once` would make two objects more.
    this.#outgoing.on('close', () => {
      if (!this.#outgoing.writableFinished) listener()
    })
  }

  toWeb(): Request {
    const headers = new Headers()
    const { rawHeaders } = this.#incoming
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
    }
    const gone = new AbortController()
    this.onGone(() => gone.abort())
    return new Request(`${this.origin}${this.path}${this.search}`, {
      method: this.method,
      headers,
      signal: gone.signal,
    })
  }
}

function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  if (Array.isArray(value)) return value.join(', ')
  // An object has members that nobody sent, such as `constructor`.
  return typeof value === 'string' ? value : undefined
}

/** What a Host header may hold: a name or an address, and a port. */
const plainHost = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** The origins of the first hosts that were asked for: most servers have few. */
const origins = { http: new Map<string, string | undefined>(), https: new Map<string, string | undefined>() }
const mostOrigins = 100

/** The origin of a host as a URL spells it; undefined when it is none. */
function originOf(host: string, scheme: 'http' | 'https'): string | undefined {
  const known = origins[scheme]
  if (known.has(host)) return known.get(host)
  const origin = plainHost.test(host) ? URL.parse(`${scheme}://${host}`)?.origin : undefined
  if (known.size < mostOrigins && host.length < 300) known.set(host, origin)
  return origin
}

/** The host that a request names. HTTP/1.0 need not name one: then it is the address that was called. */
function hostOf({ headers, httpVersion, socket }: IncomingMessage): string {
  if (headers.host !== undefined || httpVersion !== '1.0') return headers.host ?? ''
  const { localAddress = '', localPort, localFamily } = socket
  return localFamily === 'IPv6' ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`
}

/** Reads the head of a request; undefined when its target or its Host is not valid. */
export function readNodeRequest(incoming: IncomingMessage, outgoing: ServerResponse): HttpRequest | undefined {
  const target = splitTarget(incoming.url ?? '')
  const origin = originOf(hostOf(incoming), 'encrypted' in incoming.socket ? 'https' : 'http')
  if (target === undefined || origin === undefined) return undefined
  return new NodeRequest(incoming, outgoing, { ...target, origin })
}

/** A request of which no more than its headers can be used. */
export function headOnly(incoming: IncomingMessage, outgoing: ServerResponse): HttpRequest {
  return new NodeRequest(incoming, outgoing, { path: '/', search: '', origin: 'http://localhost' })
}

/** Sends an answer. Throws, with nothing sent, when its status or a header is none that HTTP has. */
export function writeNodeAnswer(answer: HttpAnswer, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { status, headers, cookies, body } = answer
  if (outgoing.destroyed) {
    abandonBody(body)
    return
  }
  try {
    outgoing.writeHead(status, cookies === undefined ? headers : { ...headers, 'set-cookie': [...cookies] })
  } catch (error) {
    abandonBody(body)
    throw error
  }
  if (body instanceof Uint8Array && body.byteLength <= mostJoined) {
    // Bytes as Latin-1 come out as they were: with the head they are one text, and one write.
    outgoing.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1')
  } else if (typeof body === 'string' && headers['content-length'] === String(body.length)) {
    // As many bytes as characters: ASCII, which is the same in Latin-1, as the head is.
    outgoing.end(body, 'latin1')
  } else if (body instanceof Uint8Array && isHttp2(incoming)) {
    endInPieces(body, outgoing)
  } else if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    // Head and body of one text are one write, in UTF-8; but the head is Latin-1.
    outgoing.end(typeof body !== 'string' || isAscii(headers) ? body : Buffer.from(body))
  } else if (isStreamBody(body)) {
    outgoing.flushHeaders()
    pour(body, outgoing)
  } else if (isWebStream(body)) {
    outgoing.flushHeaders()
    void pump(body, outgoing)
  }
  if (!incoming.readableEnded) discardRest(incoming, outgoing)
}

/** Longer bodies are written next to the head, not copied to it. */
const mostJoined = 16 * 1024

/** As `http2.ts` gives them here: a connection has many streams, and one is closed without the others. */
type Http2Incoming = IncomingMessage & { readonly stream: { readonly endAfterHeaders: boolean; close(): void } }

function isHttp2(incoming: IncomingMessage): incoming is Http2Incoming {
  return incoming.httpVersionMajor === 2
}

/** A stream of HTTP/2 shows by the end of each piece that its reader takes something. */
const pieceBytes = 64 * 1024

function endInPieces(body: Uint8Array, outgoing: ServerResponse): void {
  for (let at = 0; at < body.byteLength; at += pieceBytes) outgoing.write(body.subarray(at, at + pieceBytes))
  outgoing.end()
}

/** How much of a body that nobody wants is read on. */
const mostDiscarded = 1024 * 1024

/** What is left of a body is read and thrown away, so that the client comes to read the answer; a long rest is cut off. */
export function discardRest(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.on('error', () => {})
  if (!incoming.complete) {
    let left = mostDiscarded
    incoming.on('data', (chunk: Buffer) => {
      left -= chunk.byteLength
      if (left >= 0) return
      incoming.pause()
      const refuse = () => (isHttp2(incoming) ? incoming.stream.close() : incoming.socket.destroySoon())
      if (outgoing.writableFinished) refuse()
      else outgoing.once('finish', refuse)
    })
  }
  incoming.resume()
}

function isAscii(headers: Readonly<Record<string, string>>): boolean {
  for (const name in headers) if (beyondAscii.test(headers[name] as string)) return false
  return true
}

const beyondAscii = /[\x80-\xff]/

function pour(body: StreamBody, outgoing: ServerResponse): void {
  const { taken, gone } = body.open({
    get unread() {
      return outgoing.writableLength
    },
    write: bytes => void outgoing.write(bytes),
    end: () => void outgoing.end(),
    abort: () => void outgoing.destroy(),
  })
  outgoing.on('drain', taken)
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone()
  })
}

async function pump(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader()
  let isOver = false
  outgoing.once('close', () => {
    isOver = true
    reader.cancel().catch(() => {})
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || isOver) break
      if (!outgoing.write(value)) await new Promise<void>(resolve => drained(outgoing, resolve))
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

function drained(outgoing: ServerResponse, resolve: () => void): void {
  const done = () => {
    outgoing.off('drain', done)
    outgoing.off('close', done)
    resolve()
  }
  outgoing.on('drain', done)
  outgoing.on('close', done)
}
