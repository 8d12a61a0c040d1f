/** The contract that comes nearest to a message that none recognises, and why it is not that one. */
import { check } from '../codec/check.ts'
import { contractRows } from '../contracts/rows.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { carrierFor } from './recognise.ts'
import type { Source } from './source.ts'

interface Fit {
  id: string
  version: string
  schema: string
  has: string[]
  lacks: string[]
}

/** A member that many formats have shows nothing: two are needed. */
const fewest = 2

/** One sentence, or undefined when the message is like no contract. */
export async function nearestContract(source: Source, schemasOf: SchemaSource): Promise<string | undefined> {
  const reading = source.body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const body = reading.value
  const [best] = contractRows
    .flatMap(({ id, current }) => schemasOf(id, current).map(schema => fitOf(body, id, current, schema)))
    .filter(({ has }) => has.length >= fewest)
    .sort((a, b) => b.has.length - b.lacks.length - (a.has.length - a.lacks.length))
  if (best === undefined) return undefined
  const { id, version, schema, has, lacks } = best
  const unknown = lacks.map(name => (Object.hasOwn(body, name) ? `known ${name}` : name))
  const why = lacks.length > 0 ? `but no ${listed(unknown, 'or')}` : await brokenRule(source, best)
  return `The nearest is ${id} ${version} (${schema}): it has ${listed(has, 'and')}, ${why}.`
}

async function brokenRule(source: Source, { id, version }: Fit): Promise<string> {
  const contract = await contractRows.find(row => row.id === id)?.load()
  const edition = contract?.editions[version]
  if (contract === undefined || edition === undefined) return 'but it is not recognised'
  const wire = source.wireOver(carrierFor(edition, source.face, 'response'))
  const broken = check(contract, wire, { version }).find(({ level }) => level === 'must')
  if (broken === undefined) return `and nothing in it breaks that contract: pass --contract ${id}`
  return `but it breaks ${broken.rule}${broken.pointer === '' ? '' : ` at ${broken.pointer}`}`
}

/** An object that a published schema of an edition describes. */
export interface NamedSchema {
  readonly name: string
  readonly properties: JsonObject
  readonly required: readonly string[]
}

/** The objects that the published schemas of an edition describe. */
export type SchemaSource = (id: string, version: string) => readonly NamedSchema[]

function fitOf(body: JsonObject, id: string, version: string, { name, properties, required }: NamedSchema): Fit {
  return {
    id,
    version,
    schema: name,
    has: Object.entries(properties).flatMap(([member, schema]) => (hasMember(body, member, schema) ? [member] : [])),
    lacks: required.filter(member => !hasMember(body, member, properties[member])),
  }
}

/** A member with a value that the contract does not know, such as the status of another contract, is none of its own. */
function hasMember(body: JsonObject, member: string, schema: Json | undefined): boolean {
  return Object.hasOwn(body, member) && isKnownValue(body[member], schema)
}

function isKnownValue(value: Json | undefined, schema: Json | undefined): boolean {
  if (!isObject(schema)) return true
  if ('const' in schema) return value === schema.const
  if (Array.isArray(schema.enum)) return schema.enum.some(known => known === value)
  return Array.isArray(schema.anyOf) ? schema.anyOf.some(one => isKnownValue(value, one)) : true
}

/** `a, b and c`; of many the first few. */
function listed(names: readonly string[], word: 'and' | 'or'): string {
  const shown = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} more`] : names
  const last = shown.at(-1) ?? ''
  return shown.length === 1 ? last : `${shown.slice(0, -1).join(', ')} ${word} ${last}`
}
