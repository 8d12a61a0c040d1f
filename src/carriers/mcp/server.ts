/** One MCP server on the SDK's low-level `Server`: what it is asked goes to the host as it is. */
import { ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { HttpRequest } from '../http/message.ts'
import {
  handshakeRevisions,
  type McpHost,
  type McpRequest,
  type McpToolCall,
  type Revision,
  RpcError,
  tasksExtension,
} from './host.ts'

export interface McpServerParts {
  host: McpHost
  /** `modern`: 2026-07-28, which knows no connection; `handshake`: the revisions before. */
  era: 'modern' | 'handshake'
  /** The revision of a request without a session; in a session it is negotiated. */
  revision?: Revision | undefined
  /** The HTTP request behind the one that the SDK knows; none over stdio. */
  httpOf(request: Request | undefined): HttpRequest | undefined
  /** Waits while the reader of an answer is far behind. */
  room(id: string | number, request: Request | undefined): Promise<void>
  /** How long a client may take to answer a question. */
  answerMs: number
}

const modernRevision: Revision = '2026-07-28'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'

/** How long a list of tools may be remembered: it changes with the agent's next version. */
const listed = { ttlMs: 60_000, cacheScope: 'public' } as const

/** The SDK would validate each call twice and each result once more; `toolParams` and the host have done so. */
class HandshakeServer extends Server {
  protected override _wrapHandler(method: string, handler: Parameters<Server['_wrapHandler']>[1]) {
    return method === 'tools/call' ? handler : super._wrapHandler(method, handler)
  }
}

/** What a call must have. */
function toolParams(params: unknown): { name: string; arguments?: unknown } {
  const { name, arguments: given, _meta: meta } = object(params)
  if (typeof name !== 'string') throw new ProtocolError(-32602, 'A call has the name of a tool.')
  if (given !== undefined && !isObject(given)) throw new ProtocolError(-32602, 'The arguments of a call are an object.')
  const { progressToken: token } = object(meta)
  if (token !== undefined && typeof token !== 'string' && typeof token !== 'number') {
    throw new ProtocolError(-32602, 'A progress token is a text or a number.')
  }
  return { name, arguments: given }
}

export function mcpServer({ host, era, revision, httpOf, room, answerMs }: McpServerParts): Server {
  const isModern = era === 'modern'
  const server = new (isModern ? Server : HandshakeServer)(host.info, {
    capabilities: { tools: {}, ...(isModern ? { extensions: { [tasksExtension]: {} } } : undefined) },
    supportedProtocolVersions: isModern ? [modernRevision] : [...handshakeRevisions],
    cacheHints: { 'tools/list': listed, 'server/discover': listed },
    inputRequired: { legacyShim: false },
  })
  const requestOf = ({ mcpReq, http }: ServerContext): McpRequest => ({
    id: mcpReq.id,
    method: mcpReq.method,
    revision: isModern ? modernRevision : revisionOf(server.getNegotiatedProtocolVersion() ?? revision),
    capabilities: object(
      isModern ? (mcpReq.envelope as JsonObject | undefined)?.[capabilitiesKey] : server.getClientCapabilities(),
    ),
    meta: object(mcpReq._meta),
    signal: mcpReq.signal,
    http: httpOf(http?.req),
  })
  const safely = async <T>(work: () => Promise<T> | T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof RpcError) throw new ProtocolError(error.code, error.message, error.data)
      // The text of an exception may hold anything.
      host.failed(error)
      throw new ProtocolError(-32603, 'Internal error')
    }
  }
  server.setRequestHandler('tools/list', (_, context) =>
    safely(() => ({ tools: host.tools(requestOf(context)) as never })),
  )
  const callTool = (params: { name: string; arguments?: unknown }, context: ServerContext) =>
    safely(async () => {
      const { mcpReq, http } = context
      const token = mcpReq._meta?.progressToken
      const state = mcpReq.requestState()
      const call: McpToolCall = {
        ...requestOf(context),
        name: params.name,
        arguments: object(params.arguments),
        inputResponses: mcpReq.inputResponses === undefined ? undefined : object(mcpReq.inputResponses),
        requestState: typeof state === 'string' ? state : undefined,
        progress:
          token === undefined
            ? undefined
            : async progress => {
                await room(mcpReq.id, http?.req)
                if (mcpReq.signal.aborted) return
                await mcpReq.notify({
                  method: 'notifications/progress',
                  params: { ...progress, progressToken: token } as never,
                })
              },
        ask: isModern
          ? undefined
          : async request => {
              await room(mcpReq.id, http?.req)
              return object(await mcpReq.send(request as never, { timeout: answerMs, signal: mcpReq.signal }))
            },
      }
      return (await host.call(call)) as never
    })
  if (isModern) server.setRequestHandler('tools/call', ({ params }, context) => callTool(params, context))
  else {
    server.setRequestHandler('tools/call', { params: anything, result: anything }, (params, context) =>
      callTool(toolParams(params), context),
    )
  }
  if (isModern) {
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      server.setRequestHandler(method, { params: anything, result: anything }, (params, context) =>
        safely(() => {
          const request = requestOf(context)
          if (!isObject(object(request.capabilities.extensions)[tasksExtension])) throw undeclared()
          return host.task(lifted(params, context), request)
        }),
      )
    }
  }
  return server
}

/** The SDK takes the answers of an update out of its params: they are put back. */
function lifted(params: unknown, { mcpReq: { inputResponses } }: ServerContext): JsonObject {
  return {
    ...object(params),
    ...(inputResponses === undefined ? undefined : { inputResponses: object(inputResponses) }),
  }
}

function undeclared(): RpcError {
  return new RpcError(-32021, 'The client does not declare the tasks extension.', {
    requiredCapabilities: { extensions: { [tasksExtension]: {} } },
  })
}

function revisionOf(negotiated: string | undefined): Revision {
  return handshakeRevisions.find(revision => revision === negotiated) ?? '2025-11-25'
}

function object(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** A Standard Schema that takes whatever comes: the host validates it. */
const anything = {
  '~standard': { version: 1 as const, vendor: 'replywire', validate: (value: unknown) => ({ value }) },
}
