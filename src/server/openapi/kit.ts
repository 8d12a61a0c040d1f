/** The tools that a contract describes its answers with. */
import type { ContractOptions } from '../../codec/serving.ts'
import type { Form, OpenApiKit, OutputDescription } from '../../codec/serving-openapi.ts'
import { defined } from '../../lib/defined.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { HttpEdition } from '../negotiate.ts'
import { SchemaAdopter } from './adopt.ts'
import { type Components, pascal } from './components.ts'
import { mapSchema } from './keywords.ts'
import { publishedSchemas } from './published.ts'
import { widenSchema, without } from './reshape.ts'
import { formsOf, itemsOf } from './shape.ts'

/** What an operation answers with, and what its author says of each contract. */
export interface Output extends OutputDescription {
  optionsOf(contract: string): ContractOptions
}

export function outputOf(
  about: Pick<Output, 'name' | 'title' | 'optionsOf'>,
  schema: JsonObject,
  components: Components,
): Output {
  return { ...about, schema, forms: formsOf(schema, components), items: itemsOf(schema, components) }
}

export function kitOf({ contract, edition }: HttpEdition, components: Components): OpenApiKit {
  const schemas = publishedSchemas(contract.id, edition.version)
  const titleOf = (name: string): string => `${pascal(contract.id)}${pascal(name)}`
  const component: OpenApiKit['component'] = (key, name, make) => components.add('schemas', key, name, make)
  return {
    schemas,
    component,
    published(name, title = titleOf(name)) {
      const { title: _, ...schema } = schemas[name] ?? {}
      return new SchemaAdopter(components, title, opened(schema)).component()
    },
    derived(name, schema, description) {
      const title = titleOf(name)
      return component(`${contract.id} ${edition.version} ${name} derived`, title, () =>
        defined<JsonObject>({ title, description, ...schema } as JsonObject),
      )
    },
    answer({ name, title }, make) {
      const wanted = `${name}${pascal(contract.id)}${edition.version === contract.current ? '' : pascal(edition.version)}`
      return component(`${contract.id} ${edition.version} answer ${name}`, wanted, () => {
        const made = make()
        return { ...made, title: `${title} (${contract.id} ${edition.version})` }
      })
    },
    widened: (schema, names, options) => widenSchema(schema, names, components, options),
    without: (schema, names) => without(schema, names, components),
    wrapped,
    object,
    anyOf,
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

function wrapped(
  { schema, forms }: OutputDescription,
  refine: (schema: JsonObject) => JsonObject = same => same,
): JsonObject {
  if (forms.size === 4) return { type: 'object' }
  return anyOf([...forms].map(form => (form === 'object' ? refine(schema) : wraps[form](schema))))
}
