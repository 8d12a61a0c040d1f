/** The words of a command line as the input of a call. */
import type { OfferedOperation } from '../../client/connection.ts'
import { resolved } from '../../client/http/openapi.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { coerce } from '../../server/http/coerce.ts'
import { printable } from '../columns.ts'
import { givenJson, givenObject } from '../given-json.ts'
import { usageError } from '../usage.ts'

/** The inputs of an operation. Texts become what its schema wants. */
export function inputsFor(found: OfferedOperation | undefined, words: readonly string[]): Promise<JsonObject> {
  const root = found?.input ?? {}
  const properties = isObject(root.properties) ? root.properties : {}
  const schemaOf = (name: string): JsonObject => {
    const schema = Object.hasOwn(properties, name) ? resolved(properties[name], root) : undefined
    return isObject(schema) ? schema : {}
  }
  return readInputs(words, schemaOf, root)
}

/** The inputs of a command line as one object. Texts become what the schema wants; what is given again is a list. */
async function readInputs(
  words: readonly string[],
  schemaOf: (name: string) => JsonObject,
  root: JsonObject = {},
): Promise<JsonObject> {
  const members = new Map<string, Json>()
  const texts = new Map<string, string[]>()
  const values = new Map<string, Json[]>()
  for (const word of words) {
    if (word === '-' || word.startsWith('@')) {
      const value = await givenObject(word === '-' ? '@-' : word, 'The input must be a JSON object.')
      for (const [name, member] of Object.entries(value)) members.set(name, member)
      continue
    }
    const [, name = '', kind, value = ''] = /^([^=:]+)(:?=)([\s\S]*)$/.exec(word) ?? []
    if (name === '') throw usageError(`An input is key=value, key:=JSON, @FILE or -.`)
    if (kind === ':=')
      values.set(name, [...(values.get(name) ?? []), givenJson(value, `${printable(name)}:= takes JSON.`)])
    else texts.set(name, [...(texts.get(name) ?? []), value])
  }
  for (const [name, list] of texts) {
    if (values.has(name)) throw usageError(`${name} is given both as ${name}= and as ${name}:=.`)
    members.set(name, coerce(list, schemaOf(name), root))
  }
  for (const [name, [value = null, ...more]] of values) members.set(name, more.length === 0 ? value : [value, ...more])
  return Object.fromEntries(members)
}
