/**
 * What `metadata` of a response holds beside a success's payload. The specification leaves it open; these are our names:
 *
 * always: message, content, artifacts, warnings, citations, sources, span_refs, actions, task, usage, provenance;
 * success: partial, created, empty_reason, retry_with, grade; pending: phase, progress; paused: needs;
 * failed: fault (code, detail, recovery, retry_after_ms, began, issues, resource_id, details); unknown: status;
 * all but success: payload; of the exchange: correlation_id, conversation_id, agent_name (the operation),
 * context_json (the caller's context, its JSON text), governance, replayed, query, billing.
 */
import { isObject } from '../../lib/json-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import {
  amount,
  anything,
  flag,
  listOf,
  type Members,
  members,
  object,
  oneOf,
  plain,
  type Shape,
  text,
  variant,
} from './shape.ts'

const location = oneOf('body', 'query', 'path', 'header')

const partMore = { name: text, mediaType: text }
const asType = { kind: 'type' }
const part = variant('kind', 'type', {
  text: object(members({ kind: text, text }, partMore, asType)),
  data: object(members({ kind: text, data: anything }, partMore, asType)),
  bytes: object(members({ kind: text, base64: text }, partMore, asType)),
  link: object(members({ kind: text, url: text }, partMore, asType)),
})

const artifact = object(members({ id: text }, { name: text, description: text, parts: listOf(part) }))

const told = object(
  members({ severity: oneOf('info', 'warning', 'error'), message: text }, { code: text, pointer: text }),
)
/** A warning that is a plain text, or has no severity, is a warning. */
const notice: Shape = {
  write: told.write,
  read: value =>
    told.read(isObject(value) ? { severity: 'warning', ...value } : { severity: 'warning', message: value }),
}

const citation = object(
  members(
    {},
    {
      id: text,
      url: text,
      publisher: text,
      title: text,
      fetchedAt: text,
      checksum: text,
      license: text,
      paths: listOf(text),
      excerpt: text,
      pageRef: text,
      verification: text,
      text,
      markdown: text,
    },
  ),
)

const action = object(members({}, { tool: text, endpoint: text, args: plain, reason: text }))
const task = object(members({ id: text }, { statusUrl: text, pollAfterMs: amount }), 'closed')
const progress = object(members({}, { fraction: amount, message: text, step: amount, total: amount }), 'closed')

const need = variant('kind', 'kind', {
  input: object(members({ kind: text, name: text, location, schema: plain, required: flag, question: text })),
  reply: object(members({ kind: text, question: text })),
  approval: object(members({ kind: text, key: text, action: text }, { token: text, expiresAt: text })),
  credentials: object(members({ kind: text }, { url: text, scheme: text })),
})

const issue = object(members({ pointer: text, message: text }, { keyword: text, location }))

/** A fault beside its message and its category, which the envelope tells. */
export const fault = members(
  {},
  {
    code: text,
    detail: text,
    recovery: oneOf('retry', 'correct', 'stop'),
    retryAfterMs: amount,
    began: flag,
    issues: listOf(issue),
    resourceId: text,
    details: plain,
  },
)

/** Where rows stand in the whole. */
export const page = object(members({}, { total: amount, limit: amount, offset: amount, next: text }), 'closed')

const asForm = { kind: 'form' }
const payload = variant('kind', 'form', {
  value: object(members({ kind: text, value: anything }, {}, asForm), 'closed'),
  rows: object(members({ kind: text, rows: listOf(anything) }, { page }, asForm), 'closed'),
  text: object(members({ kind: text, text }, { mediaType: text }, asForm), 'closed'),
  bytes: object(members({ kind: text, base64: text, mediaType: text }, {}, asForm), 'closed'),
})

const common = {
  message: text,
  content: listOf(part),
  artifacts: listOf(artifact),
  notices: listOf(notice),
  citations: listOf(citation),
  sources: listOf(plain),
  spanRefs: listOf(plain),
  actions: listOf(action),
  task,
  usage: plain,
  provenance: plain,
}

const outcome = (own: Readonly<Record<string, Shape>>) => members({}, { ...common, ...own }, { notices: 'warnings' })

/** The members of each kind of outcome. */
export const outcomeMembers: Readonly<Record<Outcome['kind'], Members>> = {
  completed: outcome({
    partial: flag,
    created: object(members({}, { location: text }), 'closed'),
    emptyReason: text,
    retryWith: plain,
    grade: oneOf('rich', 'sparse'),
  }),
  pending: outcome({ payload, phase: oneOf('queued', 'working'), progress }),
  paused: outcome({ payload, needs: listOf(need, 1) }),
  failed: outcome({ payload, fault: object(fault) }),
  canceled: outcome({ payload }),
  unknown: outcome({ payload, status: text }),
}

const query = object(members({}, { input: plain, filters: plain, unparsed: listOf(text) }))
const billing = object(members({}, { units: amount, tag: text }), 'closed')

const exchange = {
  correlationId: text,
  conversationId: text,
  operation: text,
  context: text,
  governance: text,
  replayed: flag,
  query,
  billing,
}

/** The members of an exchange that the envelope has no field for. */
export const exchangeMembers = members({}, exchange, { operation: 'agent_name', context: 'context_json' })

const prefer = object(
  members({}, { async: flag, waitMs: amount, stream: flag, contract: text, language: text }),
  'closed',
)

const call = {
  idempotencyKey: text,
  approvalTokens: listOf(text),
  prefer,
  workflowId: text,
  userId: text,
  mode: text,
  riskTier: text,
  domainId: text,
  budgets: plain,
}

export const callMembers = members({}, call)
export const callExchangeMembers = members({}, exchange, { context: 'context_json' })

/** `context.replywire` of a request: what a call tells and the request file has no field for. */
export const callRoom = object(
  members(
    {},
    {
      call: object(callMembers, 'closed'),
      exchange: object(callExchangeMembers, 'closed'),
      inputForm: oneOf('text', 'json'),
      otherFields: plain,
    },
  ),
  'closed',
  1,
)
