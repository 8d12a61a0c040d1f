/** An input that an operation accepts, made from its JSON Schema. */
import { isObject, type Json, type JsonObject } from './json-value.ts'
import { valueAt } from './pointer.ts'

/** How deep a schema that refers to itself is followed. */
const maxDepth = 16

const formats: Readonly<Record<string, string>> = {
  date: '2027-01-01',
  'date-time': '2027-01-01T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
}

/** A value of a schema: the author's own example where there is one. */
export function sampleOf(schema: JsonObject, root: JsonObject = schema, depth = 0): Json {
  const said = saidBy(schema)
  if (said !== undefined) return said
  if (depth > maxDepth) return null
  if (typeof schema.$ref === 'string') return sampleOf(referred(schema.$ref, root), root, depth + 1)
  const [choice] = [schema.oneOf ?? schema.anyOf ?? []].flat()
  if (isObject(choice)) return sampleOf({ ...schema, oneOf: null, anyOf: null, ...choice }, root, depth + 1)
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return sampleNumber(schema)
    case 'boolean':
      return true
    case 'array': {
      const item = isObject(schema.items) ? [sampleOf(schema.items, root, depth + 1)] : []
      return item.length === 0 ? item : Array(Math.max(1, Number(schema.minItems ?? 1))).fill(item[0])
    }
    case 'object':
      return sampleObject(schema, root, depth)
    case 'null':
      return null
    default:
      return isObject(schema.properties) ? sampleObject(schema, root, depth) : sampleText(schema)
  }
}

/** What the schema itself names as a value. */
export function saidBy({ const: only, examples, default: usual, enum: values }: JsonObject): Json | undefined {
  return (
    only ??
    (Array.isArray(examples) ? examples[0] : undefined) ??
    usual ??
    (Array.isArray(values) ? values[0] : undefined)
  )
}

function referred(reference: string, root: JsonObject): JsonObject {
  const found = reference.startsWith('#') ? valueAt(root, reference.slice(1)) : undefined
  return isObject(found) ? found : {}
}

function sampleNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type }: JsonObject): number {
  const step = typeof multipleOf === 'number' ? multipleOf : 1
  const low = typeof minimum === 'number' ? minimum : Number(exclusiveMinimum ?? Number.NEGATIVE_INFINITY)
  const high = typeof maximum === 'number' ? maximum : Number(exclusiveMaximum ?? Number.POSITIVE_INFINITY)
  if (low < step && step < high) return step
  if (Number.isFinite(low) && Number.isFinite(high) && type === 'number' && high - low <= step) return (low + high) / 2
  if (Number.isFinite(low))
    return (Math.floor(low / step) + (typeof minimum === 'number' && low % step === 0 ? 0 : 1)) * step
  return (Math.ceil(high / step) - (typeof maximum === 'number' && high % step === 0 ? 0 : 1)) * step
}

function sampleText({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === 'string' ? formats[format] : undefined
  return known ?? 'x'.repeat(Math.min(Math.max(1, Number(minLength ?? 1)), Number(maxLength ?? 1e4), 1e4))
}

/** What is required, and what the author gave values for: a question that these answer is not asked. */
function sampleObject(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = isObject(schema.properties) ? schema.properties : {}
  const members = Object.entries(properties).filter(
    (entry): entry is [string, JsonObject] =>
      isObject(entry[1]) && (required.includes(entry[0]) || (hasValues(entry[1]) && entry[1].default === undefined)),
  )
  return Object.fromEntries(members.map(([name, member]) => [name, sampleOf(member, root, depth + 1)]))
}

/** Whether the author gave values, of one of several alternatives too, as in an enum that may be null. */
function hasValues(schema: JsonObject): boolean {
  const [choice] = [schema.oneOf ?? schema.anyOf ?? []].flat()
  return saidBy(schema) !== undefined || (isObject(choice) && saidBy(choice) !== undefined)
}
