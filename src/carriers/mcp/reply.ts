/** The answer to one POST (MCP 2025, Streamable HTTP): JSON where the response is all there is to send, else a stream. */
import type { HttpAnswer, HttpRequest } from '../http/message.ts'
import { eventStreamHead, MessageStream } from './message-stream.ts'
import { jsonRpc } from './rpc-message.ts'

/** The media types that a client accepts. */
export interface AcceptedTypes {
  readonly json: boolean
  readonly stream: boolean
}

const both: AcceptedTypes = { json: true, stream: true }

/** What the Accept header of a request names. Without one, everything is welcome (RFC 9110 §12.5.1). */
export function acceptedBy(http: HttpRequest): AcceptedTypes {
  const accept = http.header('accept')
  if (accept === undefined || accept.includes('*/*')) return both
  return {
    json: accept.includes('application/json') || accept.includes('application/*'),
    stream: accept.includes('text/event-stream') || accept.includes('text/*'),
  }
}

export interface ReplyParts {
  readonly accepted: AcceptedTypes
  /** Headers of the answer, such as the id of the session. */
  readonly headers: Record<string, string>
  /** A call that takes longer is answered as a stream, so that the connection is not taken for dead. */
  readonly keepAliveMs: number
  /** Called once, when nothing more will be sent. */
  onEnd(): void
}

export class PostReply {
  readonly #parts: ReplyParts
  readonly #answer = Promise.withResolvers<HttpAnswer>()
  readonly #slow: NodeJS.Timeout | undefined
  #stream: MessageStream | undefined
  #isOver = false

  constructor(parts: ReplyParts) {
    this.#parts = parts
    const { accepted, keepAliveMs } = parts
    if (accepted.stream && keepAliveMs > 0) this.#slow = setTimeout(() => this.#openStream(), keepAliveMs).unref()
  }

  get answer(): Promise<HttpAnswer> {
    return this.#answer.promise
  }

  /** Sends a message before the response; false where the client reads no stream. */
  send(message: object): boolean {
    if (!this.#parts.accepted.stream || this.#isOver) return false
    this.#openStream().send(message)
    return true
  }

  room(): Promise<void> | undefined {
    return this.#stream?.room()
  }

  /** The response: the last message. */
  respond(message: object): void {
    if (this.#stream === undefined && this.#parts.accepted.json) {
      this.#answer.resolve(jsonRpc(200, message, this.#parts.headers))
      this.over()
      return
    }
    const stream = this.#openStream()
    stream.send(message)
    stream.end()
  }

  /** There will be no response: a stream ends, and this is the answer where there is none. */
  close(answer: HttpAnswer): void {
    if (this.#stream === undefined) this.#answer.resolve(answer)
    else this.#stream.end()
    this.over()
  }

  /** The client has gone, or has all. */
  over(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#slow)
    this.#parts.onEnd()
  }

  #openStream(): MessageStream {
    if (this.#stream !== undefined) return this.#stream
    const { headers, keepAliveMs } = this.#parts
    clearTimeout(this.#slow)
    this.#stream = new MessageStream(keepAliveMs, () => this.over())
    this.#answer.resolve({ status: 200, headers: { ...eventStreamHead, ...headers }, body: this.#stream })
    return this.#stream
  }
}
