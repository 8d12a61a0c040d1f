/**
 * A request as the runtime knows it. Its input is what a key, an approval and an approver see: the path, the query and the
 * body. Where it goes is kept apart from that: an edit and an answer change the body, never the target.
 */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'

/** The members of an input; others were added by the answer to a paused task, and belong to the body. */
const members: ReadonlySet<string> = new Set(['path', 'params', 'query', 'mediaType', 'body', 'base64'])

/** Where a task is forwarded to. No credentials are part of it. */
export interface ForwardTarget {
  readonly method: string
  readonly path: string
  /** With its question mark; empty without one. */
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  /** The caller wants a stream. */
  readonly isStream: boolean
  /** For whom the caller acts, as upstreams get it; absent where that is its subject. */
  readonly actor?: string | undefined
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

/** Whether an input still names the target that its call was for. */
export function isOfTarget(input: Json, { path, search }: Pick<ForwardTarget, 'path' | 'search'>): boolean {
  return isObject(input) && input.path === path && (input.query ?? '') === search.slice(1)
}

/** The body that an input stands for. */
export function bodyOf(input: Json): Uint8Array {
  if (!isObject(input)) return new Uint8Array()
  if (typeof input.base64 === 'string') return Buffer.from(input.base64, 'base64')
  const added = Object.entries(input).filter(([name]) => !members.has(name))
  const { body } = input
  if (added.length === 0) return body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body))
  return Buffer.from(JSON.stringify({ ...(isObject(body) ? body : {}), ...Object.fromEntries(added) }))
}

/** What is kept of a target with a task. */
export function targetAsJson({ method, path, search, headers, isStream, actor }: ForwardTarget): JsonObject {
  const more = actor === undefined ? undefined : { actor }
  return { method, path, search, headers: { ...headers }, isStream, ...more }
}

/** A target as it was kept; undefined where a task has none. */
export function targetFrom(extra: unknown): ForwardTarget | undefined {
  const kept = isObject(extra) ? extra.forward : undefined
  return isObject(kept) ? (kept as unknown as ForwardTarget) : undefined
}
