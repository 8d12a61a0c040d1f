/** The JSON Schema keyword that an issue of zod is about, where one says the same. */

/** What zod reports of an issue in addition to its message and its path. */
export interface CodedIssue {
  readonly code?: unknown
  readonly origin?: unknown
}

const keywords: Readonly<Record<string, string>> = {
  invalid_type: 'type',
  invalid_value: 'enum',
  invalid_format: 'format',
  invalid_union: 'anyOf',
  not_multiple_of: 'multipleOf',
  unrecognized_keys: 'additionalProperties',
}

/** Bounds, by what is bounded. */
const bounds: Readonly<Record<string, string>> = {
  string: 'Length',
  array: 'Items',
  set: 'Items',
  object: 'Properties',
}

/** `isMissing`: there is nothing at the path of the issue. */
export function keywordOf({ code, origin }: CodedIssue, isMissing: boolean): string | undefined {
  if (typeof code !== 'string') return undefined
  if (isMissing && (code === 'invalid_type' || code === 'invalid_value')) return 'required'
  if (code === 'too_small' || code === 'too_big') {
    const end = Object.hasOwn(bounds, String(origin)) ? bounds[String(origin)] : 'imum'
    return `${code === 'too_small' ? 'min' : 'max'}${end}`
  }
  return Object.hasOwn(keywords, code) ? keywords[code] : undefined
}

/** Whether a value has nothing at a path. */
export function lacks(value: unknown, path: readonly string[]): boolean {
  let at = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return true
    at = (at as Record<string, unknown>)[step]
  }
  return at === undefined
}
