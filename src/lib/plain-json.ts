/** Values as authors have them, made plain JSON. */
import type { Json } from './json-value.ts'
import { pointer } from './pointer.ts'

const deepest = 60

/**
 * The value as JSON would have it: dates as texts, absent members left out. Undefined when JSON cannot have it at all,
 * or would silently lose what it holds: a cycle, a bigint, a function, a Map, or more levels than a reader accepts.
 */
export function plainJson(value: unknown): Json | undefined {
  if (isPlain(value, 0)) return value as Json
  try {
    if (notJson(value) !== undefined) return undefined
    const copy = JSON.parse(JSON.stringify(value)) as Json
    return isPlain(copy, 0) ? copy : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is JSON already, as most are: then nothing is copied. */
function isPlain(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth > deepest) return false
  if (Array.isArray(value)) return value.every(item => isPlain(item, depth + 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const key in value) if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}

/** A value that JSON cannot have. */
export interface NotJson {
  readonly pointer: string
  /** What it is: `a Map`. */
  readonly found: string
  /** What to write in its place. */
  readonly fix: string
}

/** Classes whose content JSON does not see, and what to write in their place. */
const lossy: readonly (readonly [abstract new (...parameters: never) => object, string, string])[] = [
  [Map, 'a Map', 'write Object.fromEntries(map)'],
  [Set, 'a Set', 'write [...set]'],
  [Promise, 'a promise', 'await it'],
  [Error, 'an Error', 'write { message: error.message }'],
  [RegExp, 'a regular expression', 'write regex.source'],
  [ArrayBuffer, 'an ArrayBuffer', "write Buffer.from(bytes).toString('base64')"],
]

const ofType: Readonly<Record<string, readonly [string, string]>> = {
  bigint: ['a bigint', 'write Number(n), or String(n) when it may be larger than 2^53'],
  function: ['a function', 'call it, or leave it out'],
  symbol: ['a symbol', 'write a string'],
}

/** The first value that JSON cannot have, or whose content it would lose. May throw what a getter throws. */
export function notJson(value: unknown): NotJson | undefined {
  return findIn(value, '', new Set())
}

function findIn(value: unknown, at: string, above: Set<object>): NotJson | undefined {
  const scalar = ofType[typeof value]
  if (scalar !== undefined) return { pointer: at, found: scalar[0], fix: scalar[1] }
  if (typeof value !== 'object' || value === null) return undefined
  if (above.has(value))
    return { pointer: at, found: 'an object that holds itself', fix: 'leave it out, or write its id' }
  if (above.size > deepest) return { pointer: at, found: `a value below ${deepest} levels`, fix: 'return less' }
  above.add(value)
  const found = findInObject(value, at, above)
  above.delete(value)
  return found
}

function findInObject(value: object, at: string, above: Set<object>): NotJson | undefined {
  if ('toJSON' in value && typeof value.toJSON === 'function') return findIn(value.toJSON(), at, above)
  const [, found, fix] = lossy.find(([kind]) => value instanceof kind) ?? []
  if (found !== undefined && fix !== undefined) return { pointer: at, found, fix }
  const name = nameOf(value)
  if (ArrayBuffer.isView(value)) return { pointer: at, found: `a ${name}`, fix: 'write Array.from(list)' }
  const members = Object.entries(value)
  if (members.length === 0 && !Array.isArray(value) && name !== 'Object') {
    return { pointer: at, found: `a ${name} without public fields`, fix: 'write a plain object, or give it a toJSON()' }
  }
  for (const [key, member] of members) {
    const below = findIn(member, at + pointer(key), above)
    if (below !== undefined) return below
  }
  return undefined
}

function nameOf(value: object): string {
  const made: unknown = Object.getPrototypeOf(value)?.constructor
  return typeof made === 'function' && made.name !== '' ? made.name : 'Object'
}
