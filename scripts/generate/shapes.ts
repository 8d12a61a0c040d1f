/** Schemas in their shortest form: whether a value fits, and nothing else. For clients, where code must be small. */
import type { BodyShape } from '../../src/codec/body-shape.ts'
import { annotations, type Schema, type SchemasByVersion } from './validators.ts'

/** A module that exports `shapes` by version and name. What occurs twice is written once. */
export function shapesCode(schemas: SchemasByVersion): string {
  const texts = Object.entries(schemas).map(([version, named]) => {
    const members = Object.entries(named).map(([name, schema]) => [name, shapeOf(schema as Schema)] as const)
    return [version, Object.fromEntries(members)] as const
  })
  const constants = new Map<string, string>()
  const write = (shape: unknown): string => {
    if (typeof shape !== 'object' || shape === null || Array.isArray(shape)) return JSON.stringify(shape)
    const inner = Object.entries(shape).map(([name, member]) => `${JSON.stringify(name)}: ${write(member)}`)
    const text = `{ ${inner.join(', ')} }`
    if (!('all' in shape)) return text
    const known = constants.get(text) ?? `shape${constants.size + 1}`
    constants.set(text, known)
    return known
  }
  const table = write(Object.fromEntries(texts))
  const lines = [...constants].map(([text, name]) => `const ${name} = ${text}`)
  return `// Generated from schema.ts by scripts/generate.ts. Do not edit.\n${lines.join('\n')}\nexport const shapes = ${table}\n`
}

/** Keywords that change nothing about what fits. */
const told = new Set(['$id', '$schema', 'title', 'description', ...annotations])

function shapeOf(schema: Schema): BodyShape {
  const {
    type,
    const: only,
    enum: values,
    minLength = 0,
    minItems = 0,
    minimum,
    items,
    properties,
    required,
    ...rest
  } = schema as Record<string, unknown>
  const { additionalProperties, ...unknown } = rest
  const odd = Object.keys(unknown).filter(name => !told.has(name))
  if (odd.length > 0) throw new Error(`A schema has a keyword that no shape has: ${odd}.`)
  if (only !== undefined) return [only]
  if (Array.isArray(values)) return values
  if (type === 'string') return minLength as number
  if (type === 'boolean') return 'boolean'
  if (type === 'integer' && minimum === 0) return 'count'
  if (type === 'array') return { items: shapeOf(items as Schema), least: minItems as number }
  if (type !== 'object' || additionalProperties !== false) throw new Error('A schema of this kind has no shape.')
  const needed = new Set(required as string[])
  const members = Object.entries(properties as Record<string, Schema>).map(
    ([name, member]) => [name, shapeOf(member)] as const,
  )
  return {
    all: Object.fromEntries(members.filter(([name]) => needed.has(name))),
    some: Object.fromEntries(members.filter(([name]) => !needed.has(name))),
  }
}
