/** Small steps of `Edition.fix`: each changes a copy of a node and says what it did. */
import type { Json, JsonObject } from '../lib/json-value.ts'

/** A copy with the members that are missing. */
export function filled(node: JsonObject, members: readonly [string, Json][], at: string, done: string[]): JsonObject {
  const missing = members.filter(([name]) => node[name] === undefined)
  for (const [name] of missing) done.push(`added ${at}/${name}`)
  return missing.length === 0 ? node : { ...node, ...Object.fromEntries(missing) }
}

/** A copy without the optional members that are null. */
export function withoutNulls(node: JsonObject, names: readonly string[], at: string, done: string[]): JsonObject {
  const nulls = names.filter(name => node[name] === null)
  for (const name of nulls) done.push(`removed ${at}/${name}, which was null`)
  return nulls.length === 0 ? node : Object.fromEntries(Object.entries(node).filter(([name]) => !nulls.includes(name)))
}
