/** Gathering an operation's input from path, query, headers and body: each member from its own place and no other. */
import { boundIssues } from '../../agent/bound-issues.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer, tokensOf } from '../../lib/pointer.ts'
import type { Issue } from '../../outcome/fault.ts'
import type { Location } from '../../outcome/need.ts'
import { coerce, shapesOf } from './coerce.ts'

export interface Sources {
  readonly method: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: { get(name: string): string | null }
  readonly body: Json | undefined
  readonly schema: JsonObject
  /** Where the author says that an input is, if not in its usual place. */
  readonly locations: Readonly<Record<string, Location>>
  /** Query parameters that mean something to the server, and to the operation only if its schema has them. */
  readonly taken?: readonly string[]
}

export interface GatheredInput {
  readonly input: Json
  /** Members in a place that is not theirs, where the schema lets no strangers in. */
  readonly strays: readonly Issue[]
  /** The texts as they came, where the schema does not say what they should be. */
  readonly texts: ReadonlyMap<string, readonly string[]>
  locationOf(pointer: string): Location
}

/** A query parameter that is the server's own; those of an operation's exports come with it. */
const reserved = new Set(['envelope'])

export function gatherInput(sources: Sources): GatheredInput {
  const { query, body, schema, taken = [] } = sources
  if (body !== undefined && !isObject(body)) {
    return { input: body, strays: [], texts: new Map(), locationOf: () => 'body' }
  }
  const locationOf = locator(sources)
  if (isPlainCall(sources)) return plainInput(sources, body, locationOf)
  const sent = textsOf(sources, locationOf)
  const shapes = isFlat(schema) ? [schema] : shapesOf(schema, schema, spelled([...Object.entries(body ?? {}), ...sent]))
  const known = (name: string): JsonObject[] =>
    shapes.flatMap(({ properties }) => {
      const member = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
      return isObject(member) ? [member] : []
    })
  const texts = taken.length === 0 ? sent : sent.filter(([name]) => !taken.includes(name) || known(name).length > 0)
  const isClosed = shapes.some(shape => shape.additionalProperties === false || shape.unevaluatedProperties === false)
  const given = bodyMembers(body, locationOf)
  return {
    input: {
      ...given,
      ...Object.fromEntries(texts.map(([name, values]) => [name, read(values, known(name), schema)])),
    },
    strays: isClosed ? straysIn(body, query, known, locationOf) : [],
    texts: texts.length > 0 && Object.keys(schema).length === 0 ? new Map(texts) : noTexts,
    locationOf: at => locationOf(tokensOf(at)[0] ?? ''),
  }
}

/** Most calls: a path and a body, and a schema of one object that lets other members in. */
function isPlainCall({ method, query, locations, schema, taken = [] }: Sources): boolean {
  return (
    query.size === 0 &&
    taken.length === 0 &&
    method !== 'GET' &&
    method !== 'HEAD' &&
    method !== 'DELETE' &&
    schema.additionalProperties !== false &&
    schema.unevaluatedProperties !== false &&
    isObject(schema.properties) &&
    isFlat(schema) &&
    isEmpty(locations)
  )
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false
  return true
}

function plainInput(
  { params, schema }: Sources,
  body: JsonObject | undefined,
  locationOf: (name: string) => Location,
): GatheredInput {
  const properties = schema.properties as JsonObject
  const values = Object.entries(params).map(([name, value]) => {
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, read([value], isObject(shape) ? [shape] : [], schema)] as const
  })
  return {
    input: { ...body, ...Object.fromEntries(values) },
    strays: [],
    texts: noTexts,
    locationOf: at => locationOf(tokensOf(at)[0] ?? ''),
  }
}

const noTexts: ReadonlyMap<string, readonly string[]> = new Map()

/** Whether a schema is made of nothing but itself. */
function isFlat(schema: JsonObject): boolean {
  return !('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema || '$ref' in schema)
}

/** The members of the body whose place it is. */
function bodyMembers(body: JsonObject | undefined, locationOf: (name: string) => Location): JsonObject | undefined {
  for (const name in body) {
    if (locationOf(name) !== 'body') {
      return Object.fromEntries(Object.entries(body).filter(([member]) => locationOf(member) === 'body'))
    }
  }
  return body
}

function read(values: readonly string[], shapes: readonly JsonObject[], schema: JsonObject): Json {
  const [value] = values
  // Most texts stay what they are.
  const isText = shapes.length === 0 || (shapes.length === 1 && shapes[0]?.type === 'string')
  if (value !== undefined && values.length === 1 && isText) return value
  return coerce(values, { anyOf: [...shapes] }, schema)
}

/** Members in a place that is not theirs. */
function straysIn(
  body: JsonObject | undefined,
  query: URLSearchParams,
  known: (name: string) => readonly JsonObject[],
  locationOf: (name: string) => Location,
): Issue[] {
  const astray: [string, Location][] = [
    ...Object.keys(body ?? {}).map((name): [string, Location] => [name, 'body']),
    ...[...query.keys()].filter(name => known(name).length > 0).map((name): [string, Location] => [name, 'query']),
  ]
  return boundIssues(
    astray.filter(([name, place]) => locationOf(name) !== place),
    ([name, location]) => ({ pointer: pointer(name), message: `Belongs in the ${locationOf(name)}.`, location }),
  )
}

function locator({ method, params, locations }: Sources): (name: string) => Location {
  const usual: Location = method === 'GET' || method === 'HEAD' || method === 'DELETE' ? 'query' : 'body'
  return name => {
    if (Object.hasOwn(params, name)) return 'path'
    return (Object.hasOwn(locations, name) ? locations[name] : undefined) ?? usual
  }
}

/** What is in query, headers and path, by name. */
function textsOf(
  { params, query, headers, locations }: Sources,
  locationOf: (name: string) => Location,
): [string, readonly string[]][] {
  const queried =
    query.size === 0
      ? []
      : [...new Set(query.keys())].filter(name => !reserved.has(name) && locationOf(name) === 'query')
  const headed = Object.keys(locations).filter(name => locationOf(name) === 'header')
  return [
    ...queried.map((name): [string, string[]] => [name, query.getAll(name)]),
    ...headed.flatMap((name): [string, string[]][] => {
      const value = headers.get(headerName(name))
      return value === null ? [] : [[name, [value]]]
    }),
    ...Object.entries(params).map(([name, value]): [string, string[]] => [name, [value]]),
  ]
}

/** Single values as texts, by name: enough to distinguish the alternatives of a schema. */
function spelled(members: readonly (readonly [string, Json | readonly string[]])[]): Map<string, string> {
  const singles = members.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value] as const)
  return new Map(singles.flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, String(value)]])))
}

/** Issues with the place of the request that each is about. */
export function locateIssues(issues: readonly Issue[], { locationOf }: Pick<GatheredInput, 'locationOf'>): Issue[] {
  return issues.map(issue => ({ ...issue, location: issue.location ?? locationOf(issue.pointer) }))
}

/** `apiVersion` travels as `api-version`. */
export function headerName(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replaceAll('_', '-')
}
