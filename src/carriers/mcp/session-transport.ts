/** MCP 2025, Streamable HTTP: the messages of one session, or of one request without a session. */
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/server'
import type { JsonObject } from '../../lib/json-value.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'
import { eventStreamHead, MessageStream } from './message-stream.ts'
import { type AcceptedTypes, PostReply } from './reply.ts'
import { rpcAnswer } from './rpc-message.ts'

export class SessionTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void
  /** Undefined for a request without a session. */
  readonly sessionId?: string
  readonly #headers: Record<string, string>
  readonly #keepAliveMs: number
  /** The requests that are being answered. */
  readonly #replies = new Map<RequestId, PostReply>()
  /** The stream that waits for news. */
  #standing: MessageStream | undefined
  #isClosed = false

  constructor(keepAliveMs: number, sessionId?: string) {
    this.#keepAliveMs = keepAliveMs
    this.#headers = sessionId === undefined ? {} : { 'mcp-session-id': sessionId }
    if (sessionId !== undefined) this.sessionId = sessionId
  }

  async start(): Promise<void> {}

  /** Takes a request and answers it. `onEnd` is called when nothing more of the answer will be sent. */
  request(message: JsonObject & { id: RequestId }, http: HttpRequest, accepted: AcceptedTypes, onEnd: () => void) {
    const { id } = message
    if (this.#isClosed || this.#replies.has(id)) {
      onEnd()
      return this.#isClosed ? ended(id) : rpcAnswer(400, -32600, 'A request with this id is being answered.', { id })
    }
    const reply = new PostReply({ accepted, headers: this.#headers, keepAliveMs: this.#keepAliveMs, onEnd })
    this.#replies.set(id, reply)
    http.onGone(() => reply.over())
    this.#receive(message, http)
    return reply.answer
  }

  /** Takes a notification, or a response to a question. */
  take(message: JsonObject, http: HttpRequest): void {
    this.#receive(message, http)
    if (message.method !== 'notifications/cancelled') return
    const { requestId } = (message.params ?? {}) as { requestId?: RequestId }
    if (requestId === undefined) return
    // The SDK sends nothing more for it.
    this.#replies.get(requestId)?.close({ status: 202, headers: { ...this.#headers } })
    this.#replies.delete(requestId)
  }

  /** The SDK reads nothing of the request; its handlers get it back as it is. */
  #receive(message: JsonObject, http: HttpRequest): void {
    this.onmessage?.(message as unknown as JSONRPCMessage, { request: http as unknown as Request })
  }

  /** A stream that waits for news; there may be one. */
  listen(onEnd: () => void): HttpAnswer {
    if (this.#isClosed || this.#standing !== undefined) {
      onEnd()
      return this.#isClosed ? ended(null) : rpcAnswer(409, -32000, 'A session has one stream that waits for news.')
    }
    const stream = new MessageStream(this.#keepAliveMs, () => {
      this.#standing = undefined
      onEnd()
    })
    this.#standing = stream
    return { status: 200, headers: { ...eventStreamHead, ...this.#headers }, body: stream }
  }

  /** Ends the stream that waits for news. */
  endListening(): void {
    this.#standing?.end()
  }

  /** Waits while the reader of an answer is far behind. */
  async room(id: RequestId): Promise<void> {
    await this.#replies.get(id)?.room()
  }

  async send(message: JSONRPCMessage, { relatedRequestId }: TransportSendOptions = {}): Promise<void> {
    if (!('method' in message)) {
      if (message.id === undefined) return
      this.#replies.get(message.id)?.respond(message)
      this.#replies.delete(message.id)
      return
    }
    if (relatedRequestId === undefined) {
      this.#standing?.send(message)
      return
    }
    const isSent = this.#replies.get(relatedRequestId)?.send(message) ?? false
    if (!isSent && 'id' in message) throw new Error('The client reads no questions.')
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const [id, reply] of this.#replies) reply.close(unanswered(id))
    this.#replies.clear()
    this.endListening()
    this.onclose?.()
  }
}

function ended(id: RequestId | null): HttpAnswer {
  return rpcAnswer(404, -32001, 'Session not found', { id })
}

/** Not 404: a client may begin a new session then and repeat a call that was made. */
function unanswered(id: RequestId): HttpAnswer {
  return rpcAnswer(200, -32000, 'The session ended before there was an answer.', { id })
}
