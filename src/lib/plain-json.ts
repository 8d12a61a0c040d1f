/** Values as authors have them, made plain JSON. */
import type { Json } from './json-value.ts'

const deepest = 60

/**
 * The value as JSON would have it: dates as texts, absent members left out. Undefined when JSON cannot have it at all:
 * a cycle, a bigint, a function, or more levels than a reader accepts.
 */
export function plainJson(value: unknown): Json | undefined {
  if (isPlain(value, 0)) return value as Json
  try {
    const copy = JSON.parse(JSON.stringify(value)) as Json
    return isPlain(copy, 0) ? copy : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is JSON already, as most are: then nothing is copied. */
function isPlain(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth > deepest) return false
  if (Array.isArray(value)) return value.every(item => isPlain(item, depth + 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const key in value) if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}
