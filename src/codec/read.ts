/** Small readers that every decoder needs: a member as what it should be, and the members nobody knows. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import type { Extra } from '../outcome/outcome.ts'

/**
 * A string, or undefined.
 *
 * @example
 * text(3) // undefined
 */
export function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * A number, or undefined.
 *
 * @example
 * number('3') // undefined
 */
export function number(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/**
 * An object, or undefined.
 *
 * @example
 * object({ a: 1 })?.a // 1
 */
export function object(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/**
 * The objects of an array; an empty list when it is none.
 *
 * @example
 * objects([{ a: 1 }, 'b']) // [{ a: 1 }]
 */
export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/**
 * The strings of an array; an empty list when it is none.
 *
 * @example
 * texts(['a', 1]) // ['a']
 */
export function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

/**
 * `{extra: {<contract>: …}}` with the members of a node that are not among the known ones; `{}` when there are none.
 *
 * @example
 * extraMembers('mine', { status: 'ok', x_color: 'red' }, new Set(['status'])) // { extra: { mine: { x_color: 'red' } } }
 */
export function extraMembers(contract: string, node: JsonObject, known: ReadonlySet<string>): { extra?: Extra } {
  for (const key in node) {
    if (known.has(key)) continue
    const rest = Object.entries(node).filter(([member]) => !known.has(member))
    return { extra: { [contract]: Object.fromEntries(rest) } }
  }
  return {}
}

/**
 * A delay in seconds, as a header or a member has it, in milliseconds.
 *
 * @example
 * secondsToMs('60') // 60000
 */
export function secondsToMs(value: Json | undefined): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  const ms = typeof seconds === 'number' && seconds >= 0 ? Math.round(seconds * 1000) : undefined
  return Number.isFinite(ms) ? ms : undefined
}

/** The longest delay that is written in seconds, in milliseconds. */
const longestWait = 999_999_999_000

/** A delay in milliseconds as seconds: not negative, and no more than a header's digits hold. */
export function msToSeconds(ms: number): number {
  return Math.min(Math.max(ms, 0), longestWait) / 1000
}

/**
 * A delay as Retry-After has it (RFC 9110 §10.2.3): whole seconds, rounded up.
 *
 * @example
 * retryAfter(1500) // '2'
 */
export function retryAfter(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : String(Math.ceil(msToSeconds(ms)))
}
