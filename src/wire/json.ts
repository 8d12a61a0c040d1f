/**
 * Bounded JSON reading: size, depth, encoding; and what a plain JSON.parse would silently change. Whatever loads this
 * module gives `Body` its slow part; everything but the core of the client does.
 */
import type { Json } from '../lib/json-value.ts'
import { escapeToken } from '../lib/pointer.ts'
import {
  boundedText,
  defaultJsonLimits,
  type JsonLimits,
  type JsonNote,
  type JsonReading,
  provideSlowJson,
  readQuickly,
} from './json-quick.ts'
import { readJsonSpelt } from './json-spelt.ts'
import { sourceAt, walkJson } from './json-walk.ts'

export { defaultJsonLimits, type JsonLimits, type JsonNote, type JsonProblem, type JsonReading } from './json-quick.ts'

/** Reads bytes as one JSON text. Total: never throws, bounded in size and depth. */
export function readJsonBytes(bytes: Uint8Array, limits: JsonLimits = defaultJsonLimits): JsonReading {
  return readJson(bytes, limits)
}

/** Reads a text as one JSON text. Total: never throws, bounded in size and depth. */
export function readJsonText(text: string, limits: JsonLimits = defaultJsonLimits): JsonReading {
  return readJson(text, limits)
}

function readJson(source: Uint8Array | string, limits: JsonLimits): JsonReading {
  return readQuickly(source, limits) ?? readSlowly(source, limits)
}

/** Reads a text that the quick part left. */
function readSlowly(source: Uint8Array | string, limits: JsonLimits): JsonReading {
  const whole = boundedText(source, limits)
  if (typeof whole !== 'string') return { ok: false, problem: whole }
  if (whole.charCodeAt(0) !== 0xfeff) return readOdd(whole)
  const text = whole.slice(1)
  const reading = readQuickly(text, limits) ?? readOdd(text)
  return reading.ok ? { ...reading, notes: [{ code: 'bom', pointer: '' }, ...reading.notes] } : reading
}

function readOdd(text: string): JsonReading {
  try {
    return { ok: true, value: JSON.parse(text), notes: oddities(text) }
  } catch {
    return notJson(text)
  }
}

provideSlowJson({ read: readSlowly, source: sourceAt, spelt: readJsonSpelt, write: writeJson })

function notJson(text: string): JsonReading {
  if (text.trim() === '') return { ok: false, problem: { code: 'empty', message: 'There is no text.' } }
  const at = walkJson(text, {}) ?? 0
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  const what = at >= text.length ? 'the text ends too early' : 'unexpected character'
  return { ok: false, problem: { code: 'not-json', message: `Not JSON: ${what} at line ${line}, column ${column}.` } }
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
