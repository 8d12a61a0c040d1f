/** MCP schema, ContentBlock: parts as content blocks and back. What a block cannot say is in its `_meta`. */
import { extraMembers, object, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Extra, Part } from '../../outcome/outcome.ts'
import { readJsonText } from '../../wire/json.ts'
import { isMetaKey } from './meta-key.ts'
import { validators } from './validators.generated.js'

/** The key under which a block says what it cannot say as a block. */
const partKey = 'replywire/part'
/** The scheme of the names we give to resources that have none. */
const madeUri = 'replywire:'

/** What every part may say about itself. */
interface About {
  name?: string
  mediaType?: string
}

/** What `partKey` holds. */
interface Mark extends About {
  type?: Part['kind']
}

const absolute = /^[A-Za-z][A-Za-z0-9+.-]*:/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function isAbsolute(url: string): boolean {
  return absolute.test(url)
}

export function textBlock(value: string): JsonObject {
  return { type: 'text', text: value }
}

/** The text of a block that is nothing but text. */
export function bareText(block: Json | undefined): string | undefined {
  if (!isObject(block) || block.type !== 'text' || Object.keys(block).length !== 2) return undefined
  return text(block.text)
}

/** The name of the schema that a block follows; undefined when its type is unknown. */
export function blockSchema(block: JsonObject): string | undefined {
  if (block.type === 'resource') {
    return object(block.resource)?.blob === undefined ? 'text-resource-block' : 'blob-resource-block'
  }
  return schemaNames.get(block.type)
}

const schemaNames = new Map<Json | undefined, string>([
  ['text', 'text-block'],
  ['image', 'image-block'],
  ['audio', 'audio-block'],
  ['resource_link', 'resource-link-block'],
])

/** A part as a block. Members of `extra` that would make it invalid are left out. */
export function writeBlock(part: Part, name: string): JsonObject {
  const extra = part.extra?.mcp
  const block = blockOf(part, extra, name)
  if (extra === undefined) return block
  const schema = blockSchema(block)
  const named = Object.keys(object(block._meta) ?? {}).every(isMetaKey)
  const fits = named && schema !== undefined && validators['2026-07-28']?.[schema]?.check(block)
  return fits ? block : blockOf(part, undefined, name)
}

function blockOf(part: Part, extra: JsonObject | undefined, made: string): JsonObject {
  const { resource, _meta, ...rest } = extra ?? {}
  const [block, mark] = nativeBlock(part, object(resource), made)
  const marked = Object.keys(mark).length === 0 ? undefined : { [partKey]: mark as JsonObject }
  const meta = isObject(_meta) || marked !== undefined ? { _meta: { ...object(_meta), ...marked } } : undefined
  return { ...rest, ...block, ...meta }
}

function nativeBlock(part: Part, resource: JsonObject | undefined, made: string): [JsonObject, Mark] {
  const { name, mediaType } = part
  const mimeType = mediaType === undefined ? {} : { mimeType: mediaType }
  const named = defined<About>({ name })
  const about = defined<About>({ name, mediaType })
  switch (part.kind) {
    case 'text':
      if (resource === undefined) return [textBlock(part.text), about]
      return [{ type: 'resource', resource: { ...resource, ...mimeType, text: part.text } }, named]
    case 'data':
      return [textBlock(JSON.stringify(part.data)), { type: 'data', ...about }]
    case 'bytes': {
      if (!base64.test(part.base64)) return [textBlock(part.base64), { type: 'bytes', ...about }]
      const media = /^(image|audio)\//.exec(mediaType ?? '')?.[1]
      if (media !== undefined && resource === undefined) {
        return [{ type: media, data: part.base64, ...mimeType }, named]
      }
      const uri = `${madeUri}${made}`
      return [{ type: 'resource', resource: { uri, ...resource, ...mimeType, blob: part.base64 } }, named]
    }
    case 'link':
      if (!isAbsolute(part.url)) return [textBlock(part.url), { type: 'link', ...about }]
      // A name is demanded: the address stands in, and is not read as one.
      return [
        { type: 'resource_link', uri: part.url, name: name ?? part.url, ...mimeType },
        name === part.url ? { name } : {},
      ]
  }
}

/** A block as a part; one that fits no type is kept whole as data. */
export function readBlock(block: Json): Part {
  if (!isObject(block)) return { kind: 'data', data: block }
  const { [partKey]: mark, ...meta } = object(block._meta) ?? {}
  const marked = readMark(mark)
  const keep = Object.keys(meta).length > 0 || (block._meta !== undefined && !isObject(block._meta))
  const extra = (known: ReadonlySet<string>, resource?: JsonObject): { extra?: Extra } => {
    const rest = extraMembers('mcp', block, known).extra?.mcp
    const members = {
      ...rest,
      ...(keep ? { _meta: isObject(block._meta) ? meta : (block._meta as Json) } : undefined),
      ...(resource === undefined ? undefined : { resource }),
    }
    return Object.keys(members).length === 0 ? {} : { extra: { mcp: members } }
  }
  const whole: Part = { kind: 'data', data: block }
  switch (block.type) {
    case 'text':
      return readText(block, marked, extra(textMembers)) ?? whole
    case 'image':
    case 'audio':
      if (typeof block.data !== 'string') return whole
      return {
        kind: 'bytes',
        base64: block.data,
        ...defined<About>({ name: marked.name, mediaType: text(block.mimeType) ?? marked.mediaType }),
        ...extra(mediaMembers),
      }
    case 'resource_link': {
      if (typeof block.uri !== 'string') return whole
      const name = marked.name ?? (block.name === block.uri ? undefined : text(block.name))
      const more = defined<About>({ name, mediaType: text(block.mimeType) })
      return { kind: 'link', url: block.uri, ...more, ...extra(linkMembers) }
    }
    case 'resource': {
      const { mimeType, text: words, blob, ...rest } = object(block.resource) ?? {}
      const made = typeof rest.uri === 'string' && rest.uri.startsWith(madeUri) && Object.keys(rest).length === 1
      const more = {
        ...defined<About>({ name: marked.name, mediaType: text(mimeType) }),
        ...extra(resourceMembers, made ? undefined : rest),
      }
      if (typeof blob === 'string') return { kind: 'bytes', base64: blob, ...more }
      return typeof words === 'string' ? { kind: 'text', text: words, ...more } : whole
    }
    default:
      return whole
  }
}

const textMembers = new Set(['type', 'text', '_meta'])
const mediaMembers = new Set(['type', 'data', 'mimeType', '_meta'])
const linkMembers = new Set(['type', 'uri', 'name', 'mimeType', '_meta'])
const resourceMembers = new Set(['type', 'resource', '_meta'])

function readText(block: JsonObject, { type, ...marked }: Mark, extra: { extra?: Extra }): Part | undefined {
  if (typeof block.text !== 'string') return undefined
  const more = { ...marked, ...extra }
  if (type === 'link') return { kind: type, url: block.text, ...more }
  if (type === 'bytes') return { kind: type, base64: block.text, ...more }
  const reading = type === 'data' ? readJsonText(block.text) : undefined
  if (reading?.ok) return { kind: 'data', data: reading.value, ...more }
  return { kind: 'text', text: block.text, ...more }
}

function readMark(value: Json | undefined): Mark {
  if (!isObject(value)) return {}
  const type = text(value.type) as Part['kind'] | undefined
  return defined<Mark>({ type, name: text(value.name), mediaType: text(value.mediaType) })
}
