/** Reading an HTTP answer: a problem, a plain result, or one that is still to come. */

import { object, secondsToMs, text } from '../../codec/read.ts'
import { type AnswerContent, readNeeds } from '../../codec/unplaced.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { isMember } from '../../outcome/guard.ts'
import {
  canceled,
  completed,
  failed,
  type Outcome,
  type Pending,
  type Progress,
  type TaskRef,
} from '../../outcome/outcome.ts'
import type { HttpHeaders } from '../../wire/http.ts'
import { names } from './names.ts'
import { faultMembers } from './nodes.ts'
import { canceledRow, categoryOf, pauseRow, phraseOf, statusOfFault } from './status.ts'

export const problemMembers = new Set(['type', 'title', 'status', 'detail', 'instance'])

/**
 * Whether a body has the members of a problem, when nothing else is known. Each of them may be absent (RFC 9457 §3.1):
 * a status of a failure goes with a title, or with a type and a detail; without it, a type that is an address
 * goes with a title or a detail, and no type with both. A service's own data seldom have these.
 */
export function hasProblemMembers({ type, title, status, detail }: JsonObject): boolean {
  const isType = typeof type === 'string'
  if (status !== undefined) {
    if (!Number.isInteger(status) || (status as number) < 400 || (status as number) > 599) return false
    return typeof title === 'string' || (isType && typeof detail === 'string')
  }
  if (type === undefined) return typeof title === 'string' && typeof detail === 'string'
  const isAddress = isType && /^(?:\/|https?:\/\/|urn:|tag:|about:blank$)/.test(type)
  return isAddress && (typeof title === 'string' || typeof detail === 'string')
}

/** The head of an answer, as far as reading goes by it. */
export interface Head {
  /** 0 when only a body is known. */
  status: number
  headers: HttpHeaders
  isHeadPartial?: true
}

/** Of an answer of which only the body is known, such as the end of a stream. */
export const unknownHead: Head = { status: 0, headers: {} }

type Extra = { extra?: { problem: JsonObject } }

function extraOf(members: JsonObject): Extra {
  return Object.keys(members).length === 0 ? {} : { extra: { problem: members } }
}

function message(words: string | undefined): { message?: string } {
  return defined<{ message?: string }>({ message: words })
}

export function exchangeOf({ headers }: Head, body: JsonObject | undefined): Exchange {
  return defined<Exchange>({
    requestId: headers['x-request-id'] ?? text(body?.request_id),
    correlationId: headers['x-correlation-id'] ?? text(body?.correlation_id),
    replayed: headers['idempotency-replayed'] === 'true' ? true : undefined,
  })
}

/** A failure, a pause or a cancellation, as a problem. */
export function readProblem(head: Head, body: JsonObject): AnswerContent {
  const {
    [names.outcome]: _,
    [names.exchange]: __,
    request_id: requestId,
    correlation_id: correlationId,
    ...members
  } = body
  const status = head.status === 0 ? statusMember(body) : head.status
  const exchange = exchangeOf(head, body)
  const odd = otherIds({ request_id: requestId, correlation_id: correlationId }, exchange)
  return { outcome: problemOutcome({ ...head, status }, { ...members, ...odd }), exchange }
}

/** The ids of a body that are none, or others than those of the headers. */
function otherIds({ request_id, correlation_id }: Record<string, Json | undefined>, exchange: Exchange): JsonObject {
  return {
    ...(request_id === undefined || request_id === exchange.requestId ? undefined : { request_id }),
    ...(correlation_id === undefined || correlation_id === exchange.correlationId ? undefined : { correlation_id }),
  }
}

function statusMember({ status }: JsonObject): number {
  return Number.isInteger(status) ? (status as number) : 500
}

function problemOutcome(head: Head, body: JsonObject): Outcome {
  const needs = readNeeds(body.needs)
  if (needs !== undefined) {
    const row = pauseRow(needs)
    const { needs: _, ...rest } = standardMembers(body, head.status, row.status)
    const { code, detail, ...more } = rest
    const extra = { ...more, ...(code === undefined || code === row.code ? undefined : { code }), ...oddDetail(detail) }
    return { kind: 'paused', needs, ...message(text(detail)), ...extraOf(extra) }
  }
  if (body.code === canceledRow.code) {
    const { code: _, detail, ...rest } = standardMembers(body, head.status, canceledRow.status)
    return canceled({ ...message(text(detail)), ...extraOf({ ...rest, ...oddDetail(detail) }) })
  }
  return failed(readFault(head, body))
}

function oddDetail(detail: Json | undefined): JsonObject {
  return detail === undefined || typeof detail === 'string' ? {} : { detail }
}

/** A body without the standard members that say nothing of their own. */
function standardMembers(body: JsonObject, status: number, usual: number): JsonObject {
  const { type, title, status: _, ...rest } = body
  const blank = type === undefined || type === 'about:blank'
  return {
    ...(blank ? undefined : { type }),
    ...(title === undefined || (blank && title === phraseOf(status)) ? undefined : { title }),
    ...(status === usual ? undefined : { status }),
    ...rest,
  }
}

function readFault(head: Head, body: JsonObject): Fault {
  const { members = {}, rest = [] } = faultMembers.readMembers(body) ?? {}
  const { category = categoryOf(head.status), ...own } = members
  const { type, title, status } = standardMembers(body, head.status, statusOfFault(category, own.code ?? ''))
  const left = Object.fromEntries(rest.filter(([name]) => name !== 'type' && name !== 'title' && name !== 'status'))
  const retryAfterMs = own.retryAfterMs ?? secondsToMs(head.headers['retry-after'])
  return fault(category, own.message ?? text(body.title) ?? text(body.message) ?? '', {
    issues: [],
    ...own,
    ...(retryAfterMs === undefined ? undefined : { retryAfterMs }),
    ...extraOf(defined<JsonObject>({ type, title, status, ...left } as JsonObject)),
  })
}

/** What a call gave at once. */
export function readResult(head: Head, body: Json | undefined): AnswerContent {
  const outcome = completed(body)
  const created =
    head.status === 201 ? { created: defined<{ location?: string }>({ location: head.headers.location }) } : {}
  return { outcome: { ...outcome, ...created }, exchange: exchangeOf(head, undefined) }
}

/** RFC 9110 §15.3.3: accepted, and the result is to be asked for. */
export function readAccepted(head: Head, body: Json | undefined): AnswerContent {
  const { status, task_id: taskId, message: words, progress, ...rest } = object(body) ?? {}
  const { [names.outcome]: _, [names.exchange]: __, request_id, correlation_id, ...more } = rest
  const statusUrl = head.headers.location ?? text(more.status_url)
  const id = text(taskId) ?? statusUrl
  const task = defined<Partial<TaskRef>>({ id, statusUrl, pollAfterMs: secondsToMs(head.headers['retry-after']) })
  const fits = isMember('progress', progress)
  const phase = status === 'queued' || status === 'working' ? status : 'queued'
  const { status_url: ___, ...unknown } = more
  const exchange = exchangeOf(head, object(body))
  const odd = otherIds({ request_id, correlation_id }, exchange)
  const extra = {
    ...unknown,
    ...odd,
    ...(status === undefined || status === phase ? undefined : { status }),
    ...(taskId === undefined || typeof taskId === 'string' ? undefined : { task_id: taskId }),
    ...(words === undefined || typeof words === 'string' ? undefined : { message: words }),
    ...(progress === undefined || progress === null || fits ? undefined : { progress }),
  }
  const outcome: Pending = {
    kind: 'pending',
    phase,
    ...message(text(words)),
    ...(id === undefined ? undefined : { task: { ...task, id } }),
    ...(fits ? { progress: progress as Progress } : undefined),
    ...extraOf(extra),
  }
  const payload = body === undefined || isObject(body) ? undefined : completed(body).payload
  return {
    outcome: payload === undefined ? outcome : { ...outcome, payload },
    exchange,
  }
}
