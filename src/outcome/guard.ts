/** Guards of the hub's nodes, made from their tables: for what peers send under our keys, and for what authors return. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { pointer } from '../lib/pointer.ts'
import type { AnyNode, AnyShape, AnyUnion } from './shape.ts'
import { exchange, moment, outcome } from './tables.ts'

/** Whether a value has a shape. `fits` is asked first: the places cost more, and are seldom needed. */
export interface Guard {
  fits(value: Json): boolean
  /** Reports every place, from `at` on, where a value that does not fit is wrong. */
  places(value: Json, at: string, report: (at: string) => void): void
}

export interface Guards {
  readonly [name: string]: Guard
}

const isAny = (): boolean => true
const isText = (value: Json): boolean => typeof value === 'string'
const isFlag = (value: Json): boolean => typeof value === 'boolean'
const isNumber = (value: Json): boolean => Number.isFinite(value)

function simple(fits: (value: Json) => boolean): Guard {
  return { fits, places: (_, at, report) => report(at) }
}

const known = new Map<AnyShape, Guard>()

/** The guard of a shape. A node may have further members; `closedGuard` allows none. */
export function guardOf(shape: AnyShape): Guard {
  let guard = known.get(shape)
  if (guard === undefined) {
    guard = guardFor(shape)
    known.set(shape, guard)
  }
  return guard
}

function guardFor(shape: AnyShape): Guard {
  switch (shape.is) {
    case 'text':
      return simple(isText)
    case 'number':
      return simple(isNumber)
    case 'flag':
      return simple(isFlag)
    case 'value':
      return simple(isAny)
    case 'object':
      return simple(isObject)
    case 'extra':
      return extraGuard
    case 'oneOf': {
      const values = new Set<Json>(shape.values)
      return simple(value => values.has(value))
    }
    case 'list':
      return listGuard(guardOf(shape.item), shape.least)
    case 'node':
      return nodeGuard(shape, false)
    case 'union':
      return unionGuard(shape)
  }
}

const extraGuard: Guard = {
  fits: value => isObject(value) && Object.values(value).every(isObject),
  places(value, at, report) {
    if (!isObject(value)) return report(at)
    for (const [name, members] of Object.entries(value)) if (!isObject(members)) report(at + pointer(name))
  },
}

function listGuard(item: Guard, least: number): Guard {
  return {
    fits: value => Array.isArray(value) && value.length >= least && value.every(item.fits),
    places(value, at, report) {
      if (!Array.isArray(value) || value.length < least) return report(at)
      value.forEach((member, index) => {
        if (!item.fits(member)) item.places(member, `${at}/${index}`, report)
      })
    },
  }
}

const never: Guard = simple(() => false)
const anything: Guard = simple(isAny)

/** The guard of a node that has no members but those of its table. */
export function closedGuard(shape: AnyNode): Guard {
  return nodeGuard(shape, true)
}

function nodeGuard({ members }: AnyNode, isClosed: boolean): Guard {
  const demanded = Object.keys(members).filter(name => members[name]?.isRequired)
  const guards = new Map(Object.entries(members).map(([name, { shape }]) => [name, guardOf(shape)]))
  const unknown = isClosed ? never : anything
  return {
    fits(value) {
      if (!isObject(value)) return false
      for (const name of demanded) if (value[name] === undefined) return false
      for (const name in value) {
        const member = value[name]
        if (member !== undefined && !(guards.get(name) ?? unknown).fits(member)) return false
      }
      return true
    },
    places(value, at, report) {
      if (!isObject(value)) return report(at)
      for (const name of demanded) if (value[name] === undefined) report(at + pointer(name))
      for (const name in value) {
        const guard = guards.get(name) ?? unknown
        const member = value[name]
        if (member !== undefined && !guard.fits(member)) guard.places(member, at + pointer(name), report)
      }
    },
  }
}

function unionGuard({ tag, variants }: AnyUnion): Guard {
  const guards = new Map<Json | undefined, Guard>(
    Object.entries(variants).map(([name, variant]) => [name, guardOf(variant)]),
  )
  const guardFor = (value: JsonObject): Guard | undefined => guards.get(value[tag])
  return {
    fits: value => isObject(value) && guardFor(value)?.fits(value) === true,
    places(value, at, report) {
      if (!isObject(value)) return report(at)
      const guard = guardFor(value)
      if (guard === undefined) report(at + pointer(tag))
      else guard.places(value, at, report)
    },
  }
}

/** The guards of a node's members by name; those of several nodes together. */
export function memberGuards(...nodes: readonly AnyNode[]): Guards {
  const entries = nodes.flatMap(({ members }) => Object.entries(members))
  return Object.fromEntries(entries.map(([name, { shape }]) => [name, guardOf(shape)]))
}

/** Every member that an outcome of some kind has. */
export const outcomeMembers: Guards = {
  ...memberGuards(...Object.values(outcome.variants)),
  kind: guardOf({ is: 'oneOf', values: Object.keys(outcome.variants) }),
}

/** Every member that an exchange has. */
export const exchangeMembers: Guards = memberGuards(exchange)

/** The outcomes by kind: no member but those of the kind. */
export const outcomeGuards: ReadonlyMap<unknown, Guard> = new Map(
  Object.entries(outcome.variants).map(([kind, variant]) => [kind, closedGuard(variant)]),
)

const { outcome: _, ...interim } = moment.variants

/** The moments that an outcome may follow. */
export const momentGuards: ReadonlyMap<unknown, Guard> = new Map(
  Object.entries(interim).map(([kind, variant]) => [kind, guardOf(variant)]),
)

/** The places, from `at` on, where members are not what the hub's are. Null is allowed: there was none. */
export function wrongPlaces(value: Json, members: Guards, at: string): string[] {
  if (!isObject(value)) return [at]
  const found: string[] = []
  for (const name in value) {
    const guard = Object.hasOwn(members, name) ? members[name] : undefined
    const member = value[name] as Json
    if (member === null ? guard !== undefined : guard?.fits(member)) continue
    if (guard === undefined) found.push(at + pointer(name))
    else guard.places(member, at + pointer(name), place => found.push(place))
  }
  return found
}

/** Whether a value may be in an outcome under this name. */
export function isMember(name: string, value: Json | undefined): boolean {
  const guard = outcomeMembers[name]
  return value !== undefined && guard?.fits(value) === true
}
