/**
 * JSON Schema as the text of a TypeScript type. What cannot be expressed is wider, never wrong. A schema that is
 * referred to is written once, under a name: a document in which references branch again and again stays as small as
 * it is.
 */
import { resolved } from '../../client/http/openapi.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { tokensOf } from '../../lib/pointer.ts'

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Deeper schemas are `unknown`. */
const deepest = 64

/** The types of one document. */
export class SchemaTypes {
  readonly #document: JsonObject
  /** The name of each reference. */
  readonly #names = new Map<string, string>()
  /** The text of each named type. */
  readonly #texts = new Map<string, string>()

  /** `taken`: a name that the document needs for itself. */
  constructor(document: JsonObject, taken: string) {
    this.#document = document
    this.#texts.set(taken, '')
  }

  typeOf(schema: Json | undefined, depth = 0): string {
    if (!isObject(schema) || depth > deepest) return 'unknown'
    if (typeof schema.$ref === 'string') return this.#named(schema.$ref)
    const inner = (one: Json): string => this.typeOf(one, depth + 1)
    if (schema.const !== undefined) return literal(schema.const)
    if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
    for (const choices of [schema.anyOf, schema.oneOf]) if (Array.isArray(choices)) return union(choices.map(inner))
    if (Array.isArray(schema.allOf)) {
      const parts = schema.allOf.map(inner).filter(one => one !== 'unknown')
      return parts.length === 0 ? 'unknown' : parts.map(grouped).join(' & ')
    }
    const { type } = schema
    if (Array.isArray(type)) return union(type.map(one => this.typeOf({ ...schema, type: one }, depth + 1)))
    if (type === 'array') return `readonly ${grouped(inner(schema.items ?? null))}[]`
    if (type === 'object' || isObject(schema.properties)) return objectType(schema, inner)
    return (typeof type === 'string' ? primitives[type] : undefined) ?? 'unknown'
  }

  /** The named types that were needed, as declarations. */
  declarations(): string[] {
    return [...this.#texts].flatMap(([name, text]) => (text === '' ? [] : [`export type ${name} = ${text}`]))
  }

  #named(ref: string): string {
    const known = this.#names.get(ref)
    if (known !== undefined) return known
    const schema = resolved({ $ref: ref }, this.#document)
    // TypeScript knows no type that is nothing but itself.
    if (!ref.startsWith('#/') || !isObject(schema) || this.#isCircular(ref)) {
      this.#names.set(ref, 'unknown')
      return 'unknown'
    }
    const name = this.#nameFor(ref)
    this.#names.set(ref, name)
    this.#texts.set(name, 'unknown')
    this.#texts.set(name, this.typeOf(schema))
    return name
  }

  #nameFor(ref: string): string {
    const words = (tokensOf(ref.slice(1)).at(-1) ?? '').split(/[^A-Za-z0-9]+/).filter(word => word !== '')
    const base = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
    const wanted = /^[A-Z]/.test(base) ? base : `Type${base}`
    let name = wanted
    for (let n = 2; this.#texts.has(name); n++) name = `${wanted}${n}`
    return name
  }

  /** Whether a reference leads back to itself without an object or an array in between. */
  #isCircular(ref: string): boolean {
    const seen = new Set<string>()
    const open = [...this.#directRefs(resolved({ $ref: ref }, this.#document))]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === ref) return true
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...this.#directRefs(resolved({ $ref: next }, this.#document)))
    }
    return false
  }

  #directRefs(schema: Json | undefined): string[] {
    if (!isObject(schema)) return []
    if (typeof schema.$ref === 'string') return [schema.$ref]
    const parts = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(one => (Array.isArray(one) ? one : []))
    return parts.flatMap(part => this.#directRefs(part))
  }
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
