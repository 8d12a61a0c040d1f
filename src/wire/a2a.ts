/** An A2A answer: a task, a message, or a stream frame around one of them; or a JSON-RPC error under `error`. */
import type { Json } from '../lib/json-value.ts'
import { Body } from './body.ts'

export interface A2aWire {
  readonly carrier: 'a2a'
  readonly body: Body
}

export function a2aWire(body: Body | Json): A2aWire {
  return { carrier: 'a2a', body: body instanceof Body ? body : Body.ofJson(body) }
}
