/** RFC 9457 §3, `errors`: issues as items with a pointer (a URI fragment) and a detail; read in wider forms too. */
import { object, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointerOf } from '../../lib/pointer.ts'
import type { Issue } from '../../outcome/fault.ts'
import type { Location } from '../../outcome/need.ts'

const locations: ReadonlySet<Json | undefined> = new Set(['body', 'query', 'path', 'header'])

export function writeIssue({ pointer, message, keyword, location, extra }: Issue): JsonObject {
  return {
    ...extra?.problem,
    detail: message,
    pointer: `#${fragment(pointer)}`,
    ...defined<JsonObject>({ keyword, location }),
  }
}

/** RFC 6901 §6. A text that is no pointer becomes one; what was meant is an unplaced member. */
function fragment(pointer: string): string {
  const rooted = pointer === '' || pointer.startsWith('/') ? pointer : `/${pointer}`
  const escaped = rooted.toWellFormed().replace(/~(?![01])/g, '~0')
  return encodeURI(escaped).replaceAll('#', '%23')
}

/** A list of items, of texts, or an object of texts by field. */
export function readIssues(errors: Json | undefined): Issue[] {
  if (Array.isArray(errors)) return errors.map(readIssue)
  return Object.entries(object(errors) ?? {}).flatMap(([field, messages]) =>
    [messages].flat().map(message => ({ pointer: pointerOf(field), message: text(message) ?? '' })),
  )
}

function readIssue(item: Json): Issue {
  if (!isObject(item)) return { pointer: '', message: text(item) ?? '' }
  const { pointer, detail, field, name, message, reason, keyword, location, ...rest } = item
  const known = locations.has(location) ? undefined : location
  const odd = {
    ...rest,
    ...notTexts({ field, name, message, reason }),
    ...(keyword === undefined || typeof keyword === 'string' ? undefined : { keyword }),
    ...(known === undefined ? undefined : { location: known }),
  }
  return {
    pointer: place(text(pointer), text(field) ?? text(name)),
    message: text(detail) ?? text(message) ?? text(reason) ?? '',
    ...defined<Partial<Issue>>({
      keyword: text(keyword),
      location: known === undefined ? (text(location) as Location | undefined) : undefined,
      extra: Object.keys(odd).length === 0 ? undefined : { problem: odd },
    }),
  }
}

/** Members that are no texts, and so say nothing. */
function notTexts(members: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Json] => {
      return entry[1] !== undefined && typeof entry[1] !== 'string'
    }),
  )
}

/** `#/a` and `/a` are pointers; a field in dots is turned into one. */
function place(pointer: string | undefined, field: string | undefined): string {
  if (pointer === undefined) return pointerOf(field ?? '')
  if (!pointer.startsWith('#')) return pointer.startsWith('/') || pointer === '' ? pointer : pointerOf(pointer)
  try {
    return decodeURIComponent(pointer.slice(1))
  } catch {
    return pointer.slice(1)
  }
}
