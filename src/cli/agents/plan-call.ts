/** From an operation's name and inputs to the HTTP request that calls it. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { valueAt } from '../../lib/pointer.ts'
import { coerce } from '../../server/http/coerce.ts'
import { headerName } from '../../server/http/gather-input.ts'
import { printable } from '../columns.ts'
import { givenJson, givenObject } from '../given-json.ts'
import { unknownWord, usageError } from '../usage.ts'

export interface PlannedCall {
  method: string
  url: URL
  headers: Record<string, string>
  body?: JsonObject
  /** Called by task type: the answer is in the contract of the run endpoints. */
  byTaskType: boolean
}

interface Found {
  method: string
  path: string
  operation: JsonObject
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** The inputs of a command line as one object. Texts become what the schema wants; what is given again is a list. */
export async function readInputs(
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

export function operationsOf(document: JsonObject): Found[] {
  const paths = isObject(document.paths) ? document.paths : {}
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const operation = isObject(item) ? item[method] : undefined
      return isObject(operation) ? [{ method: method.toUpperCase(), path, operation }] : []
    }),
  )
}

/** Plans a call from the agent's OpenAPI document; without one, or for a task type, from the run endpoints. */
export async function planCall(
  base: string,
  name: string,
  words: readonly string[],
  document: JsonObject | undefined,
  wantsStream: boolean,
): Promise<PlannedCall> {
  const known = document === undefined ? [] : operationsOf(document)
  const found = known.find(({ operation }) => operation.operationId === name)
  if (document === undefined || found === undefined) {
    const isTaskType = document === undefined || /^[A-Z][A-Z0-9_]*$/.test(name)
    if (!isTaskType) {
      const ids = known.flatMap(({ operation }) =>
        typeof operation.operationId === 'string' ? [operation.operationId] : [],
      )
      throw unknownWord('operation', name, ids, `There are ${ids.join(', ')}.`)
    }
    const inputs = await readInputs(words, () => ({}))
    return {
      method: 'POST',
      url: new URL(`${base}/agents/run/${wantsStream ? 'stream' : 'sync'}`),
      headers: {},
      body: { request_id: crypto.randomUUID(), task_type: name, inputs },
      byTaskType: true,
    }
  }
  return planOperation(base, found, words, document)
}

async function planOperation(
  base: string,
  { method, path, operation }: Found,
  words: readonly string[],
  document: JsonObject,
): Promise<PlannedCall> {
  const parameters = (Array.isArray(operation.parameters) ? operation.parameters : [])
    .map(parameter => resolved(parameter, document))
    .filter(isObject)
  const body = bodySchema(operation, document)
  const properties = isObject(body.properties) ? body.properties : {}
  const schemaOf = (name: string): JsonObject => {
    const parameter = parameters.find(candidate => isParameter(candidate, name))
    const schema = parameter === undefined ? properties[name] : parameter.schema
    const found = resolved(schema, document)
    return isObject(found) ? found : {}
  }
  const inputs = await readInputs(words, schemaOf, document)
  const missing = [...path.matchAll(/\{(\w+)\}/g)].find(([, name = '']) => `${inputs[name] ?? ''}` === '')?.[1]
  if (missing !== undefined) throw usageError(`${missing} is missing: ${method} ${path} needs it. Give ${missing}=….`)
  const url = new URL(
    base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inputs[name] ?? ''))),
  )
  const headers: Record<string, string> = {}
  const rest: [string, Json][] = []
  for (const [name, value] of Object.entries(inputs)) {
    const place = parameters.find(candidate => isParameter(candidate, name))?.in
    if (place === 'path' || path.includes(`{${name}}`)) continue
    if (place === 'header') headers[headerName(name)] = String(value)
    else if (place === 'query' || method === 'GET' || method === 'DELETE') {
      for (const item of [value].flat()) url.searchParams.append(name, String(item))
    } else rest.push([name, value])
  }
  const hasBody = method !== 'GET' && method !== 'DELETE'
  return { method, url, headers, byTaskType: false, ...(hasBody ? { body: Object.fromEntries(rest) } : undefined) }
}

function isParameter(parameter: JsonObject, name: string): boolean {
  return parameter.name === name || (parameter.in === 'header' && parameter.name === headerName(name))
}

function bodySchema(operation: JsonObject, document: JsonObject): JsonObject {
  const schema = valueAt(operation, '/requestBody/content/application~1json/schema') as Json | undefined
  const found = resolved(schema, document)
  return isObject(found) ? found : {}
}

/** What a reference within a document leads to. */
export function resolved(value: Json | undefined, document: JsonObject): Json | undefined {
  if (!isObject(value) || typeof value.$ref !== 'string' || !value.$ref.startsWith('#/')) return value
  return valueAt(document, value.$ref.slice(1)) as Json | undefined
}
