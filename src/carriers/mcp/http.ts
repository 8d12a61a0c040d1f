/** MCP over Streamable HTTP: 2026-07-28 request by request, the revisions before in sessions. */
import {
  classifyInboundRequest,
  createMcpHandler,
  type McpHttpHandler,
  McpServer,
  type Server,
} from '@modelcontextprotocol/server'
import { deadline } from '../../lib/deadline.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'
import { Flow, isStanding } from './flow.ts'
import { handshakeRevisions, type McpHost } from './host.ts'
import { MessageStream } from './message-stream.ts'
import { mcpServer } from './server.ts'
import { type SessionLimits, type SessionRequest, Sessions } from './sessions.ts'

export interface McpHttpOptions extends SessionLimits {
  now: () => number
  keepAliveMs: number
  answerMs: number
}

/** A server whose `Mcp-Param-…` headers (SEP-2243) the SDK holds against the arguments, as it does for its own. */
class ValidatingServer extends McpServer {
  readonly #schemas: ReadonlyMap<string, JsonObject>

  constructor(server: Server, schemas: ReadonlyMap<string, JsonObject>) {
    super({ name: '', version: '' })
    this.#schemas = schemas
    Object.assign(this, { server })
  }

  override toolInputSchemaJson(name: string): JsonObject | undefined {
    return this.#schemas.get(name)
  }
}

export class McpHttp {
  /** Requests of 2026-07-28 under the web requests that the SDK knows them by. */
  readonly #requests = new WeakMap<Request, { http: HttpRequest; flow: Flow }>()
  readonly #modern: McpHttpHandler
  readonly #sessions: Sessions
  /** Ends the streams that only wait for news. */
  readonly #standing = new Set<() => void>()
  readonly #now: () => number
  #isDraining = false

  constructor(host: McpHost, { now, keepAliveMs, answerMs, ...limits }: McpHttpOptions) {
    this.#now = now
    const found = (request: Request | undefined) => (request === undefined ? undefined : this.#requests.get(request))
    const modern = () =>
      mcpServer({
        host,
        answerMs,
        era: 'modern',
        httpOf: request => found(request)?.http,
        room: async (_, request) => found(request)?.flow.room(),
      })
    this.#modern = createMcpHandler(
      () => {
        const { headerSchemas } = host
        return headerSchemas.size > 0 ? new ValidatingServer(modern(), headerSchemas) : modern()
      },
      {
        legacy: 'reject',
        keepAliveMs,
      },
    )
    this.#sessions = new Sessions(
      limits,
      (transport, revision) =>
        mcpServer({
          host,
          answerMs,
          era: 'handshake',
          revision,
          // The transport hands requests on as they are.
          httpOf: request => request as unknown as HttpRequest | undefined,
          room: id => transport.room(id),
        }),
      now,
      keepAliveMs,
    )
  }

  /** Answers a request whose caller is known and whose body has been read. `ended` is called when all of it is over. */
  answer(http: HttpRequest, more: SessionRequest, ended: () => void): Promise<HttpAnswer> {
    return isModern(http, more.body) ? this.#answerModern(http, more, ended) : this.#answerInSession(http, more, ended)
  }

  async #answerInSession(http: HttpRequest, more: SessionRequest, ended: () => void): Promise<HttpAnswer> {
    if (http.method !== 'GET') return this.#sessions.answer(http, more, ended)
    let forget = () => {}
    const answer = await this.#sessions.answer(http, more, () => {
      forget()
      ended()
    })
    const { body } = answer
    if (body instanceof MessageStream) forget = this.#stand(() => body.end(), more.expiresAt)
    return answer
  }

  async #answerModern(http: HttpRequest, { body, expiresAt }: SessionRequest, ended: () => void): Promise<HttpAnswer> {
    const request = http.toWeb()
    const flow = new Flow()
    this.#requests.set(request, { http, flow })
    const response = await this.#modern.fetch(request, { parsedBody: body })
    const { status } = response
    const headers = Object.fromEntries(response.headers)
    if (response.body === null) {
      ended()
      return { status, headers }
    }
    if (!isStanding(http.method, body)) return { status, headers, body: flow.watch(response.body, ended) }
    return { status, headers, body: this.#untilDrained(response.body, ended, expiresAt) }
  }

  /** A stream that nothing may ever come on. */
  #untilDrained(body: ReadableStream<Uint8Array>, ended: () => void, expiresAt?: number): ReadableStream<Uint8Array> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const stop = new AbortController()
    const forget = this.#stand(() => stop.abort(), expiresAt)
    void body
      .pipeTo(writable, { signal: stop.signal, preventAbort: true })
      .catch(() => writable.close().catch(() => {}))
      .finally(() => {
        forget()
        ended()
      })
    return readable
  }

  /** Ends a stream that waits for news when the server stops, and with the caller's credentials. */
  #stand(end: () => void, expiresAt: number | undefined): () => void {
    const expiry = deadline(expiresAt, this.#now)
    this.#standing.add(end)
    expiry.signal.addEventListener('abort', end, { once: true })
    // Not at once: its caller has yet to learn how to forget it.
    if (expiry.signal.aborted || this.#isDraining) queueMicrotask(end)
    return () => {
      expiry.clear()
      this.#standing.delete(end)
    }
  }

  /** The server is about to stop: what waits for news ends, what is being answered goes on. */
  drain(): void {
    this.#isDraining = true
    for (const end of this.#standing) end()
  }

  async close(): Promise<void> {
    this.drain()
    await Promise.all([this.#modern.close(), this.#sessions.close()])
  }
}

/** Whether a request is of 2026-07-28, or of an unknown revision: errors are then worded as in 2026-07-28. */
function isModern(http: HttpRequest, body: unknown): boolean {
  if (http.method !== 'POST' || body === undefined) return false
  const version = http.header('mcp-protocol-version')
  // A session is of the revisions before.
  if (http.header('mcp-session-id') !== undefined && handshakeRevisions.some(revision => revision === version))
    return false
  const [method, name] = [http.header('mcp-method'), http.header('mcp-name')]
  const { kind } = classifyInboundRequest({
    httpMethod: http.method,
    body,
    ...(version === undefined ? undefined : { protocolVersionHeader: version }),
    ...(method === undefined ? undefined : { mcpMethodHeader: method }),
    ...(name === undefined ? undefined : { mcpNameHeader: name }),
  })
  return kind !== 'legacy'
}
