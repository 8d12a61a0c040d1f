/** Fixes the flat root of an AdCP 3.1 answer. Each step does one thing and says so. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { fieldOf } from '../../lib/pointer.ts'
import { inFlightCode } from './codes.ts'
import { flatten } from './envelope.ts'
import type { Release } from './release.ts'
import { bodyStatuses, legacyStatuses, renamedStatus, statusRow } from './status.ts'

/** `flat`: the state is at the root itself. */
export function fixRoot(
  root: JsonObject,
  state: Json | undefined,
  flat: boolean,
  release: Release,
  done: string[],
): JsonObject {
  const settled = flat ? fixStatus(fixLegacy(fixNesting(root, done), done), state, done) : fixNesting(root, done)
  return fixLayers(fixErrors(settled, release, done), flat ? settled.status : state, done)
}

/** Only a media buy has another name for its status. */
function isMediaBuy(body: JsonObject): boolean {
  return Object.hasOwn(body, 'media_buy_id')
}

/** Why a status is left as it is: it is of something else than a media buy, which has no other name for it. */
export function unfixedStatus(root: JsonObject, flat: boolean): string | undefined {
  const { payload } = root
  const nested = isObject(payload) && Object.hasOwn(payload, 'status') && Object.hasOwn(root, 'status')
  const body = nested ? payload : root
  if (isMediaBuy(body) || (!nested && !(flat && bodyStatuses.has(root.status)))) return undefined
  return `Not fixed: the body has a status of its own and no media_buy_id; only the status of a media buy has another name, ${renamedStatus}.`
}

/** A payload is flattened where no two members of one name meet. */
function fixNesting(root: JsonObject, done: string[]): JsonObject {
  const { payload, ...outer } = root
  if (!isObject(payload)) return root
  const meet = Object.keys(payload).filter(name => Object.hasOwn(outer, name))
  const safe = meet.every(name => name === 'status' && !Object.hasOwn(payload, renamedStatus) && isMediaBuy(payload))
  if (!safe) return root
  done.push('moved the members of payload to the root')
  if (meet.length > 0) done.push(`renamed the body's status to ${renamedStatus}`)
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
  if (!bodyStatuses.has(status) || Object.hasOwn(root, renamedStatus) || !isMediaBuy(root)) return root
  done.push(`renamed the body's status to ${renamedStatus}; the task is completed`)
  return { ...root, status: 'completed', [renamedStatus]: status as Json }
}

function fixErrors(root: JsonObject, release: Release, done: string[]): JsonObject {
  const { adcp_error: outer, errors } = root
  return {
    ...root,
    ...(isObject(outer) ? { adcp_error: fixError(outer, release, done) } : undefined),
    ...(Array.isArray(errors)
      ? { errors: errors.map(entry => (isObject(entry) ? fixError(entry, release, done) : entry)) }
      : undefined),
  }
}

/** What a code or a first issue says, and what clients would clamp anyway. */
function fixError(error: JsonObject, { codes, inFlightWait }: Release, done: string[]): JsonObject {
  const fixed = { ...error }
  const { code, issues, retry_after: wait, details } = error
  const row = typeof code === 'string' ? codes.get(code) : undefined
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
  if (code === inFlightCode && inFlightWait === 'error' && wait === undefined && typeof seconds === 'number') {
    fixed.retry_after = seconds
    done.push('copied retry_after from details')
  } else if (
    code === inFlightCode &&
    inFlightWait === 'details' &&
    typeof seconds === 'number' &&
    (wait === undefined || inner === undefined)
  ) {
    fixed.retry_after = seconds
    fixed.details = { ...(isObject(details) ? details : undefined), retry_after: seconds }
    done.push('put retry_after in both places')
  }
  return fixed
}

/** A failure has its error twice; the errors of anything else are warnings. */
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
