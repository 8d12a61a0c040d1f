/** Asks an agent for `get_adcp_capabilities`: over MCP, as most AdCP agents are reached by their URL, or else over A2A. */
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import type { FetchDocument } from '../../../wire/fetch-document.ts'
import { readSse } from '../../../wire/sse.ts'
import { endSession, postJson, sizes, strictJson } from './fetch-json.ts'

export type AskedCapabilities =
  | { readonly ok: true; readonly capabilities: JsonObject }
  | { readonly ok: false; readonly reason: 'untrusted' | 'unreachable' }

const accept = 'application/json, text/event-stream'

export async function askCapabilities(fetch: FetchDocument, url: string): Promise<AskedCapabilities> {
  const asked = await askOverMcp(fetch, url)
  if (asked.ok || asked.reason === 'untrusted') return asked
  const { askOverA2a } = await import('./ask-a2a.ts')
  return askOverA2a(fetch, url)
}

/** A session is opened where the server has sessions, and used for the one call. */
async function askOverMcp(fetch: FetchDocument, url: string): Promise<AskedCapabilities> {
  const clientInfo = { name: 'replywire', version: '1' }
  const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const opened = await call(fetch, url, 'initialize', opening, {})
  if (!opened.ok) return opened
  const session = opened.session === undefined ? undefined : { 'mcp-session-id': opened.session }
  const version = isObject(opened.result) ? opened.result.protocolVersion : undefined
  const headers = { ...session, ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : undefined) }
  const told = { jsonrpc: '2.0', method: 'notifications/initialized' }
  await postJson(fetch, { url, body: told, headers: { accept, ...headers } })
  const asked = await call(fetch, url, 'tools/call', { name: 'get_adcp_capabilities', arguments: {} }, headers)
  // Nobody waits for it. A server that has no such method keeps the session until it forgets it.
  if (session !== undefined) void endSession(fetch, url, headers)
  if (!asked.ok) return asked
  const { structuredContent } = isObject(asked.result) ? asked.result : {}
  return isObject(structuredContent)
    ? { ok: true, capabilities: structuredContent }
    : { ok: false, reason: 'unreachable' }
}

type Called =
  | { readonly ok: true; readonly result: Json; readonly session: string | undefined }
  | { readonly ok: false; readonly reason: 'untrusted' | 'unreachable' }

async function call(
  fetch: FetchDocument,
  url: string,
  method: string,
  params: JsonObject,
  headers: Readonly<Record<string, string>>,
): Promise<Called> {
  const answer = await postJson(fetch, {
    url,
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: { accept, ...headers },
  })
  if (!answer.ok) return { ok: false, reason: answer.reason === 'untrusted' ? 'untrusted' : 'unreachable' }
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true
  const bytes = isStream ? lastData(answer.body) : answer.body
  const message = strictJson(bytes, sizes.capabilities)
  if (answer.status !== 200 || !message.ok || !isObject(message.value) || message.value.result === undefined) {
    return { ok: false, reason: 'unreachable' }
  }
  return { ok: true, result: message.value.result, session: answer.headers['mcp-session-id'] }
}

/** The data of the last event: the answer follows whatever is reported before it. */
function lastData(body: Uint8Array): Uint8Array {
  const { events } = readSse(new TextDecoder().decode(body))
  return new TextEncoder().encode(events.at(-1)?.data ?? '')
}
