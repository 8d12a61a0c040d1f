/** A JSON-RPC error as an HTTP answer, for requests that no server instance has seen. */
import type { JsonObject } from '../../lib/json-value.ts'

export function rpcResponse(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
  data?: JsonObject,
): Response {
  const error = { code, message, ...(data === undefined ? undefined : { data }) }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status, headers })
}
