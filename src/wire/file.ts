/** A file that carries one message. */
import type { Json } from '../lib/json-value.ts'
import { Body } from './body.ts'

/** One message in a file. */
export interface FileWire {
  readonly carrier: 'file'
  /** The file's name, without its folder. */
  readonly name?: string
  readonly body: Body
}

/**
 * Makes a wire of the content of a file.
 *
 * @example
 * check(contract('agent-file'), fileWire({ request_id: 'r-1', status: 'success' }, '.agent-response.json'))
 */
export function fileWire(body: Body | Json, name?: string): FileWire {
  const wire = { carrier: 'file', body: body instanceof Body ? body : Body.ofJson(body) } as const
  return name === undefined ? wire : { ...wire, name }
}
