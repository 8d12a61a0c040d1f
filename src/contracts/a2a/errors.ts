/** A2A errors: JSON-RPC (1.0 §9.5, 0.3 §6.12) and over HTTP in the form of AIP-193 (1.0 §11.6). */
import { extraMembers, number, object, objects, text } from '../../codec/read.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { fieldOf, pointerOf } from '../../lib/pointer.ts'
import type { Fault, Issue } from '../../outcome/fault.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { errorByCode, errorDomain, faultOfError, isKnownCode, isNamed, isRpcStatus, rowOfFault } from './status.ts'

/** The types of details that are read and written. */
const types = {
  info: 'type.googleapis.com/google.rpc.ErrorInfo',
  request: 'type.googleapis.com/google.rpc.BadRequest',
  retry: 'type.googleapis.com/google.rpc.RetryInfo',
  struct: 'type.googleapis.com/google.protobuf.Struct',
} as const

const ours = 'replywire/'

/** The members of each type of detail that are read. */
const detailMembers = {
  info: new Set(['@type', 'reason', 'domain', 'metadata']),
  request: new Set(['@type', 'fieldViolations']),
  retry: new Set(['@type', 'retryDelay']),
} as const

const isText = (value: Json): boolean => typeof value === 'string'

/** What members must be to be read; the others are read as they come. */
const readAs: Readonly<Record<string, (value: Json) => boolean>> = {
  reason: isText,
  domain: isText,
  metadata: isObject,
  field: isText,
  description: isText,
}

const violationMembers = new Set(['field', 'description'])

/** The members of a node that are not read. */
function unread(node: JsonObject, known: ReadonlySet<string>): JsonObject | undefined {
  const rest = Object.entries(node).filter(([name, value]) => !known.has(name) || readAs[name]?.(value) === false)
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}

/** What a detail has in addition to the members that are read, under the name of its type. */
function besideDetail(name: keyof typeof detailMembers, detail: JsonObject | undefined): JsonObject | undefined {
  const odd = others(detail?.fieldViolations)
  const rest = {
    ...unread(detail ?? {}, detailMembers[name]),
    ...(name !== 'request' || odd.length === 0 ? undefined : { fieldViolations: odd }),
  }
  return Object.keys(rest).length === 0 ? undefined : { [name]: rest }
}

/** The items of a list that are no objects. */
function others(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value.filter(item => !isObject(item)) : []
}

/** The same, to be in the detail again. */
function again(name: keyof typeof detailMembers, { extra }: Fault): JsonObject | undefined {
  return extraMembers('a2a', object(extra?.a2a?.[name]) ?? {}, detailMembers[name]).extra?.a2a
}

function isOf(type: string, detail: JsonObject): boolean {
  return detail['@type'] === type
}

/** Details are in `details` over HTTP and in `data` over JSON-RPC. */
function detailsOf({ details, data }: JsonObject): JsonObject[] {
  return objects(details ?? data)
}

function isOurs(detail: JsonObject): boolean {
  return isOf(types.struct, detail) && Object.keys(object(detail.value) ?? {}).some(key => key.startsWith(ours))
}

/** The unplaced members of an error, and where they are in the body. */
export function besideError(error: JsonObject): { members: JsonObject; at: string } {
  const list = error.details ?? error.data
  const place = error.details === undefined ? '/error/data' : '/error/details'
  if (isObject(list)) return { members: list, at: place }
  const index = Array.isArray(list) ? list.findIndex(detail => isObject(detail) && isOurs(detail)) : -1
  const detail = Array.isArray(list) ? object(list[index]) : undefined
  return { members: object(detail?.value) ?? {}, at: `${place}/${Math.max(index, 0)}/value` }
}

export function readError(error: JsonObject): Fault {
  const { code, status, message, details, data, ...unknown } = error
  const list = detailsOf(error)
  const info = list.find(detail => isOf(types.info, detail))
  const request = list.find(detail => isOf(types.request, detail) && objects(detail.fieldViolations).length > 0)
  const retry = list.find(detail => isOf(types.retry, detail) && delayOf(detail.retryDelay) !== undefined)
  const rest: Json[] = [
    ...list.filter(detail => ![info, request, retry].includes(detail) && !isOurs(detail)),
    ...others(details ?? data),
  ]
  const kept = Object.entries(object(data) ?? {}).filter(([name]) => !name.startsWith(ours))
  const about = object(info?.metadata) ?? (kept.length === 0 ? undefined : Object.fromEntries(kept))
  const wait = delayOf(retry?.retryDelay)
  const isDetails = details === undefined && Array.isArray(data)
  const odd = data === undefined || isObject(data) || isDetails ? object(data)?.[`${ours}data`] : data
  const foreign = info !== undefined && info.domain !== errorDomain ? text(info.domain) : undefined
  const read = faultOfError(number(code), text(status), text(info?.reason), text(message) ?? '')
  // Over JSON-RPC the name of A2A's own errors implies their number.
  const isUsual = status === undefined && isNamed(errorByCode(code)) && errorByCode(code)?.name === read.code
  const reason = text(info?.reason)
  const extra = {
    ...unknown,
    // A number of A2A's own has a name of its own.
    ...(reason === undefined || reason === read.code ? undefined : { reason }),
    ...(code === undefined || isUsual ? undefined : { code }),
    ...(status === undefined ? undefined : { status }),
    ...(rest.length === 0 ? undefined : { details: rest }),
    ...(odd === undefined ? undefined : { data: odd }),
    ...(foreign === undefined ? undefined : { domain: foreign }),
    ...besideDetail('info', info),
    ...besideDetail('request', request),
    ...besideDetail('retry', retry),
  }
  return {
    ...read,
    issues: objects(request?.fieldViolations).map(readViolation),
    ...(about === undefined ? undefined : { details: about }),
    ...(wait === undefined ? undefined : { retryAfterMs: wait }),
    ...(Object.keys(extra).length === 0 ? undefined : { extra: { a2a: extra } }),
  }
}

function readViolation(violation: JsonObject): Issue {
  const rest = unread(violation, violationMembers)
  return {
    pointer: pointerOf(text(violation.field) ?? ''),
    message: text(violation.description) ?? '',
    ...(rest === undefined ? undefined : { extra: { a2a: rest } }),
  }
}

function delayOf(value: Json | undefined): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(text(value) ?? '')
  return match === null ? undefined : Math.round(Number(match[1]) * 1000)
}

/** The error that a fault is, where it belongs to the protocol; undefined: it belongs into a task. */
export function writeError(fault: Fault, version: A2aVersion): JsonObject | undefined {
  const { code, status } = fault.extra?.a2a ?? {}
  const { message } = fault
  const whole = Number.isInteger(code) ? (code as number) : undefined
  if (whole !== undefined && whole >= 400 && whole < 600 && isRpcStatus(status)) {
    return { code: whole, status: status as string, message, details: writeDetails(fault, status as string) }
  }
  const rpc = whole !== undefined && whole < 0 && isKnownCode(whole, version) ? whole : rowOfFault(fault, version)?.code
  if (rpc === undefined) return undefined
  return {
    code: rpc,
    message,
    data: version === '1.0' ? writeDetails(fault, errorByCode(rpc)?.name) : plainData(fault),
  }
}

/** 0.3 says nothing about the data of an error: an object, so that ours find a place. */
function plainData({ details, extra }: Fault): JsonObject {
  const odd = extra?.a2a?.data
  return { ...details, ...(odd === undefined ? undefined : { [`${ours}data`]: odd }) }
}

function writeDetails(fault: Fault, understood: string | undefined): JsonObject[] {
  const { code, details, issues, retryAfterMs, extra } = fault
  const { domain = errorDomain, details: rest } = extra?.a2a ?? {}
  const metadata =
    details !== undefined && Object.values(details).every(value => typeof value === 'string') ? details : undefined
  const named = rowOfFault(fault, '1.0') !== undefined
  const info = {
    ...again('info', fault),
    '@type': types.info,
    reason: code,
    domain,
    ...(metadata === undefined ? undefined : { metadata }),
  }
  const request = issues.map(issue => ({
    ...issue.extra?.a2a,
    field: fieldOf(issue.pointer),
    description: issue.message,
  }))
  const retry = { ...again('retry', fault), '@type': types.retry }
  return [
    ...(named || metadata !== undefined || code !== understood ? [info] : []),
    ...(retryAfterMs === undefined ? [] : [{ ...retry, retryDelay: `${retryAfterMs / 1000}s` }]),
    ...(request.length === 0 ? [] : [{ ...again('request', fault), '@type': types.request, fieldViolations: request }]),
    ...objects(rest).filter(detail => text(detail['@type'])),
  ]
}

/** The error with its unplaced members. */
export function withBeside(error: JsonObject, members: JsonObject): JsonObject {
  if (Object.keys(members).length === 0) return error
  const struct = { '@type': types.struct, value: members }
  if (Array.isArray(error.details)) return { ...error, details: [...error.details, struct] }
  if (Array.isArray(error.data)) return { ...error, data: [...error.data, struct] }
  return { ...error, data: { ...object(error.data), ...members } }
}
