/** The sockets of a listener, so that it can stop without cutting off what is still being sent or read. */
import type { Server, ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { Server as TlsServer } from 'node:tls'

export interface ConnectionLimits {
  /** How long a client may take nothing of an answer. */
  sendTimeoutMs: number
  /** How many connections may be open. */
  most: number
  /** Called for each connection that was closed because of one of these. */
  onClosed(reason: ClosedReason): void
}

/** `stalled`: the client took nothing of an answer for too long. `over-limit`: too many were open. */
export type ClosedReason = 'stalled' | 'over-limit'

interface Connection {
  /** Answers that have not wholly reached the operating system. */
  readonly answers: Set<ServerResponse>
  /** Bytes that had come when the last answer was done: more than these are the head of a further request. */
  seen: number
  /** Bytes that the client's side had taken at the last look, and when that last changed or nothing was left to take. */
  taken: number
  takenAt: number
}

/**
 * Node's own `closeIdleConnections` takes an answer for done when its last byte was written, though a slow reader has
 * most of it still to come. Here an answer is done when the operating system has all of it.
 */
export class Connections {
  readonly #server: Server
  readonly #open = new Map<Socket, Connection>()
  /** Those whose TLS session has not begun too. */
  readonly #sockets = new Set<Socket>()
  #closing = false

  constructor(server: Server, { sendTimeoutMs, most, onClosed }: ConnectionLimits) {
    this.#server = server
    server.maxConnections = most
    server.on('drop', () => onClosed('over-limit'))
    const lookMs = Math.ceil(Math.min(sendTimeoutMs / 4, 60_000))
    const looking = setInterval(() => this.#closeStalled(sendTimeoutMs, onClosed), lookMs)
    looking.unref()
    server.once('close', () => clearInterval(looking))
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    // A request over TLS knows the socket of the session, not the one below it.
    const event = server instanceof TlsServer ? 'secureConnection' : 'connection'
    server.on(event, (socket: Socket) => {
      this.#open.set(socket, { answers: new Set(), seen: 0, taken: 0, takenAt: 0 })
      socket.once('close', () => this.#open.delete(socket))
    })
    server.on('request', ({ socket }, response) => {
      const connection = this.#open.get(socket)
      if (connection === undefined) return
      connection.answers.add(response)
      if (this.#closing) response.shouldKeepAlive = false
      response.on('close', () => {
        connection.answers.delete(response)
        connection.seen = socket.bytesRead
        if (this.#closing) release(socket, connection)
      })
    })
  }

  /** A handler that has not sent anything is no slow reader: only what waits to be taken counts. */
  #closeStalled(sendTimeoutMs: number, onClosed: ConnectionLimits['onClosed']): void {
    const now = performance.now()
    for (const [socket, connection] of this.#open) {
      if (connection.answers.size === 0) continue
      const { taken, left } = sentOn(socket)
      if (left === 0 || taken !== connection.taken) {
        connection.taken = taken
        connection.takenAt = now
      } else if (now - connection.takenAt >= sendTimeoutMs) {
        onClosed('stalled')
        socket.destroy()
      }
    }
  }

  /** Connections that are open. */
  get size(): number {
    return this.#sockets.size
  }

  /** Whether a part of an answer has been sent on this socket: nothing else may be written to it then. */
  isAnswering(socket: Socket): boolean {
    return [...(this.#open.get(socket)?.answers ?? [])].some(({ headersSent }) => headersSent)
  }

  /** Takes no further connections and waits until those that are open have sent and received what they began. */
  close(): Promise<void> {
    this.#closing = true
    // Not the HTTP server's own close, which destroys connections whose answers are still being read.
    const closed = new Promise<void>(resolve => TcpServer.prototype.close.call(this.#server, () => resolve()))
    for (const [socket, connection] of this.#open) {
      for (const response of connection.answers) if (!response.headersSent) response.shouldKeepAlive = false
      release(socket, connection)
    }
    return closed
  }

  /** Closes what is left. */
  cut(): void {
    for (const socket of this.#open.keys()) socket.destroy()
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** Closes a connection that nothing is going on at. */
function release(socket: Socket, { answers, seen }: Connection): void {
  if (answers.size === 0 && socket.bytesRead === seen) socket.destroySoon()
}

/**
 * How much of what was written the operating system has taken, and how much it has not. `socket.bytesWritten` counts
 * what waits too, and `writableLength` shrinks by whole writes only, of which an answer may be one.
 */
function sentOn(socket: Socket): { taken: number; left: number } {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize?: number } | null }
  if (!handle) return { taken: 0, left: 0 }
  // A session of TLS has no queue of its own that can be seen.
  const { bytesWritten, writeQueueSize: left = socket.writableLength } = handle
  return { taken: bytesWritten - left, left }
}
