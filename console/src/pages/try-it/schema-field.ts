/** A JSON Schema as the fields of a form. What a form cannot show is written as JSON. */
import { isObject, type Json, type JsonObject } from '../../../../src/lib/json-value.ts'
import { pointer as pointerTo, valueAt } from '../../../../src/lib/pointer.ts'

interface FieldBase {
  readonly name: string
  /** Where it is in the input. */
  readonly pointer: string
  readonly label: string
  readonly description: string | undefined
  readonly isRequired: boolean
  readonly schema: JsonObject
}

export type SchemaField = FieldBase &
  (
    | { readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'json' }
    | { readonly kind: 'choice'; readonly choices: readonly Json[] }
    | { readonly kind: 'list'; readonly item: SchemaField }
    | { readonly kind: 'object'; readonly fields: readonly SchemaField[] }
  )

/** Deeper schemas are written as JSON: a schema may contain itself. */
const deepest = 4
const mostFields = 60
const mostChoices = 100

export function inputField(schema: JsonObject): SchemaField {
  return fieldOf(schema, { root: schema, name: '', pointer: '', isRequired: true, depth: 0 })
}

interface Place {
  readonly root: JsonObject
  readonly name: string
  readonly pointer: string
  readonly isRequired: boolean
  readonly depth: number
}

function fieldOf(given: Json | undefined, place: Place): SchemaField {
  const { root, name, pointer, isRequired, depth } = place
  const schema = plainSchema(given, root)
  const base: FieldBase = {
    name,
    pointer,
    label: textOf(schema.title) ?? name,
    description: textOf(schema.description),
    isRequired,
    schema,
  }
  const choices = 'const' in schema ? [schema.const ?? null] : Array.isArray(schema.enum) ? schema.enum : undefined
  if (choices !== undefined && choices.length <= mostChoices) return { ...base, kind: 'choice', choices }
  const type = typeOf(schema)
  if (type === 'string' || type === undefined) return { ...base, kind: type === undefined ? 'json' : 'text' }
  if (type === 'number' || type === 'integer' || type === 'boolean') return { ...base, kind: type }
  if (depth >= deepest) return { ...base, kind: 'json' }
  if (type === 'array') {
    if (!isObject(schema.items)) return { ...base, kind: 'json' }
    const item = fieldOf(schema.items, { root, name: '', pointer: `${pointer}/-`, isRequired: true, depth: depth + 1 })
    return item.kind === 'json' ? { ...base, kind: 'json' } : { ...base, kind: 'list', item }
  }
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {})
  const isOpen = properties.length === 0 && schema.additionalProperties !== false && depth > 0
  if (type !== 'object' || isOpen || properties.length > mostFields) return { ...base, kind: 'json' }
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = properties.map(([member, one]) =>
    fieldOf(one, {
      root,
      name: member,
      pointer: `${pointer}${pointerTo(member)}`,
      isRequired: required.includes(member),
      depth: depth + 1,
    }),
  )
  return { ...base, kind: 'object', fields }
}

/** A schema without references, and without the alternative that it may be null. */
function plainSchema(given: Json | undefined, root: JsonObject): JsonObject {
  let schema = isObject(given) ? given : {}
  for (let hops = 0; hops < 10 && typeof schema.$ref === 'string'; hops++) {
    const target = schema.$ref.startsWith('#') ? valueAt(root, schema.$ref.slice(1)) : undefined
    if (typeof target !== 'object' || target === null || Array.isArray(target)) return {}
    schema = target as JsonObject
  }
  const [only, ...more] = [schema.anyOf, schema.oneOf]
    .flatMap(list => (Array.isArray(list) ? list : []))
    .filter(one => !(isObject(one) && one.type === 'null'))
  if (only === undefined || more.length > 0 || schema.type !== undefined) return schema
  const { anyOf: _, oneOf: __, ...rest } = schema
  return { ...plainSchema(only, root), ...rest }
}

function typeOf({ type, properties, anyOf, oneOf, allOf }: JsonObject): string | undefined {
  if (anyOf !== undefined || oneOf !== undefined || allOf !== undefined) return type === 'object' ? 'any' : undefined
  if (type === undefined && isObject(properties)) return 'object'
  if (typeof type === 'string') return type
  const types = Array.isArray(type) ? type.filter(one => one !== 'null') : []
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : undefined
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
