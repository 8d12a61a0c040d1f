/** Members that A2A defines as strings. The SDK turns any other value into a text, such as "[object Object]". */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { A2aRefusal } from './refusal.ts'

/** Of a message, and of the parameters of a call, in both spellings that are read. */
const texts = ['messageId', 'message_id', 'contextId', 'context_id', 'taskId', 'task_id', 'id'] as const

/** Refuses parameters whose ids are not strings. Null counts as absent, as in the JSON form of protobuf. */
export function checkTexts(params: Json | undefined): void {
  if (!isObject(params)) return
  checkMembers(params, '')
  // A2A 0.3 over HTTP+JSON names the message `request`.
  for (const name of ['message', 'request'] as const) {
    const message = params[name]
    if (isObject(message)) checkMembers(message, `/${name}`)
  }
}

function checkMembers(node: JsonObject, at: string): void {
  for (const name of texts) {
    const value = Object.hasOwn(node, name) ? node[name] : undefined
    if (value === undefined || value === null || typeof value === 'string') continue
    throw new A2aRefusal('malformed', `${at}/${name} must be a string.`)
  }
}
