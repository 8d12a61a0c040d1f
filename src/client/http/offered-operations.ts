/** The operations of an OpenAPI document with their inputs. Loaded for a list. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { isMarked } from '../../lib/openapi-marks.ts'
import { valueAt } from '../../lib/pointer.ts'
import type { OfferedOperation } from '../connection.ts'
import { operationsOf, parametersOf, resolved } from './openapi.ts'

/** The operations of an OpenAPI document, with their inputs as one schema. */
export function offeredIn(document: JsonObject): OfferedOperation[] {
  return operationsOf(document).flatMap(({ method, path, operation }): OfferedOperation[] => {
    const { operationId, summary, description } = operation
    if (typeof operationId !== 'string') return []
    return [
      {
        name: operationId,
        ...(typeof summary === 'string' ? { title: summary } : undefined),
        ...(typeof description === 'string' ? { description } : undefined),
        // Of those that are asked for: each may refer to most of the document.
        get input() {
          return inputOf(operation, document)
        },
        route: `${method} ${path}`,
        ...(isMarked(operation, 'builtIn') ? { isBuiltIn: true } : undefined),
      },
    ]
  })
}

/** Headers that this client sends itself, or that OpenAPI describes elsewhere: they are no inputs. */
const ownHeaders = new Set([
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'prefer',
  'traceparent',
  'x-approval-token',
  'x-correlation-id',
  'x-request-id',
])

function inputOf(operation: JsonObject, document: JsonObject): JsonObject {
  const schema = resolved(
    valueAt(operation, '/requestBody/content/application~1json/schema') as Json | undefined,
    document,
  )
  const body = isObject(schema) ? schema : {}
  const own = parametersOf(operation, document).filter(
    one => !isMarked(one, 'protocol') && !(one.in === 'header' && ownHeaders.has(String(one.name).toLowerCase())),
  )
  const properties = {
    ...Object.fromEntries(own.map(one => [String(one.name), resolved(one.schema, document) ?? {}])),
    ...(isObject(body.properties) ? body.properties : undefined),
  }
  const needed = own.filter(({ required }) => required === true).map(({ name }) => String(name))
  const required = [...needed, ...(Array.isArray(body.required) ? body.required : [])]
  const whole = { ...body, type: 'object', properties, ...(required.length === 0 ? undefined : { required }) }
  // References within the schemas lead into the document.
  const refers = JSON.stringify(properties).includes('#/components/') && document.components !== undefined
  return refers ? { ...whole, components: document.components as Json } : whole
}
