/** JSON-RPC errors for requests that no server instance has seen. */
import type { JsonObject } from '../../lib/json-value.ts'

export function rpcError(code: number, message: string, data?: JsonObject): JsonObject {
  const error = { code, message, ...(data === undefined ? undefined : { data }) }
  return { jsonrpc: '2.0', error, id: null }
}

export function rpcResponse(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json(rpcError(code, message), { status, headers })
}
