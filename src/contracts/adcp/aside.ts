/** `ext.replywire`: what the hub knows and the envelope has no place for. Read back whole, or ignored whole. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { release } from './envelope.ts'
import { validators } from './validators.generated.ts'

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
  return { members, ext: Object.keys(rest).length === 0 ? undefined : rest, broken: false }
}

function isAside(value: Json | undefined): value is JsonObject {
  return validators[release]?.['ext-replywire']?.check(value) === true
}

/** Whether a body's own `ext` can stand beside an aside and be told from it afterwards. */
export function isPlainExt(ext: Json): ext is JsonObject {
  return isObject(ext) && Object.keys(ext).length > 0 && !Object.hasOwn(ext, name)
}

/** `ext` with the aside in it; undefined when there is neither. */
export function writeAside(members: JsonObject, ext: JsonObject | undefined): JsonObject | undefined {
  return Object.keys(members).length === 0 ? ext : { ...ext, [name]: members }
}
