/** The nodes that the envelope carries, by name: citations and actions are its own; the rest are keys that v2 permits. */
import { isObject, type Json } from '../../lib/json-value.ts'
import { type Field, field, isNumber, isText, listField, nodeField, type Shape, shape } from './nodes.ts'

const isAny = (): boolean => true
const isPresent = (value: Json): boolean => value !== null
const isName = (value: Json): boolean => typeof value === 'string' && value !== ''
const isObjects = (value: Json): boolean => Array.isArray(value) && value.every(isObject)
const isTexts = (value: Json): boolean => Array.isArray(value) && value.every(isText)
/** An empty object or list is what an envelope says when there is nothing to say. */
const isFilled = (value: Json): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** Names that are no further members, whatever stands there. */
const named = (...names: string[]) => {
  const reserved = new Set(names)
  return (name: string): boolean => reserved.has(name)
}

/** A shape whose members the contract itself types: none of them may be anything else. */
const typed = (fields: readonly Field[]): Shape => shape(fields, { reserves: named(...fields.map(({ wire }) => wire)) })

/** The thirteen members of a citation. `field_paths` are translated before and after. */
export const citation = typed([
  field('id', isText, 'source_id'),
  field('url', isText, 'source_url'),
  field('publisher'),
  field('title'),
  field('fetchedAt'),
  field('checksum'),
  field('license'),
  field('paths', isTexts, 'field_paths'),
  field('excerpt'),
  field('pageRef'),
  field('verification', isText, 'verification_status'),
  field('text', isText, 'citation_text_ja'),
  field('markdown', isText, 'citation_markdown'),
])

const actionFields = [field('tool', isName), field('endpoint', isName), field('args', isObject), field('reason')]

/** A null stands for none in an action, and stays. */
export const action = shape(actionFields, {
  reserves: (name, value) => value !== null && actionFields.some(({ wire }) => wire === name),
})

const partOf = (content: Field): Shape =>
  shape([field('kind', isText, 'type'), content, field('name'), field('mediaType')], {
    required: ['type', content.wire],
  })

const parts: Readonly<Record<string, Shape>> = {
  text: partOf(field('text')),
  data: partOf(field('data', isAny)),
  bytes: partOf(field('base64')),
  link: partOf(field('url')),
}

/** A part by its type; a type that the hub does not know has no shape. */
export function part({ type, kind }: Record<string, unknown>): Shape | undefined {
  // `type` is what the wire calls it.
  const tag = type ?? kind
  return typeof tag === 'string' && Object.hasOwn(parts, tag) ? parts[tag] : undefined
}

const artifact = shape([field('id'), field('name'), field('description'), listField('parts', part)], {
  required: ['id'],
})

export const page = shape(
  [field('total', isNumber), field('limit', isNumber), field('offset', isNumber), field('next', isText, 'next_cursor')],
  { closed: true },
)

export const task = shape([field('id'), field('statusUrl'), field('pollAfterMs', isNumber)], {
  required: ['id'],
  closed: true,
})

export const created = shape([field('location')], { closed: true })

/** What an outcome may carry beside the envelope's own members ("Adding new top-level keys is permitted"). */
export const carried = shape(
  [
    field('message'),
    listField('content', part),
    listField('artifacts', () => artifact),
    field('sources', isObjects),
    field('spanRefs', isObjects),
    nodeField('task', task),
    field('usage', isObject),
    field('provenance', isObject),
  ],
  { reserves: named('empty_reason', 'retry_with', 'error', 'created', 'result_form', 'pagination') },
)

const issue = shape(
  [
    field('pointer'),
    field('message'),
    field('keyword'),
    field('location', value => ['body', 'query', 'path', 'header'].includes(value as string)),
  ],
  { required: ['pointer', 'message'] },
)

/** What an error says beyond the six members that the document prints. */
export const errorFields = [
  field('code', isName, 'source_code'),
  listField('issues', () => issue, 'field_errors'),
  field('resourceId'),
  field('details', isObject),
]

export const errorExtras = shape(errorFields, {
  reserves: named('code', 'user_message', 'developer_message', 'retryable', 'retry_after', 'documentation'),
})

/** What `meta` says beyond the five members that the document prints. A context is its JSON text, to the letter. */
export const metaExtras = shape(
  [
    field('correlationId', isName),
    field('conversationId', isName),
    field('operation', isName),
    field('context', isText, 'context_json'),
    field('governance'),
    field('replayed', value => typeof value === 'boolean'),
    field('push', isPresent),
  ],
  { reserves: named('request_id', 'api_version', 'latency_ms', 'billable_units', 'client_tag') },
)

/** What `query_echo` says. */
export const queryEcho = typed([
  field('input', value => isObject(value) && isFilled(value), 'normalized_input'),
  field('filters', value => isObject(value) && isFilled(value), 'applied_filters'),
  field('unparsed', value => isTexts(value) && isFilled(value), 'unparsed_terms'),
])
