/** What an OpenAPI document says of the operations of an agent. Loaded when an operation is called by its name. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { valueAt } from '../../lib/pointer.ts'
import { limitsOf } from './limits.ts'
import { type ClientRoute, headerName } from './plan.ts'
import { type HttpBounds, request } from './request.ts'

/** The OpenAPI document of an agent; undefined when it has none, or one that cannot be read. */
export async function loadDocument(
  base: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  bounds: HttpBounds,
): Promise<JsonObject | undefined> {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/openapi.json`
  url.search = ''
  const limits = limitsOf(signal, undefined)
  try {
    const asking = { ...headers, accept: 'application/json' }
    const got = await request({ method: 'GET', url, headers: asking }, limits, bounds)
    if (got.kind !== 'wire' || got.wire.status !== 200) return undefined
    const reading = got.wire.body.json()
    return reading.ok && isObject(reading.value) && isObject(reading.value.paths) ? reading.value : undefined
  } finally {
    limits.clear()
  }
}

/** An operation of an OpenAPI document. */
export interface DocumentOperation {
  readonly method: string
  readonly path: string
  readonly operation: JsonObject
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

export function operationsOf({ paths }: JsonObject): DocumentOperation[] {
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const operation = isObject(item) ? item[method] : undefined
      return isObject(operation) ? [{ method: method.toUpperCase(), path, operation }] : []
    }),
  )
}

/** What a reference within a document leads to. */
export function resolved(value: Json | undefined, document: JsonObject): Json | undefined {
  if (!isObject(value) || typeof value.$ref !== 'string' || !value.$ref.startsWith('#/')) return value
  return valueAt(document, value.$ref.slice(1)) as Json | undefined
}

export function parametersOf({ parameters }: JsonObject, document: JsonObject): JsonObject[] {
  return (Array.isArray(parameters) ? parameters : []).map(one => resolved(one, document)).filter(isObject)
}

/** The route of an operation by its id; undefined when the document has none. */
export function routeOf(document: JsonObject, name: string): ClientRoute | undefined {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === name)
  if (found === undefined) return undefined
  const parameters = parametersOf(found.operation, document)
  const ofName = (name: string) =>
    parameters.find(one => one.name === name || (one.in === 'header' && one.name === headerName(name)))
  return {
    method: found.method,
    path: found.path,
    placeOf: input => ofName(input)?.in,
    honoursKeys: parameters.some(one => one.in === 'header' && /^idempotency-key$/i.test(String(one.name))),
  }
}
