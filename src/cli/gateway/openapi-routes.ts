/** Routes of a gateway from an OpenAPI document. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { usageError } from '../usage.ts'

export interface FoundRoute {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly isStream: boolean
  readonly summary: string | undefined
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const mostRoutes = 1000
/** Pages that a gateway has itself, or that are no operations. */
const pages = /^\/(?:health|healthz|livez|ready|readyz|metrics|docs|openapi\.json)(?:\/|$)/

/** The operations of a document, in its order. */
export function routesIn(document: Json): FoundRoute[] {
  if (!isObject(document) || !isObject(document.paths)) {
    throw usageError('This is not an OpenAPI document: it has no paths.')
  }
  const ids = new Set<string>()
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/') && !pages.test(path))
    .flatMap(([path, item]) =>
      methods.flatMap(method => {
        const operation = isObject(item) ? item[method] : undefined
        return isObject(operation) ? [routeOf(method, path, operation, ids)] : []
      }),
    )
    .slice(0, mostRoutes)
}

/** The first absolute address that the document names. */
export function serverOf(document: Json): string | undefined {
  const servers = isObject(document) && Array.isArray(document.servers) ? document.servers : []
  const urls = servers.map(server =>
    isObject(server) && typeof server.url === 'string' ? URL.parse(server.url) : null,
  )
  const url = urls.find(one => one !== null && /^https?:$/.test(one.protocol))
  return url ? `${url.origin}${url.pathname.replace(/\/$/, '')}` : undefined
}

function routeOf(method: string, path: string, operation: JsonObject, ids: Set<string>): FoundRoute {
  const { operationId, summary } = operation
  const base = idOf(typeof operationId === 'string' ? operationId : `${method}${path}`)
  let id = base
  for (let again = 2; ids.has(id); again++) id = `${base}-${again}`
  ids.add(id)
  return {
    id,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => `{${name.replaceAll(/\W/g, '_')}}`),
    isStream: hasStream(operation),
    summary: typeof summary === 'string' ? summary.replaceAll(/\s+/g, ' ').slice(0, 100) : undefined,
  }
}

function idOf(text: string): string {
  const id = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|-+$/g, '')
  return id.slice(0, 100) || 'route'
}

function hasStream({ responses }: JsonObject): boolean {
  return Object.values(isObject(responses) ? responses : {}).some(
    response =>
      isObject(response) && isObject(response.content) && Object.hasOwn(response.content, 'text/event-stream'),
  )
}
