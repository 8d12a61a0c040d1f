/** `ext.replywire`: what the hub knows and the envelope has no place for. Read whole, or ignored whole. */
import type { Losses } from '../../codec/loss.ts'
import { fingerprints, staleMembers } from '../../codec/unplaced.ts'
import { isFingerprint } from '../../lib/fingerprint.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { readTags, writeTags } from '../../outcome/tags.ts'
import { needCodes } from './needs.ts'
import { ownKey, type RootRest, rootRest, unplacedByKind } from './nodes.ts'

/** `ext` of a root, parted. */
export interface Ext {
  /** `ext.replywire` as the hub has it; empty where there is none, or none that can be read. */
  members: JsonObject
  /** What the root itself could not hold. */
  rest: RootRest
  /** `ext` without `ext.replywire`; undefined when nothing else is there. */
  other: Json | undefined
  /** `ext.replywire` is not in the form of the hub. */
  isBroken: boolean
  /** The members of `rest` that were left out, because the root says something else of them by now. */
  stale: readonly VisibleName[]
}

/** The members of `ext.replywire` that the root says something of, too. */
type VisibleName = 'needs' | 'fault'

/** What a root itself says of members of its `ext.replywire`: the entries that ask for something, and its error. */
function shownBy({ errors, adcp_error: error }: JsonObject, fault: Json | object = {}): Record<VisibleName, Json> {
  const needs = Array.isArray(errors)
    ? errors.filter(entry => isObject(entry) && needCodes.has(String(entry.code)))
    : []
  // The message of a fault is read from the error, unless `ext.replywire` has another.
  if (!isObject(error) || Object.hasOwn(fault as object, 'message')) return { needs, fault: error ?? null }
  const { message: _, ...others } = error
  return { needs, fault: others }
}

/** Fingerprints of what a root says of the members of its `ext.replywire`. */
export function visibleOf(root: JsonObject, unplaced: JsonObject): JsonObject | undefined {
  if (unplaced.needs === undefined && unplaced.fault === undefined) return undefined
  return fingerprints(unplaced, shownBy(root, unplaced.fault))
}

function areFingerprints(visible: JsonObject | undefined): boolean {
  if (visible === undefined) return true
  return Object.entries(visible).every(
    ([name, print]) => (name === 'needs' || name === 'fault') && isFingerprint(print),
  )
}

const noneStale: Ext['stale'] = []

function staleIn({ visible, fault }: RootRest, root: JsonObject): Ext['stale'] {
  return visible === undefined ? noneStale : (staleMembers(visible, shownBy(root, fault)) as Ext['stale'])
}

function without(rest: RootRest, stale: Ext['stale']): RootRest {
  if (stale.length === 0) return rest
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !stale.some(one => one === name)))
}

const none: JsonObject = {}

export function readExt(root: JsonObject): Ext {
  const { ext } = root
  if (!isObject(ext) || !Object.hasOwn(ext, ownKey)) {
    return { members: none, rest: {}, other: ext, isBroken: false, stale: noneStale }
  }
  const { [ownKey]: own, ...others } = ext
  const members = isObject(own) ? readTags(own) : undefined
  const reading = members === undefined ? undefined : rootRest.readMembers(members)
  const isRead = reading?.rest.every(isUnplaced) === true && areFingerprints(reading.members.visible)
  if (members === undefined || !isRead) {
    return { members: none, rest: {}, other: ext, isBroken: true, stale: noneStale }
  }
  const other = Object.keys(others).length === 0 ? undefined : others
  const stale = staleIn(reading.members, root)
  const rest = without(reading.members, stale)
  return { members: reading.rest.length === 0 ? none : members, rest, other, isBroken: false, stale }
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

/** Whether `ext` of a body can be next to `ext.replywire`. */
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
