/** Parts of the hub as A2A parts and back. What a part cannot say is in its metadata. */
import { object, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Extra, Part } from '../../outcome/outcome.ts'
import { type A2aPart, type A2aVersion, readPart } from '../../wire/a2a-frame.ts'

/** The key under which a part says what it cannot say as a part. */
const partKey = 'replywire/part'

interface About {
  name?: string
  mediaType?: string
}

/** What `partKey` holds. */
interface Mark extends About {
  type?: 'bytes'
  /** Data that are no object are in one, as `value`: 0.3 allows no other. */
  wrapped?: true
  extra?: JsonObject
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The text of a part that is nothing but text. */
export function bareText(part: Json | undefined): string | undefined {
  if (!isObject(part)) return undefined
  const { kind, text: words, ...rest } = part
  return (kind === undefined || kind === 'text') && Object.keys(rest).length === 0 ? text(words) : undefined
}

/** A part as the version can say it, in the one spelling that frames are written from. */
export function writePartOf(part: Part, version: A2aVersion): A2aPart {
  const { metadata, ...extra } = part.extra?.a2a ?? {}
  const [native, mark] = nativePart(part, version)
  const odd = metadata === undefined || isObject(metadata) ? extra : { ...extra, metadata }
  const said = { ...mark, ...(Object.keys(odd).length === 0 ? undefined : { extra: odd }) }
  const marked = Object.keys(said).length === 0 ? undefined : { [partKey]: said as JsonObject }
  const about = { ...object(metadata), ...marked }
  const kept = isObject(metadata) || marked !== undefined
  return kept ? { ...native, metadata: about } : native
}

function nativePart(part: Part, version: A2aVersion): [A2aPart, Mark] {
  const { name, mediaType } = part
  const about = defined<About>({ name, mediaType })
  const native = defined<A2aPart>({ filename: name, mediaType })
  // In 0.3 only files have a name and a media type.
  const said: [A2aPart, Mark] = version === '1.0' ? [native, {}] : [{}, about]
  switch (part.kind) {
    case 'text':
      return [{ text: part.text, ...said[0] }, said[1]]
    case 'data': {
      const wrapped = version === '0.3' && !isObject(part.data)
      return wrapped
        ? [{ data: { value: part.data } }, { ...said[1], wrapped }]
        : [{ data: part.data, ...said[0] }, said[1]]
    }
    case 'bytes':
      if (!base64.test(part.base64)) return [{ text: part.base64 }, { ...about, type: 'bytes' }]
      return [{ raw: part.base64, ...native }, {}]
    case 'link':
      return [{ url: part.url, ...native }, {}]
  }
}

/** A part of either version; one that fits none is kept whole as data. */
export function readPartOf(value: Json): Part {
  if (!isObject(value)) return { kind: 'data', data: value }
  const read = Object.hasOwn(value, 'data') && value.data === null ? { data: null } : readPart(value)
  if (read === undefined) return { kind: 'data', data: value }
  const { [partKey]: mark, ...metadata } = object(value.metadata) ?? {}
  const marked = readMark(mark)
  const about = defined<About>({
    name: read.filename ?? text(value.filename) ?? marked.name,
    mediaType: read.mediaType ?? text(value.mediaType) ?? marked.mediaType,
  })
  const more = { ...about, ...extraOf(value, read, metadata, marked) }
  if (read.text !== undefined) {
    return marked.type === 'bytes'
      ? { kind: 'bytes', base64: read.text, ...more }
      : { kind: 'text', text: read.text, ...more }
  }
  if (read.data !== undefined) {
    const wrapper = marked.wrapped === true ? object(read.data) : undefined
    // A wrapper with further members is more than one.
    const inner = wrapper !== undefined && Object.keys(wrapper).length === 1 ? wrapper.value : undefined
    return { kind: 'data', data: inner === undefined ? read.data : inner, ...more }
  }
  if (read.raw !== undefined) return { kind: 'bytes', base64: read.raw, ...more }
  return { kind: 'link', url: read.url ?? '', ...more }
}

const heldMembers = ['text', 'data', 'raw', 'url'] as const
const partMembers = new Set(['kind', 'metadata', 'mediaType', 'filename', 'file'])

/** Members that neither version has, and what is repeated. */
function extraOf(value: JsonObject, read: A2aPart, metadata: JsonObject, marked: Mark): { extra?: Extra } {
  const held = heldMembers.find(name => read[name] !== undefined)
  const rest = Object.entries(value).filter(([name]) => name !== held && !partMembers.has(name))
  if (rest.length === 0 && value.metadata === undefined && value.file === undefined) return {}
  const { uri: _, bytes: __, name: ___, mimeType: ____, ...file } = object(value.file) ?? {}
  const kept = Object.keys(metadata).length > 0 ? metadata : undefined
  const odd = value.metadata === undefined || isObject(value.metadata) ? kept : value.metadata
  const extra = {
    ...marked.extra,
    ...Object.fromEntries(rest),
    ...(Object.keys(file).length > 0 ? { file } : undefined),
    ...(odd === undefined ? undefined : { metadata: odd }),
  }
  return Object.keys(extra).length === 0 ? {} : { extra: { a2a: extra } }
}

const isText = (value: Json): boolean => typeof value === 'string'
const markMembers: Readonly<Record<string, (value: Json) => boolean>> = {
  type: value => value === 'bytes',
  wrapped: value => value === true,
  name: isText,
  mediaType: isText,
  extra: isObject,
}

/** Where a mark of ours in a part cannot be read: pointers below the part. */
export function wrongInMark({ metadata }: JsonObject): string[] {
  const mark = isObject(metadata) ? metadata[partKey] : undefined
  if (mark === undefined) return []
  const at = `/metadata${pointer(partKey)}`
  if (!isObject(mark)) return [at]
  return Object.entries(mark).flatMap(([name, member]) =>
    Object.hasOwn(markMembers, name) && markMembers[name]?.(member) ? [] : [at + pointer(name)],
  )
}

function readMark(value: Json | undefined): Mark {
  if (!isObject(value)) return {}
  return defined<Mark>({
    type: value.type === 'bytes' ? 'bytes' : undefined,
    wrapped: value.wrapped === true ? true : undefined,
    name: text(value.name),
    mediaType: text(value.mediaType),
    extra: object(value.extra),
  })
}
