/** Fixes the flat root of an AdCP 3.1 answer. Each step does one thing and says so. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { fieldOf } from '../../lib/pointer.ts'
import { inFlightCode, standardCodes } from './codes.ts'
import { flatten } from './envelope.ts'
import { bodyStatuses, legacyStatuses, renamedStatus, statusRow } from './status.ts'

/** `flat`: the state stands at the root itself. */
export function fixRoot(root: JsonObject, state: Json | undefined, flat: boolean, done: string[]): JsonObject {
  const settled = flat ? fixStatus(fixLegacy(fixNesting(root, done), done), state, done) : fixNesting(root, done)
  return fixLayers(fixErrors(settled, done), flat ? settled.status : state, done)
}

/** A payload is flattened where no two members of one name meet. */
function fixNesting(root: JsonObject, done: string[]): JsonObject {
  const { payload, ...outer } = root
  if (!isObject(payload)) return root
  const meet = Object.keys(payload).filter(name => Object.hasOwn(outer, name))
  const safe = meet.every(name => name === 'status' && !Object.hasOwn(payload, renamedStatus))
  if (!safe) return root
  done.push('moved the members of payload to the root')
  return flatten(root) as JsonObject
}

/** A legacy state becomes the status where there is none, and goes where it says the same. */
function fixLegacy(root: JsonObject, done: string[]): JsonObject {
  let fixed = root
  for (const name of legacyStatuses) {
    const { [name]: value, ...rest } = fixed
    if (value === undefined) continue
    if (rest.status === undefined && statusRow(value) !== undefined) {
      fixed = { status: value, ...rest }
      done.push(`renamed ${name} to status`)
    } else if (rest.status === value) {
      fixed = rest
      done.push(`removed ${name}`)
    }
  }
  return fixed
}

function fixStatus(root: JsonObject, state: Json | undefined, done: string[]): JsonObject {
  const { status } = root
  if (status === undefined && statusRow(state) !== undefined) {
    done.push('copied the status from its header')
    return { status: state as Json, ...root }
  }
  if (!bodyStatuses.has(status) || Object.hasOwn(root, renamedStatus)) return root
  done.push(`renamed the body's status to ${renamedStatus}; the task is completed`)
  return { ...root, status: 'completed', [renamedStatus]: status as Json }
}

function fixErrors(root: JsonObject, done: string[]): JsonObject {
  const { adcp_error: outer, errors } = root
  return {
    ...root,
    ...(isObject(outer) ? { adcp_error: fixError(outer, done) } : undefined),
    ...(Array.isArray(errors)
      ? { errors: errors.map(entry => (isObject(entry) ? fixError(entry, done) : entry)) }
      : undefined),
  }
}

/** What a code or a first issue tells, and what clients would clamp anyway. */
function fixError(error: JsonObject, done: string[]): JsonObject {
  const fixed = { ...error }
  const { code, issues, retry_after: wait, details } = error
  const row = typeof code === 'string' ? standardCodes.get(code) : undefined
  if (row !== undefined && error.recovery === undefined) {
    fixed.recovery = row.recovery
    done.push('added the recovery of a standard code')
  }
  const first = Array.isArray(issues) ? issues[0] : undefined
  if (isObject(first) && typeof first.pointer === 'string' && error.field !== fieldOf(first.pointer)) {
    fixed.field = fieldOf(first.pointer)
    done.push('set field from the first issue')
  }
  if (typeof wait === 'number' && (wait < 1 || wait > 3600)) {
    fixed.retry_after = Math.min(Math.max(wait, 1), 3600)
    done.push('brought retry_after into its range')
  }
  const inner = isObject(details) ? details.retry_after : undefined
  const seconds = fixed.retry_after ?? inner
  if (code === inFlightCode && typeof seconds === 'number' && (wait === undefined || inner === undefined)) {
    fixed.retry_after = seconds
    fixed.details = { ...(isObject(details) ? details : undefined), retry_after: seconds }
    done.push('put retry_after in both places')
  }
  return fixed
}

/** A failure tells its error twice; the errors of anything else are warnings. */
function fixLayers(root: JsonObject, state: Json | undefined, done: string[]): JsonObject {
  const row = statusRow(state)
  const { adcp_error: outer, errors } = root
  const listed = Array.isArray(errors) ? errors : []
  if (row?.kind === 'failed') {
    const fatal = listed.find(entry => isObject(entry) && entry.severity !== 'warning')
    if (outer === undefined && isObject(fatal)) {
      const { severity: _, ...error } = fatal
      done.push('copied the error from errors to adcp_error')
      return { ...root, adcp_error: error }
    }
    if (isObject(outer) && listed.length === 0) {
      done.push('copied adcp_error to errors')
      return { ...root, errors: [{ ...outer, severity: 'error' }] }
    }
    return root
  }
  if (row === undefined || row.kind === 'canceled') return root
  if (!listed.some(entry => isObject(entry) && entry.severity === undefined)) return root
  done.push('marked the errors of an answer that did not fail as warnings')
  return {
    ...root,
    errors: listed.map(entry =>
      isObject(entry) && entry.severity === undefined ? { ...entry, severity: 'warning' } : entry,
    ),
  }
}
