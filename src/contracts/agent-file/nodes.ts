/**
 * What `metadata` of a response holds along with a success's payload. The specification leaves it open; these are our
 * names:
 *
 * always: message, content, artifacts, warnings, citations, sources, span_refs, actions, task, usage, provenance;
 * success: partial, created, empty_reason, retry_with, grade; pending: phase, progress; paused: needs;
 * failed: fault (code, detail, recovery, retry_after_ms, began, issues, resource_id, details); unknown: status;
 * all but success: payload; of the exchange: correlation_id, conversation_id, agent_name (the operation),
 * context_json (the caller's context, its JSON text), governance, replayed, query, billing.
 */
import { type Codec, filledListOf, listOf } from '../../codec/codec.ts'
import { elsewhere, extraFrom, lost, mappingFor, optional, type Reading, snake, variants } from '../../codec/node.ts'
import { snakeNodes } from '../../codec/snake-nodes.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Extra, Notice } from '../../outcome/outcome.ts'
import { node, object, oneOf, partialNode } from '../../outcome/shape.ts'
import {
  billing,
  call,
  citation,
  exchange,
  fault,
  outcome,
  page,
  payload,
  preferences,
  query,
} from '../../outcome/tables.ts'

export const id = 'agent-file'

const mapped = mappingFor(id)
const nodes = snakeNodes(id)

/** `{extra}` for members that only this contract knows. */
export function extraOf(rest: Reading<unknown>['rest']): { extra?: Extra } {
  return extraFrom(id, rest)
}

/** A warning that is a plain text, or has no severity, is a warning. */
const noticeCodec: Codec<Notice> = {
  read: value =>
    nodes.notice.read(isObject(value) ? { severity: 'warning', ...value } : { severity: 'warning', message: value }),
  write: (value, at, losses) => nodes.notice.write(value, at, losses),
}

const citationCodec = mapped(citation, {
  id: 'id',
  url: 'url',
  publisher: 'publisher',
  title: 'title',
  fetchedAt: snake,
  checksum: 'checksum',
  license: 'license',
  paths: 'paths',
  excerpt: 'excerpt',
  pageRef: snake,
  verification: 'verification',
  text: 'text',
  markdown: 'markdown',
})

/** What the envelope does not say of a fault: it has the message, and the category by `error_type`. */
const faultCodec = mapped(fault, {
  category: elsewhere,
  code: optional('code'),
  message: elsewhere,
  detail: 'detail',
  recovery: optional('recovery'),
  retryAfterMs: snake,
  began: 'began',
  issues: optional(['issues', listOf(nodes.issue)]),
  resourceId: snake,
  details: 'details',
})

/** Where rows stand in the whole. */
export const pageCodec = mapped(page, { total: 'total', limit: 'limit', offset: 'offset', next: 'next' })

const payloadCodec = variants(payload, {
  value: mapped(payload.variants.value, { kind: 'form', value: 'value' }),
  rows: mapped(payload.variants.rows, { kind: 'form', rows: 'rows', page: ['page', pageCodec] }),
  text: mapped(payload.variants.text, { kind: 'form', text: 'text', mediaType: snake }),
  bytes: mapped(payload.variants.bytes, { kind: 'form', base64: 'base64', mediaType: snake }),
})

const common = {
  kind: elsewhere,
  message: 'message',
  content: ['content', listOf(nodes.part)],
  artifacts: ['artifacts', listOf(nodes.artifact)],
  notices: ['warnings', listOf(noticeCodec)],
  citations: ['citations', listOf(citationCodec)],
  sources: 'sources',
  spanRefs: snake,
  actions: ['actions', listOf(nodes.action)],
  task: ['task', nodes.task],
  usage: 'usage',
  provenance: 'provenance',
  payload: ['payload', payloadCodec],
} as const

const { variants: kinds } = outcome

/** The members of each kind of outcome. A success has its payload in `response`. */
export const outcomeMembers = {
  completed: mapped(kinds.completed, {
    ...common,
    payload: elsewhere,
    partial: 'partial',
    created: ['created', nodes.created],
    emptyReason: snake,
    retryWith: snake,
    grade: 'grade',
  }),
  pending: mapped(kinds.pending, { ...common, phase: optional('phase'), progress: ['progress', nodes.progress] }),
  paused: mapped(kinds.paused, { ...common, needs: optional(['needs', filledListOf(nodes.need)]) }),
  failed: mapped(kinds.failed, { ...common, fault: optional(['fault', faultCodec as unknown as Codec<Fault>]) }),
  canceled: mapped(kinds.canceled, common),
  unknown: mapped(kinds.unknown, { ...common, status: optional('status') }),
}

const aboutExchange = {
  correlationId: snake,
  conversationId: snake,
  operation: 'agent_name',
  context: 'context_json',
  governance: 'governance',
  replayed: 'replayed',
  query: ['query', mapped(query, { input: 'input', filters: 'filters', unparsed: 'unparsed' })],
  billing: ['billing', mapped(billing, { units: 'units', tag: 'tag' })],
  requestId: elsewhere,
  at: elsewhere,
} as const

/** The members of an exchange that the envelope has no field for. */
export const exchangeMembers = mapped(
  exchange,
  { ...aboutExchange, durationMs: elsewhere, push: lost('it may hold credentials, and a file is not the place') },
  { room: 'closed' },
)

const notInRequest = lost(`${id} does not write it into a request`)

/** The same of a call. */
export const callExchangeMembers = mapped(
  exchange,
  { ...aboutExchange, operation: 'operation', durationMs: notInRequest, push: notInRequest },
  { room: 'closed' },
)

const preferencesCodec = mapped(preferences, {
  async: 'async',
  waitMs: snake,
  stream: 'stream',
  contract: 'contract',
  language: 'language',
})

/** The members of a call that the request file has no field for. */
export const callMembers = mapped(
  call,
  {
    operation: elsewhere,
    input: elsewhere,
    exchange: elsewhere,
    deadlineMs: elsewhere,
    stageId: elsewhere,
    idempotencyKey: snake,
    approvalTokens: snake,
    prefer: ['prefer', preferencesCodec],
    workflowId: snake,
    userId: snake,
    mode: 'mode',
    riskTier: snake,
    domainId: snake,
    budgets: 'budgets',
    push: lost(`${id} does not write it into a file`),
    message: lost(),
    governed: lost(),
    hops: lost(),
  },
  { room: 'closed' },
)

/** What a request file has no field for. */
export interface CallNotes {
  call?: Partial<Call>
  exchange?: Exchange
  inputForm?: 'text' | 'json'
  otherFields?: JsonObject
}

const callNotesNode = node<CallNotes>({
  call: partialNode(call),
  exchange,
  inputForm: oneOf('text', 'json'),
  otherFields: object,
})

/** `context.replywire` of a request. */
export const callNotes = mapped(
  callNotesNode,
  { call: ['call', callMembers], exchange: ['exchange', callExchangeMembers], inputForm: snake, otherFields: snake },
  { least: 1 },
)
