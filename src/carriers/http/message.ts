/** HTTP messages as a server handles them, whatever they travel on: Node's own, or those of `fetch`. */

/** A request whose body has not been read. Header names are lower case. */
export interface HttpRequest {
  readonly method: string
  /** Normalised as a URL has it; percent-encoded. */
  readonly path: string
  /** With its question mark; empty without one. */
  readonly search: string
  /** `http://name:port` by which the server was called. */
  readonly origin: string
  /** Who is at the other end, as far as it is known. */
  readonly address: string | undefined
  /** The path that the server is mounted under, where the path still begins with it. */
  readonly base: string
  /** As authenticators read them. */
  readonly headers: { get(name: string): string | null }
  header(name: string): string | undefined
  /** Every value of a header, as far as the carrier keeps them apart; what was sent twice is not merged or dropped. */
  values(name: string): readonly string[]
  /** The target as it was sent: a path with its query, or an absolute URL. */
  readonly rawTarget: string
  /** Host as it was sent; undefined where there is none. */
  readonly host: string | undefined
  /** Whether a body follows the head. */
  readonly hasBody: boolean
  /** The first value of a query parameter. */
  query(name: string): string | undefined
  /** All query parameters; empty without any. */
  readonly params: URLSearchParams
  /** Every header by name. */
  allHeaders(): Readonly<Record<string, string>>
  /**
   * The bytes of the body; undefined when there are more than allowed. What was read is kept for a call that allows more.
   * A body of GET or HEAD means nothing (RFC 9110 §9.3.1) and is none.
   */
  read(maxBytes: number): Promise<Uint8Array | undefined>
  /** Called once, when the client has left before it had the whole answer; at once if it already has. */
  onGone(listener: () => void): void
  readonly isGone: boolean
  /** The same as a web request without a body, for libraries that take nothing else. */
  toWeb(): Request
}

/** Where a body is sent to while it is made. */
export interface BodySink {
  /** Bytes that the reader has not taken yet. */
  readonly unread: number
  write(bytes: Uint8Array): void
  end(): void
  /** Breaks off, so that the reader does not take what it has for the whole. */
  abort(): void
}

/** A body that is sent while it is made. */
export interface StreamBody {
  /** Called once, by the carrier. `taken` is to be called whenever the reader has taken something. */
  open(sink: BodySink): { taken(): void; gone(): void }
}

export type AnswerBody = Uint8Array | string | StreamBody | ReadableStream<Uint8Array> | undefined

/** An answer. Header names are lower case. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  /** Values of Set-Cookie, which cannot be joined into one. */
  readonly cookies?: readonly string[] | undefined
  readonly body?: AnswerBody
}

export function isStreamBody(body: AnswerBody): body is StreamBody {
  return typeof body === 'object' && 'open' in body
}

export function isWebStream(body: AnswerBody): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && 'getReader' in body
}

/** Ends a body that will not be sent: what makes it stops, and what it holds is free. */
export function abandonBody(body: AnswerBody): void {
  if (isWebStream(body)) void body.cancel().catch(() => {})
  else if (isStreamBody(body)) body.open({ unread: 0, write() {}, end() {}, abort() {} }).gone()
}

/** The path and the query of a target as a URL has them; undefined when it is none. */
export function splitTarget(target: string): { path: string; search: string } | undefined {
  if (isPlain.test(target)) {
    const mark = target.indexOf('?')
    return mark < 0 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark) }
  }
  const url = URL.parse(target.startsWith('/') ? `http://localhost${target}` : target)
  return url === null || !/^https?:$/.test(url.protocol) ? undefined : { path: url.pathname, search: url.search }
}

/** A target that a URL would leave as it is: no dot segments (a dot may be encoded), nothing to encode, no empty query. */
const isPlain = /^(?:\/(?!(?:\.|%2e){0,2}(?:\/|\?|$))[\w!$&()*+,;=:@~.%-]*)+(?:\?[\w!$&()*+,;=:@~.%/?-]+)?$|^\/$/i

/** Whether the head of a request announces a body (RFC 9112 §6.3). */
export function announcesBody(method: string, header: (name: string) => string | undefined): boolean {
  return mayHaveBody(method) && (header('transfer-encoding') !== undefined || Number(header('content-length') ?? 0) > 0)
}

/** Whether a request of this method can have a body. */
export function mayHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
