/** JSON Schema as the text of a TypeScript type. What cannot be expressed is wider, never wrong. */
import { resolved } from '../../client/http/openapi.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** `open` are the references that lead here: one that leads back to itself is `unknown`. */
export function typeOf(schema: Json | undefined, root: JsonObject, open: readonly string[] = []): string {
  if (!isObject(schema)) return 'unknown'
  if (typeof schema.$ref === 'string') {
    if (open.includes(schema.$ref) || open.length > 32) return 'unknown'
    return typeOf(resolved(schema, root), root, [...open, schema.$ref])
  }
  const inner = (one: Json): string => typeOf(one, root, open)
  if (schema.const !== undefined) return literal(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  for (const choices of [schema.anyOf, schema.oneOf]) if (Array.isArray(choices)) return union(choices.map(inner))
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map(inner).filter(one => one !== 'unknown')
    return parts.length === 0 ? 'unknown' : parts.map(grouped).join(' & ')
  }
  const { type } = schema
  if (Array.isArray(type)) return union(type.map(one => typeOf({ ...schema, type: one }, root, open)))
  if (type === 'array') return `readonly ${grouped(inner(schema.items ?? null))}[]`
  if (type === 'object' || isObject(schema.properties)) return objectType(schema, inner)
  return (typeof type === 'string' ? primitives[type] : undefined) ?? 'unknown'
}

function objectType({ properties, required, additionalProperties }: JsonObject, inner: (one: Json) => string): string {
  const needed = new Set(Array.isArray(required) ? required : [])
  const members = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, schema]) => `readonly ${JSON.stringify(name)}${needed.has(name) ? '' : '?'}: ${inner(schema)}`,
  )
  if (members.length > 0) return `{ ${members.join('; ')} }`
  const value = isObject(additionalProperties) ? inner(additionalProperties) : 'unknown'
  return `{ readonly [name: string]: ${value} }`
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  if (distinct.length === 0 || distinct.includes('unknown')) return 'unknown'
  return distinct.map(grouped).join(' | ')
}

function grouped(type: string): string {
  return / [|&] /.test(type) && !/^[{(]/.test(type) ? `(${type})` : type.startsWith('readonly ') ? `(${type})` : type
}

function literal(value: Json): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value)
}
