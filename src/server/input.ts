/** Gathering an operation's input from path, query, headers and body, coerced by its schema. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { valueAt } from '../lib/pointer.ts'
import type { Issue } from '../outcome/fault.ts'
import type { Location } from '../outcome/need.ts'

export interface Sources {
  readonly method: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Json | undefined
  readonly schema: JsonObject
  /** Where the author says that an input stands, if not in its usual place. */
  readonly locations: Readonly<Record<string, Location>>
  /** Query parameters that mean something to the server, and to the operation only if its schema has them. */
  readonly taken?: readonly string[]
}

export interface GatheredInput {
  readonly input: Json
  locationOf(pointer: string): Location
}

/** A query parameter that is the server's own; those of an operation's exports come with it. */
const reserved = new Set(['envelope'])

export function gatherInput(sources: Sources): GatheredInput {
  const { method, params, query, body } = sources
  const usual: Location = method === 'GET' || method === 'HEAD' || method === 'DELETE' ? 'query' : 'body'
  const locationOf = (name: string): Location =>
    Object.hasOwn(params, name)
      ? 'path'
      : Object.hasOwn(sources.locations, name)
        ? (sources.locations[name] ?? usual)
        : usual
  const properties = propertiesOf(sources.schema, sources.schema)
  const found: [string, Json][] = []
  for (const name of new Set(query.keys())) {
    const isTaken = sources.taken?.includes(name) && !Object.hasOwn(properties, name)
    if (reserved.has(name) || isTaken || locationOf(name) !== 'query') continue
    found.push([name, coerce(query.getAll(name), schemaOf(properties, name))])
  }
  for (const name of Object.keys(sources.locations)) {
    const value = sources.locations[name] === 'header' ? sources.headers.get(headerName(name)) : null
    if (value !== null) found.push([name, coerce([value], schemaOf(properties, name))])
  }
  for (const [name, value] of Object.entries(params)) found.push([name, coerce([value], schemaOf(properties, name))])
  const located = (pointer: string): Location => locationOf(pointer.split('/')[1] ?? '')
  if (body !== undefined && !isObject(body)) return { input: body, locationOf: () => 'body' }
  return { input: { ...body, ...Object.fromEntries(found) }, locationOf: located }
}

/** Issues with the place of the request that each is about. */
export function locateIssues(issues: readonly Issue[], { locationOf }: Pick<GatheredInput, 'locationOf'>): Issue[] {
  return issues.map(issue => ({ ...issue, location: issue.location ?? locationOf(issue.pointer) }))
}

/** `apiVersion` travels as `api-version`. */
export function headerName(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replaceAll('_', '-')
}

/** The properties of a schema, those of its parts and of what it refers to included. */
function propertiesOf(schema: JsonObject, root: JsonObject, depth = 0): JsonObject {
  const parts = Array.isArray(schema.allOf) ? schema.allOf.filter(isObject) : []
  const referred = typeof schema.$ref === 'string' ? valueAt(root, schema.$ref.replace(/^#/, '')) : undefined
  const inner = [...parts, ...(isObject(referred) ? [referred] : [])]
  return Object.fromEntries([
    ...(depth > 8 ? [] : inner.flatMap(part => Object.entries(propertiesOf(part, root, depth + 1)))),
    ...(isObject(schema.properties) ? Object.entries(schema.properties) : []),
  ])
}

function schemaOf(properties: JsonObject, name: string): JsonObject {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
  return isObject(schema) ? schema : {}
}

/** Texts as the type that the schema wants; a text that is none stays one, and the schema says what is wrong. */
export function coerce(values: readonly string[], schema: JsonObject): Json {
  const types = typesOf(schema)
  if (types.has('array')) {
    const items = isObject(schema.items) ? schema.items : {}
    return values.map(value => coerce([value], items))
  }
  if (values.length > 1) return [...values]
  const [value = ''] = values
  if (types.has('string') || types.size === 0) return value
  if ((types.has('number') || types.has('integer')) && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value))
    return Number(value)
  if (types.has('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  if (types.has('null') && value === '') return null
  return value
}

function typesOf(schema: JsonObject): Set<string> {
  const branches = [schema.anyOf, schema.oneOf].flatMap(list => (Array.isArray(list) ? list.filter(isObject) : []))
  const own = [schema.type].flat().filter(type => typeof type === 'string')
  const constant = [schema.const, ...(Array.isArray(schema.enum) ? schema.enum : [])].filter(
    value => value !== undefined,
  )
  return new Set([
    ...own,
    ...constant.map(value => (value === null ? 'null' : typeof value)),
    ...branches.flatMap(branch => [...typesOf(branch)]),
  ])
}
