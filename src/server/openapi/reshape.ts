/** Schemas of the document, changed at their top: members added that an envelope brings, or left out that are elsewhere. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Components } from './components.ts'
import { anything, mapSchema, mapValues, schemaOf } from './keywords.ts'

/** Keywords whose schemas speak of the same value as the schema that they stand in. */
const inPlace = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas']

type Change = (node: JsonObject) => JsonObject

/** Changes a schema and all that speak of the same value. What refers to itself there says nothing more. */
function changeSchema(
  schema: JsonObject,
  components: Components,
  change: Change,
  seen: readonly string[] = [],
): JsonObject {
  const { $ref, ...node } = schema
  if (typeof $ref === 'string' && seen.includes($ref)) return anything
  const within = typeof $ref === 'string' ? [...seen, $ref] : seen
  const parts = Object.fromEntries(Object.entries(node).filter(([name]) => inPlace.includes(name)))
  const others = Object.fromEntries(Object.entries(node).filter(([name]) => !inPlace.includes(name)))
  const written = {
    ...change(others),
    ...mapSchema(parts, inner => changeSchema(inner, components, change, within)),
  }
  if (typeof $ref !== 'string') return written
  const target = changeSchema(components.resolve({ $ref }), components, change, within)
  return Object.keys(written).length === 0 ? target : { allOf: [target, written] }
}

/**
 * A schema that lets these members through, whatever it says of members that it does not name. `open` lets all others
 * through as well where it knows no others: a long list of names would hide the schema.
 */
export function widenSchema(
  schema: JsonObject,
  names: readonly string[],
  components: Components,
  { open = false } = {},
): JsonObject {
  return changeSchema(schema, components, given => {
    const node = open ? openSchema(given) : given
    const { propertyNames, patternProperties, maxProperties, const: constant, enum: values, ...rest } = node
    const closed = isClosing(node.additionalProperties) || isClosing(node.unevaluatedProperties)
    const properties = isObject(node.properties) ? node.properties : {}
    const more = names
      .filter(name => !Object.hasOwn(properties, name))
      .map((name): [string, JsonObject] => [name, anything])
    return {
      ...rest,
      ...(closed ? { properties: { ...properties, ...Object.fromEntries(more) } } : undefined),
      ...(propertyNames === undefined
        ? undefined
        : { propertyNames: { anyOf: [schemaOf(propertyNames), { enum: [...names] }] } }),
      ...(isObject(patternProperties) ? { patternProperties: sparing(patternProperties, names) } : undefined),
      ...(typeof maxProperties === 'number' ? { maxProperties: maxProperties + names.length } : undefined),
      ...(constant === undefined || isObject(constant) ? undefined : { const: constant }),
      ...(Array.isArray(values) && !values.some(isObject) ? { enum: values } : undefined),
    }
  })
}

function openSchema(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([name, value]) => !(closing.has(name) && value === false)))
}

const closing = new Set(['additionalProperties', 'unevaluatedProperties'])

function isClosing(keyword: JsonObject[string] | undefined): boolean {
  return keyword === false || (isObject(keyword) && Object.keys(keyword).length > 0)
}

/** The patterns that speak of none of these members. */
function sparing(patterns: JsonObject, names: readonly string[]): JsonObject {
  const free = ([pattern]: [string, unknown]): boolean => !names.some(name => new RegExp(pattern, 'u').test(name))
  return Object.fromEntries(Object.entries(patterns).filter(free))
}

/** A schema that neither names nor demands these members. */
export function without(schema: JsonObject, names: ReadonlySet<string>, components: Components): JsonObject {
  if (names.size === 0) return schema
  const stays = (name: unknown): boolean => typeof name !== 'string' || !names.has(name)
  return changeSchema(schema, components, node => {
    const { minProperties: _, properties, required, dependentRequired, ...rest } = node
    const left = Array.isArray(required) ? required.filter(stays) : []
    return {
      ...rest,
      ...(isObject(properties) ? { properties: filterMembers(properties, stays) } : undefined),
      ...(left.length > 0 ? { required: left } : undefined),
      ...(isObject(dependentRequired)
        ? {
            dependentRequired: mapValues(filterMembers(dependentRequired, stays), list =>
              Array.isArray(list) ? list.filter(stays) : list,
            ),
          }
        : undefined),
    }
  })
}

function filterMembers(members: JsonObject, stays: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => stays(name)))
}
