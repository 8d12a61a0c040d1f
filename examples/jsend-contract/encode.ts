/** Writes any outcome without a finding, and names what has no place. */
import {
  type Encoded,
  type Fault,
  fault,
  type HttpWire,
  httpWire,
  type Json,
  type JsonObject,
  Losses,
  number,
  type Outcome,
  payloadJson,
  pointer,
  retryAfter,
  type SealedExchange,
  secondsToMs,
  tokensOf,
} from '../../src/codec/index.ts'
import { members } from './decode.ts'
import { categoryOf, refusalOf } from './status.ts'

interface Answer {
  status: number
  headers?: Record<string, string>
  body: JsonObject
}

export function encode(outcome: Outcome, exchange: SealedExchange): Encoded<HttpWire> {
  const losses = new Losses('jsend')
  losses.except(exchange, '/exchange', new Set())
  losses.closed(exchange, '/exchange')
  const { status, headers = {}, body } = answerOf(outcome, losses)
  const extra = Object.entries(losses.extraOf(outcome, '/outcome') ?? {}).filter(([name]) => {
    if (members.has(name)) losses.add(`/outcome/extra/jsend/${name}`, 'the name has a meaning in JSend')
    return !members.has(name)
  })
  const head = { 'content-type': 'application/json', ...headers }
  return {
    wire: httpWire({ status, headers: head, body: { ...body, ...Object.fromEntries(extra) } }),
    losses: losses.list,
  }
}

function answerOf(outcome: Outcome, losses: Losses): Answer {
  switch (outcome.kind) {
    case 'completed': {
      losses.except(outcome, '/outcome', new Set(['kind', 'payload', 'created']))
      const { payload, created } = outcome
      const data = payload === undefined ? null : payloadJson(payload, losses)
      if (payload !== undefined && data === null) losses.add('/outcome/payload', 'null is read back as no payload')
      const location = losses.uriHeader(created?.location, '/outcome/created/location')
      const headers = location === undefined ? {} : { location }
      return { status: created === undefined ? 200 : 201, headers, body: { status: 'success', data } }
    }
    case 'failed':
      losses.except(outcome, '/outcome', new Set(['kind', 'fault']))
      return refuse(outcome.fault, losses)
    default:
      losses.add('/outcome/kind', 'JSend has success, fail and error only')
      losses.except(outcome, '/outcome', new Set(['kind', 'phase', 'progress', 'needs', 'status']))
      return nearest(outcome)
  }
}

/**
 * What has no word in JSend, as a fail: of a success a client would think that the work is done, and an error it would
 * repeat.
 */
function nearest(outcome: Exclude<Outcome, { kind: 'completed' | 'failed' }>): Answer {
  const fail = (status: number, data: JsonObject): Answer => ({ status, body: { status: 'fail', data } })
  const { message } = outcome
  switch (outcome.kind) {
    case 'pending':
      return fail(202, { message: message ?? 'The work is not finished. Do not repeat the call.' })
    case 'canceled':
      return fail(409, { message: message ?? 'The work was canceled.' })
    case 'unknown':
      return fail(409, { message: message ?? 'It is not known whether the work was done.' })
    case 'paused': {
      const questions = outcome.needs.flatMap(need => (need.kind === 'input' ? [[need.name, need.question]] : []))
      return fail(400, { ...Object.fromEntries(questions), message: message ?? 'More is needed to go on.' })
    }
  }
}

const at = '/outcome/fault'

function refuse(cause: Fault, losses: Losses): Answer {
  const { category, message, code, recovery } = cause
  const { word, status } = refusalOf(category)
  // A reader knows the status and the word alone, and has the usual code and recovery for them.
  const read = fault(categoryOf(word, status), message)
  if (read.category !== category) losses.add(`${at}/category`, 'JSend has no status for it')
  const carried = ['category', 'message', 'issues', 'details']
  if (read.code === code) carried.push('code')
  if (read.recovery === recovery) carried.push('recovery')
  const wait = retryAfter(cause.retryAfterMs)
  if (secondsToMs(wait) === cause.retryAfterMs) carried.push('retryAfterMs')
  losses.except(cause, at, new Set(carried))
  const body = word === 'fail' ? writeFail(cause, losses) : writeError(cause, losses)
  return { status, headers: wait === undefined ? {} : { 'retry-after': wait }, body }
}

function writeFail(cause: Fault, losses: Losses): JsonObject {
  losses.closed(cause, at)
  const data = new Map<string, Json>([['message', cause.message]])
  const details = Object.entries(cause.details ?? {})
  const isKept = ([name, value]: [string, Json]) => typeof value !== 'string' && name !== 'message'
  if (cause.details !== undefined && !(details.length > 0 && details.every(isKept))) {
    losses.add(`${at}/details`, 'texts in it are read back as issues')
  }
  for (const [name, value] of details.filter(isKept)) data.set(name, value)
  for (const [index, issue] of cause.issues.entries()) {
    const [name] = tokensOf(issue.pointer)
    const place = `${at}/issues/${index}`
    // Names that are numbers come first in an object: the order would be lost.
    const isMember = name !== undefined && issue.pointer === pointer(name) && !/^\d+$/.test(name)
    if (!isMember || data.has(name)) {
      losses.add(place, 'JSend names a member of the request, once')
      continue
    }
    data.set(name, issue.message)
    losses.except(issue, place, new Set(['pointer', 'message']))
    losses.closed(issue, place)
  }
  return { status: 'fail', data: Object.fromEntries(data) }
}

function writeError(cause: Fault, losses: Losses): JsonObject {
  const { code, ...others } = losses.extraOf(cause, at) ?? {}
  for (const name of Object.keys(others)) losses.add(at + pointer('extra', 'jsend', name), 'JSend has no place for it')
  if (code !== undefined && number(code) === undefined) losses.add(`${at}/extra/jsend/code`, 'a code is a number')
  for (const index of cause.issues.keys()) losses.add(`${at}/issues/${index}`, 'an error has no issues')
  return {
    status: 'error',
    message: cause.message,
    ...(number(code) === undefined ? {} : { code: code as number }),
    ...(cause.details === undefined ? {} : { data: cause.details }),
  }
}
