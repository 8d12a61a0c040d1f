/** The root of an AdCP 3.1 answer as the rest of this contract reads it. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { type Aside, readAside } from './aside.ts'
import { envelopeMembers, flatten } from './envelope.ts'

export interface Root {
  /** Flat, whatever form it came in. */
  members: JsonObject
  /** Where the root stands in the body of the wire. */
  at: string
  /** The body stood under `payload`, as the documentation prints it. */
  nested: boolean
  aside: Aside
}

export function rootOf(data: JsonObject, at: string): Root {
  const nested = isObject(data.payload)
  const members = nested ? (flatten(data) as JsonObject) : data
  return { members, at, nested, aside: readAside(members.ext) }
}

/** Where a member of a root stands in the body of the wire. */
export function placeOf({ at, nested }: Root, member: string): string {
  return nested && !envelopeMembers.has(member) ? `${at}/payload/${member}` : `${at}/${member}`
}
