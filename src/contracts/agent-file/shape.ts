/** Shapes: how a node of the hub is spelled in a file's open objects, read and written by one table. */
import type { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { escapeToken } from '../../lib/pointer.ts'
import type { Extra } from '../../outcome/outcome.ts'

export const id = 'agent-file'

export interface Shape {
  /** The hub's node; undefined when the value is not of this shape. */
  read(value: Json): unknown
  write(node: unknown, at: string, losses: Losses): Json
}

/** One member of a node: its name in the hub, its name in the file. */
export interface Member {
  hub: string
  file: string
  shape: Shape
  required: boolean
}

export interface Members {
  list: readonly Member[]
  byFile: ReadonlyMap<string, Member>
  byHub: ReadonlySet<string>
}

function same(is: (value: Json) => boolean): Shape {
  return { read: value => (is(value) ? value : undefined), write: node => node as Json }
}

export const text = same(value => typeof value === 'string')
export const amount = same(value => typeof value === 'number')
export const flag = same(value => typeof value === 'boolean')
export const plain = same(isObject)
export const anything = same(() => true)

export function oneOf(...values: readonly string[]): Shape {
  return same(value => typeof value === 'string' && values.includes(value))
}

/** A list is read whole or not at all, so that none of it is dropped. */
export function listOf(item: Shape, least = 0): Shape {
  return {
    read(value) {
      if (!Array.isArray(value) || value.length < least) return undefined
      const items = value.map(item.read)
      return items.includes(undefined) ? undefined : items
    },
    write: (node, at, losses) => (node as unknown[]).map((each, index) => item.write(each, `${at}/${index}`, losses)),
  }
}

type Shapes = Readonly<Record<string, Shape>>

/** A table of members. Names are the hub's in snake case; `names` holds the exceptions. */
export function members(
  required: Shapes,
  optional: Shapes = {},
  names: Readonly<Record<string, string>> = {},
): Members {
  const row = ([hub, shape]: [string, Shape], demanded: boolean): Member => ({
    hub,
    file: names[hub] ?? hub.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    shape,
    required: demanded,
  })
  const list = [
    ...Object.entries(required).map(entry => row(entry, true)),
    ...Object.entries(optional).map(entry => row(entry, false)),
  ]
  return {
    list,
    byFile: new Map(list.map(member => [member.file, member])),
    byHub: new Set(list.map(({ hub }) => hub)),
  }
}

/** A node of the hub while it is read. Its names are ours, so that plain assignment is safe. */
export type Node = Record<string, unknown>

/** Reads members into the nodes of their tables. Returns what no table knows, and what is not of the shape it tells. */
export function readMembers(
  tables: readonly Members[],
  nodes: readonly Node[],
  source: JsonObject,
  used: readonly string[] = [],
): [string, Json][] {
  const rest: [string, Json][] = []
  for (const name in source) {
    const value = source[name] as Json
    if (used.length > 0 && used.includes(name)) continue
    if (!readMember(tables, nodes, name, value)) rest.push([name, value])
  }
  return rest
}

function readMember(tables: readonly Members[], nodes: readonly Node[], name: string, value: Json): boolean {
  for (let index = 0; index < tables.length; index++) {
    const member = tables[index]?.byFile.get(name)
    const read = member?.shape.read(value)
    const node = nodes[index]
    if (member === undefined || read === undefined || node === undefined) continue
    node[member.hub] = read
    return true
  }
  return false
}

export function writeMembers({ list }: Members, node: object, at: string, losses: Losses): [string, Json][] {
  const written: [string, Json][] = []
  for (const { hub, file, shape } of list) {
    const value = (node as Record<string, unknown>)[hub]
    if (value !== undefined) written.push([file, shape.write(value, `${at}/${hub}`, losses)])
  }
  return written
}

/** `{extra}` for the members that are left over; `{}` when there are none. */
export function extraOf(rest: readonly (readonly [string, Json])[]): { extra?: Extra } {
  return rest.length === 0 ? {} : { extra: { [id]: Object.fromEntries(rest) } }
}

/** The extra members of a node that can be written again: those that would not be read as something else. */
export function writeExtra(
  { byFile }: Members,
  node: object,
  at: string,
  losses: Losses,
  refused: (name: string, value: Json) => boolean = () => false,
): [string, Json][] {
  const own = losses.extraOf(node, at)
  if (own === undefined) return []
  const reason = 'a member of this name has a meaning of its own here'
  const [kept, lost] = partition(Object.entries(own), ([name, value]) => {
    const member = byFile.get(name)
    const free =
      member === undefined ||
      (!member.required &&
        (node as Record<string, unknown>)[member.hub] === undefined &&
        member.shape.read(value) === undefined)
    return free && !refused(name, value)
  })
  if (kept.length === 0) losses.add(`${at}/extra/${id}`, reason)
  else for (const [name] of lost) losses.add(`${at}/extra/${id}/${escapeToken(name)}`, reason)
  return kept
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter(item => !test(item))]
}

/** An object of known members. A closed one is not read when it holds others; an open one keeps them as extra. */
export function object(table: Members, room: 'open' | 'closed' = 'open', least = 0): Shape {
  const demanded = table.list.filter(({ required }) => required)
  return {
    read(value) {
      if (!isObject(value)) return undefined
      const node: Node = {}
      const rest = readMembers([table], [node], value)
      if (demanded.some(({ hub }) => node[hub] === undefined)) return undefined
      if (room === 'closed' && (rest.length > 0 || Object.keys(node).length < least)) return undefined
      return Object.assign(node, extraOf(rest))
    },
    write(node, at, losses) {
      const source = node as object
      losses.except(source, at, table.byHub)
      const extra = room === 'open' ? writeExtra(table, source, at, losses) : []
      return Object.fromEntries([...writeMembers(table, source, at, losses), ...extra])
    },
  }
}

/** An object whose `tag` tells which of several shapes it has. */
export function variant(tag: string, fileTag: string, shapes: Readonly<Record<string, Shape>>): Shape {
  const byTag = new Map<Json | undefined, Shape>(Object.entries(shapes))
  return {
    read: value => (isObject(value) ? byTag.get((value as JsonObject)[fileTag])?.read(value) : undefined),
    write: (node, at, losses) => byTag.get((node as JsonObject)[tag])?.write(node, at, losses) ?? null,
  }
}
