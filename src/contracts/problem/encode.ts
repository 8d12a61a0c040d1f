/** Writing an HTTP answer: failures, pauses and cancellations as problems, results as plain JSON. */

import type { Encoded } from '../../codec/contract.ts'
import { headerReference, isHeaderText, Losses } from '../../codec/loss.ts'
import { payloadJson } from '../../codec/payload.ts'
import { retryAfter, text } from '../../codec/read.ts'
import { type AnswerContent, unplacedMembers, withoutForeignExtra } from '../../codec/unplaced.ts'
import { defined } from '../../lib/defined.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { uriSegment } from '../../lib/uri.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import type { Completed, Outcome, Paused, Pending } from '../../outcome/outcome.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { names } from './names.ts'
import { contractId, faultMembers, resultExchange, resultMembers } from './nodes.ts'
import { exchangeOf, type Head, problemMembers, readAccepted, readProblem, unknownHead } from './read.ts'
import { canceledRow, isPhrase, pauseRow, phraseOf, statusOfFault, unknownRow } from './status.ts'
import { extensionName, isReference } from './validate.ts'

export function encode(outcome: Outcome, exchange: SealedExchange): Encoded<HttpWire> {
  const losses = new Losses(contractId)
  if (outcome.kind === 'completed') return { wire: result(outcome, exchange, losses), losses: losses.list }
  const answer = withoutForeignExtra({ outcome, exchange }, 'problem', losses)
  const wire = outcome.kind === 'pending' ? accepted(answer, exchange) : problem(answer, exchange)
  return { wire, losses: losses.list }
}

/** Ids where they may be in a header; the body of a problem has them too. */
function idHeaders({ requestId, correlationId, replayed }: SealedExchange): Record<string, string | undefined> {
  return {
    'x-request-id': isHeaderText(requestId) ? requestId : undefined,
    'x-correlation-id': isHeaderText(correlationId) ? correlationId : undefined,
    'idempotency-replayed': replayed ? 'true' : undefined,
  }
}

/** The body of a result belongs to the service: what is not the payload has no place. */
function result(outcome: Completed, exchange: SealedExchange, losses: Losses): HttpWire {
  resultExchange.write(exchange, '/exchange', losses)
  if (exchange.replayed === false) losses.add('/exchange/replayed', 'only a replay is marked')
  losses.header(exchange.requestId, '/exchange/requestId')
  losses.header(exchange.correlationId, '/exchange/correlationId')
  resultMembers.write(outcome, '/outcome', losses)
  const { payload, created } = outcome
  const empty = payload === undefined
  return httpWire({
    status: created === undefined ? (empty ? 204 : 200) : 201,
    headers: {
      'content-type': empty ? undefined : 'application/json',
      ...idHeaders(exchange),
      location: losses.uriHeader(created?.location, '/outcome/created/location'),
    },
    body: payload === undefined ? Body.ofText('') : payloadJson(payload, losses),
  })
}

/** What reading a body back would not give. */
function unplacedOf(
  { outcome, exchange }: AnswerContent,
  body: JsonObject,
  head: Head,
  read: (head: Head, body: JsonObject) => AnswerContent,
): JsonObject {
  const before = read(head, body)
  return defined<JsonObject>({
    [names.outcome]: unplacedMembers(outcome, before.outcome, () => read(unknownHead, body).outcome),
    [names.exchange]: unplacedMembers(exchange, before.exchange, () => exchangeOf(unknownHead, body)),
  })
}

function accepted(answer: AnswerContent, exchange: SealedExchange): HttpWire {
  const outcome = answer.outcome as Pending
  const { task, phase, message, progress } = outcome
  const id = task?.id || exchange.requestId
  const headers = {
    'content-type': 'application/json',
    ...idHeaders(exchange),
    location: headerReference(task?.statusUrl) ?? `/operations/${uriSegment(id)}/status`,
    'retry-after': retryAfter(task?.pollAfterMs),
  }
  const body = {
    status: phase,
    task_id: id,
    ...defined<JsonObject>({ message, progress: progress as JsonObject | undefined }),
    ...ownExtra(outcome.extra?.problem, acceptedMembers),
    request_id: exchange.requestId,
    correlation_id: exchange.correlationId,
  }
  const wire = httpWire({ status: 202, headers, body })
  return httpWire({
    status: 202,
    headers,
    body: { ...body, ...unplacedOf(answer, body, { ...wire, status: 202 }, readAccepted) },
  })
}

const acceptedMembers = new Set([
  'status',
  'status_url',
  'task_id',
  'message',
  'progress',
  'request_id',
  'correlation_id',
])

/** Further members whose names the RFC allows, and that none of ours has. */
function ownExtra(extra: JsonObject | undefined, taken: ReadonlySet<string>): JsonObject {
  const fits = ([name]: [string, Json]): boolean =>
    extensionName.test(name) && !taken.has(name) && !name.startsWith('replywire_')
  return Object.fromEntries(Object.entries(extra ?? {}).filter(fits))
}

/** What an outcome becomes as a problem. */
interface Written {
  status: number
  detail: string
  members: JsonObject
  extra: JsonObject | undefined
  headers?: Record<string, string | undefined>
}

function problem(answer: AnswerContent, exchange: SealedExchange): HttpWire {
  const { status: usual, detail, members, extra, headers: more } = written(answer.outcome)
  const { type, title, status: said, instance } = extra ?? {}
  const status = isErrorStatus(said) ? said : usual
  const typed =
    isReference(type) && type !== '' && type !== 'about:blank' && /^(?:\/|[A-Za-z][A-Za-z0-9+.-]*:)/.test(type)
  const named = typeof title === 'string' && (typed || isPhrase(title, status)) ? title : undefined
  const body: JsonObject = {
    type: typed ? type : 'about:blank',
    ...(typed && named === undefined ? undefined : { title: named ?? phraseOf(status) }),
    status,
    detail,
    ...(isReference(instance) ? { instance } : undefined),
    ...members,
    ...ownExtra(extra, new Set([...problemMembers, ...Object.keys(members), ...sharedMembers])),
    request_id: exchange.requestId,
    correlation_id: exchange.correlationId,
  }
  const headers = { 'content-type': 'application/problem+json', ...idHeaders(exchange), ...more }
  const head = httpWire({ status, headers, body: null })
  const unplaced = unplacedOf(answer, body, { ...head, status }, readProblem)
  return httpWire({ status, headers, body: { ...body, ...unplaced } })
}

/** Names that change what a problem is read as. */
const sharedMembers = [...faultMembers.wires, 'needs', 'request_id', 'correlation_id']

function isErrorStatus(value: Json | undefined): value is number {
  return Number.isInteger(value) && (value as number) >= 400 && (value as number) < 600
}

function written(outcome: Outcome): Written {
  const extra = outcome.extra?.problem
  switch (outcome.kind) {
    case 'failed':
      return failure(outcome.fault)
    case 'paused':
      return pause(outcome)
    case 'canceled':
      return {
        status: canceledRow.status,
        detail: outcome.message ?? 'The run was canceled.',
        members: { code: canceledRow.code },
        extra,
      }
    default:
      return {
        status: unknownRow.status,
        detail: 'The agent answered with a status that is not known.',
        members: { code: unknownRow.code },
        extra: undefined,
      }
  }
}

function failure(fault: Fault): Written {
  const { category, code, message, retryAfterMs, extra } = fault
  return {
    status: statusOfFault(category, code),
    detail: message,
    members: faultExtension(fault),
    extra: extra?.problem,
    headers: {
      'retry-after': retryAfter(retryAfterMs),
      'www-authenticate': category === 'unauthenticated' ? 'Bearer' : undefined,
    },
  }
}

/** The extension members of a fault. What is lost here is an unplaced member of the answer. */
function faultExtension({ message: _, issues, ...members }: Fault): JsonObject {
  const listed = issues.length === 0 ? members : { ...members, issues }
  return faultMembers.writeMembers(listed, '/outcome/fault', new Losses(contractId))
}

function pause(outcome: Paused): Written {
  const { needs, message, extra } = outcome
  const row = pauseRow(needs)
  const code = text(extra?.problem?.code) ?? row.code
  const scheme = needs.find(need => need.kind === 'credentials')?.scheme
  return {
    status: row.status,
    detail: message ?? questionOf(needs[0]),
    members: { code, needs: needs as unknown as Json },
    extra: extra?.problem,
    headers: { 'www-authenticate': row.status === 401 ? schemeName(scheme) : undefined },
  }
}

function questionOf(need: Need): string {
  switch (need.kind) {
    case 'input':
    case 'reply':
      return need.question
    case 'approval':
      return need.action
    case 'credentials':
      return 'Credentials are needed.'
  }
}

/** A scheme goes into a header only when it is a token (RFC 9110 §5.6.2). */
function schemeName(scheme: string | undefined): string {
  return scheme !== undefined && /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(scheme) ? scheme : 'Bearer'
}
