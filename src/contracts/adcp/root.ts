/** The root of an AdCP 3.1 answer as the rest of this contract reads it. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { envelopeMembers, flatten } from './envelope.ts'
import { type Ext, readExt } from './ext.ts'
import type { Release } from './release.ts'

export interface Root {
  /** Flat, whatever form it came in. */
  members: JsonObject
  /** Where the root is in the body of the wire. */
  at: string
  /** The body was under `payload`, as the documentation prints it. */
  isNested: boolean
  ext: Ext
  release: Release
}

export function rootOf(data: JsonObject, at: string, release: Release): Root {
  const isNested = isObject(data.payload)
  const members = isNested ? (flatten(data) as JsonObject) : data
  return { members, at, isNested, ext: readExt(members), release }
}

/** Where a member of a root is in the body of the wire. */
export function placeOf({ at, isNested }: Root, member: string): string {
  return isNested && !envelopeMembers.has(member) ? `${at}/payload/${member}` : `${at}/${member}`
}
