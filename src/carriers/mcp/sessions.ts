/** MCP 2025, Streamable HTTP: the sessions of clients that begin with a handshake. In memory, bounded, each its opener's. */
import {
  type InitializeRequest,
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { rpcResponse } from './rpc-response.ts'

export interface SessionLimits {
  /** How many there may be. */
  most: number
  /** How many one caller may have. */
  each: number
  /** How long one may go unused. */
  idleMs: number
}

interface Session {
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
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

/** An answer, and what to call when all of it has been read: until then its session is in use. */
export interface Answered {
  response: Response
  leave(): void
}

function refused(...parts: Parameters<typeof rpcResponse>): Answered {
  return { response: rpcResponse(...parts), leave() {} }
}

const header = 'mcp-session-id'

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
  readonly #newServer: () => Server
  readonly #now: () => number
  readonly #keepAliveMs: number
  #sweeping: NodeJS.Timeout | undefined

  constructor(limits: SessionLimits, newServer: () => Server, now: () => number, keepAliveMs: number) {
    this.#limits = limits
    this.#newServer = newServer
    this.#now = now
    this.#keepAliveMs = keepAliveMs
  }

  get size(): number {
    return this.#byId.size
  }

  async fetch(request: Request, { body, owner, holder }: SessionRequest): Promise<Answered> {
    this.#sweep()
    const id = request.headers.get(header)
    if (id !== null) {
      const session = this.#byId.get(id)
      if (session === undefined || session.owner !== owner) return refused(404, -32001, 'Session not found')
      return this.#answer(session, request, body)
    }
    if (request.method !== 'POST' || !isInitializeRequest(body)) {
      return refused(400, -32000, `Bad Request: the ${header} header is required`)
    }
    const kept = withoutIcons(body)
    if (JSON.stringify(kept).length > longestOpening) {
      return refused(413, -32600, 'An initialize request has at most 16,384 characters beside icons.')
    }
    if (this.#isBusy(holder)) return refused(503, -32000, 'All of your sessions are in use.', { 'retry-after': '30' })
    return this.#open(request, kept, { owner, holder })
  }

  async #open(request: Request, body: unknown, whose: Pick<Session, 'owner' | 'holder'>): Promise<Answered> {
    const server = this.#newServer()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: id => {
        // Here and not before, or sessions that begin at once would all find the same room.
        this.#makeRoom(whose.holder)
        this.#byId.set(id, session)
        server.onclose = () => this.#byId.delete(id)
        this.#sweeping ??= setInterval(() => this.#sweep(), Math.min(this.#limits.idleMs, 60_000)).unref()
      },
      keepAliveMs: this.#keepAliveMs,
    })
    const session: Session = { server, transport, ...whose, open: 0, usedAt: this.#now() }
    await server.connect(transport)
    const answered = await this.#answer(session, request, body)
    if (transport.sessionId === undefined) await server.close()
    return answered
  }

  async #answer(session: Session, request: Request, body: unknown): Promise<Answered> {
    session.open++
    const leave = () => {
      session.open--
      session.usedAt = this.#now()
    }
    try {
      const response = await session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body })
      // A stream that only waits for news is no use.
      if (request.method !== 'GET') return { response, leave }
      leave()
      return { response, leave() {} }
    } catch (error) {
      leave()
      throw error
    }
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
