/** Answers that are JSON-RPC errors: those that a face writes as one, and those that their contract wants to be one. */
import { RpcError } from '../../carriers/mcp/host.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { McpEdition } from './contract-edition.ts'

/** A result as it is, or the error that it is; thrown, as every JSON-RPC error. */
export function refusalOf(
  { contract }: Pick<McpEdition, 'contract'>,
  outcome: Outcome,
  result: JsonObject,
): JsonObject {
  if (isObject(result.error) && result.content === undefined) throw rpcErrorOf(result.error)
  const refusal = contract.serving?.mcp?.refusal?.(outcome, result)
  if (refusal === undefined) return result
  throw new RpcError(refusal.code, refusal.message, refusal.data)
}

/** A JSON-RPC error that a contract has written. */
function rpcErrorOf({ code, message, data }: JsonObject): RpcError {
  return new RpcError(
    typeof code === 'number' ? code : -32603,
    typeof message === 'string' ? message : 'Internal error',
    isObject(data) ? data : undefined,
  )
}
