/** JSON-RPC messages as they come in, and answers for those that no server instance has seen. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { HttpAnswer } from '../http/message.ts'

/** What identifies a request: null where it could not be read. */
export type RpcId = string | number | null

/** What a message is; undefined when it is none. */
export function kindOf(message: unknown): 'request' | 'notification' | 'response' | undefined {
  if (!isObject(message) || message.jsonrpc !== '2.0') return undefined
  const { method, params, id, result, error } = message
  if (method === undefined) return isId(id) && (isObject(result) || isObject(error)) ? 'response' : undefined
  if (typeof method !== 'string' || (params !== undefined && !isObject(params))) return undefined
  if (id === undefined) return 'notification'
  return isId(id) ? 'request' : undefined
}

/** The id of a request, to distinguish its refusal from others. */
export function requestIdOf(message: unknown): RpcId {
  if (!isObject(message) || typeof message.method !== 'string') return null
  return isId(message.id) ? message.id : null
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id))
}

interface RpcErrorParts {
  id?: RpcId
  headers?: Record<string, string>
  data?: JsonObject | undefined
}

/** A JSON-RPC error as the answer to an HTTP request. */
export function rpcAnswer(
  status: number,
  code: number,
  message: string,
  { id = null, headers, data }: RpcErrorParts = {},
): HttpAnswer {
  const error = { code, message, ...(data === undefined ? undefined : { data }) }
  return jsonRpc(status, { jsonrpc: '2.0', error, id }, headers)
}

/** A message as the whole answer to an HTTP request. */
export function jsonRpc(status: number, message: object, headers: Record<string, string> = {}): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(message) }
}
