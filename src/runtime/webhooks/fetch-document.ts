/** Fetches a document of a stranger: through the guard of webhooks, bounded in time and size, following nothing. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { DocumentAnswer, DocumentRequest, FetchDocument, NoDocument } from '../../wire/fetch-document.ts'
import { pinned, type ResolveOptions, resolveUrl } from './guard.ts'
import { type DnsOptions, NameResolver } from './name-resolver.ts'

/** How documents of others are fetched. */
export interface FetcherOptions {
  /** Lets `localhost`, 127.0.0.0/8 and ::1 through, by http too. Default: false. */
  allowLoopback?: boolean
  /** How names are resolved. */
  dns?: DnsOptions
  /** Certificates of a private authority; no others are trusted. */
  ca?: string
}

/**
 * Fetches documents such as key sets: from public addresses alone, of which nothing is followed.
 *
 * @example
 * const fetch = documentFetcher()
 */
export function documentFetcher({ dns, ...options }: FetcherOptions = {}): FetchDocument {
  const names = dns === undefined ? undefined : new NameResolver(dns)
  return request =>
    fetchDocument(request, { ...options, ...(names === undefined ? undefined : { lookup: names.lookup }) })
}

/** Checks the address, then asks what was checked. Never rejects. */
function fetchDocument(
  { url, method = 'GET', headers, body, maxBytes, connectTimeoutMs, timeoutMs }: DocumentRequest,
  { ca, ...guard }: ResolveOptions & { ca?: string },
): Promise<DocumentAnswer | NoDocument> {
  return new Promise(resolve => {
    let release = () => {}
    let isOver = false
    const end = (answer: DocumentAnswer | NoDocument): void => {
      isOver = true
      clearTimeout(total)
      clearTimeout(connecting)
      release()
      resolve(answer)
    }
    const unreachable = () => end({ ok: false, reason: 'unreachable' })
    const total = setTimeout(unreachable, timeoutMs)
    const connecting = setTimeout(unreachable, connectTimeoutMs)
    const send = async (): Promise<void> => {
      const target = await resolveUrl(url, guard)
      // Nobody waits any more, and no timer would end a request.
      if (isOver) return
      if (!target.ok) return end({ ok: false, reason: target.reason === 'lookup-failed' ? 'unreachable' : 'untrusted' })
      const isTls = target.url.protocol === 'https:'
      const open = isTls ? httpsRequest : httpRequest
      const request = open(target.url, {
        method,
        headers: {
          accept: 'application/json',
          // What is packed could be small here and large in memory.
          'accept-encoding': 'identity',
          'user-agent': 'replywire',
          ...headers,
          ...(body === undefined ? undefined : { 'content-length': Buffer.byteLength(body) }),
        },
        agent: false,
        lookup: pinned(target.addresses),
        rejectUnauthorized: true,
        ...(ca === undefined ? undefined : { ca }),
      })
      release = () => request.destroy()
      request.on('socket', socket => socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connecting)))
      request.on('error', unreachable)
      request.on('close', unreachable)
      request.on('response', response => {
        clearTimeout(connecting)
        read(response, maxBytes).then(end, unreachable)
      })
      request.end(body)
    }
    send().catch(unreachable)
  })
}

async function read(response: IncomingMessage, maxBytes: number): Promise<DocumentAnswer | NoDocument> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxBytes) return { ok: false, reason: 'too-large' }
    chunks.push(chunk)
  }
  if (response.headers['content-encoding'] !== undefined) return { ok: false, reason: 'unreachable' }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  return {
    ok: true,
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: new Uint8Array(Buffer.concat(chunks)),
  }
}
