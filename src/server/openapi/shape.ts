/** What a schema of the document lets through at its top. */
import type { Form } from '../../codec/serving-openapi.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Components } from './components.ts'
import { schemaOf } from './keywords.ts'

const all: readonly Form[] = ['object', 'array', 'string', 'scalar']

const formOfType: Readonly<Record<string, Form>> = {
  object: 'object',
  array: 'array',
  string: 'string',
  number: 'scalar',
  integer: 'scalar',
  boolean: 'scalar',
  null: 'scalar',
}

/** The forms of value that may pass. */
export function formsOf(schema: JsonObject, components: Components, depth = 0): ReadonlySet<Form> {
  if (depth > 16) return new Set(all)
  const inner = (node: Json): ReadonlySet<Form> => formsOf(schemaOf(node), components, depth + 1)
  const constraints: ReadonlySet<Form>[] = []
  if (typeof schema.$ref === 'string') constraints.push(formsOf(components.resolve(schema), components, depth + 1))
  if (schema.type !== undefined)
    constraints.push(new Set([schema.type].flat().flatMap(type => formOfType[String(type)] ?? [])))
  if (schema.const !== undefined) constraints.push(new Set([formOfValue(schema.const)]))
  if (Array.isArray(schema.enum)) constraints.push(new Set(schema.enum.map(formOfValue)))
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(branches)) constraints.push(new Set(branches.flatMap(branch => [...inner(branch)])))
  }
  if (Array.isArray(schema.allOf)) constraints.push(...schema.allOf.map(inner))
  return new Set(all.filter(form => constraints.every(forms => forms.has(form))))
}

function formOfValue(value: Json): Form {
  if (Array.isArray(value)) return 'array'
  return isObject(value) ? 'object' : typeof value === 'string' ? 'string' : 'scalar'
}

/** What the items of an array must be, as far as one schema says. */
export function itemsOf(schema: JsonObject, components: Components): JsonObject {
  const { items, prefixItems } = components.resolve(schema)
  return prefixItems === undefined ? schemaOf(items) : {}
}

/** Members of an object, and whether each is demanded. Of alternatives none is. */
export function membersOf(
  schema: JsonObject,
  components: Components,
  depth = 0,
): Map<string, { schema: JsonObject; required: boolean }> {
  const found = new Map<string, { schema: JsonObject; required: boolean }>()
  if (depth > 16) return found
  const put = (name: string, member: JsonObject, required: boolean): void => {
    const known = found.get(name)
    found.set(
      name,
      known === undefined ? { schema: member, required } : { ...known, required: known.required || required },
    )
  }
  const merge = (node: Json | undefined, demands: boolean): void => {
    if (!isObject(node)) return
    for (const [name, member] of membersOf(node, components, depth + 1)) {
      put(name, member.schema, demands && member.required)
    }
  }
  if (typeof schema.$ref === 'string') merge(components.resolve(schema), true)
  const required = Array.isArray(schema.required) ? schema.required : []
  for (const [name, member] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    put(name, schemaOf(member), required.includes(name))
  }
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) merge(part, true)
  for (const part of [schema.anyOf, schema.oneOf].flatMap(list => (Array.isArray(list) ? list : []))) merge(part, false)
  for (const part of [schema.then, schema.else]) merge(part, false)
  for (const name of required) {
    const member = typeof name === 'string' ? found.get(name) : undefined
    if (typeof name === 'string' && member !== undefined) found.set(name, { ...member, required: true })
  }
  return found
}
