/** Where an OpenAPI document says what is not the agent's own. A server writes it, clients read it. */
import { isObject, type JsonObject } from './json-value.ts'

/** `builtIn`: an operation of the server itself. `protocol`: a parameter of the protocol, and no input. */
export type OpenApiMark = 'builtIn' | 'protocol'

const extension = 'x-replywire'

export function marked(mark: OpenApiMark): JsonObject {
  return { [extension]: { [mark]: true } }
}

export function isMarked(node: JsonObject, mark: OpenApiMark): boolean {
  const marks = node[extension]
  return isObject(marks) && marks[mark] === true
}
