/** The JSON Schema of the hub: one document per root, made from its tables. */
import type { AnyNode, AnyShape } from '../../src/outcome/shape.ts'
import { hub } from '../../src/outcome/tables.ts'

type Schema = Record<string, unknown>

/** What is published: the documents that a program stores, sends or receives. */
const roots = ['call', 'exchange', 'moment', 'outcome'] as const

const names = new Map<AnyShape, string>(Object.entries(hub).map(([name, shape]) => [shape, name]))

export function hubFiles(): Map<string, string> {
  return new Map(
    roots.map(root => {
      const definitions = new Map<string, Schema>()
      const schema = inPlace(hub[root], definitions)
      const $defs = Object.fromEntries([...definitions].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const $schema = 'https://json-schema.org/draft/2020-12/schema'
      const document = { $schema, title: titleOf(root), ...schema, ...(definitions.size === 0 ? undefined : { $defs }) }
      return [`schemas/outcome/${root}.json`, `${JSON.stringify(document, null, 2)}\n`]
    }),
  )
}

function titleOf(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)} of the hub`
}

/** A shape that has a name is defined once. */
function schemaOf(shape: AnyShape, definitions: Map<string, Schema>): Schema {
  const name = names.get(shape)
  if (name === undefined) return inPlace(shape, definitions)
  if (!definitions.has(name)) {
    definitions.set(name, {})
    definitions.set(name, inPlace(shape, definitions))
  }
  return { $ref: `#/$defs/${name}` }
}

function inPlace(shape: AnyShape, definitions: Map<string, Schema>): Schema {
  switch (shape.is) {
    case 'text':
      return { type: 'string' }
    case 'number':
      return { type: 'number' }
    case 'flag':
      return { type: 'boolean' }
    case 'value':
      return {}
    case 'object':
      return { type: 'object' }
    case 'extra':
      return { type: 'object', additionalProperties: { type: 'object' } }
    case 'oneOf':
      return shape.values.length === 1 ? { const: shape.values[0] } : { enum: shape.values }
    case 'list': {
      const items = schemaOf(shape.item, definitions)
      return { type: 'array', items, ...(shape.least === 0 ? undefined : { minItems: shape.least }) }
    }
    case 'node':
      return nodeSchema(shape, definitions)
    case 'union':
      return { oneOf: Object.values(shape.variants).map(variant => schemaOf(variant, definitions)) }
  }
}

function nodeSchema({ members }: AnyNode, definitions: Map<string, Schema>): Schema {
  const entries = Object.entries(members)
  const required = entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { shape }]) => [name, schemaOf(shape, definitions)])),
    ...(required.length === 0 ? undefined : { required }),
  }
}
