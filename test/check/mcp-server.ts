/** The protocol around the tools of a small MCP server, revision 2025-06-18. */
import type { Got, Reply } from './kit.ts'

type Root = Record<string, unknown>

export interface SmallTool extends Root {
  readonly name: string
  readonly inputSchema: object
}

/** Answers one message. `call` returns a tool result; undefined when there is no such tool. */
export function answerMcp(
  { method, json }: Got,
  tools: readonly SmallTool[],
  call: (name: string, args: Root) => Root | undefined,
): Reply {
  if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } }
  const { id, method: called, params = {} } = (json ?? {}) as { id?: unknown; method?: string; params?: Root }
  if (id === undefined) return { status: 202, headers: {} }
  const reply = (body: object): Reply => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { jsonrpc: '2.0', id, ...body },
  })
  switch (called) {
    case 'initialize': {
      const serverInfo = { name: 'small', version: '1' }
      return reply({ result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } })
    }
    case 'tools/list':
      return reply({ result: { tools } })
    case 'tools/call': {
      const result = call(String(params.name), (params.arguments ?? {}) as Root)
      return reply(result === undefined ? { error: { code: -32602, message: 'Unknown tool' } } : { result })
    }
    default:
      return reply({ error: { code: -32601, message: 'Method not found' } })
  }
}
