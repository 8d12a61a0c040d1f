/**
 * The nodes of the hub in this contract's words. The envelope is open, and agents send `warnings` and `task_type` along
 * with the listed members; what the hub knows and the document does not list goes there too, and into `error.details`,
 * under the names below.
 */

import { type Codec, filledListOf, listOf } from '../../codec/codec.ts'
import {
  elsewhere,
  extraFrom,
  lost,
  mappingFor,
  needed,
  optional,
  type Reading,
  snake,
  variants,
} from '../../codec/node.ts'
import { isObject } from '../../lib/json-value.ts'
import type { Notice, Pending, TaskRef } from '../../outcome/outcome.ts'
import { node, numberLike, oneOf, required, text } from '../../outcome/shape.ts'
import {
  action,
  artifact,
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
  taskRef,
} from '../../outcome/tables.ts'

export const contractId = 'agent-run'

const mapped = mappingFor(contractId)

/** `{extra}` for members that only this contract knows. */
export function ownExtra(
  rest: Reading<unknown>['rest'] | Parameters<typeof extraFrom>[1],
): ReturnType<typeof extraFrom> {
  return extraFrom(contractId, rest)
}

const aboutPart = { name: 'name', mediaType: snake } as const

export const partCodec = variants(part, {
  text: mapped(part.variants.text, { kind: 'type', text: 'text', ...aboutPart }),
  data: mapped(part.variants.data, { kind: 'type', data: 'data', ...aboutPart }),
  bytes: mapped(part.variants.bytes, { kind: 'type', base64: 'base64', ...aboutPart }),
  link: mapped(part.variants.link, { kind: 'type', url: 'url', ...aboutPart }),
})

const noticeObject = mapped(notice, { severity: 'severity', message: 'message', code: 'code', pointer: 'pointer' })

/** A warning that is no more than its message is a string, as agents send it. */
export const noticeCodec: Codec<Notice> = {
  read(value) {
    if (typeof value === 'string') return { severity: 'warning', message: value }
    return isObject(value) ? noticeObject.read({ severity: 'warning', ...value }) : undefined
  },
  write(node, at, losses) {
    const isBare = Object.entries(node).filter(([, value]) => value !== undefined).length === 2
    return isBare && node.severity === 'warning' ? node.message : noticeObject.write(node, at, losses)
  },
}

const actionCodec = mapped(action, { tool: 'tool', endpoint: 'endpoint', args: 'args', reason: 'reason' })
const taskCodec = mapped(taskRef, { id: 'id', statusUrl: snake, pollAfterMs: snake })
const progressCodec = mapped(progress, { fraction: 'fraction', message: 'message', step: 'step', total: 'total' })
const createdCodec = mapped(created, { location: 'location' })

const issueCodec = mapped(issue, { pointer: 'pointer', message: 'message', keyword: 'keyword', location: 'location' })

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
  issues: optional(['issues', listOf(issueCodec)]),
  resourceId: snake,
  details: elsewhere,
})

/** In `error.details.needs`. */
export const needsCodec = filledListOf(
  variants(need, {
    input: mapped(need.variants.input, {
      kind: 'kind',
      name: 'name',
      location: 'location',
      schema: 'schema',
      required: 'required',
      question: 'question',
    }),
    reply: mapped(need.variants.reply, { kind: 'kind', question: 'question' }),
    approval: mapped(need.variants.approval, {
      kind: 'kind',
      key: 'key',
      action: 'action',
      token: 'token',
      expiresAt: snake,
      roles: lost('who may decide is not part of an answer'),
    }),
    credentials: mapped(need.variants.credentials, { kind: 'kind', url: 'url', scheme: 'scheme' }),
  }),
)

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
  progress: ['progress', progressCodec],
})

/** Of every outcome, along with the listed members of the envelope. */
const common = {
  kind: elsewhere,
  message: 'message',
  payload: elsewhere,
  content: ['content', listOf(partCodec)],
  artifacts: elsewhere,
  notices: ['warnings', listOf(noticeCodec)],
  citations: elsewhere,
  sources: elsewhere,
  spanRefs: elsewhere,
  actions: ['actions', listOf(actionCodec)],
  task: ['task', taskCodec],
  usage: elsewhere,
  provenance: elsewhere,
} as const

const { variants: kinds } = outcome

/** Each kind of outcome: what goes along with the listed members. A pause's message is that of its error. */
export const outcomeMembers = {
  completed: mapped(kinds.completed, {
    ...common,
    partial: 'partial',
    created: ['created', createdCodec],
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
})

/** What a request asks for beyond its body: the endpoint decides whether a stream is wanted. */
export const callPreferences = mapped(preferences, {
  async: lost(),
  waitMs: lost(),
  stream: elsewhere,
  contract: lost(),
  language: lost(),
})
