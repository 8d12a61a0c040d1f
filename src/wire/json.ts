/** Bounded JSON reading: size, depth, encoding; and what a plain JSON.parse would silently change. */
import type { Json } from '../lib/json-value.ts'
import { escapeToken } from '../lib/pointer.ts'
import { walkJson } from './json-walk.ts'

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

/** Reads bytes as one JSON text. Total: never throws, bounded in size and depth. */
export function readJsonBytes(bytes: Uint8Array, limits: JsonLimits = defaultJsonLimits): JsonReading {
  if (bytes.byteLength > limits.maxBytes) return tooLarge(limits)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return problemReading('not-utf8', 'The text is not UTF-8.')
  }
  return readJsonText(text, limits)
}

/** Reads a text as one JSON text. Total: never throws, bounded in size and depth. */
export function readJsonText(source: string, limits: JsonLimits = defaultJsonLimits): JsonReading {
  if (source.length > limits.maxBytes) return tooLarge(limits)
  const bom = source.charCodeAt(0) === 0xfeff
  const text = bom ? source.slice(1) : source
  const scan = limits.maxDepth === Number.POSITIVE_INFINITY ? unscanned : scanJson(text, limits.maxDepth)
  if (scan === undefined) {
    return problemReading('too-deep', `The text nests deeper than ${limits.maxDepth} levels.`)
  }
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    return notJson(text)
  }
  const odd = scan !== unscanned && (scan.odd || scan.members !== countMembers(value))
  if (!odd) return { ok: true, value, notes: bom ? [{ code: 'bom', pointer: '' }] : none }
  const notes = oddities(text)
  return { ok: true, value, notes: bom ? [{ code: 'bom', pointer: '' }, ...notes] : notes }
}

function problemReading(code: JsonProblem['code'], message: string): JsonReading {
  return { ok: false, problem: { code, message } }
}

function tooLarge(limits: JsonLimits): JsonReading {
  return problemReading('too-large', `The text is larger than ${limits.maxBytes} bytes.`)
}

function notJson(text: string): JsonReading {
  if (text.trim() === '') return problemReading('empty', 'There is no text.')
  const at = walkJson(text, {}) ?? 0
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  const what = at >= text.length ? 'the text ends too early' : 'unexpected character'
  return problemReading('not-json', `Not JSON: ${what} at line ${line}, column ${column}.`)
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
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
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

function oddities(text: string): JsonNote[] {
  const notes: JsonNote[] = []
  walkJson(text, {
    key(pointer, repeated) {
      if (repeated) notes.push({ code: 'duplicate-key', pointer })
      if (!pointer.isWellFormed()) notes.push({ code: 'lone-surrogate', pointer })
    },
    value(pointer, start, end) {
      const first = text.charCodeAt(start)
      if (first === 0x22) {
        if (!(JSON.parse(text.slice(start, end)) as string).isWellFormed()) {
          notes.push({ code: 'lone-surrogate', pointer })
        }
      } else if ((first === 0x2d || (first >= 0x30 && first <= 0x39)) && !isExact(text.slice(start, end))) {
        notes.push({ code: 'inexact-number', pointer })
      }
    },
  })
  return notes
}

/** Whether a double holds just the number that a literal spells. */
export function isExact(literal: string): boolean {
  const number = Number(literal)
  return Number.isFinite(number) && decimal(literal) === decimal(String(number))
}

/** A number's sign, significant digits and exponent in one spelling. */
function decimal(literal: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal)
  if (match === null) return literal
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return '0'
  const trimmed = digits.replace(/0+$/, '')
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`
}

/**
 * Writes JSON. `verbatim` places source text at pointers, so that an echoed member keeps its spelling.
 */
export function writeJson(value: Json, verbatim?: ReadonlyMap<string, string>): string {
  return verbatim === undefined || verbatim.size === 0 ? JSON.stringify(value) : writeAlong(value, '', verbatim)
}

function writeAlong(value: Json, pointer: string, verbatim: ReadonlyMap<string, string>): string {
  const text = verbatim.get(pointer)
  if (text !== undefined) return text
  const onTheWay = [...verbatim.keys()].some(target => target.startsWith(`${pointer}/`))
  if (!onTheWay || typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => writeAlong(item, `${pointer}/${index}`, verbatim)).join(',')}]`
  }
  const members = Object.entries(value).map(([key, member]) => {
    return `${JSON.stringify(key)}:${writeAlong(member, `${pointer}/${escapeToken(key)}`, verbatim)}`
  })
  return `{${members.join(',')}}`
}
