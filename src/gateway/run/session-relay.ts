/**
 * MCP sessions are in the memory of one process. Where several share a port, the id of a session begins with the name of
 * its process, and a request that comes to another is handed to that one over a socket that this user alone can open.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http'
import { join } from 'node:path'
import { discardRest, readNodeRequest } from '../../carriers/http/node.ts'
import { isObject } from '../../lib/json-value.ts'
import { Connections } from '../../server/http/connections.ts'
import { defaultJsonLimits, readJsonText } from '../../wire/json.ts'
import type { GatewayLimits } from '../config.ts'
import type { ListenerHandler } from './listener.ts'

const header = 'mcp-session-id'
/** Who called the process that handed the request on. */
const callerHeader = 'x-replywire-relayed-for'
const processName = /^([0-9a-f]{16})\./
/** The paths of sessions. */
const paths: ReadonlySet<string> = new Set(['/mcp', '/mcp/'])

/** Headers of one connection: the next has its own. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export class SessionRelay {
  /** The ids of sessions of this process begin with it. */
  readonly prefix: string
  readonly #name: string
  readonly #folder: string
  readonly #server: Server
  readonly #connections: Connections
  #passed = 0

  private constructor(folder: string, { maxHeaderBytes, sendTimeoutMs }: RelayLimits, handle: ListenerHandler) {
    this.#folder = folder
    this.#name = randomBytes(8).toString('hex')
    this.prefix = `${this.#name}.`
    // The head has one header more here.
    const maxHeaderSize = maxHeaderBytes + 1024
    this.#server = createServer(
      { requireHostHeader: false, joinDuplicateHeaders: true, keepAliveTimeout: 0, maxHeaderSize } as object,
      (request, response) => {
        if (asItCame(request)) handle(request, response)
        else request.destroy()
      },
    )
    const most = Number.POSITIVE_INFINITY
    this.#connections = new Connections(this.#server, { sendTimeoutMs, most, onClosed: () => {} })
  }

  /** `folder`: one that all processes of the gateway have, and no other user can enter. */
  static async open(folder: string, limits: RelayLimits, handle: ListenerHandler): Promise<SessionRelay> {
    const relay = new SessionRelay(folder, limits, handle)
    await new Promise<void>((resolve, reject) => {
      relay.#server.once('error', reject)
      // Of this process alone: the others have their own.
      relay.#server.listen({ path: socketPath(relay.#folder, relay.#name), exclusive: true }, resolve)
    })
    relay.#server.on('error', () => {})
    return relay
  }

  /** Requests that other processes are answering for this one. */
  get passed(): number {
    return this.#passed
  }

  /**
   * Hands a request to the process that has its session. False: it is for this one, as far as its session says.
   * `answerHere` is called, before anything of the body was read, when that process has ended.
   */
  pass(request: IncomingMessage, response: ServerResponse, answerHere: ListenerHandler): boolean {
    const id = request.headers[header]
    const [, name] = processName.exec(typeof id === 'string' ? id : '') ?? []
    if (name === undefined || name === this.#name) return false
    const http = readNodeRequest(request, response)
    if (http === undefined || !paths.has(http.path)) return false
    // Nobody waits for the end of a stream that only waits for news.
    if (http.method !== 'GET') {
      this.#passed += 1
      response.once('close', () => {
        this.#passed -= 1
      })
    }
    this.#hand({ name, hasBody: http.hasBody }, request, response, answerHere)
    return true
  }

  #hand(
    { name, hasBody }: { name: string; hasBody: boolean },
    request: IncomingMessage,
    response: ServerResponse,
    answerHere: ListenerHandler,
  ): void {
    const { method, url: path, socket } = request
    const caller = { address: socket.remoteAddress, encrypted: 'encrypted' in socket }
    const onward = send({
      socketPath: socketPath(this.#folder, name),
      method,
      path,
      // One connection a request, which the sender closes. Where the receiver does, after an answer that comes early or a
      // long rest, the sender fails while it writes, and loses the answer.
      agent: false,
      headers: {
        ...framed(forwarded(request.headers), hasBody),
        connection: 'keep-alive',
        [callerHeader]: JSON.stringify(caller),
      },
    })
    let isConnected = false
    onward.once('socket', ({ connecting }) => {
      const begin = () => {
        isConnected = true
        if (hasBody) request.pipe(onward)
        else onward.end()
      }
      if (connecting) onward.socket?.once('connect', begin)
      else begin()
    })
    onward.once('response', answer => {
      // An answer that comes early wants no more of the body.
      request.unpipe(onward)
      response.writeHead(answer.statusCode ?? 502, forwarded(answer.headers))
      response.flushHeaders()
      answer.on('error', () => response.destroy())
      answer.pipe(response)
      if (!request.readableEnded) discardRest(request, response)
    })
    onward.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (response.headersSent) response.destroy()
      else if (!isConnected && (code === 'ENOENT' || code === 'ECONNREFUSED')) answerHere(request, response)
      else if (isConnected) refuse(response, 502, 'The session ended before there was an answer.')
      else refuse(response, 503, 'The process of the session is busy.')
    })
    response.once('close', () => onward.destroy())
    request.on('error', () => onward.destroy())
  }

  /** Takes no further requests, and waits until the answers to those that came have been sent. */
  close(): Promise<void> {
    return this.#connections.close()
  }

  cut(): void {
    this.#connections.cut()
  }
}

type RelayLimits = Pick<GatewayLimits, 'maxHeaderBytes' | 'sendTimeoutMs'>

/** Where a process listens for others. */
function socketPath(folder: string, name: string): string {
  return process.platform === 'win32' ? `\\\\.\\pipe\\replywire-${name}` : join(folder, `${name}.sock`)
}

/** Operating systems have no room for a longer one. */
const longestSocketPath = 103

/** Whether sockets can have names in a folder. */
export function fitsSockets(folder: string): boolean {
  return process.platform === 'win32' || Buffer.byteLength(socketPath(folder, '0'.repeat(16))) <= longestSocketPath
}

/** Says where the body ends. Node says it of no body of DELETE: the receiver would read it as another request. */
function framed({ 'content-length': length, ...headers }: IncomingMessage['headers'], hasBody: boolean) {
  if (!hasBody) return headers
  return { ...headers, ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }) }
}

function forwarded(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofConnection.has(name))
  const host = headers.host ?? headers[':authority']
  return { ...Object.fromEntries(kept), ...(host === undefined ? undefined : { host: String(host) }) }
}

/** Not 404: a client may begin a new session then and repeat a call that was made. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', ...(status === 503 && { 'retry-after': '1' }) })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }))
}

/** Makes a request what it was when it came to the process that handed it on. False: none of them did. */
function asItCame(request: IncomingMessage): boolean {
  const { [callerHeader]: text, ...headers } = request.headers
  const read = readJsonText(String(text), defaultJsonLimits)
  if (!read.ok || !isObject(read.value)) return false
  const { address, encrypted } = read.value
  request.headers = headers
  Object.defineProperty(request.socket, 'remoteAddress', { value: address, configurable: true })
  if (encrypted === true) Object.defineProperty(request.socket, 'encrypted', { value: true, configurable: true })
  return true
}
