/** AdCP 3.1 protocol-envelope: which members of a root are the envelope's, and the flat form of a nested one. */
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { legacyStatuses, renamedStatus } from './status.ts'

/** Which member each header repeats. */
export const mirrored = [
  ['x-adcp-status', 'status'],
  ['x-adcp-context-id', 'context_id'],
] as const

/** Members of the envelope; all others at a root belong to the body. */
export const envelopeMembers: ReadonlySet<string> = new Set([
  'adcp_version',
  'adcp_major_version',
  'status',
  'context_id',
  'context',
  'task_id',
  'message',
  'timestamp',
  'replayed',
  'adcp_error',
  'push_notification_config',
  'governance_context',
  'payload',
  ...legacyStatuses,
])

/** How far a `working` task has come: members of its body that the hub knows. */
export const progressMembers: ReadonlySet<string> = new Set([
  'percentage',
  'current_step',
  'total_steps',
  'step_number',
])

/** The envelope's members win; a body's own status gets its other name; what else they hide stays under `payload`. */
function flattened(envelope: JsonObject, payload: JsonObject): JsonObject {
  const { payload: _, ...outer } = envelope
  const body: [string, Json][] = []
  const hidden: [string, Json][] = []
  for (const [name, member] of Object.entries(payload)) {
    if (!Object.hasOwn(outer, name)) body.push([name, member])
    else if (name === 'status' && !Object.hasOwn(payload, renamedStatus)) body.push([renamedStatus, member])
    else if (!equalJson(outer[name], member)) hidden.push([name, member])
  }
  const rest = hidden.length === 0 ? {} : { payload: Object.fromEntries(hidden) }
  return { ...outer, ...Object.fromEntries(body), ...rest }
}

/**
 * An envelope as it goes over the wire: the members of `payload` at the root.
 *
 * @example
 * flatten({ status: 'completed', payload: { products: [] } }) // { status: 'completed', products: [] }
 */
export function flatten(envelope: Json): Json {
  return isObject(envelope) && isObject(envelope.payload) ? flattened(envelope, envelope.payload) : envelope
}
