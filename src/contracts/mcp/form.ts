/** What an MCP answer is, by its shape, and the keys in it that are ours. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'

/** The keys of `_meta`, and of an error's data, that are ours. */
export const keys = {
  message: 'replywire/message',
  /** A fault's word to developers: content is shown to users. */
  detail: 'replywire/detail',
  kind: 'replywire/kind',
  payload: 'replywire/payload',
  data: 'replywire/data',
  outcome: 'replywire/outcome',
  exchange: 'replywire/exchange',
} as const

export type Form = 'complete' | 'input' | 'task' | 'created' | 'details' | 'error' | 'other'

/** Two of these make the state of a task. */
const stateMembers = ['taskId', 'status', 'createdAt', 'lastUpdatedAt']

/** Which shape an answer has: its resultType says so, or its members do. */
export function formOf(body: JsonObject): Form {
  const { resultType, content } = body
  if (resultType === 'input_required') return 'input'
  if (resultType === 'task') return 'task'
  if (content !== undefined)
    return resultType === undefined || resultType === 'complete' ? 'complete' : otherForm(resultType)
  if (stateMembers.filter(name => body[name] !== undefined).length > 1) return 'details'
  if (resultType === undefined && body.error !== undefined) return 'error'
  if (resultType === undefined && isObject(body.task)) return 'created'
  if (resultType === undefined && (isObject(body.inputRequests) || typeof body.requestState === 'string'))
    return 'input'
  return resultType === undefined || resultType === 'complete' ? 'complete' : otherForm(resultType)
}

function otherForm(resultType: Json): Form {
  return typeof resultType === 'string' ? 'other' : 'complete'
}
