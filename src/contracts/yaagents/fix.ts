/**
 * Fixes that follow from the message itself (profile §§2, 4, 5, 11.4): of status, media type and `type`, two that agree
 * decide the third; ids come from the headers. A code, a message or an id that is nowhere in the message is not made up.
 */
import type { FixResult } from '../../codec/contract.ts'
import { filled, withoutNulls } from '../../codec/fix-members.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire, mediaTypeOf } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { limitExceeded, otherLimitCode, type Row, rowByBodyType, rowByMediaType, rowByStatus } from './status.ts'
import { traceHeaders } from './validate.ts'

/** Undefined when there is nothing to fix, or when the text would change when it is written again. */
export function fix(wire: Wire, message: string, version: string): FixResult | undefined {
  if (message !== 'response' || wire.carrier !== 'http') return undefined
  const reading = wire.body.json()
  if (!reading.ok || reading.notes.length > 0 || !isObject(reading.value)) return undefined
  const done: string[] = []
  const row = agreedRow(wire, reading.value)
  const body = row?.body === undefined ? reading.value : fixBody(reading.value, row, wire, done)
  const isBodySame = done.length === 0
  const headers = wire.status === undefined || wire.isHeadPartial ? wire.headers : fixHead(wire, row, version, done)
  if (done.length === 0) return undefined
  return {
    wire: httpWire({ ...wire, headers: { ...headers }, body: isBodySame ? wire.body : Body.ofJson(body) }),
    done,
  }
}

/** The row that at least two of status, media type and `type` name, and that none of the three contradicts by another row. */
function agreedRow({ status, headers }: HttpWire, { type }: JsonObject): Row | undefined {
  const mediaType = mediaTypeOf(headers['content-type'])
  const byStatus = status === undefined ? undefined : rowByStatus(status)
  const byType = rowByBodyType(type)
  const byMedia = mediaType === undefined ? undefined : rowByMediaType(mediaType)
  if (byStatus?.body !== undefined && byType === byStatus) return byStatus
  if (byStatus !== undefined && byMedia?.mediaType === byStatus.mediaType && byType === undefined) return byStatus
  if (
    byStatus === undefined &&
    byType !== undefined &&
    (byMedia === undefined || byMedia.mediaType === byType.mediaType)
  ) {
    return byType
  }
  return undefined
}

function fixBody(source: JsonObject, row: Row, wire: HttpWire, done: string[]): JsonObject {
  const type = row.body?.type ?? ''
  let body = withoutNulls(source, ['conflictingResourceId', 'retryAfter'], '', done)
  if (body.type !== type) {
    done.push(`set /type to ${type}, as status and Content-Type say`)
    body = { ...body, type }
  }
  body = fixCode(body, row, wire.status, done)
  body = fixWait(body, wire, done)
  const trace = fixTrace(body.trace, wire, done)
  return trace === undefined ? body : { ...body, trace }
}

/** §4.1, §7: types whose code is fixed by the profile. */
const fixedCodes: Readonly<Record<string, string>> = {
  operation_accepted: 'OPERATION_ACCEPTED',
  clarification_required: 'CLARIFICATION_REQUIRED',
  validation_failed: 'VALIDATION_FAILED',
  approval_required: 'APPROVAL_REQUIRED',
}

/** A code of the service's own is left as it is. */
function fixCode(body: JsonObject, row: Row, status: number | undefined, done: string[]): JsonObject {
  const fixed = fixedCodes[row.body?.type ?? '']
  if (fixed !== undefined && body.code === undefined) return filled(body, [['code', fixed]], '', done)
  if (
    fixed !== undefined &&
    typeof body.code === 'string' &&
    body.code !== fixed &&
    body.code.toUpperCase() === fixed
  ) {
    done.push('wrote /code in capitals')
    return { ...body, code: fixed }
  }
  if (body.code !== otherLimitCode || status !== limitExceeded.status) return body
  done.push(`set /code to ${limitExceeded.code}`)
  return { ...body, code: limitExceeded.code }
}

/** §11.4: a whole number of seconds, in the body too. */
function fixWait(body: JsonObject, { status, headers }: HttpWire, done: string[]): JsonObject {
  const { retryAfter } = body
  const seconds = /^\d{1,9}$/
  if (typeof retryAfter === 'string' && seconds.test(retryAfter)) {
    done.push('wrote /retryAfter as a number')
    return { ...body, retryAfter: Number(retryAfter) }
  }
  const header = headers['retry-after']
  if (status !== limitExceeded.status || retryAfter !== undefined || header === undefined || !seconds.test(header)) {
    return body
  }
  done.push('copied Retry-After to /retryAfter')
  return { ...body, retryAfter: Number(header) }
}

/** §5: ids that are missing in the body and are in the headers. Undefined when nothing changes. */
function fixTrace(trace: Json | undefined, { headers }: HttpWire, done: string[]): JsonObject | undefined {
  if (trace !== undefined && trace !== null && !isObject(trace)) return undefined
  const node = trace ?? {}
  const missing = traceHeaders.filter(
    ([member]) => node[member] === undefined || node[member] === null || node[member] === '',
  )
  const found = missing.flatMap(([member, header]) => {
    const value = headers[header]
    return value === undefined || value === '' ? [] : [[member, value, header] as const]
  })
  for (const [member, , header] of found) done.push(`copied ${header} to /trace/${member}`)
  return found.length === 0 ? undefined : { ...node, ...Object.fromEntries(found) }
}

/** §2, §4: the head of a message whose head is known. */
function fixHead({ headers }: HttpWire, row: Row | undefined, version: string, done: string[]): HttpWire['headers'] {
  const fixed: Record<string, string> = { ...headers }
  if (headers['x-yaagents-profile'] === undefined) {
    fixed['x-yaagents-profile'] = `v${version}`
    done.push('added the header X-YAAgents-Profile')
  }
  if (row !== undefined && mediaTypeOf(headers['content-type']) !== row.mediaType) {
    fixed['content-type'] = row.mediaType
    done.push(`set Content-Type to ${row.mediaType}`)
  }
  return fixed
}
