/** The body of a request as text. What cannot be read whole cannot be scanned, and is refused. */
import { readJsonText } from '../../../wire/json.ts'
import { codings } from '../../decompress.ts'
import type { GatewayCall } from '../../plugin.ts'
import { type BodyText, formText, jsonText, plainText } from './body-text.ts'

export type ReadText =
  | { readonly text: BodyText; readonly bytes: number; readonly isBinary: boolean }
  | { readonly problem: 'too-large' | 'unsupported' | 'unreadable' | 'malformed' }
  | { readonly isEmpty: true }

const strict = new TextDecoder('utf-8', { fatal: true })
const tolerant = new TextDecoder('utf-8')
const asciiCharsets = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

export async function readBodyText(call: GatewayCall, maxBytes: number): Promise<ReadText> {
  const sent = await call.open.race(call.requestBytes())
  if (sent === undefined) return { problem: 'too-large' }
  if (sent.byteLength === 0) return { isEmpty: true }
  if (sent.byteLength > maxBytes) return { problem: 'too-large' }
  const unpacked = await unpack(call, sent, maxBytes)
  return unpacked instanceof Uint8Array ? textOf(call, unpacked) : unpacked
}

/** What is forwarded is what was scanned: a body that was packed goes on unpacked. */
async function unpack(call: GatewayCall, sent: Uint8Array, maxOutputLength: number): Promise<Uint8Array | ReadText> {
  const encoding = call.http.header('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return sent
  const open = codings[encoding]
  if (open === undefined) return { problem: 'unsupported' }
  try {
    const bytes = await open(sent, { maxOutputLength })
    call.replaceBody(bytes)
    call.forwardHeaders['content-encoding'] = undefined
    return bytes
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return { problem: isTooLarge ? 'too-large' : 'unreadable' }
  }
}

function textOf(call: GatewayCall, bytes: Uint8Array): ReadText {
  const contentType = call.http.header('content-type') ?? ''
  const [type = ''] = contentType.toLowerCase().split(';')
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? []
  if (charset !== undefined && !asciiCharsets.has(charset.toLowerCase())) return { problem: 'unsupported' }
  const media = type.trim()
  const raw = decode(bytes)
  const isJson = /^application\/json$|\+json$/.test(media)
  if (raw === undefined) {
    if (isJson || media === '' || media.startsWith('text/')) return { problem: 'unreadable' }
    return { text: plainText(tolerant.decode(bytes)), bytes: bytes.byteLength, isBinary: true }
  }
  // UTF-16 without a mark looks like this, and some readers would read it.
  if (raw.includes('\0') && (isJson || media === '' || media.startsWith('text/'))) return { problem: 'unreadable' }
  const done = (text: BodyText): ReadText => ({ text, bytes: bytes.byteLength, isBinary: false })
  if (media === 'application/x-www-form-urlencoded') return done(formText(raw))
  // A service may read JSON whatever the type says.
  const read = readJsonText(raw, limits)
  if (read.ok || isJsonLines(raw)) return done(jsonText(raw))
  return isJson || read.problem.code === 'too-deep' ? { problem: 'malformed' } : done(plainText(raw))
}

const limits = { maxBytes: Number.POSITIVE_INFINITY, maxDepth: 64 }

/** A JSON text on each line (NDJSON), or after each record separator (RFC 7464). */
function isJsonLines(raw: string): boolean {
  const lines = raw
    .replaceAll('\u001e', '\n')
    .split('\n')
    .filter(line => line.trim() !== '')
  // Read at once: there can be very many. Line breaks stay, so that no string goes over two lines.
  return lines.length > 0 && readJsonText(`[${lines.join(',\n')}]`, limits).ok
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
