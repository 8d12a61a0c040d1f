/** The union of legacy errors, and the fault that each of them is. */
import type { Decoded } from '../../../codec/contract.ts'
import type { Losses } from '../../../codec/loss.ts'
import { extraMembers, secondsToMs, text } from '../../../codec/read.ts'
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import { pointer } from '../../../lib/pointer.ts'
import { type Fault, faultCategories, httpFaults, type Issue } from '../../../outcome/fault.ts'
import type { Location } from '../../../outcome/need.ts'
import type { HttpWire } from '../../../wire/http.ts'
import { type ErrorOptions, ownCode } from '../error.ts'
import { errorRowOf, userMessageOf } from '../status.ts'
import { faultCodec, faultWithoutIssues } from './nodes.ts'
import { isFlat, isProblemList } from './shape.ts'
import { codeOfStatus, hubCode, legacyAnswer, legacyCategory, legacyCode } from './status.ts'

/** What a failure inside says, and nothing more. */
const internalDetail = 'internal server error'
const defaultWaitSeconds = 60

export function readLegacyError(
  body: JsonObject,
  { status, headers }: HttpWire,
): Pick<Decoded, 'outcome' | 'exchange'> {
  const { error, detail, request_id, retry_after, ...root } = body
  const { code, user_message, request_id: nestedId, retry_after: wait, ...nested } = isObject(error) ? error : {}
  const flat = error === undefined && isFlat(body) ? text(root.code) : undefined
  const said = text(code) ?? text(error) ?? flat ?? (status === undefined ? undefined : codeOfStatus[status])
  const category = legacyCategory(said, status)
  const [message = ''] = [user_message, nested.message, detail, root.detail_summary_ja, root.reason].flatMap(
    candidate => text(candidate) ?? [],
  )
  const retryAfterMs = secondsToMs(wait) ?? secondsToMs(retry_after) ?? secondsToMs(headers['retry-after'])
  const listed = isProblemList(detail)
  const fault: Fault = {
    category,
    code: said === undefined ? (ownCode(category, status) ?? hubCode(said, category)) : hubCode(said, category),
    message,
    recovery: faultCategories[category].recovery,
    issues: listed ? detail.map(readProblem) : [],
    ...(typeof detail === 'string' && detail !== message && detail !== internalDetail ? { detail } : undefined),
    ...(retryAfterMs === undefined ? undefined : { retryAfterMs }),
    ...(listed ? faultWithoutIssues : faultCodec).read(nested),
  }
  const more = Object.entries(root).filter(([name]) => flat === undefined || name !== 'code')
  if (detail !== undefined && typeof detail !== 'string' && !listed) more.push(['detail', detail])
  const requestId = text(nestedId) || text(request_id)
  if (request_id !== undefined && request_id !== (requestId || headers['x-request-id']))
    more.push(['request_id', request_id])
  return {
    outcome: {
      kind: 'failed',
      fault,
      ...(more.length === 0 ? undefined : { extra: { jpcite: Object.fromEntries(more) } }),
    },
    exchange: requestId ? { requestId } : {},
  }
}

const none = new Set<string>()
const locations: readonly Json[] = ['body', 'query', 'path', 'header']

/** One item of the list that a failed validation has: `loc` starts with where the input is. */
function readProblem({ loc, msg, type, ...rest }: JsonObject): Issue {
  const place = Array.isArray(loc) ? loc : []
  const isPlain = place.every(token => typeof token === 'string' || typeof token === 'number')
  const isLocated = locations.includes(place[0] ?? null)
  const tokens = (isLocated ? place.slice(1) : place).map(String)
  return {
    pointer: pointer(...tokens),
    message: text(msg) ?? '',
    ...(isLocated ? { location: place[0] as Location } : undefined),
    ...(typeof type === 'string' ? { keyword: type } : undefined),
    ...extraMembers(
      'jpcite',
      {
        ...rest,
        ...(isPlain && (loc === undefined || Array.isArray(loc)) ? undefined : { loc: loc as Json }),
        ...(msg === undefined || typeof msg === 'string' ? undefined : { msg }),
        ...(type === undefined || typeof type === 'string' ? undefined : { type }),
      },
      none,
    ),
  }
}

export interface WrittenLegacyError {
  status: number
  body: JsonObject
  wait?: number
}

export function writeLegacyError(
  fault: Fault,
  { requestId, language }: ErrorOptions,
  losses: Losses,
): WrittenLegacyError {
  const at = '/outcome/fault'
  const message = fault.message || userMessageOf(errorRowOf(fault.category).code, language)
  if (fault.message === '') losses.add(`${at}/message`, 'a message is demanded; a standing one is sent')
  const answer = legacyAnswer(fault.category)
  const usual = faultCategories[answer.category]
  if (answer.category !== fault.category) losses.add(`${at}/category`, `${answer.code} is the nearest there is`)
  if (usual.recovery !== fault.recovery) losses.add(`${at}/recovery`, 'a reader takes it from the code')
  if (fault.code === '') losses.add(`${at}/code`, 'an empty code says nothing')
  const code = legacyCode(fault.code, answer)
  const { code: given, issues, ...others } = fault
  const partial = {
    ...others,
    ...(given === '' || hubCode(code, answer.category) === given ? undefined : { code: given }),
    ...(issues.length === 0 ? undefined : { issues }),
  }
  const wait = waitOf(fault, losses)
  const error: JsonObject = {
    ...(code === undefined ? undefined : { code }),
    user_message: message,
    request_id: requestId,
    ...(wait === undefined ? undefined : { retry_after: wait }),
    ...faultCodec.write(partial, at, losses),
  }
  const body = { detail: detailOf({ ...fault, message }, answer.code, losses), error }
  const status = legacyStatus(fault)
  return wait === undefined ? { status, body } : { status, body, wait }
}

/** The status that a fault is answered with. */
export function legacyStatus({ category, code }: Fault): number {
  const { status } = legacyAnswer(category)
  return category === 'invalid' && Object.hasOwn(httpFaults, code) ? (httpFaults[code] ?? status) : status
}

function detailOf({ detail, message }: Fault, code: string | undefined, losses: Losses): string {
  const at = '/outcome/fault/detail'
  if (code === 'internal_error') {
    if (detail !== undefined) losses.add(at, 'it may hold an exception; the request id leads to it')
    return internalDetail
  }
  if (detail !== undefined && (detail === message || detail === internalDetail)) {
    losses.add(at, 'it says no more than the message')
  }
  return detail ?? message
}

/** A limit says how long to wait. A quota that does not know is left alone: a made-up delay would be a lie. */
function waitOf({ retryAfterMs, category }: Fault, losses: Losses): number | undefined {
  const at = '/outcome/fault/retryAfterMs'
  if (retryAfterMs === undefined) {
    if (category !== 'rate-limited') return undefined
    losses.add(at, `a limit says how long to wait; ${defaultWaitSeconds} s is the default`)
    return defaultWaitSeconds
  }
  const seconds = Math.ceil(Math.min(Math.max(retryAfterMs, 0), 999_999_999_000) / 1000)
  if (seconds * 1000 !== retryAfterMs) losses.add(at, 'rounded up to whole seconds')
  return seconds
}
