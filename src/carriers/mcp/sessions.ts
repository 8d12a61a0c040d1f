/** MCP 2025, Streamable HTTP: the sessions of clients that begin with a handshake. In memory, bounded, each its opener's. */
import {
  type InitializeRequest,
  isInitializeRequest,
  isJsonContentType,
  type Server,
} from '@modelcontextprotocol/server'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'
import { handshakeRevisions, type Revision } from './host.ts'
import { type AcceptedTypes, acceptedBy } from './reply.ts'
import { kindOf, requestIdOf, rpcAnswer } from './rpc-message.ts'
import { SessionTransport } from './session-transport.ts'

export interface SessionLimits {
  /** How many there may be. */
  most: number
  /** How many one caller may have. */
  each: number
  /** How long one may go unused. */
  idleMs: number
  /** What their ids begin with, such as a name of the process that has them. Default: nothing. */
  idPrefix?: string | undefined
}

interface Session {
  readonly server: Server
  readonly transport: SessionTransport
  /** Who opened it: nobody else can use it, or learn that it is there. */
  readonly owner: string
  /** Whom it is counted for: the owner, or the network of a caller without credentials. */
  readonly holder: string
  /** Requests that are being answered. */
  open: number
  usedAt: number
}

export interface SessionRequest {
  /** The JSON of its body; undefined where there is none. */
  body: unknown
  /** Empty for callers without credentials: the id of a session, which cannot be guessed, is all they need to know. */
  owner: string
  holder: string
  /** When the caller's credentials end: streams that only wait for news end then. */
  expiresAt?: number | undefined
}

/** Makes the protocol's side of a session, or of one request in a revision. */
export type NewServer = (transport: SessionTransport, revision?: Revision) => Server

type RpcRequest = JsonObject & { id: string | number; method: string }

const header = 'mcp-session-id'

/** What is answered without a session: all that needs nothing of an earlier request. */
const sessionless: ReadonlySet<unknown> = new Set(['tools/call', 'tools/list', 'ping'])

/** For callers who name no revision: what all of them can read. */
const oldest: Revision = '2025-06-18'

/** What a client says about itself is kept as long as its session: this many characters of JSON at most. */
const longestOpening = 16_384

/** An initialize request without the pictures of its client: nobody here looks at them, and they may be long. */
function withoutIcons(body: InitializeRequest): InitializeRequest {
  const { icons: _, ...clientInfo } = body.params.clientInfo
  return { ...body, params: { ...body.params, clientInfo } }
}

/** The sessions of the name that has most; of all of them, where several have as many. */
function largest(sessions: readonly Session[], nameOf: (session: Session) => string): Session[] {
  const counts = new Map<string, number>()
  for (const session of sessions) counts.set(nameOf(session), (counts.get(nameOf(session)) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return sessions.filter(session => counts.get(nameOf(session)) === most)
}

export class Sessions {
  readonly #byId = new Map<string, Session>()
  readonly #limits: SessionLimits
  readonly #newServer: NewServer
  readonly #now: () => number
  readonly #keepAliveMs: number
  #sweeping: NodeJS.Timeout | undefined

  constructor(limits: SessionLimits, newServer: NewServer, now: () => number, keepAliveMs: number) {
    this.#limits = limits
    this.#newServer = newServer
    this.#now = now
    this.#keepAliveMs = keepAliveMs
  }

  get size(): number {
    return this.#byId.size
  }

  /** Answers a request. `onEnd` is called once, when nothing more of the answer will be sent. */
  async answer(http: HttpRequest, request: SessionRequest, onEnd: () => void): Promise<HttpAnswer> {
    this.#sweep()
    const { body, owner } = request
    const id = http.header(header)
    const found = id === undefined ? undefined : this.#byId.get(id)
    const session = found?.owner === owner ? found : undefined
    const isMissing = id !== undefined && session === undefined
    const refused = isMissing ? notFound(body) : refusalOf(http, body, session)
    if (refused !== undefined) {
      onEnd()
      return refused
    }
    if (session !== undefined) return this.#inSession(session, http, body, onEnd)
    if (isInitializeRequest(body)) return this.#open(http, body, request, onEnd)
    return this.#withoutSession(http, body as RpcRequest, onEnd)
  }

  async #open(
    http: HttpRequest,
    body: InitializeRequest,
    { owner, holder }: SessionRequest,
    onEnd: () => void,
  ): Promise<HttpAnswer> {
    const kept = withoutIcons(body) as unknown as RpcRequest
    const refused = this.#noRoomFor(kept, holder)
    if (refused !== undefined) {
      onEnd()
      return refused
    }
    const id = `${this.#limits.idPrefix ?? ''}${crypto.randomUUID()}`
    const transport = new SessionTransport(this.#keepAliveMs, id)
    const server = this.#newServer(transport)
    await server.connect(transport)
    // Here and not before, or sessions that begin at once would all find the same room.
    this.#makeRoom(holder)
    const session: Session = { server, transport, owner, holder, open: 0, usedAt: this.#now() }
    this.#byId.set(id, session)
    server.onclose = () => this.#byId.delete(id)
    this.#sweeping ??= setInterval(() => this.#sweep(), Math.min(this.#limits.idleMs, 60_000)).unref()
    return this.#inSession(session, http, kept, onEnd)
  }

  #noRoomFor(opening: RpcRequest, holder: string): HttpAnswer | undefined {
    const { id } = opening
    if (JSON.stringify(opening).length > longestOpening) {
      return rpcAnswer(413, -32600, 'An initialize request has at most 16,384 characters, icons not counted.', { id })
    }
    if (!this.#isBusy(holder)) return undefined
    return rpcAnswer(503, -32000, 'All of your sessions are in use.', { id, headers: { 'retry-after': '30' } })
  }

  #inSession(session: Session, http: HttpRequest, body: unknown, onEnd: () => void) {
    const { transport, server } = session
    session.usedAt = this.#now()
    if (http.method === 'GET') return transport.listen(onEnd)
    if (http.method === 'DELETE') {
      onEnd()
      return server.close().then((): HttpAnswer => ({ status: 200, headers: {} }))
    }
    if (kindOf(body) !== 'request') {
      transport.take(body as JsonObject, http)
      onEnd()
      return { status: 202, headers: {} }
    }
    session.open++
    return transport.request(body as RpcRequest, http, acceptedBy(http), () => {
      session.open--
      session.usedAt = this.#now()
      onEnd()
    })
  }

  /** One request of a client that has begun no session: nothing can be asked of it. */
  async #withoutSession(http: HttpRequest, body: RpcRequest, onEnd: () => void): Promise<HttpAnswer> {
    const version = http.header('mcp-protocol-version')
    const transport = new SessionTransport(this.#keepAliveMs)
    const server = this.#newServer(transport, handshakeRevisions.find(revision => revision === version) ?? oldest)
    await server.connect(transport)
    return transport.request(body, http, acceptedBy(http), () => {
      void server.close()
      onEnd()
    })
  }

  /** Ends what has gone unused for too long. */
  #sweep(): void {
    const oldest = this.#now() - this.#limits.idleMs
    for (const session of this.#byId.values()) {
      if (session.open === 0 && session.usedAt <= oldest) void session.server.close()
    }
    if (this.#byId.size === 0 && this.#sweeping !== undefined) {
      clearInterval(this.#sweeping)
      this.#sweeping = undefined
    }
  }

  /** Whether a caller has as many as allowed and uses them all: none of them can make room. */
  #isBusy(holder: string): boolean {
    const theirs = this.#heldBy(holder)
    return theirs.length >= this.#limits.each && theirs.every(({ open }) => open > 0)
  }

  /**
   * Ends a session where there would be too many: of the same caller, who has as many as allowed, or of the caller who
   * has most. So nobody is refused because of another, and who has few keeps them.
   */
  #makeRoom(holder: string): void {
    const theirs = this.#heldBy(holder)
    if (theirs.length >= this.#limits.each) this.#endOne(theirs)
    else if (this.#byId.size >= this.#limits.most) this.#endOne(this.#ofLargest())
  }

  #heldBy(holder: string): Session[] {
    return [...this.#byId.values()].filter(session => session.holder === holder)
  }

  /**
   * The sessions of the caller who has most. Callers without credentials count as one here, because one may have many
   * addresses; among them it is the address that has most.
   */
  #ofLargest(): Session[] {
    const ofOwner = largest([...this.#byId.values()], ({ owner }) => owner)
    const anonymous = ofOwner.filter(({ owner }) => owner === '')
    return largest(anonymous.length > 0 ? anonymous : ofOwner, ({ holder }) => holder)
  }

  /** Ends the one that is unused for longest; one that is in use only where all are. */
  #endOne(sessions: readonly Session[]): void {
    const [first] = sessions.toSorted((a, b) => Number(a.open > 0) - Number(b.open > 0) || a.usedAt - b.usedAt)
    const id = first?.transport.sessionId
    // At once: its room is needed now, and closing takes a while.
    if (id !== undefined) this.#byId.delete(id)
    void first?.server.close()
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    await Promise.all([...this.#byId.values()].map(({ server }) => server.close()))
  }
}

function notFound(body: unknown): HttpAnswer {
  return rpcAnswer(404, -32001, 'Session not found', { id: requestIdOf(body) })
}

/** Why a request is refused, whatever it would do. */
function refusalOf(http: HttpRequest, body: unknown, session: Session | undefined): HttpAnswer | undefined {
  const { method } = http
  if (method !== 'POST' && method !== 'GET' && method !== 'DELETE') {
    return rpcAnswer(405, -32000, 'Method not allowed.', { headers: { allow: 'GET, POST, DELETE' } })
  }
  const id = requestIdOf(body)
  const accepted = acceptedBy(http)
  if (method === 'GET' && !accepted.stream) return rpcAnswer(406, -32000, 'Accept must name text/event-stream.')
  const isOpening = isObject(body) && body.method === 'initialize'
  const refused = method === 'POST' ? refusedMessage(http, body, accepted) : undefined
  if (refused !== undefined) return refused
  if (
    session === undefined &&
    !isOpening &&
    !(kindOf(body) === 'request' && sessionless.has((body as RpcRequest).method))
  ) {
    return rpcAnswer(400, -32000, `This needs a session: send initialize, then the ${header} header.`, { id })
  }
  if (session !== undefined && isOpening) return rpcAnswer(400, -32600, 'The session has begun already.', { id })
  const version = http.header('mcp-protocol-version')
  if (isOpening || version === undefined || handshakeRevisions.some(revision => revision === version)) return undefined
  return rpcAnswer(400, -32000, `The protocol version is not supported; there are ${handshakeRevisions.join(', ')}.`, {
    id,
  })
}

function refusedMessage(http: HttpRequest, body: unknown, { json, stream }: AcceptedTypes): HttpAnswer | undefined {
  const id = requestIdOf(body)
  if (!json && !stream) {
    return rpcAnswer(406, -32000, 'Accept must name application/json and text/event-stream.', { id })
  }
  if (!isJsonContentType(http.header('content-type') ?? null)) {
    return rpcAnswer(415, -32000, 'The content type must be application/json.', { id })
  }
  return kindOf(body) === undefined ? rpcAnswer(400, -32600, 'The body is no JSON-RPC message.', { id }) : undefined
}
