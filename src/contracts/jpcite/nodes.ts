/** Nodes of the hub as nodes of the envelope, member by member: one table each, read in both directions. */
import type { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Extra } from '../../outcome/outcome.ts'

type Node = Record<string, unknown> & { extra?: Extra }

/** One member: its name in the hub and on the wire, and which values of the wire are it. */
export interface Field {
  readonly hub: string
  readonly wire: string
  is(value: Json): boolean
  read?(value: Json): unknown
  write?(value: unknown, losses: Losses, at: string): Json
}

interface ShapeMore {
  readonly required?: readonly string[]
  /** The hub's node has no `extra`: one with other members is not this node. */
  readonly closed?: boolean
  /** Which further members may not be written: those that are told elsewhere, or that the contract types otherwise. */
  reserves?(name: string, value: Json): boolean
}

export interface Shape extends ShapeMore {
  readonly fields: readonly Field[]
  readonly byWire: ReadonlyMap<string, Field>
  readonly hubs: ReadonlySet<string>
}

export function shape(fields: readonly Field[], more: ShapeMore = {}): Shape {
  const byWire = new Map(fields.map(member => [member.wire, member]))
  return { fields, byWire, hubs: new Set(fields.map(({ hub }) => hub)), ...more }
}

/** The shape that a node has; parts differ by their type. */
type ShapeOf = (node: Record<string, unknown>) => Shape | undefined

export const isText = (value: Json): boolean => typeof value === 'string'
export const isNumber = (value: Json): boolean => typeof value === 'number'

/** `statusUrl` → `status_url`. */
function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

export function field(hub: string, is: Field['is'] = isText, wire: string = snake(hub)): Field {
  return { hub, wire, is }
}

/** A member that is a node of its own. */
export function nodeField(hub: string, of: Shape, wire: string = snake(hub)): Field {
  return {
    hub,
    wire,
    is: value => isObject(value) && fits(value, of),
    read: value => readNode(value as JsonObject, of),
    write: (value, losses, at) => writeNode(value as Node, of, losses, at),
  }
}

/** A member that is a list of nodes. */
export function listField(hub: string, shapeOf: ShapeOf, wire: string = snake(hub)): Field {
  const fitting = (item: Json): boolean => {
    const of = isObject(item) ? shapeOf(item) : undefined
    return of !== undefined && fits(item as JsonObject, of)
  }
  return {
    hub,
    wire,
    is: value => Array.isArray(value) && value.every(fitting),
    read: value => (value as JsonObject[]).map(node => readNode(node, shapeOf(node) as Shape)),
    write: (value, losses, at) =>
      (value as Node[]).map((node, index) => writeNode(node, shapeOf(node) ?? none, losses, `${at}/${index}`)),
  }
}

const none = shape([])

function fits(node: JsonObject, { byWire, required = [], closed = false }: Shape): boolean {
  if (required.some(name => !Object.hasOwn(node, name))) return false
  return Object.entries(node).every(([name, value]) => byWire.get(name)?.is(value) ?? !closed)
}

/** A node of the wire as the hub has it; what is not of its shape, or told elsewhere, goes to `extra`. */
export function readNode<T>(
  node: JsonObject,
  { byWire }: Shape,
  elsewhere?: (name: string, value: Json) => boolean,
): T {
  const told: Record<string, unknown> = {}
  let rest: [string, Json][] | undefined
  for (const name in node) {
    const value = node[name] as Json
    if (elsewhere?.(name, value)) continue
    const found = byWire.get(name)
    if (found?.is(value)) told[found.hub] = found.read === undefined ? value : found.read(value)
    else {
      rest ??= []
      rest.push([name, value])
    }
  }
  if (rest !== undefined) told.extra = { jpcite: Object.fromEntries(rest) }
  return told as T
}

/** A node of the hub as the wire has it; what has no place is named. */
export function writeNode(node: object, of: Shape, losses: Losses, at: string): JsonObject {
  const members: JsonObject = {}
  for (const { hub, wire, is, write } of of.fields) {
    const value = (node as Node)[hub]
    if (value === undefined) continue
    const written = write === undefined ? (value as Json) : write(value, losses, at + pointer(hub))
    if (is(written)) members[wire] = written
    else losses.add(at + pointer(hub), 'the contract cannot say this')
  }
  losses.except(node, at, of.hubs)
  const more = (node as Node).extra === undefined ? [] : ownExtra(node, of, members, losses, at)
  return more.length === 0 ? members : { ...members, ...Object.fromEntries(more) }
}

/** The further members of a node that would come back as such: not those that are told or that would be read as known. */
export function ownExtra(
  node: { extra?: Extra },
  { byWire, closed = false, reserves }: Shape,
  told: JsonObject,
  losses: Losses,
  at: string,
): [string, Json][] {
  if (!closed) {
    const taken = (name: string, value: Json): boolean =>
      Object.hasOwn(told, name) || reserves?.(name, value) === true || byWire.get(name)?.is(value) === true
    return keptExtra(node, (name, value) => !taken(name, value), losses, at)
  }
  losses.closed(node, at)
  return []
}

/** This contract's own further members of a node that are kept; the others are named. */
export function keptExtra(
  node: { extra?: Extra },
  keep: (name: string, value: Json) => boolean,
  losses: Losses,
  at: string,
): [string, Json][] {
  const own = losses.extraOf(node, at)
  if (own === undefined) return []
  const members = Object.entries(own)
  const kept = members.filter(([name, value]) => keep(name, value))
  const where = `${at}/extra/jpcite`
  if (kept.length === 0) losses.add(where, 'there is no place for these members')
  else {
    for (const [name, value] of members) {
      if (!keep(name, value)) losses.add(where + pointer(name), 'a member of this name means something else')
    }
  }
  return kept
}
