import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { errorRow, statuses } from './status.ts'

/** Members that only an envelope has; a legacy body has two of them at most. */
export const marks = ['status', 'query_echo', 'citations', 'warnings', 'suggested_actions', 'meta']

/** Whether a body is an envelope, be it a broken one. */
export function isEnvelope(body: JsonObject): boolean {
  const { status, results, meta, error } = body
  if (Object.hasOwn(body, 'query_echo') || (isObject(meta) && meta.api_version === 'v2')) return true
  if (isObject(error) && errorRow(error.code) !== undefined) return true
  if (Array.isArray(results) && statuses.some(known => known === status)) return true
  return marks.filter(name => Object.hasOwn(body, name)).length > 2
}

/** Over MCP: an error without the envelope around it. */
export function isBareError(content: JsonObject): content is JsonObject & { error: JsonObject } {
  return isObject(content.error) && !Object.keys(content).some(name => name === 'status' || name === 'results')
}
