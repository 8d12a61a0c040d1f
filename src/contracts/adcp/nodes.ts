/**
 * The nodes of the hub in AdCP's words. What the envelope has a member for is at the root of an answer, in its
 * errors or in its progress; all else travels in `ext.replywire` as the hub has it. Every member of an outcome and of an
 * exchange has an entry: a new one does not compile until AdCP has a place for it or loses it.
 */
import { type Codec, only, plain } from '../../codec/codec.ts'
import { elsewhere, lost, mappingFor, optional } from '../../codec/node.ts'
import { unchanged } from '../../codec/unchanged.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Paused, Progress, TaskRef } from '../../outcome/outcome.ts'
import { filledList, list, node, object, partialNode, text, value } from '../../outcome/shape.ts'
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

export const needsCodec = unchanged(filledList(need))
export const progressCodec = unchanged(progress)

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
  content: ['content', unchanged(list(part))],
  artifacts: ['artifacts', unchanged(list(artifact))],
  notices: elsewhere,
  citations: ['citations', unchanged(list(citation))],
  sources: 'sources',
  spanRefs: 'spanRefs',
  actions: ['actions', unchanged(list(action))],
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
    created: ['created', unchanged(created)],
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
    issues: optional(['issues', unchanged(list(issue))]),
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
    query: ['query', unchanged(query)],
    billing: ['billing', unchanged(billing)],
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
  governed: lost(),
  hops: lost(),
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
