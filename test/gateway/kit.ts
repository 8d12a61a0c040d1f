/** Gateways in this process, on real sockets, in front of real upstreams. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import { type Gateway, openGateway } from '../../src/gateway/gateway.ts'
import { createGatewayMetrics, type GatewayMetrics } from '../../src/gateway/metrics.ts'
import { afterEachFile } from '../after-file.ts'
import { config, type TestConfig } from './settings.ts'

export { config, limits, pool, route, type TestConfig } from './settings.ts'

const closers: (() => Promise<unknown> | unknown)[] = []

/** Closes what the tests of a file have opened. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}
afterEachFile(closeAll)

export interface TestGateway {
  readonly gateway: Gateway
  readonly metrics: GatewayMetrics
  readonly url: string
  readonly port: number
  readonly server: Server
  readonly lines: Record<string, string | number | boolean>[]
  /** The value of a metric; undefined when it has none with these labels. */
  metric(name: string, labels?: Readonly<Record<string, string>>): Promise<number | undefined>
}

/** Opens a gateway on a port of its own. */
export async function gateway(settings: TestConfig, now?: () => number): Promise<TestGateway> {
  const metrics = createGatewayMetrics()
  const lines: TestGateway['lines'] = []
  const log = {
    info: (fields: Record<string, string | number | boolean>) => void lines.push(fields),
    warn: (fields: Record<string, string | number | boolean>, message: string) =>
      void lines.push({ ...fields, message }),
  }
  const whole = config(settings)
  const opened = await openGateway(whole, { log, metrics, now })
  const server = createServer(
    { optimizeEmptyRequests: true, requireHostHeader: false, joinDuplicateHeaders: true } as object,
    (request, response) => opened.handle(request, response),
  )
  const port = await listen(server)
  closers.push(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await opened.close()
    metrics.close()
  })
  return {
    gateway: opened,
    metrics,
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    lines,
    async metric(name, labels = {}) {
      const { text } = await metrics.read()
      const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
      const line = text
        .split('\n')
        .find(
          one =>
            (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) && wanted.every(label => one.includes(label)),
        )
      return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1))
    },
  }
}

async function listen(server: Server | TcpServer): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  return (server.address() as AddressInfo).port
}

/** What an upstream received. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Upstream {
  readonly url: string
  readonly received: Received[]
  readonly server: Server
}

/** An upstream that is a real HTTP server; what it received is kept. */
export async function upstream(
  answer: (received: Received, response: ServerResponse, request: IncomingMessage) => void,
): Promise<Upstream> {
  const received: Received[] = []
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, body: Buffer.concat(chunks).toString() }
      received.push(one)
      answer(one, response, request)
    })
  }
  const server = createServer(listener)
  const port = await listen(server)
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, received, server }
}

/** An upstream that is nothing but a socket, for what no HTTP server would do. */
export async function rawUpstream(
  serve: (socket: Socket) => void,
): Promise<{ url: string; port: number; sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server = createTcpServer(socket => {
    sockets.push(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  const port = await listen(server)
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, port, sockets }
}

/** A port that nobody listens at. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer()
  const port = await listen(server)
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Sends bytes and returns everything that comes back until the connection is closed, or `until` is true of it. */
export function sendRaw(port: number, bytes: string | Uint8Array, until?: (text: string) => boolean): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const done = () => {
      socket.destroy()
      resolve(text)
    }
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      if (until?.(text) === true) done()
    })
    socket.on('error', done)
    socket.on('close', done)
    socket.write(bytes)
  })
}

/** A body of the profile, with the ids that the upstream was sent. */
export function traceOf({ headers }: Received): { correlationId: string; requestId: string } {
  return {
    correlationId: String(headers['x-correlation-id']),
    requestId: String(headers['x-request-id']),
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  type = 'application/json',
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(JSON.stringify(body))
}
