/** The answer to an MCP call: a JSON-RPC result, or a JSON-RPC error under the member `error`. */
import type { Json } from '../lib/json-value.ts'
import { Body } from './body.ts'

/** The result of an MCP tool call, or a JSON-RPC error. */
export interface McpWire {
  readonly carrier: 'mcp'
  /** `{content, structuredContent?, isError?, …}`, or `{error: {code, message, data?}}`. */
  readonly body: Body
}

/**
 * Makes a wire of the result of a tool call.
 *
 * @example
 * check(contract('mcp'), mcpWire({ content: [{ type: 'text', text: 'Hello' }] }))
 */
export function mcpWire(body: Body | Json): McpWire {
  return { carrier: 'mcp', body: body instanceof Body ? body : Body.ofJson(body) }
}
