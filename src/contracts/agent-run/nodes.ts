/**
 * The nodes of the hub in this contract's words. The envelope is open, and agents send `warnings` and `task_type` along
 * with the listed members; what the hub knows and the document does not list goes there too, and into `error.details`,
 * under the names below.
 */

import { type Codec, filledListOf, listOf } from '../../codec/codec.ts'
import { elsewhere, extraFrom, lost, mappingFor, needed, optional, type Reading, snake } from '../../codec/node.ts'
import { snakeNodes } from '../../codec/snake-nodes.ts'
import { isObject } from '../../lib/json-value.ts'
import type { Notice, Pending, TaskRef } from '../../outcome/outcome.ts'
import { node, numberLike, oneOf, required, text } from '../../outcome/shape.ts'
import { artifact, call, citation, exchange, fault, outcome, preferences, progress } from '../../outcome/tables.ts'

export const contractId = 'agent-run'

const mapped = mappingFor(contractId)
const nodes = snakeNodes(contractId)

export const { part: partCodec } = nodes

/** `{extra}` for members that only this contract knows. */
export function ownExtra(
  rest: Reading<unknown>['rest'] | Parameters<typeof extraFrom>[1],
): ReturnType<typeof extraFrom> {
  return extraFrom(contractId, rest)
}

/** A warning that is no more than its message is a string, as agents send it. */
export const noticeCodec: Codec<Notice> = {
  read(value) {
    if (typeof value === 'string') return { severity: 'warning', message: value }
    return isObject(value) ? nodes.notice.read({ severity: 'warning', ...value }) : undefined
  },
  write(node, at, losses) {
    const isBare = Object.entries(node).filter(([, value]) => value !== undefined).length === 2
    return isBare && node.severity === 'warning' ? node.message : nodes.notice.write(node, at, losses)
  },
}

/** In `sources` of a grounding pack: what the hub knows of a citation beyond its key. */
export const citationDetail = mapped(citation, {
  id: needed('citation_id'),
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

/** Artifacts are listed by their ids or paths. */
const idsOnly = lost(`${contractId} lists ids or paths only`)
export const artifactId = mapped(
  artifact,
  { id: elsewhere, name: idsOnly, description: idsOnly, parts: idsOnly },
  { room: 'closed' },
)

/** In `error.details`; `details` of the hub is what is left. The category is sent only where the code is not enough. */
export const faultDetails = mapped(fault, {
  category: optional('category'),
  code: elsewhere,
  message: elsewhere,
  recovery: optional('recovery'),
  detail: 'developer_message',
  retryAfterMs: snake,
  began: 'began',
  issues: optional(['issues', listOf(nodes.issue)]),
  resourceId: snake,
  details: elsewhere,
})

/** In `error.details.needs`. */
export const needsCodec = filledListOf(nodes.need)

/** A reference to a run that goes on elsewhere, in `outputs.task`. */
export type RunningTask = Partial<TaskRef> & Pick<Pending, 'phase' | 'progress'>

const runningTaskNode = node<RunningTask>({
  id: text,
  phase: required(oneOf('queued', 'working')),
  statusUrl: text,
  pollAfterMs: numberLike('duration'),
  progress,
})

export const runningTask = mapped(runningTaskNode, {
  id: 'id',
  phase: 'status',
  statusUrl: snake,
  pollAfterMs: snake,
  progress: ['progress', nodes.progress],
})

/** Of every outcome, along with the listed members of the envelope. */
const common = {
  kind: elsewhere,
  message: 'message',
  payload: elsewhere,
  content: ['content', listOf(nodes.part)],
  artifacts: elsewhere,
  notices: ['warnings', listOf(noticeCodec)],
  citations: elsewhere,
  sources: elsewhere,
  spanRefs: elsewhere,
  actions: ['actions', listOf(nodes.action)],
  task: ['task', nodes.task],
  usage: elsewhere,
  provenance: elsewhere,
} as const

const { variants: kinds } = outcome

/** Each kind of outcome: what goes along with the listed members. A pause's message is that of its error. */
export const outcomeMembers = {
  completed: mapped(kinds.completed, {
    ...common,
    partial: 'partial',
    created: ['created', nodes.created],
    emptyReason: snake,
    retryWith: snake,
    grade: 'grade',
  }),
  pending: mapped(kinds.pending, { ...common, task: elsewhere, phase: elsewhere, progress: elsewhere }),
  paused: mapped(kinds.paused, { ...common, message: elsewhere, needs: elsewhere }),
  failed: mapped(kinds.failed, { ...common, fault: elsewhere }),
  canceled: mapped(kinds.canceled, { ...common, message: elsewhere }),
  unknown: mapped(kinds.unknown, { ...common, status: elsewhere }),
}

const unheard = {
  conversationId: lost(),
  context: lost(),
  governance: lost(),
  at: lost(),
  query: lost(),
  billing: lost(),
  push: lost(),
} as const

/** What answers, streams and requests carry of an exchange is in their listed members and headers. */
export const answerExchange = mapped(
  exchange,
  {
    requestId: elsewhere,
    correlationId: elsewhere,
    operation: elsewhere,
    replayed: elsewhere,
    durationMs: elsewhere,
    ...unheard,
  },
  { room: 'closed' },
)
export const streamExchange = mapped(exchange, {
  requestId: elsewhere,
  correlationId: lost(),
  operation: elsewhere,
  replayed: lost(),
  durationMs: elsewhere,
  ...unheard,
})
export const callExchange = mapped(
  exchange,
  {
    requestId: elsewhere,
    correlationId: elsewhere,
    operation: lost(),
    replayed: lost(),
    durationMs: lost(),
    ...unheard,
  },
  { room: 'closed' },
)

/** The labels of a request. */
export const callLabels = mapped(call, {
  operation: elsewhere,
  input: elsewhere,
  exchange: elsewhere,
  idempotencyKey: elsewhere,
  approvalTokens: elsewhere,
  prefer: elsewhere,
  push: lost(),
  deadlineMs: elsewhere,
  workflowId: snake,
  stageId: snake,
  userId: snake,
  mode: 'mode',
  riskTier: snake,
  domainId: snake,
  budgets: elsewhere,
  message: lost(),
  governed: lost(),
  hops: lost(),
})

/** What a request asks for beyond its body: the endpoint decides whether a stream is wanted. */
export const callPreferences = mapped(preferences, {
  async: lost(),
  waitMs: lost(),
  stream: elsewhere,
  contract: lost(),
  language: lost(),
})
