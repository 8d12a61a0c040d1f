/** HAR 1.2, the recordings of browsers and proxies: each entry is a request and its response. */
import { ReplywireError } from '../errors.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { Body } from '../wire/body.ts'
import { mediaTypeOf } from '../wire/http.ts'
import { nameOf } from './message-name.ts'
import type { WireFile } from './wire-file.ts'

/** Which entry of a recording a message is. */
export interface RecordedEntry {
  readonly index: number
  readonly method: string
  /** Without credentials, query and fragment: these may hold secrets. */
  readonly url: string
}

export interface HarMessage {
  readonly entry: RecordedEntry
  /** The response, or why it cannot be read. */
  readonly file: WireFile | { readonly error: ReplywireError }
}

/** Whether a JSON value is a recording. */
export function isHar(value: Json): value is { log: { entries: Json[] } } {
  return isObject(value) && isObject(value.log) && Array.isArray(value.log.entries)
}

/** Pages, images, scripts and styles of a recording are not messages. */
const message = /^application\/(?:[\w.+-]+\+)?json$|^text\/event-stream$/

/** The responses of a recording that are JSON or events, and pages in their place. Throws when there is none. */
export function readHar({ log }: { log: { entries: Json[] } }, path: string): HarMessage[] {
  const found = log.entries.flatMap((entry, index) => messageOf(entry, index, path))
  if (found.length > 0) return found
  const what = 'this HAR has no response with JSON or events; record the calls of an agent'
  throw new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: ${what}.`)
}

function messageOf(entry: Json, index: number, path: string): HarMessage[] {
  if (!isObject(entry) || !isObject(entry.response)) return []
  const { status, headers, content } = entry.response
  // 0 stands for a request that was blocked or broken off.
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599) return []
  const named = headersOf(headers)
  const { mimeType, text, encoding } = isObject(content) ? content : ({} as JsonObject)
  const type = mediaTypeOf(named['content-type'] ?? (typeof mimeType === 'string' ? mimeType : undefined))
  if (type === undefined) return []
  if (!message.test(type) && !(type === 'text/html' && asksForMessage(entry.request))) return []
  const place: RecordedEntry = { index, ...requestOf(entry.request) }
  if (typeof text !== 'string' && hasNoBody(status, place.method)) return []
  if (typeof text !== 'string') {
    const error = `entry ${index} has no text; save the HAR with content`
    return [{ entry: place, file: { error: new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: ${error}.`) } }]
  }
  const body = encoding === 'base64' ? Body.ofBytes(bytesOf(text)) : Body.ofText(text)
  return [{ entry: place, file: { face: 'http', status, headers: named, body } }]
}

/** Answers that HTTP sends without a body, and answers to a preflight, are no messages. */
function hasNoBody(status: number, method: string): boolean {
  return status < 200 || [204, 205, 304].includes(status) || ['HEAD', 'OPTIONS'].includes(method.toUpperCase())
}

/** Whether a request accepts, or sends, JSON or events by name: a page in answer to it is a proxy's or a login's. */
function asksForMessage(request: Json | undefined): boolean {
  const { headers, postData } = isObject(request) ? request : ({} as JsonObject)
  const { accept = '', 'content-type': type } = headersOf(headers)
  const sent = isObject(postData) && typeof postData.mimeType === 'string' ? postData.mimeType : type
  return [...accept.split(','), sent].some(one => message.test(mediaTypeOf(one) ?? ''))
}

/** Recorders write plain base64; other characters are left out. */
function bytesOf(base64: string): Uint8Array {
  const text = base64
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '')
  return Uint8Array.from(atob(text.length % 4 === 1 ? text.slice(0, -1) : text), letter => letter.charCodeAt(0))
}

function requestOf(request: Json | undefined): { method: string; url: string } {
  const { method, url } = isObject(request) ? request : ({} as JsonObject)
  return { method: typeof method === 'string' ? method : '', url: typeof url === 'string' ? bare(url) : '' }
}

function bare(text: string): string {
  const url = URL.parse(text)
  return url === null ? '' : `${url.protocol}//${url.host}${url.pathname}`
}

/** Header names are lower case, and repeated ones a list. HTTP/2 heads of some recorders have pseudo headers. */
function headersOf(headers: Json | undefined): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const header of Array.isArray(headers) ? headers : []) {
    if (!isObject(header) || typeof header.name !== 'string' || typeof header.value !== 'string') continue
    const name = header.name.toLowerCase()
    if (name === '' || name.startsWith(':')) continue
    found[name] = name in found ? `${found[name]}, ${header.value}` : header.value
  }
  return found
}
