/**
 * The payload of a success as the text of `response`, and what `metadata` says of it:
 *
 * `content_type`: the media type of a text or of bytes; a text is written raw, bytes as base64.
 * `form`: `value` (an array that is one value, not rows), `text` (with content_type text/plain: its media type was not
 * given; with a JSON type: the text itself is meant), `bytes`, `none` (there is no payload).
 * `page`: where rows stand in the whole. `content_encoding`: `gzip+base64`.
 *
 * Without a declaration the text is JSON: an array is rows, anything else a value.
 */
import type { Losses } from '../../codec/loss.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Payload } from '../../outcome/outcome.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import { defaultJsonLimits, type JsonLimits } from '../../wire/json.ts'
import { defaultMaxExpandedBytes, expand, gzipBase64 } from './gzip.ts'
import { frontmatter, listed, readInner } from './inner.ts'
import type { NotNumbers } from './loose.ts'
import { pageCodec } from './nodes.ts'
import { rule } from './rules.ts'

/** Limits for a compressed response. */
export interface ReadOptions {
  /** How much a compressed response may expand to. Default: 64 MiB. */
  maxExpandedBytes?: number
  /** How deep the inner JSON may nest: as deep as the file that holds it. */
  maxDepth?: number
}

export interface ReadPayload {
  payload?: Payload
  /** The members of `metadata` that were understood. */
  used: readonly string[]
  /** Of the inner JSON. */
  notNumbers?: NotNumbers
}

const plainText = 'text/plain'
const forms: readonly (Json | undefined)[] = ['value', 'text', 'bytes', 'none']

function isJsonType(contentType: string): boolean {
  const type = mediaTypeOf(contentType) ?? ''
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json')
}

/** The members of `metadata` that have a response read as something else than JSON text. */
export function contraryTo(metadata: JsonObject): string[] {
  const { content_type: type, content_encoding: encoding, form } = metadata
  return [
    ...(typeof type === 'string' && !isJsonType(type) ? ['content_type'] : []),
    ...(isPlain(encoding) ? [] : ['content_encoding']),
    ...(form === 'text' || form === 'bytes' ? ['form'] : []),
  ]
}

/** What `content_encoding` may say of a response that is not encoded at all. */
const plainEncodings: readonly (Json | undefined)[] = [undefined, null, '', 'identity', 'utf-8', 'utf8']

function isPlain(encoding: Json | undefined): boolean {
  return plainEncodings.includes(typeof encoding === 'string' ? encoding.toLowerCase() : encoding)
}

/** Whether an encoding is the one of this contract, spelled as it may be. */
export function isGzip(encoding: Json | undefined): boolean {
  const bare = typeof encoding === 'string' ? encoding.toLowerCase().replaceAll(/[^a-z0-9]/g, '') : ''
  return bare === 'gzipbase64' || bare === 'gzip'
}

/** Reads a response as its metadata declares it. */
export function readPayload(
  response: string,
  metadata: JsonObject,
  findings: Finding[],
  { maxExpandedBytes = defaultMaxExpandedBytes, maxDepth = defaultJsonLimits.maxDepth }: ReadOptions = {},
): ReadPayload {
  const limits = { maxBytes: maxExpandedBytes, maxDepth }
  const encoding = metadata.content_encoding
  if (isPlain(encoding)) return readPlain(response, metadata, limits, findings)
  if (encoding !== gzipBase64)
    findings.push(finding(rule('agent-file/content-encoding'), '/metadata/content_encoding', unknownEncoding))
  if (!isGzip(encoding)) {
    // What starts as JSON was not encoded at all, whatever the metadata says.
    if (/^\s*[[{]/.test(response)) return readPlain(response, metadata, limits, findings)
    return { payload: { kind: 'text', text: response }, used: [] }
  }
  const expansion = expand(response, maxExpandedBytes)
  if (expansion.ok) {
    if (!isBase64(response)) findings.push(finding(rule('agent-file/content-encoding'), '/response', strayCharacters))
    const read = readPlain(expansion.text, metadata, limits, findings)
    return { ...read, used: [...read.used, 'content_encoding'] }
  }
  const problem = encodingProblems[expansion.why](maxExpandedBytes)
  findings.push(finding(rule('agent-file/content-encoding'), '/response', problem))
  return { payload: { kind: 'text', text: response }, used: [] }
}

const unknownEncoding = `The only encoding that is known here is ${gzipBase64}.`
const strayCharacters = 'The response holds what base64 does not have, or lacks its padding.'

const encodingProblems = {
  absent: () => 'The response is compressed and cannot be expanded here: node:zlib is missing.',
  broken: () => `The response is not what ${gzipBase64} declares.`,
  'too-large': (maxBytes: number) => `The response expands to more than ${maxBytes} bytes.`,
} as const

function readPlain(response: string, metadata: JsonObject, limits: JsonLimits, findings: Finding[]): ReadPayload {
  const form = forms.includes(metadata.form) ? metadata.form : undefined
  const type = typeof metadata.content_type === 'string' ? metadata.content_type : undefined
  if (form === 'bytes' && type !== undefined) {
    const used = ['form', 'content_type']
    if (isBase64(response)) return { payload: { kind: form, base64: response, mediaType: type }, used }
    findings.push(finding(rule('agent-file/bytes'), '/response'))
    return { payload: { kind: 'text', text: response, mediaType: type }, used }
  }
  if (form === 'text' || (type !== undefined && !isJsonType(type))) {
    const typed = type === undefined || (form === 'text' && type === plainText) ? undefined : { mediaType: type }
    const used = [...(form === 'text' ? ['form'] : []), ...(type === undefined ? [] : ['content_type'])]
    return { payload: { kind: 'text', text: response, ...typed }, used }
  }
  const inner = readInner(response, type !== undefined, limits, findings)
  if (inner.form === 'text') return { payload: { kind: 'text', text: response }, used: [] }
  const read = jsonPayload(inner.value, form, metadata)
  return inner.notNumbers.size === 0 ? read : { ...read, notNumbers: inner.notNumbers }
}

function jsonPayload(value: Json, form: Json | undefined, metadata: JsonObject): ReadPayload {
  if (value === null && form === 'none') return { used: ['form'] }
  if (!Array.isArray(value)) return { payload: { kind: 'value', value }, used: [] }
  if (form === 'value') return { payload: { kind: form, value }, used: ['form'] }
  const place = metadata.page === undefined ? undefined : pageCodec.read(metadata.page)
  if (place === undefined) return { payload: { kind: 'rows', rows: value }, used: [] }
  return { payload: { kind: 'rows', rows: value, page: place }, used: ['page'] }
}

/** A loop, not one regular expression: a long text would exhaust the pattern matcher's stack. */
function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    const letter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
    if (!letter && code !== 0x2b && code !== 0x2f) return false
  }
  return true
}

export interface WrittenPayload {
  response: string
  /** What `metadata` says of it. */
  declared: JsonObject
}

/** Writes the payload of a success. */
export function writePayload(payload: Payload | undefined, losses: Losses): WrittenPayload {
  if (payload === undefined) return { response: 'null', declared: { form: 'none' } }
  switch (payload.kind) {
    case 'value': {
      const declared: JsonObject = Array.isArray(payload.value) ? { form: 'value' } : {}
      return { response: JSON.stringify(withoutFrontmatter(payload.value, losses)), declared }
    }
    case 'rows': {
      const place =
        payload.page === undefined ? {} : { page: pageCodec.write(payload.page, '/outcome/payload/page', losses) }
      return { response: JSON.stringify(payload.rows), declared: place }
    }
    case 'text':
      return { response: payload.text, declared: declaredText(payload.mediaType) }
    case 'bytes':
      if (isBase64(payload.base64)) {
        return { response: payload.base64, declared: { form: 'bytes', content_type: payload.mediaType } }
      }
      losses.add('/outcome/payload', 'bytes that are not base64 are sent as text')
      return { response: payload.base64, declared: declaredText(undefined) }
  }
}

function declaredText(mediaType: string | undefined): JsonObject {
  if (mediaType === undefined) return { form: 'text', content_type: plainText }
  return isJsonType(mediaType) ? { form: 'text', content_type: mediaType } : { content_type: mediaType }
}

/** The front matter is never listed as a section; a writer takes it off the list. */
function withoutFrontmatter(value: Json, losses: Losses): Json {
  const places = listed(value)
  if (places.length === 0 || !isObject(value)) return value
  for (const place of places) {
    losses.add(`/outcome/payload/value/sections/${place}`, `${frontmatter} is not listed among the sections`)
  }
  return { ...value, sections: (value.sections as Json[]).filter(name => name !== frontmatter) }
}

/** Whether an extra member of `metadata` would change how the response of this payload is read. */
export function disturbs(name: string, value: Json, payload: Payload | undefined, declared: JsonObject): boolean {
  if (Object.hasOwn(declared, name)) return true
  if (name === 'content_encoding') return !isPlain(value)
  if (name === 'form') return forms.includes(value)
  if (name === 'page') return payload?.kind === 'rows' && pageCodec.read(value) !== undefined
  if (name !== 'content_type' || typeof value !== 'string') return false
  return !isJsonType(value)
}
