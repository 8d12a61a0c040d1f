/** MCP requests as they stand on the wire, for what no client would send. */
import type { JsonObject } from '../../../src/lib/json-value.ts'

export interface RawAnswer {
  status: number
  headers: Headers
  /** The last message: the response to the request. */
  body: { result?: JsonObject; error?: { code: number; message: string; data?: JsonObject } }
}

const meta = (capabilities: JsonObject): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
})

export const tasksCapability = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

/** One request of 2026-07-28. */
export async function modern(
  url: string,
  method: string,
  params: JsonObject,
  {
    capabilities = { elicitation: {} },
    headers = {},
  }: { capabilities?: JsonObject; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const name = params.name ?? params.taskId
  const { _meta, ...rest } = params
  return post(
    url,
    { jsonrpc: '2.0', id: 1, method, params: { ...rest, _meta: { ...meta(capabilities), ...(_meta as JsonObject) } } },
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : undefined),
      ...headers,
    },
  )
}

/** Any message. */
export async function post(url: string, message: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
  const text = await response.text()
  const last = text.includes('data: ') ? (text.trim().split('data: ').at(-1) ?? '') : text
  return { status: response.status, headers: response.headers, body: last.trim() === '' ? {} : JSON.parse(last) }
}

/** Opens a session of 2025 and gives its id. */
export async function handshake(
  url: string,
  {
    revision = '2025-06-18',
    capabilities = {},
    headers = {},
  }: { revision?: string; capabilities?: JsonObject; headers?: Record<string, string> } = {},
): Promise<{ session: string; answer: RawAnswer }> {
  const answer = await post(
    url,
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: revision, capabilities, clientInfo: { name: 'raw', version: '1' } },
    },
    headers,
  )
  return { session: answer.headers.get('mcp-session-id') ?? '', answer }
}

/** A call within a session. */
export function inSession(
  url: string,
  session: string,
  method: string,
  params: JsonObject,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return post(
    url,
    { jsonrpc: '2.0', id: 2, method, params },
    { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18', ...headers },
  )
}
