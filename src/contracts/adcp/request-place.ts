/** Where the arguments of a call are in a request, whatever carries it. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'

/** Where the message of an A2A request is: in its params, or in those of a JSON-RPC request, or alone. */
export function messageOf(request: Json | undefined): FoundMessage | undefined {
  if (!isObject(request)) return undefined
  if (isObject(request.params)) {
    const inner = messageOf(request.params)
    return inner === undefined ? undefined : { ...inner, base: `/params${inner.base}`, at: `/params${inner.at}` }
  }
  if (isObject(request.message)) return { message: request.message, request, base: '', at: '/message' }
  return Array.isArray(request.parts) ? { message: request, request: {}, base: '', at: '' } : undefined
}

export interface FoundMessage {
  message: JsonObject
  /** What the message stands in, and where. */
  request: JsonObject
  base: string
  at: string
}

/** The DataPart that calls a skill, and the place of its parameters. */
export function invocationOf(message: JsonObject, at: string): { data: JsonObject | undefined; at: string } {
  const parts = Array.isArray(message.parts) ? message.parts : []
  const index = parts.findIndex(part => isObject(part) && isObject(part.data) && typeof part.data.skill === 'string')
  const part = parts[index]
  const data = isObject(part) && isObject(part.data) ? part.data : undefined
  return { data, at: `${at}/parts/${Math.max(index, 0)}/data` }
}

/** The member with the arguments; a release has one name for it, and readers know the other. */
export function parametersOf(
  data: JsonObject,
  preferred: 'parameters' | 'input' = 'parameters',
): 'parameters' | 'input' {
  const other = preferred === 'parameters' ? 'input' : 'parameters'
  return isObject(data[preferred]) || !isObject(data[other]) ? preferred : other
}

/** The arguments of a call, wherever a request has them: alone, in params, or in the message of an A2A request. */
export function argumentsIn(request: JsonObject): { given: JsonObject; at: string } | undefined {
  const inside = isObject(request.params)
  const params = inside ? (request.params as JsonObject) : request
  if (isObject(params.arguments)) return { given: params.arguments, at: `${inside ? '/params' : ''}/arguments` }
  const found = messageOf(request)
  if (found === undefined) return undefined
  const { data, at } = invocationOf(found.message, found.at)
  const member = data === undefined ? 'parameters' : parametersOf(data)
  const given = data?.[member]
  return isObject(given) ? { given, at: `${at}/${member}` } : undefined
}
