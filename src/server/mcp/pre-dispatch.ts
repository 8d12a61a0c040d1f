/** AdCP over MCP, transport errors: what is refused before a task is dispatched is a JSON-RPC error. */
import { RpcError } from '../../carriers/mcp/host.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { SpokenMcp } from './spoken.ts'

const codes: Readonly<Record<string, number>> = {
  RATE_LIMITED: -32029,
  AUTH_MISSING: -32028,
  AUTH_INVALID: -32028,
  SERVICE_UNAVAILABLE: -32027,
}

/** A result as it is, or the error that it is; thrown, as every JSON-RPC error. */
export function refusalOf({ contract }: Pick<SpokenMcp, 'contract'>, outcome: Outcome, result: JsonObject): JsonObject {
  if (isObject(result.error) && result.content === undefined) throw rpcErrorOf(result.error)
  if (contract.id !== 'adcp' || outcome.kind !== 'failed' || outcome.fault.began !== false) return result
  const { adcp_error: told } = isObject(result.structuredContent) ? result.structuredContent : {}
  const code = isObject(told) && typeof told.code === 'string' ? codes[told.code] : undefined
  if (code === undefined || !isObject(told)) return result
  throw new RpcError(code, String(told.message ?? ''), { adcp_error: told })
}

/** A JSON-RPC error that a contract has written. */
function rpcErrorOf({ code, message, data }: JsonObject): RpcError {
  return new RpcError(
    typeof code === 'number' ? code : -32603,
    typeof message === 'string' ? message : 'Internal error',
    isObject(data) ? data : undefined,
  )
}
