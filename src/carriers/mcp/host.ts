/** What an MCP server needs to know of its host: requests as this carrier hands them on. */
import type { JsonObject } from '../../lib/json-value.ts'
import type { HttpRequest } from '../http/message.ts'

export type Revision = '2025-06-18' | '2025-11-25' | '2026-07-28'

/** The revisions whose connections begin with a handshake, the newest first. */
export const handshakeRevisions: readonly Revision[] = ['2025-11-25', '2025-06-18']

/** The extension (SEP-2663) under which long runs are followed. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** One request of a client, in whatever revision and over whatever transport. */
export interface McpRequest {
  readonly id: string | number
  readonly method: string
  readonly revision: Revision
  /** What the client says it can do. */
  readonly capabilities: JsonObject
  readonly meta: JsonObject
  /** Aborted when the client cancels, or is gone in a way that says so. */
  readonly signal: AbortSignal
  /** The HTTP request that it came in; none over stdio. */
  readonly http: HttpRequest | undefined
}

/** What one tool is called with. */
export interface McpToolCall extends McpRequest {
  readonly name: string
  readonly arguments: JsonObject
  /** What the client answers to the questions of an earlier result. */
  readonly inputResponses: JsonObject | undefined
  readonly requestState: string | undefined
  /** Reports how far the call has come, if the client wants progress; waits while it reads slowly. */
  readonly progress: ((progress: JsonObject) => Promise<void>) | undefined
  /** Asks the client while the call is open, where the connection outlives the call. */
  readonly ask: ((request: { method: string; params: JsonObject }) => Promise<JsonObject>) | undefined
}

/** Answers what a client asks for. What is wrong with a request is thrown as an `RpcError`. */
export interface McpHost {
  readonly info: { name: string; title: string; version: string }
  tools(request: McpRequest): readonly JsonObject[]
  /** The input schemas, by tool, that name headers (`x-mcp-header`) for some of their members. */
  readonly headerSchemas: ReadonlyMap<string, JsonObject>
  call(call: McpToolCall): Promise<JsonObject>
  /** `tasks/get`, `tasks/update` and `tasks/cancel`. */
  task(params: JsonObject, request: McpRequest): Promise<JsonObject>
  /** Something failed that is nobody's answer. */
  failed(error: unknown): void
}

/** A JSON-RPC error. */
export class RpcError extends Error {
  readonly code: number
  readonly data: JsonObject | undefined

  constructor(code: number, message: string, data?: JsonObject) {
    super(message)
    this.code = code
    this.data = data
  }
}
