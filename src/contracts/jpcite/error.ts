/** The `error` of an envelope and the fault of an outcome. */
import type { Losses } from '../../codec/loss.ts'
import { secondsToMs, text } from '../../codec/read.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { fieldOf } from '../../lib/pointer.ts'
import { type Fault, type FaultCategory, faultCategories, httpFaults } from '../../outcome/fault.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { faultCodec } from './nodes.ts'
import {
  categoryOf,
  documentationOf,
  documents,
  type ErrorCode,
  type ErrorRow,
  errorRow,
  errorRowOf,
  type Language,
  statusOfCategory,
  userMessageLimit,
  userMessageOf,
} from './status.ts'

/** The length of a rate limit when the fault does not say. */
const defaultWaitSeconds = 60

export interface WrittenError {
  error: JsonObject
  status: number
}

export interface ErrorOptions {
  requestId: string
  language: Language
}

export function writeError(fault: Fault, { requestId, language }: ErrorOptions, losses: Losses): WrittenError {
  const at = '/outcome/fault'
  const row = errorRowOf(fault.category)
  if (row.category !== fault.category) losses.add(`${at}/category`, `${row.code} is the nearest there is`)
  if (faultCategories[row.category].recovery !== fault.recovery) losses.add(`${at}/recovery`, 'the code decides it')
  const own = ownDocumentation(fault, row.code)
  const extras = writeExtras(own === undefined ? fault : withoutDocumentation(fault), row, losses)
  const derived = derivedMessage(row.code, extras.field_errors, requestId)
  const error: JsonObject = {
    code: row.code,
    user_message: userMessage(fault.message, row.code, language, losses),
    ...developerMessage(fault.detail, row.code, derived, losses),
    retryable: row.retryable,
    ...retryAfter(fault.retryAfterMs, row.code, losses),
    documentation: own ?? documentationOf(row.code),
    ...extras,
  }
  return { error, status: statusOf(fault) }
}

/** A link to another page than the usual one, where it explains this code. */
function ownDocumentation({ extra }: Fault, code: ErrorCode): string | undefined {
  const link = extra?.jpcite?.documentation
  return typeof link === 'string' && link !== documentationOf(code) && documents(link, code) ? link : undefined
}

function withoutDocumentation({ extra, ...fault }: Fault): Fault {
  const { jpcite, ...strangers } = extra ?? {}
  const { documentation: _, ...others } = jpcite ?? {}
  const left = Object.keys(others).length === 0 ? strangers : { ...strangers, jpcite: others }
  return Object.keys(left).length === 0 ? fault : { ...fault, extra: left }
}

/** The HTTP status of an outcome. */
export function httpStatusOf(outcome: Outcome): number {
  if (outcome.kind === 'failed') return statusOf(outcome.fault)
  return outcome.kind === 'completed' && outcome.created !== undefined ? 201 : 200
}

function statusOf({ category, code }: Fault): number {
  const status = statusOfCategory(category)
  const isInvalid = errorRowOf(category).category === 'invalid'
  return isInvalid && Object.hasOwn(httpFaults, code) ? (httpFaults[code] ?? status) : status
}

function writeExtras(fault: Fault, row: ErrorRow, losses: Losses): JsonObject {
  const at = '/outcome/fault'
  const { code, issues, ...others } = fault
  const isUsual = row.category === fault.category && code === faultCategories[row.category].code
  if (code === '') losses.add(`${at}/code`, 'an empty code says nothing')
  const partial = {
    ...others,
    ...(code === '' || isUsual ? undefined : { code }),
    ...(issues.length === 0 ? undefined : { issues }),
  }
  return faultCodec.write(partial, at, losses)
}

function userMessage(message: string, code: ErrorCode, language: Language, losses: Losses): string {
  const at = '/outcome/fault/message'
  if (message === '') {
    losses.add(at, 'a message is demanded; the standing one of the code is sent')
    return userMessageOf(code, language)
  }
  const short = cut(message, userMessageLimit, userMessageLimit - 1)
  if (short !== message) losses.add(at, `a message has at most ${userMessageLimit} characters`)
  return short
}

/** A text of at most `limit` characters: a longer one keeps its first ones and an ellipsis. */
export function cut(message: string, limit: number, kept: number): string {
  if (message.length <= limit) return message
  const characters = [...message]
  return characters.length <= limit ? message : `${characters.slice(0, kept).join('')}…`
}

function developerMessage(
  detail: string | undefined,
  code: ErrorCode,
  derived: string | undefined,
  losses: Losses,
): { developer_message?: string } {
  const at = '/outcome/fault/detail'
  if (code === 'INTERNAL_ERROR') {
    if (detail !== undefined) losses.add(at, 'it may hold an exception; the request id leads to it')
    return { developer_message: derived ?? '' }
  }
  if (detail !== undefined && detail === derived) losses.add(at, 'it says no more than the issues')
  const message = detail ?? derived
  return message === undefined ? {} : { developer_message: message }
}

/** The developer message where the fault has no detail: the field paths, or the request id. It is read as no detail. */
export function derivedMessage(code: unknown, fieldErrors: Json | undefined, requestId: string): string | undefined {
  if (code === 'INTERNAL_ERROR') return `request_id=${requestId}`
  if (code !== 'VALIDATION_ERROR') return undefined
  const issues = Array.isArray(fieldErrors) ? fieldErrors.filter(isObject) : []
  const lines = issues.map(issue => `field='${fieldOf(text(issue.pointer) ?? '')}': ${text(issue.message) ?? ''}`)
  return lines.length === 0 ? 'no field is named' : lines.join('; ')
}

function retryAfter(ms: number | undefined, code: ErrorCode, losses: Losses): { retry_after?: number } {
  const at = '/outcome/fault/retryAfterMs'
  if (ms === undefined) {
    if (code !== 'RATE_LIMITED') return {}
    losses.add(at, `a limit says how long to wait; ${defaultWaitSeconds} s is the default`)
    return { retry_after: defaultWaitSeconds }
  }
  const seconds = Math.ceil(Math.min(Math.max(ms, 0), 999_999_999_000) / 1000)
  if (seconds * 1000 !== ms) losses.add(at, 'rounded up to whole seconds')
  return { retry_after: seconds }
}

export interface ErrorContext {
  /** The HTTP status, where there is one. */
  status?: number | undefined
  retryAfter?: string | undefined
  requestId?: string | undefined
}

export function readError(error: JsonObject, { status, retryAfter, requestId = '' }: ErrorContext): Fault {
  const { code, user_message, developer_message, retryable, retry_after, documentation, ...rest } = error
  const row = errorRow(code)
  const category = categoryOf(row, status)
  const usual = faultCategories[category]
  const isUsualLink = row !== undefined && documentation === documentationOf(row.code)
  const isText = (value: Json): boolean => typeof value === 'string'
  const kept = odd([
    ['code', code, isText],
    ['user_message', user_message, isText],
    ['developer_message', developer_message, isText],
    ['retryable', retryable, value => typeof value === 'boolean'],
    ['retry_after', retry_after, value => secondsToMs(value) !== undefined],
    ['documentation', documentation, () => isUsualLink],
  ])
  const detail = text(developer_message)
  const isDetail = detail !== undefined && detail !== derivedMessage(code, rest.field_errors, requestId)
  const retryAfterMs = secondsToMs(retry_after) ?? secondsToMs(retryAfter)
  return {
    category,
    code: row === undefined ? text(code) || usual.code : (ownCode(category, status) ?? usual.code),
    message: text(user_message) ?? '',
    recovery: recoveryOf(retryable, usual.recovery),
    issues: [],
    ...(isDetail ? { detail } : undefined),
    ...(retryAfterMs === undefined ? undefined : { retryAfterMs }),
    ...faultCodec.read({ ...rest, ...kept }),
  }
}

/** The code of a fault of HTTP itself, by its status. */
export function ownCode(category: FaultCategory, status: number | undefined): string | undefined {
  if (category !== 'invalid' || status === undefined) return undefined
  return Object.keys(httpFaults).find(code => httpFaults[code] === status)
}

/** The members of another type than they should have, as they came. */
function odd(members: [name: string, value: Json | undefined, is: (value: Json) => boolean][]): JsonObject {
  const kept = members.filter(([, value, is]) => value !== undefined && value !== null && !is(value))
  return Object.fromEntries(kept) as JsonObject
}

function recoveryOf(retryable: Json | undefined, usual: Fault['recovery']): Fault['recovery'] {
  if (typeof retryable !== 'boolean' || retryable === (usual === 'retry')) return usual
  return retryable ? 'retry' : 'stop'
}
