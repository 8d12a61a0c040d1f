/**
 * MCP sessions are in the memory of one process. Where several share a port, the id of a session begins with the name of
 * its process, and a request that comes to another is handed to that one over a socket that this user alone can open.
 */
import { randomBytes } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http'
import { join } from 'node:path'
import type { ListenerHandler } from './listener.ts'

const header = 'mcp-session-id'
/** Who called the process that handed the request on. */
const callerHeader = 'x-replywire-relayed-for'
const processName = /^([0-9a-f]{16})\./

/** Headers of one connection: the next has its own. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/**
 * One connection a request, which the sender closes: where the receiver closes it after an answer that comes early, the
 * sender fails while it writes, and loses the answer.
 */
const relayAgent = new Agent({ keepAlive: true, maxFreeSockets: 0 })

export class SessionRelay {
  /** The ids of sessions of this process begin with it. */
  readonly prefix: string
  readonly #name: string
  readonly #folder: string
  readonly #server: Server

  private constructor(folder: string, maxHeaderSize: number, handle: ListenerHandler) {
    this.#folder = folder
    this.#name = randomBytes(8).toString('hex')
    this.prefix = `${this.#name}.`
    this.#server = createServer(
      { requireHostHeader: false, joinDuplicateHeaders: true, maxHeaderSize } as object,
      (request, response) => {
        asItCame(request)
        handle(request, response)
      },
    )
  }

  /** `folder`: one that all processes of the gateway have, and no other user can enter. */
  static async open(folder: string, maxHeaderBytes: number, handle: ListenerHandler): Promise<SessionRelay> {
    // The head has one header more here.
    const relay = new SessionRelay(folder, maxHeaderBytes + 1024, handle)
    await new Promise<void>((resolve, reject) => {
      relay.#server.once('error', reject)
      // Of this process alone: the others have their own.
      relay.#server.listen({ path: relay.#pathOf(relay.#name), exclusive: true }, resolve)
    })
    relay.#server.on('error', () => {})
    return relay
  }

  /** Hands a request to the process that has its session. False: it is for this one, as far as its session says. */
  pass(request: IncomingMessage, response: ServerResponse): boolean {
    const id = request.headers[header]
    const [, name] = processName.exec(typeof id === 'string' ? id : '') ?? []
    if (name === undefined || name === this.#name) return false
    this.#hand(name, request, response)
    return true
  }

  #hand(name: string, request: IncomingMessage, response: ServerResponse): void {
    const { method, url: path, socket } = request
    const caller = { address: socket.remoteAddress, encrypted: 'encrypted' in socket }
    const onward = send({
      socketPath: this.#pathOf(name),
      method,
      path,
      headers: { ...forwarded(request.headers), [callerHeader]: JSON.stringify(caller) },
      agent: relayAgent,
    })
    onward.once('response', answer => {
      response.writeHead(answer.statusCode ?? 502, forwarded(answer.headers))
      response.flushHeaders()
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    onward.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (response.headersSent) response.destroy()
      else if (code === 'ENOENT' || code === 'ECONNREFUSED') refuse(response, 404, -32001, 'Session not found')
      // Not 404: a client may begin a new session then and repeat a call that was made.
      else refuse(response, 502, -32000, 'The session ended before there was an answer.')
    })
    response.once('close', () => onward.destroy())
    request.on('error', () => onward.destroy())
    if (hasBody(request)) request.pipe(onward)
    else onward.end()
  }

  #pathOf(name: string): string {
    return process.platform === 'win32' ? `\\\\.\\pipe\\replywire-${name}` : join(this.#folder, `${name}.sock`)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

/** A request without a body never says that it ends. */
function hasBody({ headers, httpVersionMajor }: IncomingMessage): boolean {
  return httpVersionMajor > 1 || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function forwarded(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofConnection.has(name))
  const host = headers.host ?? headers[':authority']
  return { ...Object.fromEntries(kept), ...(host === undefined ? undefined : { host: String(host) }) }
}

/** In place of the process of the session, which has ended, and its sessions with it. */
function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }))
}

/** A request as it came to the process that handed it on. */
function asItCame(request: IncomingMessage): void {
  const { [callerHeader]: text = '{}', ...headers } = request.headers
  const { address, encrypted } = JSON.parse(String(text)) as { address?: string; encrypted?: boolean }
  request.headers = headers
  Object.defineProperty(request.socket, 'remoteAddress', { value: address, configurable: true })
  if (encrypted === true) Object.defineProperty(request.socket, 'encrypted', { value: true, configurable: true })
}
