/** Writing an answer of the profile. Bodies are closed: what has no member travels in a header, or is a named loss. */
import { listOf } from '../../codec/codec.ts'
import type { Encoded } from '../../codec/contract.ts'
import { headerReference, isHeaderText, Losses } from '../../codec/loss.ts'
import { payloadJson } from '../../codec/payload.ts'
import { retryAfter } from '../../codec/read.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { uriSegment } from '../../lib/uri.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { type Fault, faultCategories } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import type { Completed, Outcome, Paused, Pending } from '../../outcome/outcome.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { exchangeMembers, faultMembers, fieldError, needMembers, outcomeMembers, taskMembers } from './nodes.ts'
import { isOwnTrace, isReply } from './read.ts'
import type { Trace } from './schema.ts'
import {
  canceledCode,
  categoryOf,
  contractId,
  executionTimeout,
  limitExceeded,
  type ResponseType,
  rowOf,
  statusOfFault,
} from './status.ts'
import { isDisguised, traceHeaders } from './validate.ts'

/** What one outcome becomes: a row, what its body holds in addition to the trace, and headers. */
interface Answer {
  type: ResponseType
  status?: number
  body: Json
  headers?: Record<string, string | undefined>
}

export function encode(outcome: Outcome, exchange: SealedExchange, version: string): Encoded<HttpWire> {
  const losses = new Losses(contractId)
  exchangeMembers.write(exchange, '/exchange', losses)
  if (exchange.replayed === false) losses.add('/exchange/replayed', 'only a replay is marked')
  const answer = answerOf(outcome, exchange, version, losses)
  const row = rowOf(answer.type)
  const trace = { correlationId: exchange.correlationId, requestId: exchange.requestId }
  const ids = headerIds(trace)
  const headers = {
    'content-type': row.mediaType,
    'x-yaagents-profile': `v${version}`,
    ...ids,
    'idempotency-replayed': exchange.replayed ? 'true' : undefined,
    ...answer.headers,
  }
  const body = row.body === undefined ? ownBody(answer.body, trace, ids, losses) : vendorBody(answer.body, trace)
  return { wire: httpWire({ status: answer.status ?? row.status, headers, body }), losses: losses.list }
}

function vendorBody(body: Json, trace: Trace): Json {
  return { ...(body as JsonObject), trace }
}

/** Ids go into headers too, when they may be there. */
function headerIds(trace: Trace): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const [member, header] of traceHeaders) if (isHeaderText(trace[member])) ids[header] = trace[member]
  return ids
}

/** §5: a trace is recommended where the body is an object; a member of the service's own with that name stays. */
function ownBody(body: Json, trace: Trace, headers: Record<string, string>, losses: Losses): Json {
  if (isObject(body) && isDisguised(body)) {
    losses.add('/outcome/payload', 'a body of this type belongs to another row; it is sent as the member value')
    return { value: body, trace }
  }
  if (isObject(body) && body.trace === undefined) return { ...body, trace }
  if (isObject(body) && contradicts(body.trace, headers)) {
    losses.add('/outcome/payload/value/trace', 'it contradicts the headers; the trace of the answer stands there')
    return { ...body, trace }
  }
  for (const [member, header] of traceHeaders) {
    if (headers[header] === undefined)
      losses.add(`/exchange/${member}`, 'it can stand neither in a header nor in the body')
  }
  if (isObject(body) && isOwnTrace(body.trace, { headers })) {
    losses.add('/outcome/payload/value/trace', "a trace equal to the answer's own is read back as the envelope's")
  }
  return body
}

/** Whether a trace of the service's own would be taken for the answer's, and be another. */
function contradicts(trace: Json | undefined, headers: Record<string, string>): boolean {
  if (!isObject(trace)) return false
  return traceHeaders.some(
    ([member, header]) =>
      typeof trace[member] === 'string' && headers[header] !== undefined && headers[header] !== trace[member],
  )
}

function answerOf(outcome: Outcome, exchange: SealedExchange, version: string, losses: Losses): Answer {
  switch (outcome.kind) {
    case 'completed':
      return completedAnswer(outcome, losses)
    case 'pending':
      return pendingAnswer(outcome, exchange, losses)
    case 'paused':
      return pausedAnswer(outcome, version, losses)
    case 'failed':
      outcomeMembers.failed.write(outcome, '/outcome', losses)
      return failedAnswer(outcome.fault, version, losses)
    case 'canceled': {
      outcomeMembers.canceled.write(outcome, '/outcome', losses)
      const body = {
        type: 'conflict',
        code: canceledCode,
        message: messageOf(outcome, 'The run was canceled.', losses),
      }
      return { type: 'conflict', body }
    }
    case 'unknown': {
      outcomeMembers.unknown.write(outcome, '/outcome', losses)
      const body = { type: 'error', code: 'UNKNOWN_STATUS', message: 'The agent answered with an unknown status.' }
      return { type: 'error', body }
    }
  }
}

/** The outcome's message; a body that demands one gets a standing text, which is not read back as the outcome's. */
function messageOf(outcome: Outcome, standing: string, losses: Losses): string {
  if (outcome.message === undefined) losses.add('/outcome/message', 'a message is demanded; a standing text is sent')
  return outcome.message ?? standing
}

function completedAnswer(outcome: Completed, losses: Losses): Answer {
  outcomeMembers.completed.write(outcome, '/outcome', losses)
  if (outcome.payload === undefined) losses.add('/outcome/payload', 'an absent payload is sent as an empty object')
  const body = outcome.payload === undefined ? {} : payloadJson(outcome.payload, losses)
  if (outcome.created === undefined) return { type: 'success', body }
  const location = losses.uriHeader(outcome.created.location, '/outcome/created/location')
  return { type: 'created', body, headers: { location } }
}

function pendingAnswer(outcome: Pending, exchange: SealedExchange, losses: Losses): Answer {
  outcomeMembers.pending.write(outcome, '/outcome', losses)
  if (outcome.phase !== 'queued') losses.add('/outcome/phase', 'only an accepted operation can be written')
  const { task } = outcome
  if (task === undefined) losses.add('/outcome/task', 'an operation is demanded; the request id names it')
  else if (task.id === '')
    losses.add('/outcome/task/id', 'the operation id must not be empty; the request id stands in')
  if (task !== undefined && !task.statusUrl) {
    losses.add('/outcome/task/statusUrl', 'a status URL is demanded; the usual path is sent')
  }
  if (task !== undefined) taskMembers.write(task, '/outcome/task', losses)
  const operationId = task?.id || exchange.requestId
  const statusUrl = task?.statusUrl || `/operations/${uriSegment(operationId)}/status`
  const message = messageOf(outcome, 'The operation was accepted.', losses)
  return {
    type: 'accepted',
    body: { type: 'operation_accepted', code: 'OPERATION_ACCEPTED', message, operationId, statusUrl },
    headers: {
      location: headerReference(statusUrl),
      'retry-after': wholeSeconds(task?.pollAfterMs, '/outcome/task/pollAfterMs', losses),
    },
  }
}

type Question = Extract<Need, { kind: 'input' | 'reply' }>

/** A need, and where it is. */
interface Placed<N = Need> {
  need: N
  at: string
}

function isQuestion(placed: Placed): placed is Placed<Question> {
  return placed.need.kind === 'input' || placed.need.kind === 'reply'
}

function pausedAnswer(outcome: Paused, version: string, losses: Losses): Answer {
  const { needs } = outcome
  const placed = needs.map((need, index): Placed => ({ need, at: `/outcome/needs/${index}` }))
  const asked = placed.filter(isQuestion)
  const [approval] = placed.filter(({ need }) => need.kind === 'approval')
  const carried = new Set(asked.length > 0 || approval === undefined ? asked : [approval])
  for (const one of carried.size === 0 ? [] : placed) {
    if (!carried.has(one)) losses.add(one.at, 'one answer asks for one kind of thing')
  }
  if (asked.length > 0) return clarificationAnswer(outcome, asked, losses)
  if (approval?.need.kind === 'approval') return approvalAnswer(outcome, approval.need, approval.at, losses)
  losses.add('/outcome/kind', 'a missing credential is an error of status 401')
  outcomeMembers.credentials.write(outcome, '/outcome', losses)
  const message = outcome.message ?? 'Credentials are required.'
  if (outcome.message !== undefined) losses.add('/outcome/message', 'it is read back as the message of the fault')
  const scheme = needs.find(candidate => candidate.kind === 'credentials')?.scheme
  const answer = failedAnswer(
    { ...faultCategories.unauthenticated, category: 'unauthenticated', message, issues: [] },
    version,
    losses,
  )
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': schemeName(scheme) } }
}

/** A scheme goes into a header only when it is a token (RFC 9110 §5.6.2). */
function schemeName(scheme: string | undefined): string {
  return scheme !== undefined && /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(scheme) ? scheme : 'Bearer'
}

function approvalAnswer(outcome: Paused, need: Need & { kind: 'approval' }, at: string, losses: Losses): Answer {
  outcomeMembers.approval.write(outcome, '/outcome', losses)
  needMembers.approval.write(need, at, losses)
  if (need.key !== 'approval') losses.add(`${at}/key`, 'there is no place for the name of the approval')
  if (!need.token) losses.add(`${at}/token`, 'a token is demanded; the name of the approval stands in')
  const approvalToken = need.token || need.key || 'approval'
  return {
    type: 'approval_required',
    body: { type: 'approval_required', code: 'APPROVAL_REQUIRED', message: need.action, approvalToken },
  }
}

function clarificationAnswer(outcome: Paused, asked: readonly Placed<Question>[], losses: Losses): Answer {
  outcomeMembers.clarification.write(outcome, '/outcome', losses)
  const message = messageOf(outcome, 'Additional information is required.', losses)
  const requiredInputs = asked.map(({ need, at }) => requiredInput(need, at, losses))
  return {
    type: 'clarification_required',
    body: { type: 'clarification_required', code: 'CLARIFICATION_REQUIRED', message, requiredInputs },
  }
}

/** A free reply, as the profile can ask for it. */
const replyInput = { name: 'reply', location: 'body', type: 'string', required: true }

const inputTypes: ReadonlySet<Json | undefined> = new Set(['string', 'integer', 'boolean', 'array', 'object'])

/** §6: a type and string values are all that a schema can say here. */
function requiredInput(need: Question, at: string, losses: Losses): JsonObject {
  if (need.kind === 'reply') {
    needMembers.reply.write(need, at, losses)
    return { ...replyInput, question: need.question }
  }
  needMembers.input.write(need, at, losses)
  const { type, enum: allowed, ...more } = need.schema
  const known = inputTypes.has(type)
  const values = Array.isArray(allowed) && allowed.every(value => typeof value === 'string') ? allowed : undefined
  if (!known || Object.keys(more).length > 0 || (allowed !== undefined && values === undefined)) {
    losses.add(`${at}/schema`, 'only a type and string values can be written')
  }
  const item = {
    name: need.name,
    location: need.location,
    type: known ? (type as string) : 'string',
    required: need.required,
    question: need.question,
    ...(values === undefined ? undefined : { allowedValues: values }),
  }
  if (isReply(item)) {
    for (const member of ['kind', 'name', 'location', 'schema', 'required']) {
      losses.add(`${at}/${member}`, 'an input of this name and shape is read back as a free reply')
    }
  }
  return item
}

function failedAnswer(fault: Fault, version: string, losses: Losses): Answer {
  const at = '/outcome/fault'
  const { type, status } = statusOfFault(fault.category, fault.code)
  faultMembers.write(fault, at, losses)
  const code = codeOf(fault, type, losses)
  if (categoryOf(status, code) !== fault.category) losses.add(`${at}/category`, `status ${status} is read as another`)
  if (fault.recovery !== faultCategories[categoryOf(status, code)].recovery) {
    losses.add(`${at}/recovery`, 'a reader takes it from the status')
  }
  if (fault.resourceId !== undefined && type !== 'conflict') losses.add(`${at}/resourceId`, 'only a conflict names one')
  const wait = waitOf(fault, status, losses)
  const common = { type, code, message: fault.message }
  const headers = { 'retry-after': wait }
  if (type === 'validation_failed')
    return {
      type,
      status,
      headers,
      body: { ...common, errors: listOf(fieldError).write(fault.issues, `${at}/issues`, losses) },
    }
  if (fault.issues.length > 0) losses.add(`${at}/issues`, 'only a failed validation lists them')
  if (type === 'conflict') {
    if (code === canceledCode)
      losses.add('/outcome/kind', `a conflict with the code ${canceledCode} is read as canceled`)
    const resource = fault.resourceId === undefined ? {} : { conflictingResourceId: fault.resourceId }
    return { type, status, headers, body: { ...common, ...resource } }
  }
  const delay = wait === undefined || version === '0.1' ? {} : { retryAfter: Number(wait) }
  return { type, status, headers, body: { ...common, ...delay } }
}

/** The code to send: the profile fixes some, and binds two to their statuses. */
function codeOf(fault: Fault, type: ResponseType, losses: Losses): string {
  const { category, code } = fault
  const fixed =
    type === 'validation_failed' ? 'VALIDATION_FAILED' : category === 'timeout' ? executionTimeout.code : undefined
  const bound =
    (code === limitExceeded.code && category !== 'rate-limited') ||
    (code === executionTimeout.code && statusOfFault(category, code).status !== executionTimeout.status) ||
    code === 'SSE_CONCURRENCY_LIMIT_EXCEEDED' ||
    code === ''
  const sent = fixed ?? (bound ? faultCategories[category].code : code)
  if (sent !== code) losses.add('/outcome/fault/code', `the profile calls this ${sent}`)
  return sent
}

function waitOf(fault: Fault, status: number, losses: Losses): string | undefined {
  const wait = wholeSeconds(fault.retryAfterMs, '/outcome/fault/retryAfterMs', losses)
  if (wait !== undefined || status !== limitExceeded.status) return wait
  losses.add(
    '/outcome/fault/retryAfterMs',
    `a 429 says how long to wait; ${limitExceeded.retryAfterSeconds} s is the default`,
  )
  return String(limitExceeded.retryAfterSeconds)
}

function wholeSeconds(ms: number | undefined, at: string, losses: Losses): string | undefined {
  const seconds = retryAfter(ms)
  if (ms !== undefined && Number(seconds) * 1000 !== ms)
    losses.add(at, 'it is rounded to whole seconds that a header can hold')
  return seconds
}
