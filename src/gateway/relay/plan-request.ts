/** From a call to the request that an upstream over HTTP gets: that of its contract, or of a route with its arguments. */
import { fillPath } from '../../client/http/fill-path.ts'
import { callHeaders } from '../../client/http/request-headers.ts'
import { prepareCall } from '../../client/prepare-call.ts'
import type { Calling } from '../../codec/calling.ts'
import type { Edition } from '../../codec/contract.ts'
import type { Loss } from '../../codec/loss.ts'
import { hopsHeader } from '../../lib/hops.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { HttpEdition } from '../../server/negotiate.ts'

/** Where an upstream is called, and how. */
export interface UpstreamOperation {
  readonly contractEdition: HttpEdition
  /** What the upstream calls it, where its contract names operations: a task type. Default: as the call says. */
  readonly name?: string | undefined
  readonly method: string
  /** With the names of its parameters: `/campaigns/{id}`. */
  readonly path: string
}

export interface PlannedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array | undefined
  readonly losses: readonly Loss[]
}

const noNames: ReadonlySet<string> = new Set()
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE'])

/** Whether requests of a contract have a path of their own, whatever is called. */
export function hasOwnPath({ contract, face }: HttpEdition): boolean {
  return contract.calling?.hasTarget === true && face.request !== undefined
}

const knownPaths = new WeakMap<Edition, readonly string[]>()

/** The paths that requests of a contract have, with and without a stream; none where they have the route's. */
export function ownPaths(contractEdition: HttpEdition): readonly string[] {
  const { edition, face } = contractEdition
  const known = knownPaths.get(edition)
  if (known !== undefined) return known
  const call: Call = { operation: 'any', input: {}, exchange: { requestId: 'any' } }
  const targets = hasOwnPath(contractEdition)
    ? [call, { ...call, prefer: { stream: true } }].map(one => face.request?.encode(one).wire.target)
    : []
  const paths = targets.filter(target => target !== undefined)
  knownPaths.set(edition, paths)
  return paths
}

/** Plans the request of a call; a fault where its arguments do not fit. */
export function planRequest(operation: UpstreamOperation, given: Call, isStream: boolean): PlannedRequest | Fault {
  const { contract, face, edition } = operation.contractEdition
  const { call } = prepareCall(given, keyless(contract.calling), undefined)
  const hops = call.hops === undefined ? undefined : String(call.hops)
  const { versionHeader } = contract.serving ?? {}
  const common = {
    [hopsHeader]: hops,
    ...(versionHeader === undefined ? undefined : { [versionHeader.toLowerCase()]: edition.version }),
  }
  if (hasOwnPath(operation.contractEdition)) {
    const named = operation.name === undefined ? call : { ...call, operation: operation.name }
    const encoded = face.request?.encode(isStream ? { ...named, prefer: { ...named.prefer, stream: true } } : named)
    const { method = 'POST', target = '/', headers = {}, body } = encoded?.wire ?? {}
    return {
      method,
      path: target,
      headers: { ...headers, ...common },
      body: body?.bytes,
      losses: encoded?.losses ?? [],
    }
  }
  return planRoute(operation, call, isStream, common)
}

/** A key that is made for a call would be another for each repeat of it: only the caller's own counts. */
function keyless(calling: Calling | undefined): Calling | undefined {
  const { prepare } = calling ?? {}
  return prepare === undefined ? undefined : { prepare }
}

/** Members of the input go into the path, the query and the body. */
function planRoute(
  { contractEdition: { contract }, method, path: pattern }: UpstreamOperation,
  call: Call,
  isStream: boolean,
  common: PlannedRequest['headers'],
): PlannedRequest | Fault {
  const filled = pattern.includes('{')
    ? fillPath(pattern, isObject(call.input) ? call.input : {})
    : { path: pattern, names: noNames }
  if ('fault' in filled) return filled.fault
  const { path, names } = filled
  const headers = callHeaders(call, isStream, common)
  if (bodiless.has(method)) {
    return { method, path: path + queryOf(call.input, names), headers, body: undefined, losses: [] }
  }
  const body = bodyOf(call, names, contract.calling)
  headers['content-type'] = 'application/json'
  return { method, path, headers, body: Buffer.from(JSON.stringify(body)), losses: [] }
}

/** Only in a body: some members of the request itself are secrets, and a URL is in logs. */
function bodyOf(call: Call, names: ReadonlySet<string>, calling: Calling | undefined): Json {
  const { input } = call
  if (!isObject(input)) return input
  const own: JsonObject = calling?.bodyMembersOf?.(call) ?? {}
  if (names.size === 0) return { ...own, ...input }
  return { ...own, ...Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name))) }
}

function queryOf(input: Json, names: ReadonlySet<string>): string {
  if (!isObject(input)) return ''
  const pairs = Object.entries(input)
    .filter(([name]) => !names.has(name))
    .flatMap(([name, value]) =>
      [value].flat().map(item => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(item as Json))}`),
    )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function textOf(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
