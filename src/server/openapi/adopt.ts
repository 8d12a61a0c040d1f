/** Schemas that stand on their own, taken into a document: what they refer to inside themselves becomes a component. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { tokensOf, valueAt } from '../../lib/pointer.ts'
import { type Components, pascal } from './components.ts'
import { anything, innerSchemas, mapSchema, nothing } from './keywords.ts'

/** A node, and the schema whose `#` its references mean. */
interface SchemaPlace {
  node: JsonObject
  scope: JsonObject
}

/** One schema with its own definitions. */
export class SchemaAdopter {
  readonly #root: JsonObject
  readonly #components: Components
  readonly #name: string
  readonly #keys = new Map<JsonObject, number>()

  /** `name` is what the components made of its parts begin with. */
  constructor(components: Components, name: string, root: JsonObject) {
    this.#components = components
    this.#name = name
    this.#root = root
  }

  /** The whole schema as a component. */
  component(): JsonObject {
    const make = (): JsonObject => ({ title: this.#name, ...this.#write({ node: this.#root, scope: this.#root }) })
    return this.#components.add('schemas', `${this.#name} whole`, this.#name, make)
  }

  #write({ node, scope: outer }: SchemaPlace): JsonObject {
    const scope = typeof node.$id === 'string' && !node.$id.startsWith('#') ? node : outer
    const written = spelled(mapSchema(node, inner => this.#write({ node: inner, scope })))
    const to = referenceOf(node)
    return to === undefined ? written : { ...this.#refer(to, scope), ...written }
  }

  #refer(to: string, scope: JsonObject): JsonObject {
    const found = this.#find(to, scope)
    if (found === undefined) return anything
    if (found.node === this.#root) return this.component()
    const key = this.#keys.get(found.node) ?? this.#keys.size
    this.#keys.set(found.node, key)
    const suffix = pascal(lastName(to) ?? 'Part')
    return this.#components.add('schemas', `${this.#name} ${key}`, `${this.#name}${suffix}`, () => this.#write(found))
  }

  #find(to: string, scope: JsonObject): SchemaPlace | undefined {
    const [base = '', fragment = ''] = to.split('#')
    const within = base === '' ? scope : identified(this.#root, base)
    if (within === undefined) return undefined
    const name = decodeFragment(fragment)
    const node = name === '' || name.startsWith('/') ? valueAt(within, name) : anchored(within, name)
    if (typeof node === 'boolean') return { node: node ? anything : nothing, scope: within }
    return isObject(node) ? { node, scope: within } : undefined
  }
}

/** What goes without saying, said: some readers want every array to have items, and every demanded member a schema. */
function spelled(schema: JsonObject): JsonObject {
  const silent = schema.items === undefined && schema.unevaluatedItems === undefined
  const items = silent && [schema.type].flat().includes('array') ? { items: {} } : {}
  const { additionalProperties: others = true, unevaluatedProperties: further = true } = schema
  if (!Array.isArray(schema.required) || others === false || further !== true) return { ...schema, ...items }
  const properties = isObject(schema.properties) ? schema.properties : {}
  const lacking = schema.required.filter(
    name => typeof name === 'string' && !Object.hasOwn(properties, name),
  ) as string[]
  if (lacking.length === 0) return { ...schema, ...items }
  const rest = isObject(others) ? others : anything
  return {
    ...schema,
    ...items,
    properties: { ...properties, ...Object.fromEntries(lacking.map(name => [name, rest])) },
  }
}

function referenceOf({ $ref, $dynamicRef }: JsonObject): string | undefined {
  return typeof $ref === 'string' ? $ref : typeof $dynamicRef === 'string' ? $dynamicRef : undefined
}

function lastName(to: string): string | undefined {
  const [base = '', fragment = ''] = to.split('#')
  const name = fragment.startsWith('/') ? tokensOf(decodeFragment(fragment)).at(-1) : decodeFragment(fragment)
  return (
    name ||
    base
      .split('/')
      .at(-1)
      ?.replace(/\.json$/, '')
  )
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function identified(root: JsonObject, id: string): JsonObject | undefined {
  return search(root, ({ $id }) => typeof $id === 'string' && ($id === id || $id.endsWith(`/${id}`)))
}

function anchored(root: JsonObject, name: string): JsonObject | undefined {
  return search(root, ({ $anchor, $dynamicAnchor }) => $anchor === name || $dynamicAnchor === name)
}

function search(node: JsonObject, is: (node: JsonObject) => boolean): JsonObject | undefined {
  if (is(node)) return node
  for (const inner of innerSchemas(node)) {
    const found = search(inner, is)
    if (found !== undefined) return found
  }
  return undefined
}
