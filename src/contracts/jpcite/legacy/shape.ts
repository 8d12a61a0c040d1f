/** Which of the legacy shapes a body has. */
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import { isEnvelope } from '../is-envelope.ts'

export type LegacyShape = 'page' | 'explained' | 'health' | 'houjin' | 'error' | 'raw'

/** How many of these members a body has. */
function has(body: JsonObject, ...names: string[]): number {
  return names.filter(name => Object.hasOwn(body, name)).length
}

/** By its members, one of which may be missing, and for an error by its status. Undefined: a v2 envelope. */
export function shapeOf(body: JsonObject, status: number | undefined): LegacyShape | undefined {
  if (isEnvelope(body)) return undefined
  if (Object.hasOwn(body, 'checks') ? has(body, 'status', 'timestamp_utc', 'version') > 0 : isHealthStub(body)) {
    return 'health'
  }
  if ((status !== undefined && status >= 400) || isError(body, status)) return 'error'
  if (has(body, 'total', 'limit', 'offset', 'results') > 1) return 'page'
  if (has(body, 'status', 'explanation', 'meta') > 1) return 'explained'
  return has(body, 'basic', 'corp_facts', 'adoptions', 'enforcement') > 1 ? 'houjin' : 'raw'
}

function isHealthStub(body: JsonObject): boolean {
  return has(body, 'status', 'timestamp_utc', 'version') > 2
}

/** With a status of success only a nested error is one: `detail` may be a member of a dump. */
function isError(body: JsonObject, status: number | undefined): boolean {
  const { error, detail, code } = body
  if (isObject(error) && typeof error.code === 'string') return true
  if (status !== undefined) return false
  if (typeof error === 'string' || isObject(error)) return true
  return typeof detail === 'string' || isProblemList(detail) || (typeof code === 'string' && isFlat(body))
}

/** A flat error has its code next to a reason or a delay. */
export function isFlat(body: JsonObject): boolean {
  return typeof body.code === 'string' && has(body, 'reason', 'retry_after', 'detail') > 0
}

/** The list that a failed validation has for `detail`. */
export function isProblemList(detail: Json | undefined): detail is JsonObject[] {
  return Array.isArray(detail) && detail.length > 0 && detail.every(item => isObject(item) && Array.isArray(item.loc))
}
