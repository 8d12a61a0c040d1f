/**
 * Members of the carrier that are neither AdCP's nor the hub's. They ride in `extra.adcp`, under `a2a`, `mcp` or `rpc`,
 * by the object they was in.
 */
import type { Losses } from '../../codec/loss.ts'
import { object } from '../../codec/read.ts'
import { equalJson, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Outcome } from '../../outcome/outcome.ts'

/** Which members of an object are read elsewhere: by name, and by what they have to be for it. */
export type ReadMembers = Readonly<Record<string, (value: Json) => boolean>>

export const isText = (value: Json): boolean => typeof value === 'string'
export const isAny = (): boolean => true

/** The members of a node that are not read. */
export function unreadMembers(node: JsonObject | undefined, known: ReadMembers): JsonObject {
  if (node === undefined) return {}
  const isRead = (name: string, value: Json): boolean => Object.hasOwn(known, name) && known[name]?.(value) === true
  return Object.fromEntries(Object.entries(node).filter(([name, value]) => !isRead(name, value)))
}

/** A frame without its empty objects; undefined when all are empty. */
export function filledObjects(frame: Record<string, JsonObject>): JsonObject | undefined {
  const kept = Object.entries(frame).filter(([, members]) => Object.keys(members).length > 0)
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** What a reader of the written frame would not get: for the carrier's own metadata. */
export function missingMembers(own: JsonObject, read: JsonObject | undefined): JsonObject | undefined {
  const rest = Object.entries(own).filter(([name, value]) => !equalJson(read?.[name], value))
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}

/** An outcome's members for one carrier; all others of AdCP's own are named as lost. */
export function frameFor(outcome: Outcome, carrier: 'a2a' | 'mcp' | undefined, losses: Losses): JsonObject | undefined {
  const own = losses.extraOf(outcome, '/outcome')
  if (own === undefined) return undefined
  const members = carrier === undefined ? undefined : object(own[carrier])
  const kept = members === undefined || Object.keys(members).length === 0 ? undefined : members
  const lost = Object.keys(own).filter(name => name !== carrier)
  for (const at of kept === undefined ? [''] : lost.map(name => pointer(name))) {
    losses.add(`/outcome/extra/adcp${at}`, 'the contract allows no further members here')
  }
  return kept
}
