/** `ext.replywire`: what the hub knows and the envelope has no place for. Read whole, or ignored whole. */
import type { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { readTags, writeTags } from '../../outcome/tags.ts'
import { ownKey, type RootRest, rootRest, unplacedByKind } from './nodes.ts'

/** `ext` of a root, parted. */
export interface Ext {
  /** `ext.replywire` as the hub has it; empty where there is none, or none that can be read. */
  members: JsonObject
  /** What the root itself could not hold. */
  rest: RootRest
  /** `ext` without `ext.replywire`; undefined when nothing else stands there. */
  other: Json | undefined
  /** `ext.replywire` is not in the form of the hub. */
  isBroken: boolean
}

const none: JsonObject = {}

export function readExt(ext: Json | undefined): Ext {
  if (!isObject(ext) || !Object.hasOwn(ext, ownKey)) return { members: none, rest: {}, other: ext, isBroken: false }
  const { [ownKey]: own, ...others } = ext
  const members = isObject(own) ? readTags(own) : undefined
  const reading = members === undefined ? undefined : rootRest.readMembers(members)
  if (members === undefined || reading === undefined || !reading.rest.every(isUnplaced)) {
    return { members: none, rest: {}, other: ext, isBroken: true }
  }
  const other = Object.keys(others).length === 0 ? undefined : others
  return { members: reading.rest.length === 0 ? none : members, rest: reading.members, other, isBroken: false }
}

const isAny = (): boolean => true

/** A completed outcome has all members that others have in `ext.replywire`. */
function isUnplaced([name, value]: readonly [string, Json]): boolean {
  return unplacedByKind.completed.readsAs(name, value) !== undefined
}

/** The members of `ext.replywire` that an outcome of this kind has. */
export function readUnplaced(kind: Outcome['kind'], members: JsonObject): Partial<Outcome> {
  return members === none ? members : (unplacedByKind[kind].readMembers(members, isAny)?.members ?? {})
}

/** Whether `ext` of a body can stand next to `ext.replywire`. */
export function isPlainExt(ext: Json): ext is JsonObject {
  return isObject(ext) && Object.keys(ext).length > 0 && !Object.hasOwn(ext, ownKey)
}

/** The members of an outcome that no answer has a place for. */
export function writeUnplaced(outcome: Outcome, losses: Losses): JsonObject {
  return unplacedByKind[outcome.kind].writeMembers(outcome as never, '/outcome', losses)
}

/** `ext` with `ext.replywire` in it; undefined when there is neither. A reader ignores it whole for one odd member. */
export function writeExt(members: JsonObject, ext: JsonObject | undefined, losses: Losses): JsonObject | undefined {
  let kept: JsonObject | undefined
  for (const name in members) {
    const value = members[name] as Json
    if (rootRest.readsAs(name, value) === undefined && !isUnplaced([name, value])) {
      losses.add(`/outcome/${name}`, 'it is not as the hub has it')
      continue
    }
    kept ??= {}
    kept[name] = value
  }
  return kept === undefined ? ext : { ...ext, [ownKey]: writeTags(kept) }
}
