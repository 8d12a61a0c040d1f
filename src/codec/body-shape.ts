/** Schemas in their shortest form, for readers that only need to know whether a body fits: no findings, no texts. */
import { isObject } from '../lib/json-value.ts'

/**
 * A number: a text of at least so many characters. A list: one of these values. `all` and `some`: an object with all
 * members of the first, some of the second, and no others.
 */
export type BodyShape =
  | number
  | 'boolean'
  | 'count'
  | readonly unknown[]
  | { readonly items: BodyShape; readonly least: number }
  | { readonly all: MemberShapes; readonly some: MemberShapes }

type MemberShapes = Readonly<Record<string, BodyShape>>

/** Shapes by version and name of the schema. */
export type BodyShapes = Readonly<Record<string, Readonly<Record<string, BodyShape>>>>

export function fitsShape(shape: BodyShape, value: unknown): boolean {
  if (typeof shape === 'number') return typeof value === 'string' && value.length >= shape
  if (shape === 'boolean') return typeof value === shape
  if (shape === 'count') return Number.isInteger(value) && (value as number) >= 0
  if ('items' in shape) {
    return Array.isArray(value) && value.length >= shape.least && value.every(item => fitsShape(shape.items, item))
  }
  if (!('all' in shape)) return shape.includes(value)
  const { all, some } = shape
  if (!isObject(value)) return false
  return (
    Object.keys(all).every(name => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => {
      const members = Object.hasOwn(all, name) ? all : some
      return Object.hasOwn(members, name) && fitsShape(members[name] as BodyShape, member)
    })
  )
}
