/** The fields of the envelope, and where all other fields go. */
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'

/** The fields of a response file, in the order in which they are written. */
export const responseFields = [
  'request_id',
  'version',
  'status',
  'response',
  'error_message',
  'error_type',
  'created_at',
  'duration_seconds',
  'metadata',
] as const

/**
 * `metadata.other_fields` with fields that the envelope does not have. Nothing is overwritten: where a name is taken by
 * another value, what was there moves one step further in.
 */
export function otherFields(held: Json | undefined, others: readonly [string, Json][]): JsonObject {
  const added: JsonObject = Object.fromEntries(others)
  if (held === undefined) return added
  const isTaken = (name: string): boolean => Object.hasOwn(added, name)
  if (
    isObject(held) &&
    Object.entries(held).every(([name, value]) => !isTaken(name) || equalJson(value, added[name]))
  ) {
    return { ...held, ...added }
  }
  let name = 'other_fields'
  while (isTaken(name)) name += '_'
  return { ...added, [name]: held }
}
