/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** A JSON object. Members may have any name, `__proto__` included: copy with spread or `Object.fromEntries`. */
export interface JsonObject {
  [member: string]: Json
}

/** Whether a value is a JSON object (not null, not an array). */
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
  const left = definedKeys(a)
  return (
    left.length === definedKeys(b).length &&
    left.every(key => Object.hasOwn(b, key) && equalJson(memberOf(a, key), memberOf(b, key)))
  )
}

function definedKeys(value: object): string[] {
  return Object.keys(value).filter(key => memberOf(value, key) !== undefined)
}

function memberOf(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value
}
