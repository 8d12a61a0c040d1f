/**
 * Fixes that follow from the message itself: documented variants are written as the document has them, absent members are
 * left out, an id comes from the header. A result, an id or a message that is nowhere in the message is not made up.
 */
import type { FixResult } from '../../codec/contract.ts'
import { filled, withoutNulls } from '../../codec/fix-members.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { type Says, statusOf, statusRow, taskFailed } from './status.ts'
import { resemblesEnvelope } from './validate.ts'

/** Undefined when there is nothing to fix, or when the text would change when it is written again. */
export function fix(wire: Wire, message: string): FixResult | undefined {
  if (message !== 'response' || wire.carrier !== 'http') return undefined
  const reading = wire.body.json()
  if (!reading.ok || reading.notes.length > 0 || !isObject(reading.value)) return undefined
  if (!resemblesEnvelope(reading.value)) return undefined
  const done: string[] = []
  const body = fixEnvelope(reading.value, wire, done)
  return done.length === 0
    ? undefined
    : { wire: httpWire({ ...wire, headers: { ...wire.headers }, body: Body.ofJson(body) }), done }
}

function fixEnvelope(source: JsonObject, wire: HttpWire, done: string[]): JsonObject {
  let body = fixStatus(source, done)
  const isError = body.status === statusOf('error')
  body = withoutNulls(body, ['artifacts', 'provenance', 'usage', 'grounding', ...(isError ? [] : ['error'])], '', done)
  body = fixOutputs(body, isError, done)
  const requestId = wire.headers['x-request-id']
  if (requestId !== undefined && requestId !== '') body = filled(body, [['request_id', requestId]], '', done)
  if (isObject(body.grounding)) {
    const grounding = withoutNulls(body.grounding, ['sources', 'citations', 'span_refs'], '/grounding', done)
    if (grounding !== body.grounding) body = { ...body, grounding }
  }
  return fixError(body, isError, done)
}

/** `OK` is written ok; an envelope with ok or success in place of status gets its status. */
function fixStatus(body: JsonObject, done: string[]): JsonObject {
  const { status, ok, success } = body
  if (typeof status === 'string') {
    const lower = status.toLowerCase()
    if (lower === status || statusRow(lower) === undefined) return body
    done.push('wrote /status in small letters')
    return { ...body, status: lower }
  }
  const indicator = [ok, success].find(value => typeof value === 'boolean')
  if (status !== undefined || indicator === undefined) return body
  // Without an error a failure would have none to name.
  if (!indicator && body.error === undefined) return body
  const says: Says = indicator ? 'success' : 'error'
  done.push('added /status, as ok or success says')
  return { status: statusOf(says), ...body }
}

/** `data` is the documented variant of outputs; an error may have none. */
function fixOutputs(body: JsonObject, isError: boolean, done: string[]): JsonObject {
  if (body.outputs === undefined && isObject(body.data)) {
    done.push('renamed /data to /outputs')
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name === 'data' ? 'outputs' : name, value]))
  }
  if (!isError || (body.outputs !== undefined && body.outputs !== null)) return body
  done.push('added /outputs, which is empty on an error')
  return { ...body, outputs: {} }
}

/** A text becomes the message; the code then says no more than that the task failed. */
function fixError(body: JsonObject, isError: boolean, done: string[]): JsonObject {
  const { error } = body
  if (isError && typeof error === 'string' && error !== '') {
    done.push(`put the text of /error into its message, with the code ${taskFailed}`)
    return { ...body, error: { code: taskFailed, message: error } }
  }
  if (!isObject(error)) return body
  const fixed = withoutNulls(error, ['details'], '/error', done)
  return fixed === error ? body : { ...body, error: fixed }
}
