/** `ext.replywire`: what the hub knows and the envelope has no place for. Read back whole, or ignored whole. */
import type { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { readTags, writeTags } from '../../outcome/tags.ts'
import { release } from './envelope.ts'
import { validators } from './validators.generated.js'

const name = 'replywire'

export interface Aside {
  members: JsonObject
  /** `ext` without the aside; undefined when nothing else stands there. */
  ext: Json | undefined
  /** There is one, and it breaks its schema. */
  broken: boolean
}

const none: JsonObject = {}

export function readAside(ext: Json | undefined): Aside {
  if (!isObject(ext) || !Object.hasOwn(ext, name)) return { members: none, ext, broken: false }
  const { [name]: members, ...rest } = ext
  if (!isAside(members)) return { members: none, ext, broken: true }
  return { members: readTags(members), ext: Object.keys(rest).length === 0 ? undefined : rest, broken: false }
}

function isAside(value: Json | undefined): value is JsonObject {
  return validators[release]?.['ext-replywire']?.check(value) === true
}

/** Whether a body's own `ext` can stand beside an aside and be told from it afterwards. */
export function isPlainExt(ext: Json): ext is JsonObject {
  return isObject(ext) && Object.keys(ext).length > 0 && !Object.hasOwn(ext, name)
}

/** `ext` with the aside in it; undefined when there is neither. A member that is not as the hub has it is named as lost. */
export function writeAside(unplaced: JsonObject, ext: JsonObject | undefined, losses: Losses): JsonObject | undefined {
  const members = writeTags(unplaced)
  const kept = isAside(members) ? members : fitting(members, losses)
  return Object.keys(kept).length === 0 ? ext : { ...ext, [name]: kept }
}

/** A reader ignores the whole aside for one member that breaks its schema. */
function fitting(members: JsonObject, losses: Losses): JsonObject {
  const kept: JsonObject = {}
  for (const [member, value] of Object.entries(members)) {
    if (isAside({ [member]: value })) kept[member] = value
    else for (const at of placesOf(member, value)) losses.add(at, 'it is not as the hub has it')
  }
  return kept
}

/** Where a member of the aside stands in the hub. */
function placesOf(member: string, value: Json): string[] {
  return member === 'exchange' && isObject(value)
    ? Object.keys(value).map(each => `/exchange/${each}`)
    : [`/outcome/${member}`]
}
