/**
 * One HTTP request over Node's own client: `fetch` gives up after five minutes, and an agent may take longer.
 * Redirects are not followed.
 */
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateSync,
} from 'node:zlib'

export interface OutgoingRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
  readonly signal?: AbortSignal | undefined
  /** What finds the address of the host. Default: the resolver of the system. */
  readonly lookup?: LookupFunction | undefined
}

/** The head of the answer; its body is still to be read. */
export function send(url: URL, { method, headers, body, signal, lookup }: OutgoingRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? overHttps : overHttp
    const length = body === undefined ? {} : { 'content-length': body.byteLength }
    const whole = { 'accept-encoding': 'gzip, deflate, br', ...length, ...headers }
    const more = { ...(signal === undefined ? {} : { signal }), ...(lookup === undefined ? {} : { lookup }) }
    const request = open(url, { method, headers: whole, agent: false, ...more })
    request.on('response', resolve)
    request.on('error', reject)
    request.end(body)
  })
}

/** How a body in each coding is unpacked: as it comes, and whole. */
const encodings: Readonly<Record<string, { stream(): ReturnType<typeof createGunzip>; whole: typeof gunzipSync }>> = {
  gzip: { stream: createGunzip, whole: gunzipSync },
  'x-gzip': { stream: createGunzip, whole: gunzipSync },
  deflate: { stream: createInflate, whole: inflateSync },
  br: { stream: createBrotliDecompress, whole: brotliDecompressSync },
}

function encodingOf({ headers }: IncomingMessage) {
  return encodings[headers['content-encoding']?.toLowerCase() ?? '']
}

/** The body of an answer as it was before it was packed. */
export function unpacked(response: IncomingMessage): Readable {
  const encoding = encodingOf(response)
  if (encoding === undefined) return response
  const plain = encoding.stream()
  response.on('error', error => plain.destroy(error))
  plain.on('close', () => response.destroy())
  return response.pipe(plain)
}

/** The same of a body that was read; as it is, where it cannot be unpacked or is longer than `maxBytes`. */
export function unpackedBytes(response: IncomingMessage, bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return encodingOf(response)?.whole(bytes, { maxOutputLength: maxBytes }) ?? bytes
  } catch {
    return bytes
  }
}

/** The headers of an answer; one that came more than once is a list. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

/** Statuses whose answers have no body. */
const bodiless = new Set([204, 205, 304])

/** The one origin that may be called, and what finds the address of its host. */
export interface OnlyOrigin {
  readonly origin: string
  readonly lookup: LookupFunction
}

/** The same as `fetch` for what SDKs ask of one, within these bounds. */
export async function fetchLong(input: string | URL, init: RequestInit = {}, only?: OnlyOrigin): Promise<Response> {
  if (only !== undefined && new URL(input).origin !== only.origin) throw new TypeError('This origin is not called.')
  const body = init.body === undefined || init.body === null ? undefined : Buffer.from(String(init.body))
  const response = await send(new URL(input), {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    body,
    signal: init.signal ?? undefined,
    lookup: only?.lookup,
  })
  const { statusCode: status = 0, statusMessage = '' } = response
  // What was unpacked is no longer packed, and has another length.
  const { 'content-encoding': _, 'content-length': __, 'transfer-encoding': ___, ...headers } = headersOf(response)
  if (bodiless.has(status)) {
    response.resume()
    return new Response(null, { status, statusText: statusMessage, headers })
  }
  const stream = Readable.toWeb(unpacked(response)) as unknown as ReadableStream
  return new Response(stream, { status, statusText: statusMessage, headers })
}
