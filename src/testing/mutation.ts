/** Every way to take a required member away: delete it, null it, give it another type. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { escapeToken, tokensOf } from '../lib/pointer.ts'

/** A body in which one required member is missing or wrong. */
export interface Mutation {
  how: 'delete' | 'null' | 'retype'
  /** Where in the body. */
  pointer: string
  body: Json
}

/**
 * The mutations of every member of `body` that its schema requires. `at` is where the schema's root is.
 *
 * @example
 * const schema = { type: 'object', required: ['status'], properties: { status: { type: 'string' } } }
 * for (const { pointer, body } of mutations(schema, { status: 'ok' })) console.log(pointer, body)
 */
export function mutations(schema: JsonObject, body: Json, at = ''): Mutation[] {
  const root = tokensOf(at).reduce<Json | undefined>((node, token) => child(node, token), body)
  return required(schema, root, at).flatMap(({ pointer, value, types, isNullable }) => [
    { how: 'delete', pointer, body: changed(body, pointer, undefined) },
    ...(isNullable ? [] : [{ how: 'null' as const, pointer, body: changed(body, pointer, null) }]),
    ...another(value, types).map(other => ({ how: 'retype' as const, pointer, body: changed(body, pointer, other) })),
  ])
}

interface Required {
  pointer: string
  value: Json
  /** Empty when the schema names none. */
  types: string[]
  isNullable: boolean
}

function required(schema: JsonObject, value: Json | undefined, at: string): Required[] {
  if (Array.isArray(value) && isObject(schema.items)) {
    const { items } = schema
    return value.flatMap((item, index) => required(items as JsonObject, item, `${at}/${index}`))
  }
  if (!isObject(value) || !isObject(schema.properties)) return []
  const names = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).flatMap(([name, member]) => {
    const inner = child(value, name)
    if (inner === undefined || !isObject(member)) return []
    const pointer = `${at}/${escapeToken(name)}`
    const types = typesOf(member)
    const isNullable = types.includes('null') || admitsAny(member)
    const named = names.includes(name) ? [{ pointer, value: inner, types, isNullable }] : []
    return [...named, ...required(member, inner, pointer)]
  })
}

const annotations = new Set(['title', 'description', '$comment', 'default', 'examples', 'rule'])

/** Whether a schema only describes its value. */
const admitsAny = (schema: JsonObject): boolean => Object.keys(schema).every(keyword => annotations.has(keyword))

function typesOf(schema: JsonObject): string[] {
  if (schema.type !== undefined) return [schema.type].flat().map(String)
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return Array.isArray(values) ? [...new Set(values.map(value => (value === null ? 'null' : typeof value)))] : []
}

/** A value of a type that is not among the allowed ones; none when all are. */
function another(value: Json, types: readonly string[]): Json[] {
  const candidates: readonly [string, Json][] = [
    ['object', { [typeof value]: 'retyped' }],
    ['array', [value]],
    ['string', 'retyped'],
    ['boolean', true],
  ]
  if (types.length === 0) return []
  const found = candidates.find(([type]) => !types.includes(type))
  return found === undefined ? [] : [found[1]]
}

function child(node: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(node)) return node[Number(token)]
  return isObject(node) && Object.hasOwn(node, token) ? node[token] : undefined
}

/** A copy with another value at a pointer; undefined removes the member. */
function changed(body: Json, pointer: string, value: Json | undefined): Json {
  const copy = structuredClone(body)
  const tokens = tokensOf(pointer)
  const last = tokens.pop() ?? ''
  const parent = tokens.reduce<Json | undefined>((node, token) => child(node, token), copy)
  if (Array.isArray(parent)) parent[Number(last)] = value as Json
  else if (isObject(parent)) {
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
  return copy
}
