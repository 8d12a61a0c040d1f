/**
 * The nodes of the hub in the words of the envelope. Citations, actions, `meta` and `query_echo` are the document's own;
 * members that it does not print are keys of ours ("Adding new top-level keys is permitted").
 */
import { type Codec, listOf, only, plain } from '../../codec/codec.ts'
import { elsewhere, extraFrom, lost, mappingFor, optional, type Reading, snake, variants } from '../../codec/node.ts'
import { snakeNodes } from '../../codec/snake-nodes.ts'
import { staysWithServer } from '../../codec/unchanged.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import type { Extra } from '../../outcome/outcome.ts'
import { list, object, text, textLike, valueLike } from '../../outcome/shape.ts'
import { action, citation, exchange, fault, need, notice, outcome, page, payload, query } from '../../outcome/tables.ts'
import { licenses, verifications } from './status.ts'

export const contractId = 'jpcite'

export const mapped = mappingFor(contractId)
const nodes = snakeNodes(contractId)

/** `{extra}` for members that only this contract knows. */
export function ownExtra(rest: Reading<unknown>['rest'] | Parameters<typeof extraFrom>[1]): { extra?: Extra } {
  return extraFrom(contractId, rest)
}

const isPresent = (value: Json): boolean => value !== null
const isName = (value: Json): boolean => typeof value === 'string' && value !== ''
/** An empty object or list in the echo means that there is nothing to echo. */
const isFilled = (value: Json): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0

const name = only(plain(text), isName)

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

export const isDate = (value: string): boolean => isoDate.test(value)
export const isLicense = (value: string): boolean => licenses.some(known => known === value)
export const isVerification = (value: string): boolean => verifications.some(known => known === value)

/** Any date is read; only one in ISO 8601 is written. */
const date: Codec<string> = {
  read: value => (typeof value === 'string' ? value : undefined),
  write: value => (isDate(value) ? value : undefined),
}

/** Any value is read; one that the contract does not know is written as `unknown`. */
function vocabulary(isKnown: (value: string) => boolean): Codec<string> {
  return {
    read: value => (typeof value === 'string' ? value : undefined),
    write(value, at, losses) {
      if (isKnown(value)) return value
      losses.add(at, 'the contract does not know this value; unknown is sent')
      return 'unknown'
    },
  }
}

const citationMembers = {
  id: 'source_id',
  url: 'source_url',
  publisher: 'publisher',
  title: 'title',
  fetchedAt: [snake, date],
  checksum: 'checksum',
  license: ['license', vocabulary(isLicense)],
  paths: 'field_paths',
  excerpt: 'excerpt',
  pageRef: snake,
  verification: ['verification_status', vocabulary(isVerification)],
  text: 'citation_text_ja',
  markdown: 'citation_markdown',
} as const

/** The thirteen members of a citation on the wire. The document types them: none may be anything else. */
export const citationNames = mapped(citation, citationMembers).wires

/** `field_paths` are translated before and after. */
export const citationCodec = mapped(citation, citationMembers, { reserved: citationNames })

const actionNames = new Set(['tool', 'endpoint', 'args', 'reason'])

/** In an action null means none, and stays. */
export const actionCodec = mapped(
  action,
  { tool: ['tool', name], endpoint: ['endpoint', name], args: 'args', reason: 'reason' },
  { reserved: (member, value) => value !== null && actionNames.has(member) },
)

/** A notice is a warning, which is its message. */
export const noticeMembers = mapped(
  notice,
  { severity: elsewhere, message: elsewhere, code: lost(), pointer: lost() },
  { room: 'closed' },
)

export const pageCodec = mapped(page, { total: 'total', limit: 'limit', offset: 'offset', next: 'next_cursor' })
export const { task: taskCodec, created: createdCodec } = nodes

/** A payload that is no list is one row of `results`, and `result_form` names its kind. */
export const payloadMembers = {
  value: mapped(payload.variants.value, { kind: elsewhere, value: elsewhere }),
  rows: mapped(payload.variants.rows, { kind: elsewhere, rows: elsewhere, page: ['pagination', pageCodec] }),
  text: mapped(payload.variants.text, { kind: elsewhere, text: 'text', mediaType: snake }),
  bytes: mapped(payload.variants.bytes, { kind: elsewhere, base64: 'base64', mediaType: snake }),
}

/** `retry_with.needs` of a paused run: for agents to read, not to be read back. */
export const needsCodec = listOf(
  variants(need, {
    input: mapped(
      need.variants.input,
      {
        kind: 'kind',
        name: 'name',
        location: 'location',
        schema: 'schema',
        required: 'required',
        question: 'question',
      },
      { room: 'closed' },
    ),
    reply: mapped(need.variants.reply, { kind: 'kind', question: 'question' }, { room: 'closed' }),
    approval: mapped(
      need.variants.approval,
      {
        kind: 'kind',
        key: 'key',
        action: 'action',
        token: 'token',
        expiresAt: 'expiresAt',
        roles: lost(staysWithServer),
      },
      { room: 'closed' },
    ),
    credentials: mapped(need.variants.credentials, { kind: 'kind', url: 'url', scheme: 'scheme' }, { room: 'closed' }),
  }),
)

/** What an error says beyond the members that the documents print: the code only where it is not the usual one. */
export const faultMembers = {
  category: elsewhere,
  code: optional(['source_code', name]),
  message: elsewhere,
  detail: elsewhere,
  recovery: elsewhere,
  retryAfterMs: elsewhere,
  began: lost('it cannot be said whether work began'),
  issues: optional(['field_errors', listOf(nodes.issue)]),
  resourceId: snake,
  details: 'details',
} as const

export const faultCodec = mapped(fault, faultMembers, {
  reserved: ['code', 'user_message', 'developer_message', 'retryable', 'retry_after', 'documentation'],
})

/** `meta` beyond the five members that the document prints. A context is its JSON text, to the letter. */
export const exchangeCodec = mapped(
  exchange,
  {
    requestId: elsewhere,
    correlationId: [snake, name],
    conversationId: [snake, name],
    operation: ['operation', name],
    context: 'context_json',
    governance: 'governance',
    replayed: 'replayed',
    at: lost(),
    durationMs: elsewhere,
    query: elsewhere,
    billing: elsewhere,
    push: ['push', only(plain(valueLike('push')), isPresent)],
  },
  { reserved: ['request_id', 'api_version', 'latency_ms', 'billable_units', 'client_tag'] },
)

const queryNames = ['normalized_input', 'applied_filters', 'unparsed_terms'] as const

/** The members of `query_echo`. */
export const queryCodec = mapped(
  query,
  {
    input: [queryNames[0], only(plain(object), isFilled)],
    filters: [queryNames[1], only(plain(object), isFilled)],
    unparsed: [queryNames[2], only(plain(list(textLike('word'))), isFilled)],
  },
  { reserved: queryNames },
)

/** Of every outcome: what the envelope has members for is elsewhere, the rest are keys of ours. */
const common = {
  kind: elsewhere,
  message: 'message',
  payload: elsewhere,
  content: ['content', listOf(nodes.part)],
  artifacts: ['artifacts', listOf(nodes.artifact)],
  notices: elsewhere,
  citations: elsewhere,
  sources: 'sources',
  spanRefs: snake,
  actions: elsewhere,
  task: ['task', taskCodec],
  usage: 'usage',
  provenance: 'provenance',
} as const

const keys = new Set(['empty_reason', 'retry_with', 'error', 'created', 'result_form', 'pagination'])
const ofSuccess = { reserved: keys }
/** On an error `retry_with` is a further member: the hub has no place for it. */
const ofError = {
  reserved: (member: string, value: Json) => keys.has(member) && !(member === 'retry_with' && isObject(value)),
}

const { variants: kinds } = outcome

/** Each kind of outcome. What is not completed is written as a partial answer or as an error. */
export const outcomeMembers = {
  completed: mapped(
    kinds.completed,
    {
      ...common,
      partial: elsewhere,
      created: elsewhere,
      emptyReason: elsewhere,
      retryWith: elsewhere,
      grade: elsewhere,
    },
    ofSuccess,
  ),
  pending: mapped(kinds.pending, { ...common, phase: lost(), progress: lost() }, ofSuccess),
  paused: mapped(kinds.paused, { ...common, needs: elsewhere }, ofError),
  failed: mapped(kinds.failed, { ...common, fault: elsewhere }, ofError),
  canceled: mapped(kinds.canceled, common, ofError),
  unknown: mapped(kinds.unknown, { ...common, status: lost() }, ofError),
}
