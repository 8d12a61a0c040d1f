/** What the answers of a contract look like: those that an operation shapes, and those that it does not. */
import { defined } from '../../lib/defined.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { Served } from '../negotiate.ts'
import { Adopted } from './adopt.ts'
import { type Components, pascal } from './components.ts'
import { mapSchema } from './keywords.ts'
import { publishedSchemas } from './published.ts'
import { type Form, formsOf, itemsOf } from './shape.ts'
import type { Spoken } from './specimens.ts'

/** What an operation answers with, before any contract speaks it. */
export interface Output {
  /** The operation in a name: `LitRetrieval`. */
  readonly name: string
  readonly title: string
  /** As it stands in the document; says nothing where the author said nothing. */
  readonly schema: JsonObject
  readonly forms: ReadonlySet<Form>
  readonly items: JsonObject
  /** The author writes the legacy shape of jpcite. */
  readonly ownLegacy: boolean
}

export interface Speaker {
  /** The answer of a completed call. */
  completed(output: Output): JsonObject
  /** The answer of any other call. */
  other(spoken: Spoken): JsonObject
}

export type OpenSpeaker = (served: Served, components: Components) => Speaker

export function outputOf(
  about: Pick<Output, 'name' | 'title' | 'ownLegacy'>,
  schema: JsonObject,
  components: Components,
): Output {
  return { ...about, schema, forms: formsOf(schema, components), items: itemsOf(schema, components) }
}

/** A published schema of a contract as a component, and further ones that build on it. */
export function contractSchemas({ contract, edition }: Served, components: Components) {
  const schemas = publishedSchemas(contract.id, edition.version)
  const titleOf = (name: string): string => `${pascal(contract.id)}${pascal(name)}`
  return {
    schemas,
    published(name: string, title = titleOf(name)): JsonObject {
      const { title: _, ...schema } = schemas[name] ?? {}
      return new Adopted(components, title, opened(schema)).component()
    },
    derived(name: string, schema: JsonObject, description?: string): JsonObject {
      const title = titleOf(name)
      return components.add('schemas', `${contract.id} ${edition.version} ${name} derived`, title, () =>
        defined<JsonObject>({ title, description, ...schema } as JsonObject),
      )
    },
    /** A completed answer of one operation. */
    answer({ name, title }: Output, make: () => JsonObject): JsonObject {
      const wanted = `${name}${pascal(contract.id)}${edition.version === contract.current ? '' : pascal(edition.version)}`
      return components.add('schemas', `${contract.id} ${edition.version} answer ${name}`, wanted, () => {
        const made = make()
        return { ...made, title: `${title} (${contract.id} ${edition.version})` }
      })
    },
  }
}

/** The same schema with every object that is open saying so: some readers take silence for a closed one. */
function opened(schema: JsonObject): JsonObject {
  const inner = { ...schema, ...mapSchema(schema, opened) }
  const says = schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined
  return says || ![schema.type].flat().includes('object') ? inner : { ...inner, additionalProperties: true }
}

export function object(properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject {
  return { type: 'object', properties, ...(required.length === 0 ? undefined : { required: [...required] }) }
}

/** Several schemas of which one fits; one alone stands as it is. */
export function anyOf(schemas: readonly JsonObject[]): JsonObject {
  const different = [...new Map(schemas.map(schema => [JSON.stringify(schema), schema])).values()]
  const [only] = different
  return different.length === 1 && only !== undefined ? only : { anyOf: different as Json[] }
}

const page = object(
  {
    total: { type: 'number' },
    limit: { type: 'number' },
    offset: { type: 'number' },
    next: { type: 'string' },
  },
  [],
)

const text = { type: 'string' }

/** The documented wraps for a place that holds an object only. */
const wraps: Readonly<Record<Exclude<Form, 'object'>, (schema: JsonObject) => JsonObject>> = {
  array: schema => object({ rows: schema, page }, ['rows']),
  string: schema => object({ text: schema, mediaType: text }, ['text']),
  scalar: schema => object({ value: schema }),
}

/** A payload in a place that holds an object only; `own` says how an object stands there. */
export function wrapped({ schema, forms }: Output, own: (schema: JsonObject) => JsonObject = same => same): JsonObject {
  if (forms.size === 4) return { type: 'object' }
  return anyOf([...forms].map(form => (form === 'object' ? own(schema) : wraps[form](schema))))
}
