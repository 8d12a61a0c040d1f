/** An input that breaks its schema in one place: a required member, or else any typed one, has another type. */
import type { ProbeCase } from '../codec/probing.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { valueAt } from '../lib/pointer.ts'

/** A value of another type. Texts stay out of it: from a query everything is a text. */
const others: Readonly<Record<string, Json>> = {
  string: { not: ['a', 'text'] },
  integer: { not: 'a number' },
  number: { not: 'a number' },
  boolean: { not: 'a truth value' },
  array: { not: 'a list' },
  object: 'not an object',
}

/** The input with one member of another type; undefined when the schema types none in the body. */
export function withWrongType({ input, schema, route }: ProbeCase): JsonObject | undefined {
  const properties = isObject(schema?.properties) ? schema.properties : {}
  const required = Array.isArray(schema?.required) ? schema.required : []
  const isInBody = (name: string): boolean => !route?.path.includes(`{${name}}`) && !route?.query?.includes(name)
  const names = Object.keys(properties)
    .filter(isInBody)
    .sort((a, b) => Number(required.includes(b)) - Number(required.includes(a)))
  for (const name of names) {
    const type = typeOf(properties[name], schema ?? {})
    const other = type === undefined ? undefined : others[type]
    if (other !== undefined) return { ...input, [name]: other }
  }
  return undefined
}

function typeOf(schema: Json | undefined, root: JsonObject): string | undefined {
  if (!isObject(schema)) return undefined
  const { $ref: reference, type, enum: values } = schema
  if (typeof reference === 'string' && reference.startsWith('#/')) {
    return typeOf(valueAt(root, reference.slice(1)) as Json | undefined, {})
  }
  if (typeof type === 'string') return type
  return Array.isArray(values) && values.every(value => typeof value === 'string') ? 'string' : undefined
}
