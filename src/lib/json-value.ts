/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** A JSON object. Members may have any name, `__proto__` included: copy with spread or `Object.fromEntries`. */
export interface JsonObject {
  [member: string]: Json
}

/**
 * Whether a value is a JSON object (not null, not an array).
 *
 * @example
 * isObject([]) // false
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two JSON values are equal; the order of members does not matter, `undefined` members count as absent. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]))
  }
  if (Array.isArray(b)) return false
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  let more = 0
  for (const key of Object.keys(left)) {
    if (left[key] === undefined) continue
    if (!Object.hasOwn(right, key) || !equalJson(left[key], right[key])) return false
    more++
  }
  for (const key of Object.keys(right)) if (right[key] !== undefined) more--
  return more === 0
}
