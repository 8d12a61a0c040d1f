/**
 * Bounded JSON reading, the quick part: size, depth, encoding. A text that deserves a slow look, because it is not JSON
 * or because a plain JSON.parse would change it silently, is left to `json.ts`. Clients in browsers load that part only
 * for such a text.
 */
import { ReplywireError } from '../errors.ts'
import type { Json } from '../lib/json-value.ts'

/** How large and how deep a JSON text may be. */
export interface JsonLimits {
  maxBytes: number
  /** Infinity: the text is trusted and parsed as it is, without the scan. */
  maxDepth: number
}

/**
 * The limits of a body that has none of its own: 32 MiB, 64 levels.
 *
 * @example
 * const limits: JsonLimits = { ...defaultJsonLimits, maxBytes: 1024 * 1024 }
 */
export const defaultJsonLimits: JsonLimits = { maxBytes: 32 * 1024 * 1024, maxDepth: 64 }

/** Why a text was not read. The message never quotes the text. */
export interface JsonProblem {
  code: 'empty' | 'not-json' | 'not-utf8' | 'too-large' | 'too-deep'
  message: string
}

/** Something in a readable text that another reader may understand otherwise. */
export interface JsonNote {
  code: 'bom' | 'duplicate-key' | 'inexact-number' | 'lone-surrogate'
  pointer: string
}

/** The value of a JSON text, or why it was not read. */
export type JsonReading = { ok: true; value: Json; notes: readonly JsonNote[] } | { ok: false; problem: JsonProblem }

const none: readonly JsonNote[] = []
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A source text within limits; its problem when it is not. */
export function boundedText(source: Uint8Array | string, { maxBytes }: JsonLimits): string | JsonProblem {
  if (source.length > maxBytes) {
    return { code: 'too-large', message: `The text is larger than ${maxBytes} bytes.` }
  }
  if (typeof source === 'string') return source
  try {
    return utf8.decode(source)
  } catch {
    return { code: 'not-utf8', message: 'The text is not UTF-8.' }
  }
}

/** Reads one JSON text. Undefined: it deserves a slow look. */
export function readQuickly(source: Uint8Array | string, limits: JsonLimits): JsonReading | undefined {
  const text = boundedText(source, limits)
  if (typeof text !== 'string') return { ok: false, problem: text }
  if (text.charCodeAt(0) === 0xfeff) return undefined
  const scan = limits.maxDepth === Number.POSITIVE_INFINITY ? unscanned : scanJson(text, limits.maxDepth)
  if (scan === undefined) {
    return {
      ok: false,
      problem: { code: 'too-deep', message: `The text nests deeper than ${limits.maxDepth} levels.` },
    }
  }
  try {
    const value: Json = JSON.parse(text)
    const isOdd = scan !== unscanned && (scan.odd || scan.members !== countMembers(value))
    return isOdd ? undefined : { ok: true, value, notes: none }
  } catch {
    return undefined
  }
}

interface Scan {
  members: number
  odd: boolean
}

const unscanned: Scan = { members: 0, odd: false }

/** One quick pass: bounds the depth, counts members, and notices what deserves a slow look. Undefined: too deep. */
function scanJson(text: string, maxDepth: number): Scan | undefined {
  const length = text.length
  let depth = 0
  let members = 0
  let odd = false
  // Then the next quotation mark ends a string, and what is in it need not be looked at.
  const isPlain = !text.includes('\\') && text.isWellFormed()
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22 && isPlain) {
      const end = text.indexOf('"', at + 1)
      at = end < 0 ? length : end
    } else if (code === 0x22) {
      for (at++; at < length; at++) {
        const inner = text.charCodeAt(at)
        if (inner === 0x22) break
        if (inner === 0x5c) {
          at++
          // \ud… : a surrogate spelled as an escape may stand alone.
          if (text.charCodeAt(at) === 0x75 && (text.charCodeAt(at + 1) | 0x20) === 0x64) odd = true
        } else if (inner >= 0xd800 && inner <= 0xdfff && !odd) {
          odd = !text.isWellFormed()
        }
      }
    } else if (code === 0x3a) {
      members++
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return undefined
    } else if (code === 0x7d || code === 0x5d) {
      depth--
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const start = at
      for (;;) {
        const next = text.charCodeAt(at + 1)
        if ((next >= 0x30 && next <= 0x39) || next === 0x2e) at++
        else if ((next | 0x20) === 0x65 || next === 0x2b || next === 0x2d) {
          odd = true
          at++
        } else break
      }
      if (at - start > 14) odd = true
    }
  }
  return { members, odd }
}

function countMembers(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item)
    return count
  }
  for (const key in value) {
    count++
    const member = value[key]
    if (typeof member === 'object' && member !== null) count += countMembers(member)
  }
  return count
}

/** What the slow part does. */
export interface SlowJson {
  read(source: Uint8Array | string, limits: JsonLimits): JsonReading
  /** The source text of the value at a pointer, or undefined. */
  source(text: string, pointer: string): string | undefined
  /** Reads a text that is JSON; numbers keep their spelling when they are written again. */
  spelt(text: string): Json
  /** Writes JSON with source texts at pointers. */
  write(value: Json, verbatim: ReadonlyMap<string, string>): string
}

let slow: SlowJson | undefined

/** `json.ts` calls it when it is loaded. */
export function provideSlowJson(given: SlowJson): void {
  slow = given
}

export function hasSlowJson(): boolean {
  return slow !== undefined
}

export function slowJson(): SlowJson {
  if (slow !== undefined) return slow
  throw new ReplywireError('ERR_MISUSE', 'The slow part of JSON reading is not loaded: import wire/json.ts.')
}
