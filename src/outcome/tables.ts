/**
 * Every node of the hub as one table. Guards, generators, the JSON Schema of the hub and the mappings of contracts come
 * from here: a new member of an interface does not compile until its table has it.
 */
import type { Call, CallMessage, GovernanceRecord, Preferences } from './call.ts'
import type { Exchange, QueryEcho } from './exchange.ts'
import { type Fault, type FaultCategory, faultCategories, type Issue } from './fault.ts'
import type { Moment } from './moment.ts'
import type { Location, Need } from './need.ts'
import type {
  Action,
  Artifact,
  Canceled,
  Citation,
  Completed,
  Failed,
  Notice,
  Outcome,
  OutcomeBase,
  Page,
  Part,
  Paused,
  Payload,
  Pending,
  Progress,
  TaskRef,
  Unknown,
} from './outcome.ts'
import {
  extra,
  filledList,
  flag,
  internal,
  list,
  node,
  numberLike,
  object,
  objectLike,
  oneOf,
  required,
  type Shape,
  type Table,
  text,
  textLike,
  union,
  value,
  valueLike,
} from './shape.ts'

const id = textLike('id')
const url = textLike('url')
const time = textLike('time')
const base64 = textLike('base64')
const mediaType = textLike('mediaType')
const count = numberLike('count')
const location: Shape<Location> = oneOf('body', 'query', 'path', 'header')

export const page = node<Page>({ total: count, limit: count, offset: count, next: id })

export const payload = union<Payload, 'kind'>('kind', {
  value: node<Payload & { kind: 'value' }>({ kind: required(oneOf('value')), value: required(value) }),
  rows: node<Payload & { kind: 'rows' }>({ kind: required(oneOf('rows')), rows: required(list(value)), page }),
  text: node<Payload & { kind: 'text' }>({ kind: required(oneOf('text')), text: required(text), mediaType }),
  bytes: node<Payload & { kind: 'bytes' }>({
    kind: required(oneOf('bytes')),
    base64: required(base64),
    mediaType: required(mediaType),
  }),
})

const aboutPart = { name: text, mediaType, extra }

export const part = union<Part, 'kind'>('kind', {
  text: node<Part & { kind: 'text' }>({ kind: required(oneOf('text')), text: required(text), ...aboutPart }),
  data: node<Part & { kind: 'data' }>({ kind: required(oneOf('data')), data: required(value), ...aboutPart }),
  bytes: node<Part & { kind: 'bytes' }>({ kind: required(oneOf('bytes')), base64: required(base64), ...aboutPart }),
  link: node<Part & { kind: 'link' }>({ kind: required(oneOf('link')), url: required(url), ...aboutPart }),
})

export const artifact = node<Artifact>({
  id: required(id),
  name: text,
  description: text,
  parts: list(part),
  extra,
})

export const notice = node<Notice>({
  severity: required(oneOf('info', 'warning', 'error')),
  message: required(text),
  code: textLike('token'),
  pointer: textLike('path'),
  extra,
})

export const citation = node<Citation>({
  id,
  url,
  publisher: text,
  title: text,
  fetchedAt: time,
  checksum: id,
  license: textLike('license'),
  paths: list(textLike('path')),
  excerpt: text,
  pageRef: text,
  verification: textLike('verification'),
  text,
  markdown: text,
  extra,
})

export const action = node<Action>({ tool: id, endpoint: url, args: object, reason: text, extra })

export const taskRef = node<TaskRef>({
  id: required(textLike('wireId')),
  statusUrl: url,
  pollAfterMs: numberLike('duration'),
})

const progressMembers: Table<Progress> = { fraction: numberLike('fraction'), message: text, step: count, total: count }

export const progress = node<Progress>(progressMembers)

export const need = union<Need, 'kind'>('kind', {
  input: node<Need & { kind: 'input' }>({
    kind: required(oneOf('input')),
    name: required(text),
    location: required(location),
    schema: required(objectLike('schema')),
    required: required(flag),
    question: required(text),
    extra,
  }),
  reply: node<Need & { kind: 'reply' }>({ kind: required(oneOf('reply')), question: required(text), extra }),
  approval: node<Need & { kind: 'approval' }>({
    kind: required(oneOf('approval')),
    key: required(textLike('key')),
    action: required(text),
    token: id,
    expiresAt: time,
    roles: internal(list(text)),
    extra,
  }),
  credentials: node<Need & { kind: 'credentials' }>({
    kind: required(oneOf('credentials')),
    url,
    scheme: textLike('scheme'),
    extra,
  }),
})

export const issue = node<Issue>({
  pointer: required(textLike('pointer')),
  message: required(text),
  keyword: textLike('keyword'),
  location,
  extra,
})

export const fault = node<Fault>({
  category: required(oneOf(...(Object.keys(faultCategories) as FaultCategory[]))),
  code: required(textLike('code')),
  message: required(text),
  detail: text,
  recovery: required(oneOf('retry', 'correct', 'stop')),
  retryAfterMs: numberLike('wait'),
  began: flag,
  issues: required(list(issue)),
  resourceId: id,
  details: object,
  extra,
})

const common: Table<OutcomeBase> = {
  message: text,
  payload,
  content: list(part),
  artifacts: list(artifact),
  notices: list(notice),
  citations: list(citation),
  sources: list(object),
  spanRefs: list(object),
  actions: list(action),
  task: taskRef,
  usage: object,
  provenance: object,
  extra,
}

export const created = node<NonNullable<Completed['created']>>({ location: url })

export const outcome = union<Outcome, 'kind'>('kind', {
  completed: node<Completed>({
    kind: required(oneOf('completed')),
    ...common,
    partial: flag,
    created,
    emptyReason: textLike('emptyReason'),
    retryWith: object,
    grade: oneOf('rich', 'sparse'),
  }),
  pending: node<Pending>({
    kind: required(oneOf('pending')),
    ...common,
    phase: required(oneOf('queued', 'working')),
    progress,
  }),
  paused: node<Paused>({ kind: required(oneOf('paused')), ...common, needs: required(filledList(need)) }),
  failed: node<Failed>({ kind: required(oneOf('failed')), ...common, fault: required(fault) }),
  canceled: node<Canceled>({ kind: required(oneOf('canceled')), ...common }),
  unknown: node<Unknown>({ kind: required(oneOf('unknown')), ...common, status: required(textLike('status')) }),
})

export const query = node<QueryEcho>({ input: object, filters: object, unparsed: list(text), extra })

export const billing = node<NonNullable<Exchange['billing']>>({ units: count, tag: text })

export const exchange = node<Exchange>({
  requestId: textLike('wireId'),
  correlationId: textLike('wireId'),
  conversationId: id,
  operation: id,
  context: textLike('json'),
  governance: textLike('printable'),
  replayed: flag,
  at: time,
  durationMs: numberLike('duration'),
  query,
  billing,
  push: valueLike('push'),
  extra,
})

export const moment = union<Moment, 'kind'>('kind', {
  progress: node<Moment & { kind: 'progress' }>({ kind: required(oneOf('progress')), ...progressMembers, extra }),
  delta: node<Moment & { kind: 'delta' }>({
    kind: required(oneOf('delta')),
    mode: required(oneOf('append', 'replace')),
    part: required(part),
    artifact: id,
    extra,
  }),
  opaque: node<Moment & { kind: 'opaque' }>({
    kind: required(oneOf('opaque')),
    contract: required(textLike('contract')),
    event: required(textLike('event')),
    data: required(value),
    id,
  }),
  outcome: node<Moment & { kind: 'outcome' }>({ kind: required(oneOf('outcome')), outcome: required(outcome) }),
})

export const preferences = node<Preferences>({ async: flag, waitMs: count, stream: flag, contract: id, language: id })

export const callMessage = node<CallMessage>({
  id: required(id),
  contextId: required(id),
  taskId: id,
  metadata: required(object),
  extensions: required(list(id)),
  referenceTaskIds: required(list(id)),
})

export const governanceRecord = node<GovernanceRecord>({
  tokenId: required(id),
  issuer: required(id),
  audience: required(id),
  subject: required(id),
  phase: required(id),
  acceptedAt: required(time),
  claims: required(object),
})

export const call = node<Call>({
  operation: required(id),
  input: required(value),
  exchange: required(exchange),
  idempotencyKey: textLike('idempotencyKey'),
  approvalTokens: list(id),
  prefer: preferences,
  push: valueLike('push'),
  deadlineMs: count,
  workflowId: id,
  stageId: id,
  userId: id,
  mode: textLike('mode'),
  riskTier: textLike('riskTier'),
  domainId: id,
  budgets: object,
  message: callMessage,
  governed: governanceRecord,
  hops: count,
  extra,
})

/**
 * All tables by name: for contracts in other repositories, and for the JSON Schema of the hub.
 *
 * @example
 * const mapped = mappingFor('mine')
 * const billing = mapped(hub.billing, { units: 'units', tag: snake })
 */
export const hub = {
  action,
  artifact,
  billing,
  call,
  callMessage,
  citation,
  created,
  exchange,
  fault,
  governanceRecord,
  issue,
  moment,
  need,
  notice,
  outcome,
  page,
  part,
  payload,
  preferences,
  progress,
  query,
  taskRef,
}
