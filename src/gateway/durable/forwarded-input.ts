/**
 * A request as the runtime knows it. Its input is what a key, an approval and an approver see: the path, the query and the
 * body. Where it goes is kept apart from that: an edit and an answer change the body, never the target.
 */
import canonicalize from 'canonicalize'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'

/** The members of an input; others were added by the answer to a paused task, and belong to the body. */
const members: ReadonlySet<string> = new Set(['path', 'params', 'query', 'mediaType', 'body', 'base64'])

/** Where a task is forwarded to. No credentials are part of it. */
export interface ForwardTarget {
  readonly method: string
  readonly path: string
  /** The parts of the path that have names. */
  readonly params?: Readonly<Record<string, string>> | undefined
  /** With its question mark; empty without one. */
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  /** The caller wants a stream. */
  readonly isStream: boolean
  /** Of a call that is translated when it is forwarded: what the upstream calls it, and its arguments in the path. */
  readonly translated?: { readonly operation: string; readonly inPath: JsonObject } | undefined
  /** For whom the caller acts, as upstreams get it; absent where that is its subject. */
  readonly actor?: string | undefined
  /** What plugins tell the upstream of the caller in headers of other names, such as its tenant. */
  readonly identity?: Readonly<Record<string, string>> | undefined
}

export interface RequestParts {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly search: string
  /** Of a body that is not JSON. */
  readonly mediaType?: string | undefined
  readonly json?: Json | undefined
  readonly bytes: Uint8Array
}

/** The input of a forwarded call. */
export function inputOf({ path, params, search, mediaType, json, bytes }: RequestParts): JsonObject {
  return {
    path,
    ...(Object.keys(params).length === 0 ? undefined : { params: { ...params } }),
    ...(search === '' ? undefined : { query: search.slice(1) }),
    ...(json === undefined ? undefined : { body: json }),
    ...(json === undefined && bytes.byteLength > 0
      ? { mediaType: mediaType ?? '', base64: Buffer.from(bytes).toString('base64') }
      : undefined),
  }
}

/** Whether an input still names the target that its call was for, and has one body. */
export function isOfTarget(
  input: Json,
  { path, params = {}, search }: Pick<ForwardTarget, 'path' | 'params' | 'search'>,
): boolean {
  if (!isObject(input) || (input.body !== undefined && input.base64 !== undefined)) return false
  const isSame = canonicalize(input.params ?? {}) === canonicalize(params)
  return isSame && input.path === path && (input.query ?? '') === search.slice(1)
}

/** An input as it is forwarded: what was added to it is part of the body, where rules look for it. */
export function asForwarded(input: Json): Json {
  if (!isObject(input)) return input
  const added = addedTo(input)
  if (added.length === 0 || typeof input.base64 === 'string') return input
  const { path, params, query } = input
  return {
    ...defined({ path, params, query }),
    body: { ...(isObject(input.body) ? input.body : {}), ...Object.fromEntries(added) },
  }
}

function addedTo(input: JsonObject): [string, Json][] {
  return Object.entries(input).filter(([name]) => !members.has(name))
}

/** The body that an input stands for. */
export function bodyOf(input: Json): Uint8Array {
  if (!isObject(input)) return new Uint8Array()
  if (typeof input.base64 === 'string') return Buffer.from(input.base64, 'base64')
  const { body } = asForwarded(input) as JsonObject
  return body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body))
}

/** What is kept of a target with a task. */
export function targetAsJson({ params, headers, translated, actor, identity, ...rest }: ForwardTarget): JsonObject {
  return {
    ...rest,
    params: { ...params },
    headers: { ...headers },
    ...defined({ translated: translated && { ...translated }, actor, identity: identity && { ...identity } }),
  }
}

/** A target as it was kept; undefined where a task has none. */
export function targetFrom(extra: unknown): ForwardTarget | undefined {
  const kept = isObject(extra) ? extra.forward : undefined
  return isObject(kept) ? (kept as unknown as ForwardTarget) : undefined
}
