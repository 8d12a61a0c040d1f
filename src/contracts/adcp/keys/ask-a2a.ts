/** Asks an agent for `get_adcp_capabilities` over A2A, in 1.0 or 0.3: for agents that have no other address. */
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import { type A2aVersion, writeMessage } from '../../../wire/a2a-frame.ts'
import type { FetchDocument } from '../../../wire/fetch-document.ts'
import { extractA2a } from '../extraction.ts'
import { currentRelease } from '../releases.ts'
import type { AskedCapabilities } from './ask-capabilities.ts'
import { fetchJson, type NoJson, postJson, sizes, strictJson } from './fetch-json.ts'

const cardPath = '.well-known/agent-card.json'

const methods: Readonly<Record<A2aVersion, string>> = { '1.0': 'SendMessage', '0.3': 'message/send' }

export async function askOverA2a(fetch: FetchDocument, agent: string): Promise<AskedCapabilities> {
  const card = await cardOf(fetch, agent)
  if (!card.ok) return failure(card.reason)
  const way = wayOf(card.value, agent)
  if (way === undefined) return failure('unreachable')
  const { url, version } = way
  const data = { skill: 'get_adcp_capabilities', [currentRelease.skillArguments]: {} }
  const message = writeMessage({ messageId: crypto.randomUUID(), role: 'user', parts: [{ data }] }, version)
  const answer = await postJson(fetch, {
    url,
    body: { jsonrpc: '2.0', id: 1, method: methods[version], params: { message } },
    headers: { accept: 'application/json', ...(version === '1.0' ? { 'a2a-version': version } : undefined) },
  })
  if (!answer.ok) return failure(answer.reason)
  const read = strictJson(answer.body, sizes.capabilities)
  const result = read.ok && isObject(read.value) ? read.value.result : undefined
  const found = answer.status === 200 && result !== undefined ? extractA2a(result) : undefined
  return found?.ok ? { ok: true, capabilities: found.data } : failure('unreachable')
}

function failure(reason: NoJson | 'too-large'): AskedCapabilities {
  return { ok: false, reason: reason === 'untrusted' ? 'untrusted' : 'unreachable' }
}

/** Below the address, or at the root of its origin. */
async function cardOf(fetch: FetchDocument, agent: string): Promise<CardAnswer> {
  const below = `${agent.replace(/[?#].*$/s, '').replace(/\/+$/, '')}/${cardPath}`
  const root = URL.parse(`/${cardPath}`, agent)?.href ?? below
  let last: CardAnswer = { ok: false, reason: 'missing' }
  for (const url of new Set([below, root])) {
    const fetched = await fetchJson(fetch, url, sizes.capabilities)
    if (fetched.ok && isObject(fetched.value)) return { ok: true, value: fetched.value }
    last = fetched.ok ? { ok: false, reason: 'malformed' } : fetched
  }
  return last
}

type CardAnswer = { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly reason: NoJson }

/** A JSON-RPC interface of the card at the origin of the agent: no card speaks for another origin. */
function wayOf(card: JsonObject, agent: string): { url: string; version: A2aVersion } | undefined {
  const listed = [card.supportedInterfaces, card.additionalInterfaces].flatMap(list =>
    Array.isArray(list) ? list.filter(isObject) : [],
  )
  const main: JsonObject = { url: card.url ?? null, transport: card.preferredTransport ?? 'JSONRPC' }
  return [...listed, main].flatMap(entry => {
    const url = typeof entry.url === 'string' ? URL.parse(entry.url, agent) : null
    const isRpc = (entry.protocolBinding ?? entry.transport) === 'JSONRPC'
    if (url === null || !isRpc || url.origin !== URL.parse(agent)?.origin) return []
    const version = entry.protocolVersion ?? (entry.protocolBinding === undefined ? card.protocolVersion : '1.0')
    return [{ url: url.href, version: versionOf(version) }]
  })[0]
}

function versionOf(version: Json | undefined): A2aVersion {
  return typeof version === 'string' && /^[1-9]/.test(version) ? '1.0' : '0.3'
}
