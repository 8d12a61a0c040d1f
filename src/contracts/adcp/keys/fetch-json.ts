/** Documents of other operators: strict JSON, within the bounds that AdCP sets for each. */
import type { Json } from '../../../lib/json-value.ts'
import type { DocumentRequest, FetchDocument } from '../../../wire/fetch-document.ts'
import { readJsonBytes } from '../../../wire/json.ts'

/** `missing`: the server says that there is none. */
export type NoJson = 'untrusted' | 'unreachable' | 'malformed' | 'missing'

export type FetchedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: NoJson }

const connectTimeoutMs = 5_000
const timeoutMs = 10_000
const maxDepth = 32

/** The largest documents of each kind; `authoritative`: what an adagents.json refers to. */
export const sizes = {
  brand: 256 * 1024,
  keys: 64 * 1024,
  revocations: 4 * 1024 * 1024,
  capabilities: 1024 * 1024,
  adagents: 5 * 1024 * 1024,
  authoritative: 20 * 1024 * 1024,
}

/** Fetches a document; `redirects` times it may be elsewhere. */
export async function fetchJson(
  fetch: FetchDocument,
  url: string,
  maxBytes: number,
  redirects = 0,
): Promise<FetchedJson> {
  const answer = await fetch({ url, maxBytes, connectTimeoutMs, timeoutMs })
  if (!answer.ok) return failure(answer.reason === 'too-large' ? 'malformed' : answer.reason)
  const { status, headers, body } = answer
  if (status >= 300 && status < 400 && redirects > 0) {
    const next = URL.parse(headers.location ?? '', url)?.href
    return next === undefined ? failure('malformed') : fetchJson(fetch, next, maxBytes, redirects - 1)
  }
  if (status === 404 || status === 410) return failure('missing')
  return status === 200 ? strictJson(body, maxBytes) : failure('unreachable')
}

/** Posts JSON, and reads JSON. */
export async function postJson(
  fetch: FetchDocument,
  request: Pick<DocumentRequest, 'url' | 'headers'> & { body: Json },
): Promise<Awaited<ReturnType<FetchDocument>>> {
  return fetch({
    url: request.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...request.headers },
    body: JSON.stringify(request.body),
    maxBytes: sizes.capabilities,
    connectTimeoutMs,
    timeoutMs,
  })
}

/** Ends a session of MCP (Streamable HTTP, session management). Whatever is answered, it is over for us. */
export async function endSession(
  fetch: FetchDocument,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await fetch({ url, method: 'DELETE', headers, maxBytes: sizes.keys, connectTimeoutMs, timeoutMs })
}

/** A text that another reader could understand otherwise is malformed. */
export function strictJson(bytes: Uint8Array, maxBytes: number): FetchedJson {
  const reading = readJsonBytes(bytes, { maxBytes, maxDepth })
  if (!reading.ok || reading.notes.some(({ code }) => code !== 'bom')) return failure('malformed')
  return { ok: true, value: reading.value }
}

function failure(reason: NoJson): FetchedJson {
  return { ok: false, reason }
}
