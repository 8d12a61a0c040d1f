/** The Node listener: started, drained and stopped without dropping a call. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { headOnly, readNodeRequest, writeNodeAnswer } from '../../carriers/http/node.ts'
import { ReplywireError } from '../../errors.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { ServerContext } from '../server-context.ts'
import { stopOnSignals } from '../signals.ts'
import { type AdminListener, listenAdmin, openServer, urlOf } from './admin-listener.ts'
import { Connections } from './connections.ts'
import { unsendable } from './final-answer.ts'
import { localHosts } from './hosts.ts'
import { answerExpectations, answerSocketErrors } from './socket-errors.ts'

/** Where a server listens, and with which limits. */
export interface ListenOptions {
  /** 0 takes any free port. */
  port?: number
  /** Default: 127.0.0.1, this machine only. */
  host?: string
  /** Metrics and health on a listener of their own. Default: none. */
  admin?: { port: number; host?: string }
  /** Stop on SIGTERM and SIGINT and, once every call is answered, end the process. A second signal ends it at once. */
  signals?: boolean
  /**
   * How long a client may take nothing of an answer, plain or a stream. Then its connection is closed, and a stream's
   * handler is stopped. Default: 60 s.
   */
  sendTimeoutMs?: number
  /** How many connections may be open; further ones are closed at once. Default: 10,000. */
  maxConnections?: number
}

/** A server that listens. */
export interface Listening {
  readonly url: string
  readonly adminUrl: string | undefined
  /** Stops accepting, waits for open calls, ends what is left with a terminal event. */
  close(): Promise<void>
}

/** What a listener serves. */
export interface Handlers {
  answer(http: HttpRequest): Promise<HttpAnswer>
  /** Answers a request whose head makes no sense, such as one for no host. */
  unreadable(http: HttpRequest): Promise<HttpAnswer>
  admin(http: HttpRequest): Promise<HttpAnswer>
}

export async function listen(
  server: ServerContext,
  handlers: Handlers,
  options: ListenOptions = {},
): Promise<Listening> {
  const { port = 8080, host = '127.0.0.1', admin, signals = false } = options
  const { sendTimeoutMs = 60_000, maxConnections = 10_000 } = options
  if (!localHosts.has(host) && server.options.authenticate === undefined) {
    throw new ReplywireError(
      'ERR_MISUSE',
      `Listening on ${host} lets others call. Give authenticate, or say authenticate: false (--no-auth) if everybody may.`,
    )
  }
  // A store that can never work is a reason not to start, said at once.
  await server.durable.open()
  // A missing Host is refused as a wrong one is, in the mount's contract. Node would drop the second of two Content-Type,
  // Authorization or Host: `fetch` joins them, and they are refused.
  const settings = { requireHostHeader: false, joinDuplicateHeaders: true }
  const httpServer = createServer(settings, listener(server, handlers.answer, handlers.unreadable))
  httpServer.requestTimeout = 60_000
  httpServer.headersTimeout = 15_000
  const onClosed = server.metrics.connectionClosed
  const connections = new Connections(httpServer, { sendTimeoutMs, most: maxConnections, onClosed })
  answerSocketErrors(server, httpServer, connections)
  answerExpectations(server, httpServer)
  await openServer(httpServer, port, host).catch(error => server.durable.unload().then(() => Promise.reject(error)))
  const adminListener =
    admin === undefined
      ? undefined
      : await listenAdmin(handlers.admin, admin).catch(error => {
          httpServer.close()
          return server.durable.unload().then(() => Promise.reject(error))
        })
  if (server.options.store !== undefined) server.durable.start()
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= stop(server, connections, adminListener).finally(deaf)
    return closing
  }
  const deaf = signals ? stopOnSignals(close) : () => {}
  return { url: urlOf(httpServer), adminUrl: adminListener?.url, close }
}

type Answering = (http: HttpRequest) => Promise<HttpAnswer>

function listener(server: ServerContext, answer: Answering, unreadable: Answering) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const http = readNodeRequest(incoming, outgoing)
    const answering = http === undefined ? unreadable(headOnly(incoming, outgoing)) : answer(http)
    answering
      .then(written => {
        try {
          writeNodeAnswer(written, incoming, outgoing)
        } catch (error) {
          writeNodeAnswer(unsendable(server, error), incoming, outgoing)
        }
      })
      .catch(() => outgoing.destroy())
  }
}

/** How long the last words of calls that were stopped may take to reach their readers. */
const lastWordsMs = 1000

async function stop(server: ServerContext, connections: Connections, admin: AdminListener | undefined): Promise<void> {
  const { inflight, options } = server
  const limit = options.shutdownMs ?? 30_000
  const cause = fault('unavailable', 'The server is shutting down.', { code: 'SHUTTING_DOWN', retryAfterMs: 5000 })
  inflight.draining = true
  // Connections that the operating system has taken on already are answered like the others.
  await nextTurn()
  await nextTurn()
  const stopping = setTimeout(() => inflight.stop(failed(cause)), limit)
  const cutting = setTimeout(() => connections.cut(), limit + lastWordsMs)
  await Promise.all([connections.close(), inflight.idle()])
  await server.durable.stop(limit)
  clearTimeout(stopping)
  clearTimeout(cutting)
  await admin?.close()
}
