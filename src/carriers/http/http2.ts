/**
 * Requests and answers of HTTP/2 (RFC 9113) with the members that those of HTTP/1.1 have, so that the same code handles
 * both: pseudo-headers are no headers, `:authority` is the host, and headers that came twice are joined.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/** What a header name and a value cost besides their bytes (RFC 7541 §4.1). */
const perHeader = 32

export class Http2Request extends Http2ServerRequest {
  /** Of the whole head, as HTTP/2 measures it. */
  readonly headBytes: number
  /** `:authority` and `Host` name different hosts (§8.3.1). */
  readonly isAmbiguous: boolean

  constructor(...[stream, named, options, sent]: ConstructorParameters<typeof Http2ServerRequest>) {
    super(stream, named, options, sent)
    const head = new HeadReader()
    for (let at = 0; at + 1 < sent.length; at += 2) head.add(sent[at] as string, sent[at + 1] as string)
    const { ':authority': authority } = named
    this.headBytes = head.bytes
    this.isAmbiguous = authority !== undefined && (head.headers.host ?? authority) !== authority
    if (head.headers.host === undefined && authority !== undefined) head.add('host', authority)
    Object.defineProperties(this, {
      headers: { value: head.headers },
      headersDistinct: { value: head.distinct },
      rawHeaders: { value: head.raw },
    })
  }
}

/** Headers as HTTP/1.1 has them. */
class HeadReader {
  readonly headers: IncomingHttpHeaders = {}
  readonly distinct: Record<string, string[]> = {}
  readonly raw: string[] = []
  bytes = 0

  add(name: string, value: string): void {
    this.bytes += name.length + value.length + perHeader
    if (name.startsWith(':')) return
    this.raw.push(name, value)
    const values = [...(Object.hasOwn(this.distinct, name) ? (this.distinct[name] ?? []) : []), value]
    define(this.distinct, name, values)
    define(this.headers, name, name === 'set-cookie' ? values : values.join(name === 'cookie' ? '; ' : ', '))
  }
}

/** `__proto__` is a header name like others. */
function define(object: object, name: string, value: string | string[]): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

export class Http2Answer extends Http2ServerResponse<Http2Request> {}
Object.defineProperties(Http2Answer.prototype, {
  // Node leaves this member out.
  destroyed: {
    get(this: Http2Answer) {
      return this.stream.destroyed
    },
  },
  // Node ends an answer whose stream the client has reset: it was not sent.
  writableFinished: {
    get(this: Http2Answer) {
      return this.stream.writableFinished && !this.stream.aborted
    },
  },
})

/** As the code for HTTP/1.1 takes them. */
export function asHttp1(request: Http2Request, answer: Http2Answer): [IncomingMessage, ServerResponse] {
  return [request as unknown as IncomingMessage, answer as unknown as ServerResponse]
}
