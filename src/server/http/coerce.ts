/** Texts of paths, queries and headers as the types that a JSON Schema wants. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { valueAt } from '../../lib/pointer.ts'

/** Deeper than this no schema says what a text should be. */
const maxDepth = 8

/** Texts as the type that the schema wants; a text that is none stays one, and the schema says what is wrong. */
export function coerce(values: readonly string[], schema: JsonObject, root: JsonObject = schema): Json {
  const shapes = shapesOf(schema, root)
  const types = new Set(shapes.flatMap(typesOf))
  if (types.has('array')) {
    const items = { anyOf: shapes.flatMap(shape => (isObject(shape.items) ? [shape.items] : [])) }
    return values.map(value => coerce([value], items, root))
  }
  if (values.length > 1) return [...values]
  const [value = ''] = values
  return types.has('string') || types.size === 0 ? value : scalarOf(value, types)
}

/** A text read as a number or a boolean, where it spells one. */
export function scalarOf(value: string, types: ReadonlySet<string> = new Set(['number', 'boolean'])): Json {
  if ((types.has('number') || types.has('integer')) && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value))
    return Number(value)
  if (types.has('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  if (types.has('null') && value === '') return null
  return value
}

/**
 * The plain schemas that a schema is made of: itself, its parts, what it refers to, and of its alternatives those that
 * what is given leaves open (`kind: 'a'` of a discriminated union), or all of them.
 */
export function shapesOf(
  schema: JsonObject,
  root: JsonObject,
  given: ReadonlyMap<string, string> = new Map(),
  depth = 0,
): JsonObject[] {
  if (depth > maxDepth) return []
  const inner = (part: Json | undefined) => (isObject(part) ? [shapesOf(part, root, given, depth + 1)] : [])
  const referred = typeof schema.$ref === 'string' ? valueAt(root, schema.$ref.replace(/^#/, '')) : undefined
  const alternatives = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].flatMap(inner)
  const fitting = alternatives.filter(shapes => shapes.every(shape => fits(shape, given)))
  const parts = [referred as Json | undefined, ...listOf(schema.allOf)].flatMap(inner)
  return [schema, ...parts.flat(), ...(fitting.length === 0 ? alternatives : fitting).flat()]
}

/** Whether what is given has the values that a shape fixes. */
function fits({ properties }: JsonObject, given: ReadonlyMap<string, string>): boolean {
  return Object.entries(isObject(properties) ? properties : {}).every(([name, member]) => {
    const fixed = isObject(member) ? fixedValues(member) : []
    const value = given.get(name)
    return value === undefined || fixed.length === 0 || fixed.some(one => String(one) === value)
  })
}

function fixedValues(schema: JsonObject): Json[] {
  return [...(schema.const === undefined ? [] : [schema.const]), ...listOf(schema.enum)]
}

function typesOf(schema: JsonObject): string[] {
  const named = [schema.type].flat().filter(type => typeof type === 'string')
  return [...named, ...fixedValues(schema).map(value => (value === null ? 'null' : typeof value))]
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
