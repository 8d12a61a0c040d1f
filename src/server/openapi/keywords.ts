/** The keywords of JSON Schema 2020-12 that an OpenAPI 3.1 document may hold, and where schemas are in them. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'

type Holds = 'schema' | 'list' | 'map' | 'value'

const table: Readonly<Record<Holds, readonly string[]>> = {
  schema: [
    'additionalProperties',
    'unevaluatedProperties',
    'propertyNames',
    'items',
    'unevaluatedItems',
    'contains',
    'not',
    'if',
    'then',
    'else',
    'contentSchema',
  ],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  map: ['properties', 'patternProperties', 'dependentSchemas'],
  value: [
    ...['title', 'description', 'type', 'const', 'enum', 'format', 'pattern', 'required', 'dependentRequired'],
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
    ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
    ...['contentEncoding', 'contentMediaType', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples'],
  ],
}

const holds: ReadonlyMap<string, Holds> = new Map(
  Object.entries(table).flatMap(([kind, names]) => names.map((name): [string, Holds] => [name, kind as Holds])),
)

/** Where readers know `true` and `false` as schemas. */
const mayBeFlag = new Set(['additionalProperties', 'unevaluatedProperties'])

/** A schema that says nothing, and one that nothing passes; both as objects, because some readers know no others. */
export const anything: JsonObject = {}
export const nothing: JsonObject = { not: {} }

export function schemaOf(value: Json | undefined): JsonObject {
  if (value === false) return nothing
  return isObject(value) ? value : anything
}

/**
 * A copy of a schema with every schema directly inside it replaced. Keywords of no standing are left out; `$ref` and
 * its kin are the caller's.
 */
export function mapSchema(schema: JsonObject, replace: (inner: JsonObject) => JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([name, value]): [string, Json][] => {
    const kind = holds.get(name)
    if (kind === undefined) return name.startsWith('x-') ? [[name, value]] : []
    if (kind === 'value') return name === 'examples' && !Array.isArray(value) ? [] : [[name, value]]
    if (kind === 'map') return isObject(value) ? [[name, mapValues(value, inner => replace(schemaOf(inner)))]] : []
    if (Array.isArray(value)) {
      // Before 2020-12, `items` could be a list.
      return [[kind === 'list' ? name : 'prefixItems', value.map(inner => replace(schemaOf(inner)))]]
    }
    if (kind === 'list') return []
    return [[name, mayBeFlag.has(name) && typeof value === 'boolean' ? value : replace(schemaOf(value))]]
  })
  return Object.fromEntries(entries)
}

/** Every schema directly inside a schema. */
export function innerSchemas(schema: JsonObject): JsonObject[] {
  const found: JsonObject[] = []
  mapSchema(schema, inner => {
    found.push(inner)
    return inner
  })
  const definitions = [schema.$defs, schema.definitions].filter(isObject)
  return [...found, ...definitions.flatMap(group => Object.values(group).filter(isObject))]
}

export function mapValues(members: JsonObject, replace: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, replace(value, name)]))
}
