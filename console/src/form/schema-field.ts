/** A JSON Schema as the fields of a form. What a form cannot show is written as JSON. */
import { isObject, type Json, type JsonObject } from '../../../src/lib/json-value.ts'
import { pointer as pointerTo, valueAt } from '../../../src/lib/pointer.ts'
import { printable, printableLines } from '../../../src/lib/printable.ts'

interface FieldBase {
  readonly name: string
  /** Where it is in the input. */
  readonly pointer: string
  readonly label: string
  readonly description: string | undefined
  readonly isRequired: boolean
  readonly schema: JsonObject
}

/** One alternative of `oneOf` or `anyOf`. */
export interface Variant {
  /** Its place among the alternatives of the schema. */
  readonly index: number
  readonly field: SchemaField
}

export type SchemaField = FieldBase &
  (
    | { readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'json' }
    | { readonly kind: 'choice'; readonly choices: readonly Json[] }
    | { readonly kind: 'list'; readonly item: SchemaField }
    | { readonly kind: 'object'; readonly fields: readonly SchemaField[] }
    | { readonly kind: 'variants'; readonly variants: readonly Variant[] }
  )

/** Deeper schemas are written as JSON: a schema may contain itself. */
const deepest = 4
const mostFields = 60
const mostChoices = 100
const mostVariants = 12

export function inputField(schema: JsonObject): SchemaField {
  return fieldOf(schema, { root: schema, name: '', pointer: '', isRequired: true, depth: 0 })
}

/** The schema with a member for each that the value has beyond it: a form shows them all. */
export function withMembersOf(schema: JsonObject, value: JsonObject): JsonObject {
  const known = isObject(schema.properties) ? schema.properties : {}
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(known, name))
  const more = others.map(([name, member]): [string, Json] => [name, typeSchema(member)])
  return { ...schema, type: 'object', properties: Object.fromEntries([...Object.entries(known), ...more]) }
}

/** The schema, in which a text that is a part of the path holds something: there is no address without it. */
export function withPathMembers(schema: JsonObject, route = ''): JsonObject {
  const known = isObject(schema.properties) ? schema.properties : {}
  const parts = [...route.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']): [string, Json][] => {
    const member = Object.hasOwn(known, name) ? known[name] : undefined
    return isObject(member) && member.type === 'string' ? [[name, { minLength: 1, ...member }]] : []
  })
  return parts.length === 0 ? schema : { ...schema, properties: { ...known, ...Object.fromEntries(parts) } }
}

function typeSchema(value: Json): JsonObject {
  return ['string', 'number', 'boolean'].includes(typeof value) ? { type: typeof value } : {}
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
    label: printable(textOf(schema.title) ?? name),
    description: shownText(textOf(schema.description)),
    isRequired,
    schema,
  }
  const choices = 'const' in schema ? [schema.const ?? null] : Array.isArray(schema.enum) ? schema.enum : undefined
  if (choices !== undefined && choices.length <= mostChoices) return { ...base, kind: 'choice', choices }
  const variants = depth < deepest ? variantsOf(schema, place) : undefined
  if (variants !== undefined) return { ...base, kind: 'variants', variants }
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

/** Its alternatives as fields; undefined where it has none, or some that a form cannot show. */
function variantsOf(schema: JsonObject, place: Place): Variant[] | undefined {
  const list = Array.isArray(schema.oneOf) ? schema.oneOf : Array.isArray(schema.anyOf) ? schema.anyOf : undefined
  if (list === undefined || list.length < 2 || list.length > mostVariants) return undefined
  if (schema.properties !== undefined || schema.allOf !== undefined) return undefined
  const variants = list.flatMap((one, index): Variant[] => {
    const field = fieldOf(one, { ...place, isRequired: true, depth: place.depth + 1 })
    if (isObject(one) && one.type === 'null') return []
    return [{ index, field: { ...field, label: labelOf(field, index) } }]
  })
  return variants
}

/** What it is called; else what distinguishes it from the others, such as `kind: card`; else its type. */
function labelOf(field: SchemaField, index: number): string {
  const title = textOf(field.schema.title)
  if (title !== undefined) return title
  if (field.kind === 'object') {
    const fixed = field.fields.flatMap(one =>
      one.kind === 'choice' && one.choices.length === 1 ? [`${one.name}: ${String(one.choices[0])}`] : [],
    )
    return fixed[0] ?? (field.fields.map(({ name }) => name).join(', ') || `object ${index + 1}`)
  }
  if (field.kind === 'choice') return field.choices.map(String).join(', ')
  if (field.kind === 'json') return textOf(field.schema.type) ?? 'JSON'
  return field.kind === 'variants' ? 'one of several' : field.kind
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

/** What callers and agents wrote, so that nothing in it is invisible. */
function shownText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : printableLines(text)
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
