/** MCP over Streamable HTTP: 2026-07-28 request by request, the revisions before in sessions. */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  McpServer,
  type Server,
} from '@modelcontextprotocol/server'
import { deadline } from '../../lib/deadline.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { Flow, isStanding } from './flow.ts'
import type { McpHost } from './host.ts'
import { mcpServer } from './server.ts'
import { type SessionLimits, type SessionRequest, Sessions } from './sessions.ts'

export interface McpHttpOptions extends SessionLimits {
  now: () => number
  keepAliveMs: number
  answerMs: number
}

/** A server whose `Mcp-Param-…` headers (SEP-2243) the SDK holds against the arguments, as it does for its own. */
class Judged extends McpServer {
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
  readonly #flows = new WeakMap<Request, Flow>()
  readonly #modern: McpHttpHandler
  readonly #sessions: Sessions
  /** Ends the streams that only wait for news. */
  readonly #standing = new Set<() => void>()
  readonly #now: () => number
  #isDraining = false

  constructor(host: McpHost, { now, keepAliveMs, answerMs, ...limits }: McpHttpOptions) {
    this.#now = now
    const parts = {
      host,
      answerMs,
      flowOf: (request: Request | undefined) => (request === undefined ? undefined : this.#flows.get(request)),
    }
    const modern = () => mcpServer({ ...parts, era: 'modern' })
    const isJudged = host.headerSchemas.size > 0
    this.#modern = createMcpHandler(() => (isJudged ? new Judged(modern(), host.headerSchemas) : modern()), {
      legacy: 'reject',
      keepAliveMs,
    })
    this.#sessions = new Sessions(limits, () => mcpServer({ ...parts, era: 'handshake' }), now, keepAliveMs)
  }

  /** Answers a request whose caller is known and whose body has been read. `ended` is called when all of it has been. */
  async fetch(request: Request, more: SessionRequest, ended: () => void): Promise<Response> {
    const flow = new Flow()
    this.#flows.set(request, flow)
    const { response, leave } = (await isLegacyRequest(request, more.body))
      ? await this.#sessions.fetch(request, more)
      : { response: await this.#modern.fetch(request, { parsedBody: more.body }), leave() {} }
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      leave()
      ended()
    }
    if (response.body === null) {
      end()
      return response
    }
    return new Response(
      isStanding(request.method, more.body)
        ? this.#stand(response.body, end, more.expiresAt)
        : flow.watch(response.body, end),
      response,
    )
  }

  /** A stream that nothing may ever come on: it ends when the server stops, and with the caller's credentials. */
  #stand(body: ReadableStream<Uint8Array>, ended: () => void, expiresAt?: number): ReadableStream<Uint8Array> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const stop = new AbortController()
    const end = () => stop.abort()
    const expiry = deadline(expiresAt, this.#now)
    if (expiry.signal.aborted) end()
    expiry.signal.addEventListener('abort', end, { once: true })
    this.#standing.add(end)
    if (this.#isDraining) end()
    void body
      .pipeTo(writable, { signal: stop.signal, preventAbort: true })
      .catch(() => writable.close().catch(() => {}))
      .finally(() => {
        expiry.clear()
        this.#standing.delete(end)
      })
    // Nobody waits for its end.
    ended()
    return readable
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
