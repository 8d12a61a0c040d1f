/** Cases made from what a service publishes: its OpenAPI document, the tools of an MCP server, an agent card. */
import type { Contract } from '../codec/contract.ts'
import type { ProbeCase, Probing, PublishedOperation } from '../codec/probing.ts'
import { contractIds } from '../contracts/rows.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { valueAt } from '../lib/pointer.ts'
import { sampleOf } from '../lib/sample-input.ts'
import type { ProbeConnection } from './exchange.ts'

/** Pages and built-in routes of a service, which are no operations of its agent. */
const servicePaths =
  /^\/(?:health|healthz|ready|readyz|metrics|docs|openapi\.json|operations|approvals|agents\/run)(?:\/|$)/

/** The most operations that are taken from one document. */
const mostOperations = 200

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** A case for every operation that a service publishes. Its input is a sample of the schema. */
export async function publishedCases(
  connection: ProbeConnection,
  contract: Contract,
  probing: Probing,
): Promise<ProbeCase[]> {
  const known = await connection.operations?.()
  if (known !== undefined) return known.map(one => caseOf(one, contract))
  const document = await connection.openapi?.()
  if (document === undefined) return []
  if (contract.calling?.hasTarget) return (probing.publishedIn?.(document) ?? []).map(one => caseOf(one, contract))
  return casesIn(document, contract)
}

function caseOf({ operation, schema, hasEffects }: PublishedOperation, contract: Contract): ProbeCase {
  return {
    name: nameOf(operation),
    operation,
    input: objectOf(sampleOf(schema)),
    hasEffects: hasEffects && contract.calling?.mayChange?.(operation) !== false,
    streams: false,
    schema,
  }
}

/** The name of a case for an operation. */
export function nameOf(operation: string): string {
  return (
    operation
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 100) || 'operation'
  )
}

function objectOf(value: Json): JsonObject {
  return isObject(value) ? value : {}
}

function casesIn(document: JsonObject, contract: Contract): ProbeCase[] {
  const paths = Object.entries(isObject(document.paths) ? document.paths : {})
  return paths
    .filter(([path]) => !servicePaths.test(path) && !isOfAnother(path, contract))
    .flatMap(([path, item]) =>
      methods.flatMap(method => {
        const operation = isObject(item) ? item[method] : undefined
        return isObject(operation) ? [routeCase(document, contract, method.toUpperCase(), path, operation)] : []
      }),
    )
    .slice(0, mostOperations)
}

/** Tasks that another contract brings along are answered in that contract. */
function isOfAnother(path: string, { id }: Contract): boolean {
  const [, first = ''] = path.split('/')
  return first !== id && contractIds.includes(first)
}

function routeCase(
  document: JsonObject,
  contract: Contract,
  method: string,
  path: string,
  operation: JsonObject,
): ProbeCase {
  const name = typeof operation.operationId === 'string' ? operation.operationId : `${method}-${path}`
  const parameters = (Array.isArray(operation.parameters) ? operation.parameters : [])
    .map(parameter => resolved(parameter, document))
    .filter(isObject)
  const inPath = parameters.filter(parameter => parameter.in === 'path')
  const inQuery = parameters.filter(parameter => parameter.in === 'query' && parameter.required === true)
  const body = bodySchema(operation, document)
  const properties = {
    ...(isObject(body.properties) ? body.properties : undefined),
    ...Object.fromEntries([...inPath, ...inQuery].map(({ name, schema }) => [String(name), schema ?? {}])),
  }
  const required = [
    ...(Array.isArray(body.required) ? body.required : []),
    ...[...inPath, ...inQuery].map(parameter => parameter.name ?? ''),
  ]
  const schema: JsonObject = { ...body, type: 'object', properties, required, components: document.components ?? {} }
  const query = inQuery.map(parameter => String(parameter.name))
  const isFree = method === 'GET' || isDeclaredFree(operation) || contract.calling?.mayChange?.(name) === false
  return {
    name: nameOf(name),
    operation: name,
    input: objectOf(sampleOf(schema)),
    route: { method, path, ...(query.length === 0 ? undefined : { query }) },
    hasEffects: !isFree,
    streams: streams(operation),
    schema,
  }
}

/** An extension of the operation that says whether it changes anything: `mutating: false`. */
function isDeclaredFree(operation: JsonObject): boolean {
  return Object.entries(operation).some(
    ([name, value]) => name.startsWith('x-') && isObject(value) && value.mutating === false,
  )
}

function streams(operation: JsonObject): boolean {
  return valueAt(operation, '/responses/200/content/text~1event-stream') !== undefined
}

function bodySchema(operation: JsonObject, document: JsonObject): JsonObject {
  const schema = valueAt(operation, '/requestBody/content/application~1json/schema') as Json | undefined
  return objectOf(resolved(schema, document) ?? {})
}

/** What a reference within a document leads to. */
export function resolved(value: Json | undefined, document: JsonObject): Json | undefined {
  if (!isObject(value) || typeof value.$ref !== 'string' || !value.$ref.startsWith('#/')) return value
  return valueAt(document, value.$ref.slice(1)) as Json | undefined
}

/** Cases of a file, with the schemas and routes that the service publishes for their operations. */
export function withPublished(cases: readonly ProbeCase[], published: readonly ProbeCase[]): ProbeCase[] {
  return cases.map(one => {
    const same = published.find(({ operation }) => operation === one.operation)
    if (same === undefined) return one
    return {
      ...one,
      ...(one.schema === undefined && same.schema !== undefined ? { schema: same.schema } : undefined),
      ...(one.route === undefined && same.route !== undefined ? { route: same.route } : undefined),
    }
  })
}
