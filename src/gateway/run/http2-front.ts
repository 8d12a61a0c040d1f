/** HTTP/2 on the port of a TLS listener: connections that have chosen it by ALPN (RFC 9113, RFC 7301). */
import { constants, createServer, type Http2Server, type ServerHttp2Session } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { asHttp1, Http2Answer, Http2Request } from '../../carriers/http/http2.ts'
import type { ClosedReason } from '../../server/http/connections.ts'
import type { GatewayLimits } from '../config.ts'
import type { ListenerHandler } from './listener.ts'

export interface Http2Parts {
  readonly limits: GatewayLimits
  readonly handle: ListenerHandler
  /** Answers what cannot be read. */
  readonly refuse: (answer: Http2Answer, why: 'headers-too-large' | 'malformed') => void
  readonly onClosed: (reason: ClosedReason | 'timeout') => void
}

/** What a client may do on one connection. */
const mostStreams = 100
/** Streams that a client opens and resets at once: so many, then so many a second. Beyond that the connection ends. */
const resetBurst = 100
const resetsPerSecond = 20
/** A connection on which nothing happens. */
const idleMs = 60_000

export class Http2Front {
  readonly #server: Http2Server
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #answers = new Map<Http2Answer, { left: number; since: number }>()
  readonly #parts: Http2Parts
  readonly #looking: NodeJS.Timeout
  #limits: GatewayLimits
  #isClosing = false

  constructor(parts: Http2Parts) {
    this.#parts = parts
    this.#limits = parts.limits
    this.#server = createServer({
      Http2ServerRequest: Http2Request,
      Http2ServerResponse: Http2Answer,
      settings: {
        enablePush: false,
        maxConcurrentStreams: mostStreams,
        // Node resets the stream of a head that is larger. One between the limit and this is answered in the contract.
        maxHeaderListSize: 2 * parts.limits.maxHeaderBytes,
      },
      streamResetBurst: resetBurst,
      streamResetRate: resetsPerSecond,
      maxSessionInvalidFrames: 100,
      maxSessionRejectedStreams: 100,
      // A head of that size has no more.
      maxHeaderListPairs: Math.ceil((2 * parts.limits.maxHeaderBytes) / 33),
    })
    this.#server.on('session', session => this.#enter(session))
    this.#server.on('request', (request, answer) => this.#handle(request as Http2Request, answer as Http2Answer))
    // One connection's error is not the listener's.
    this.#server.on('sessionError', () => {})
    const { sendTimeoutMs } = parts.limits
    this.#looking = setInterval(() => this.#closeStalled(), Math.ceil(Math.min(sendTimeoutMs / 4, 60_000))).unref()
  }

  /** Takes the connections of a TLS listener that have chosen HTTP/2; the others stay as they are. */
  serve(listener: HttpsServer): void {
    const others = listener.listeners('secureConnection')
    listener.removeAllListeners('secureConnection')
    listener.on('secureConnection', (socket: TLSSocket) => {
      if (socket.alpnProtocol === 'h2') this.#server.emit('connection', socket)
      else for (const other of others) other.call(listener, socket)
    })
  }

  setLimits(limits: GatewayLimits): void {
    this.#limits = limits
  }

  /** Says GOAWAY: streams that are open go on to their end, and no new ones are taken. */
  close(): void {
    this.#isClosing = true
    clearInterval(this.#looking)
    for (const session of this.#sessions) session.close()
  }

  cut(): void {
    for (const session of this.#sessions) session.destroy()
  }

  #enter(session: ServerHttp2Session): void {
    this.#sessions.add(session)
    session.once('close', () => this.#sessions.delete(session))
    session.on('error', () => {})
    session.setTimeout(idleMs, () => {
      if (![...this.#answers.keys()].some(({ stream }) => stream.session === session)) session.close()
    })
    if (this.#isClosing) session.close()
  }

  #handle(request: Http2Request, answer: Http2Answer): void {
    const { maxHeaderBytes, requestTimeoutMs } = this.#limits
    this.#answers.set(answer, { left: 0, since: 0 })
    const late = setTimeout(() => {
      if (request.complete) return
      this.#parts.onClosed('timeout')
      request.stream.close(constants.NGHTTP2_CANCEL)
    }, requestTimeoutMs).unref()
    request.once('end', () => clearTimeout(late))
    request.on('error', () => {})
    answer.stream.on('error', () => {})
    answer.once('close', () => {
      clearTimeout(late)
      this.#answers.delete(answer)
    })
    if (request.headBytes > maxHeaderBytes) this.#parts.refuse(answer, 'headers-too-large')
    else if (request.isAmbiguous) this.#parts.refuse(answer, 'malformed')
    else this.#parts.handle(...asHttp1(request, answer))
  }

  /** Streams whose reader takes nothing of what waits for it. The others on the connection go on. */
  #closeStalled(): void {
    const now = performance.now()
    for (const [answer, seen] of this.#answers) {
      const left = answer.writableLength
      if (left === 0 || left !== seen.left) Object.assign(seen, { left, since: now })
      else if (now - seen.since >= this.#limits.sendTimeoutMs) {
        this.#parts.onClosed('stalled')
        answer.stream.close(constants.NGHTTP2_CANCEL)
      }
    }
  }
}
