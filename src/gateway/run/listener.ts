/** One place that a gateway listens at: HTTP or HTTPS, with the limits of the configuration. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { openServer } from '../../server/http/admin-listener.ts'
import { Connections } from '../../server/http/connections.ts'
import type { GatewayLimits, ListenerConfig, TlsFiles } from '../config.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { readTls } from '../read-tls.ts'
import { connectionsFor, descriptorLimit } from './descriptors.ts'
import { Http2Front } from './http2-front.ts'
import { answerSocketErrors, answerUnreadable, type SocketAnswers } from './socket-answers.ts'

export type ListenerHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface ListenerParts {
  readonly limits: GatewayLimits
  readonly handle: ListenerHandler
  readonly metrics: Pick<GatewayMetrics, 'connectionClosed'>
  readonly socketAnswers: SocketAnswers
}

/** Two listeners with the same key are one: it stays open over a reload. */
export function listenerKey({ host, port, tls, http2 = true }: ListenerConfig): string {
  const scheme = tls === undefined ? 'http' : http2 ? 'https' : 'https/1.1'
  return `${scheme} ${host} ${port}`
}

export class Listener {
  readonly #server: Server
  readonly #connections: Connections
  readonly #isTls: boolean
  readonly #http2: Http2Front | undefined

  constructor({ tls, http2 = true }: ListenerConfig, { limits, handle, metrics, socketAnswers }: ListenerParts) {
    const settings = {
      // A missing Host is refused by the gateway, in its contract; joined duplicates too.
      ...{ requireHostHeader: false, joinDuplicateHeaders: true, optimizeEmptyRequests: true },
      maxHeaderSize: limits.maxHeaderBytes,
      // How often slow clients are looked for: Node's default of 30 s is longer than most limits.
      connectionsCheckingInterval: Math.min(5000, Math.max(100, limits.headTimeoutMs / 2)),
    }
    this.#isTls = tls !== undefined
    this.#server =
      tls === undefined
        ? createServer(settings, handle)
        : createTlsServer(
            {
              ...settings,
              ...readTls(tls),
              requestCert: tls.ca !== undefined,
              ALPNProtocols: http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
              handshakeTimeout: limits.headTimeoutMs,
            },
            handle,
          )
    this.#connections = new Connections(this.#server, {
      sendTimeoutMs: limits.sendTimeoutMs,
      most: limits.maxConnections,
      onClosed: metrics.connectionClosed,
    })
    answerSocketErrors(this.#server, this.#connections, socketAnswers)
    if (this.#isTls && http2) {
      this.#http2 = new Http2Front({
        limits,
        handle,
        refuse: (answer, why) =>
          answerUnreadable(answer, why === 'malformed' ? undefined : 'HPE_HEADER_OVERFLOW', socketAnswers),
        onClosed: metrics.connectionClosed,
      })
      this.#http2.serve(this.#server as TlsServer)
    }
    this.setLimits(limits)
  }

  /** Opens it. Rejects with the error of the operating system. */
  async open({ host, port }: ListenerConfig): Promise<void> {
    await openServer(this.#server, port, host)
    // An error after that is one connection's, such as no descriptor for it: the listener goes on.
    this.#server.on('error', () => {})
  }

  get url(): string {
    const { address, port, family } = this.#server.address() as AddressInfo
    return `${this.#isTls ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  }

  get connections(): number {
    return this.#connections.size
  }

  /** Limits that can change while it is open. The largest head cannot. */
  setLimits(limits: GatewayLimits): void {
    const { headTimeoutMs, requestTimeoutMs, maxConnections } = limits
    this.#http2?.setLimits(limits)
    this.#server.headersTimeout = headTimeoutMs
    this.#server.requestTimeout = Math.max(requestTimeoutMs, headTimeoutMs)
    this.#server.maxConnections = Math.min(maxConnections, connectionsFor(descriptorLimit()))
  }

  /** New connections use these files; throws, and changes nothing, if they do not fit. */
  setTls(files: TlsFiles): void {
    ;(this.#server as unknown as TlsServer).setSecureContext(readTls(files))
  }

  /** Takes no further connections, and waits until those that are open have sent what they began. */
  close(): Promise<void> {
    this.#http2?.close()
    return this.#connections.close()
  }

  /** Closes every connection at once. */
  cut(): void {
    this.#http2?.cut()
    this.#connections.cut()
  }
}
