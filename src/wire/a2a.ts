/** An A2A answer: a task, a message, or a stream frame around one of them; or a JSON-RPC error under `error`. */
import type { Json } from '../lib/json-value.ts'
import { Body } from './body.ts'

/** A task or message of A2A, or a JSON-RPC error. */
export interface A2aWire {
  readonly carrier: 'a2a'
  readonly body: Body
}

/**
 * Makes a wire of an A2A task or message.
 *
 * @example
 * check(contract('a2a'), a2aWire({ kind: 'task', id: 'task-1', contextId: 'c-1', status: { state: 'completed' } }))
 */
export function a2aWire(body: Body | Json): A2aWire {
  return { carrier: 'a2a', body: body instanceof Body ? body : Body.ofJson(body) }
}
