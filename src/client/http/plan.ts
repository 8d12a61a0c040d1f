/** From a call to the HTTP request that makes it: a route, or an operation of an OpenAPI document. */
import type { Calling } from '../../codec/calling.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Fault } from '../../outcome/fault.ts'
import { fillPath } from './fill-path.ts'
import type { GivenContract } from './read.ts'
import type { ClientHttpRequest } from './request.ts'

/** A request, and what is known of the operation that it calls. */
export interface OperationRequest extends ClientHttpRequest {
  /** Calling it twice is the same as calling it once. */
  readonly isEffectFree: boolean
  /** The agent states that it honours idempotency keys. */
  readonly honoursKeys: boolean
  /** The contract of the answer, where the way of calling decides it. */
  readonly given?: GivenContract | undefined
}

const bodiless = new Set(['GET', 'DELETE'])

/** A route, and what is known of it. */
export interface ClientRoute {
  readonly method: string
  readonly path: string
  /** Where an input goes that is not in its usual place. */
  placeOf?(name: string): Json | undefined
  /** The agent states that the operation honours idempotency keys. */
  readonly honoursKeys?: boolean
}

/** `maxRows` is sent as the header `max-rows`. */
export function headerName(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replaceAll('_', '-')
}

/** `POST /campaigns/{id}/optimizations` as the name of an operation. */
export function routeIn(operation: string): ClientRoute | undefined {
  const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(operation) ?? []
  return method === undefined || path === undefined ? undefined : { method, path }
}

/** The request of a route. Members of the input go into the path, the query, headers and the body. */
export function planRoute(
  base: URL,
  { method, path, placeOf = () => undefined, honoursKeys = false }: ClientRoute,
  call: Call,
  calling?: Calling,
): OperationRequest | { fault: Fault } {
  const input: JsonObject = isObject(call.input) ? call.input : { value: call.input }
  const filled = fillPath(path, input)
  if ('fault' in filled) return filled
  const { names } = filled
  const url = under(base, filled.path)
  const headers: Record<string, string> = {}
  // Only in a body: some are secrets, and a URL is in logs.
  const body: [string, Json][] = Object.entries(calling?.bodyMembersOf?.(call) ?? {})
  for (const [name, value] of Object.entries(input)) {
    const place = placeOf(name)
    if (names.has(name)) continue
    if (place === 'header') headers[headerName(name)] = String(value)
    else if (place === 'query' || bodiless.has(method)) {
      for (const item of [value].flat()) url.searchParams.append(name, textOf(item as Json))
    } else body.push([name, value])
  }
  return {
    method,
    url,
    headers,
    isEffectFree: method === 'GET',
    honoursKeys,
    ...(bodiless.has(method) ? undefined : { body: JSON.stringify(Object.fromEntries(body)) }),
  }
}

function textOf(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A path below the address of the agent, unless the address ends with it already. */
export function under(base: URL, path: string): URL {
  const url = new URL(base)
  const at = base.pathname.replace(/\/+$/, '')
  const [target = '', query] = path.split('?')
  url.pathname = at !== '' && at.endsWith(target) ? at : at + target
  if (query !== undefined) url.search = query
  return url
}
