/**
 * The nodes of the hub in AdCP's words. What the envelope has a member for is at the root of an answer, in its
 * errors or in its progress; all else travels in `ext.replywire` as the hub has it. Every member of the hub has an entry:
 * a new one does not compile until AdCP has a place for it or loses it.
 */
import { type Codec, filledListOf, listOf, only, plain } from '../../codec/codec.ts'
import { elsewhere, lost, mappingFor, optional, variants } from '../../codec/node.ts'
import { unchanged } from '../../codec/unchanged.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Paused, Progress, TaskRef } from '../../outcome/outcome.ts'
import { filledList, node, object, partialNode, text, value } from '../../outcome/shape.ts'
import {
  action,
  artifact,
  billing,
  call,
  citation,
  created,
  exchange,
  fault,
  issue,
  need,
  notice,
  outcome,
  part,
  preferences,
  progress,
  query,
  taskRef,
} from '../../outcome/tables.ts'

export const contractId = 'adcp'

/** The key of ours: in `ext` of an answer, in `details` of a warning, in A2A's `metadata`. */
export const ownKey = 'replywire'

const mapped = mappingFor(contractId)

const aboutPart = { name: true, mediaType: true } as const

const partCodec = variants(part, {
  text: unchanged(part.variants.text, { kind: true, text: true, ...aboutPart }),
  data: unchanged(part.variants.data, { kind: true, data: true, ...aboutPart }),
  bytes: unchanged(part.variants.bytes, { kind: true, base64: true, ...aboutPart }),
  link: unchanged(part.variants.link, { kind: true, url: true, ...aboutPart }),
})

const artifactCodec = unchanged(artifact, { id: true, name: true, description: true, parts: listOf(partCodec) })

const citationCodec = unchanged(citation, {
  id: true,
  url: true,
  publisher: true,
  title: true,
  fetchedAt: true,
  checksum: true,
  license: true,
  paths: true,
  excerpt: true,
  pageRef: true,
  verification: true,
  text: true,
  markdown: true,
})

const actionCodec = unchanged(action, { tool: true, endpoint: true, args: true, reason: true })

export const needsCodec = filledListOf(
  variants(need, {
    input: unchanged(need.variants.input, {
      kind: true,
      name: true,
      location: true,
      schema: true,
      required: true,
      question: true,
    }),
    reply: unchanged(need.variants.reply, { kind: true, question: true }),
    approval: unchanged(need.variants.approval, {
      kind: true,
      key: true,
      action: true,
      token: true,
      expiresAt: true,
      roles: lost('who may decide is not part of an answer'),
    }),
    credentials: unchanged(need.variants.credentials, { kind: true, url: true, scheme: true }),
  }),
)

export const progressCodec = unchanged(progress, { fraction: true, message: true, step: true, total: true })

const percentage: Codec<number> = {
  read: percent => (typeof percent === 'number' ? percent / 100 : undefined),
  write: fraction => Number((fraction * 100).toPrecision(12)),
}

/** At the root of a `working` answer, and in the answer about a task. */
export const rootProgress = mapped(progress, {
  fraction: ['percentage', percentage],
  message: 'current_step',
  step: 'step_number',
  total: 'total_steps',
})

const common = {
  kind: elsewhere,
  message: elsewhere,
  payload: elsewhere,
  content: ['content', listOf(partCodec)],
  artifacts: ['artifacts', listOf(artifactCodec)],
  notices: elsewhere,
  citations: ['citations', listOf(citationCodec)],
  sources: 'sources',
  spanRefs: 'spanRefs',
  actions: ['actions', listOf(actionCodec)],
  task: elsewhere,
  usage: 'usage',
  provenance: 'provenance',
} as const

const { variants: kinds } = outcome

/** Members of an outcome that always are in `ext.replywire`, by kind. */
export const unplacedByKind = {
  completed: mapped(kinds.completed, {
    ...common,
    partial: 'partial',
    created: ['created', unchanged(created, { location: true })],
    emptyReason: 'emptyReason',
    retryWith: 'retryWith',
    grade: 'grade',
  }),
  pending: mapped(kinds.pending, { ...common, phase: elsewhere, progress: elsewhere }),
  paused: mapped(kinds.paused, { ...common, needs: elsewhere }),
  failed: mapped(kinds.failed, { ...common, fault: elsewhere }),
  canceled: mapped(kinds.canceled, common),
  unknown: mapped(kinds.unknown, { ...common, status: elsewhere }),
}

/** The id of a task stands at the root. */
export const taskRest = mapped(taskRef, { id: elsewhere, statusUrl: 'statusUrl', pollAfterMs: 'pollAfterMs' })

const issueEntries = { pointer: true, message: true, keyword: true, location: true } as const

/** Null: the fault has no such member, though the error on the wire has one. */
function orNull<T>(codec: Codec<T>): Codec<T> {
  return {
    read: member => (member === null ? (null as T) : codec.read(member)),
    write: (member, at, losses) => (member === null ? null : codec.write(member, at, losses)),
  }
}

/** What the error on the wire says differently, or not at all. */
export const faultRest = mapped(
  fault,
  {
    category: optional('category'),
    code: optional('code'),
    message: optional('message'),
    detail: 'detail',
    recovery: elsewhere,
    retryAfterMs: elsewhere,
    began: 'began',
    issues: optional(['issues', listOf(unchanged(issue, issueEntries))]),
    resourceId: ['resourceId', orNull(plain(text))],
    details: ['details', orNull(plain(object))],
  },
  { room: 'closed' },
)

/** An issue of core/error. */
export const issueCodec = mapped(issue, {
  pointer: optional('pointer'),
  message: optional('message'),
  keyword: 'keyword',
  location: 'location',
})

/** An entry of `errors[]`: its severity, code and pointer depend on what AdCP lets a warning say. */
export const noticeCodec = mapped(notice, {
  severity: elsewhere,
  message: 'message',
  code: elsewhere,
  pointer: elsewhere,
})

/** The exchange at the root of an answer. Ids and the duration are in the carrier, the context is echoed as text. */
export const rootExchange = mapped(exchange, {
  requestId: elsewhere,
  correlationId: elsewhere,
  conversationId: 'context_id',
  operation: elsewhere,
  context: elsewhere,
  governance: 'governance_context',
  replayed: 'replayed',
  at: 'timestamp',
  durationMs: elsewhere,
  query: elsewhere,
  billing: elsewhere,
  push: ['push_notification_config', only(plain(value), config => config !== null)],
})

/** The exchange in `ext.replywire`. */
export const exchangeRest = mapped(
  exchange,
  {
    requestId: elsewhere,
    correlationId: elsewhere,
    conversationId: elsewhere,
    operation: 'operation',
    context: elsewhere,
    governance: elsewhere,
    replayed: elsewhere,
    at: elsewhere,
    durationMs: elsewhere,
    query: ['query', unchanged(query, { input: true, filters: true, unparsed: true })],
    billing: ['billing', unchanged(billing, { units: true, tag: true })],
    push: elsewhere,
  },
  { room: 'closed' },
)

/** Members of `ext.replywire` that are there only where the root cannot hold them. */
export interface RootRest {
  /** Members of the body whose names the envelope has. */
  body?: JsonObject
  progress?: Progress
  needs?: Paused['needs']
  fault?: Partial<Fault>
  status?: string
  exchange?: Exchange
  task?: Partial<TaskRef>
  /** Fingerprints of what the root itself says of `needs` and `fault`. */
  visible?: JsonObject
}

export const rootRest = mapped(
  node<RootRest>({
    body: object,
    progress,
    needs: filledList(need),
    fault: partialNode(fault),
    status: text,
    exchange,
    task: partialNode(taskRef),
    visible: object,
  }),
  {
    body: 'body',
    progress: ['progress', progressCodec],
    needs: ['needs', needsCodec],
    fault: ['fault', faultRest as Codec<Partial<Fault>>],
    status: 'status',
    exchange: ['exchange', exchangeRest as Codec<Exchange>],
    task: ['task', taskRest as Codec<Partial<TaskRef>>],
    visible: 'visible',
  },
)

const argument = {
  operation: elsewhere,
  input: elsewhere,
  exchange: elsewhere,
  idempotencyKey: elsewhere,
  push: elsewhere,
  message: lost(),
} as const

const preferencesCodec = mapped(preferences, {
  async: 'async',
  waitMs: 'waitMs',
  stream: 'stream',
  contract: 'contract',
  language: 'language',
})

/** What MCP's `_meta` and A2A's `metadata` carry of a call along with its arguments. */
export const metaCall = mapped(call, {
  ...argument,
  approvalTokens: 'approvalTokens',
  prefer: ['prefer', preferencesCodec],
  deadlineMs: 'deadlineMs',
  workflowId: 'workflowId',
  stageId: 'stageId',
  userId: 'userId',
  mode: 'mode',
  riskTier: 'riskTier',
  domainId: 'domainId',
  budgets: 'budgets',
})

/** Over REST headers carry approvals and preferences. */
export const headerCall = mapped(call, {
  ...argument,
  approvalTokens: elsewhere,
  prefer: elsewhere,
  deadlineMs: lost(),
  workflowId: lost(),
  stageId: lost(),
  userId: lost(),
  mode: lost(),
  riskTier: lost(),
  domainId: lost(),
  budgets: lost(),
})

/** The Prefer header. */
export const headerPreferences = mapped(preferences, {
  async: elsewhere,
  waitMs: elsewhere,
  stream: lost(),
  contract: lost(),
  language: lost(),
})

/** Of a call's exchange the carrier has the ids. */
export const callIds = mapped(
  exchange,
  {
    requestId: 'requestId',
    correlationId: 'correlationId',
    conversationId: elsewhere,
    operation: lost(),
    context: elsewhere,
    governance: elsewhere,
    replayed: lost(),
    at: lost(),
    durationMs: lost(),
    query: lost(),
    billing: lost(),
    push: lost(),
  },
  { room: 'closed' },
)

/** Ids and the duration of an answer, in the carrier's own metadata. */
export const metaExchange = mapped(exchange, {
  requestId: 'requestId',
  correlationId: 'correlationId',
  conversationId: elsewhere,
  operation: elsewhere,
  context: elsewhere,
  governance: elsewhere,
  replayed: elsewhere,
  at: elsewhere,
  durationMs: 'durationMs',
  query: elsewhere,
  billing: elsewhere,
  push: elsewhere,
})
