/** Members as tables: the hub's name, the wire's name, and what may stand there. Read in both directions. */
import type { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Extra } from '../../outcome/outcome.ts'

export const contractId = 'agent-run'

export interface Codec<T = unknown> {
  /** Undefined when the value is not of this form. */
  read(value: Json): T | undefined
  /** `at` is where the value stands in the hub. */
  write(value: T, at: string, losses: Losses): Json
}

function plain<T extends Json>(holds: (value: Json) => boolean): Codec<T> {
  return { read: value => (holds(value) ? (value as T) : undefined), write: value => value }
}

export const string = plain<string>(value => typeof value === 'string')
export const number = plain<number>(value => typeof value === 'number')
export const boolean = plain<boolean>(value => typeof value === 'boolean')
export const anyObject = plain<JsonObject>(isObject)
export const anything = plain<Json>(() => true)

export function oneOf<T extends string>(values: readonly T[]): Codec<T> {
  return plain<T>(value => (values as readonly Json[]).includes(value))
}

/** A list whose every item is of one form. */
export function listOf<T>(item: Codec<T>): Codec<T[]> {
  return {
    read(value) {
      if (!Array.isArray(value)) return undefined
      const items = value.map(entry => item.read(entry))
      return items.includes(undefined) ? undefined : (items as T[])
    },
    write: (values, at, losses) => values.map((value, index) => item.write(value, `${at}/${index}`, losses)),
  }
}

export interface Field {
  readonly hub: string
  readonly wire: string
  readonly codec: Codec
  readonly required: boolean
}

export const optional = (hub: string, wire: string, codec: Codec): Field => ({ hub, wire, codec, required: false })
export const required = (hub: string, wire: string, codec: Codec): Field => ({ hub, wire, codec, required: true })

/** What a table knows of a node, and the members that it does not know or cannot read. */
export interface Reading {
  members: Record<string, unknown>
  rest: JsonObject
}

/** Undefined when a required member cannot be read. Members that `elsewhere` knows are nobody's rest. */
export function readFields(
  fields: readonly Field[],
  node: JsonObject,
  elsewhere?: (key: string, value: Json) => boolean,
): Reading | undefined {
  const members: Record<string, unknown> = {}
  const known: string[] = []
  for (const { hub, wire, codec, required } of fields) {
    const value = node[wire]
    const read = value === undefined ? undefined : codec.read(value)
    if (read !== undefined) {
      members[hub] = read
      known.push(wire)
    } else if (required) return undefined
  }
  return { members, rest: restOf(node, (key, value) => known.includes(key) || elsewhere?.(key, value) === true) }
}

/** The members of a node that are not known. */
export function restOf(node: JsonObject, isKnown: (key: string, value: Json) => boolean): JsonObject {
  const rest: [string, Json][] = []
  for (const key in node) {
    const value = node[key] as Json
    if (!isKnown(key, value)) rest.push([key, value])
  }
  return rest.length === 0 ? {} : Object.fromEntries(rest)
}

export function writeFields(fields: readonly Field[], node: object, at: string, losses: Losses): JsonObject {
  const body: JsonObject = {}
  for (const { hub, wire, codec } of fields) {
    const value = (node as Record<string, unknown>)[hub]
    if (value !== undefined) body[wire] = codec.write(value, `${at}/${hub}`, losses)
  }
  return body
}

/** Where members of the contract's own stand in the hub, and what they must not be mistaken for. */
interface Place {
  /** The hub's node. */
  at: string
  /** Where its own members stand; by default its `extra`. */
  ownAt?: string
  fields: readonly Field[]
  /** Names that the contract has given a meaning, beside those of the fields. */
  reserved?: ReadonlySet<string>
}

/** Adds members of the contract's own to a written node. One whose name is taken, or would be read as more, is named. */
export function withOwn(known: JsonObject, own: JsonObject | undefined, place: Place, losses: Losses): JsonObject {
  if (own === undefined) return known
  const { at, ownAt = `${at}/extra/${contractId}`, fields, reserved } = place
  const free = Object.entries(own).filter(([key, value]) => {
    if (Object.hasOwn(known, key) || reserved?.has(key)) {
      losses.add(ownAt + pointer(key), 'the contract has this name for another member')
      return false
    }
    const field = fields.find(({ wire }) => wire === key)
    if (field !== undefined && field.codec.read(value) !== undefined) {
      losses.add(ownAt + pointer(key), `it is read back as ${field.hub}`)
      losses.add(`${at}/${field.hub}`, 'a member of the contract stands in for it')
    }
    return true
  })
  if (free.length === 0 && Object.keys(own).length > 0) losses.add(ownAt, 'nothing of it has a place')
  return { ...known, ...Object.fromEntries(free) }
}

/** `{extra}` for members that nobody knows; `{}` when there are none. */
export function ownExtra(rest: JsonObject): { extra?: Extra } {
  return Object.keys(rest).length === 0 ? {} : { extra: { [contractId]: rest } }
}

/** A node whose unknown members ride in its `extra`. */
export function openNode<T extends { extra?: Extra }>(...fields: readonly Field[]): Codec<T> {
  const carried = new Set(fields.map(({ hub }) => hub))
  return {
    read(value) {
      const reading = isObject(value) ? readFields(fields, value) : undefined
      return reading === undefined ? undefined : ({ ...reading.members, ...ownExtra(reading.rest) } as unknown as T)
    },
    write(node, at, losses) {
      losses.except(node, at, carried)
      return withOwn(writeFields(fields, node, at, losses), losses.extraOf(node, at), { at, fields }, losses)
    },
  }
}

/** A node that is read only when all of its members are known. */
export function closedNode<T extends object>(...fields: readonly Field[]): Codec<T> {
  const carried = new Set(fields.map(({ hub }) => hub))
  return {
    read(value) {
      const reading = isObject(value) ? readFields(fields, value) : undefined
      if (reading === undefined || Object.keys(reading.rest).length > 0) return undefined
      return reading.members as T
    },
    write(node, at, losses) {
      losses.except(node, at, carried)
      return writeFields(fields, node, at, losses)
    },
  }
}

/** The first form that reads a value; written by the form of the same tag. */
export function tagged<T extends object>(tag: keyof T & string, forms: Readonly<Record<string, Codec<T>>>): Codec<T> {
  return {
    read(value) {
      const name = isObject(value) ? value[tag] : undefined
      return typeof name === 'string' && Object.hasOwn(forms, name) ? forms[name]?.read(value) : undefined
    },
    write: (node, at, losses) => (forms[String(node[tag])] as Codec<T>).write(node, at, losses),
  }
}
