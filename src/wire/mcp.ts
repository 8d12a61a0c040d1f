/** The answer to an MCP call: a JSON-RPC result, or a JSON-RPC error under the member `error`. */
import type { Json } from '../lib/json-value.ts'
import { Body } from './body.ts'

export interface McpWire {
  readonly carrier: 'mcp'
  /** `{content, structuredContent?, isError?, …}`, or `{error: {code, message, data?}}`. */
  readonly body: Body
}

export function mcpWire(body: Body | Json): McpWire {
  return { carrier: 'mcp', body: body instanceof Body ? body : Body.ofJson(body) }
}
