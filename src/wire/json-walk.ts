/** A strict, slow JSON reader (RFC 8259) for what JSON.parse does not report: where a text goes wrong, and each member's source. */
import { escapeToken, tokensOf } from '../lib/pointer.ts'

/** Receives events about a text while it is read. Spans are offsets into the text. */
export interface JsonVisitor {
  value?(pointer: string, start: number, end: number): void
  key?(pointer: string, repeated: boolean): void
}

interface Frame {
  pointer: string
  start: number
  keys: Set<string> | undefined
  index: number
}

const literals = ['true', 'false', 'null']
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Walks a text to its end. Returns the offset of the first syntax error, or undefined when there is none. */
export function walkJson(text: string, visitor: JsonVisitor): number | undefined {
  const stack: Frame[] = []
  let at = skipSpace(text, 0)
  let pointer = ''
  for (;;) {
    const opening = text[at]
    let end: number
    if (opening === '{' || opening === '[') {
      const frame: Frame = { pointer, start: at, keys: opening === '{' ? new Set() : undefined, index: 0 }
      at = skipSpace(text, at + 1)
      if (text[at] === (frame.keys ? '}' : ']')) {
        end = at + 1
        visitor.value?.(pointer, frame.start, end)
      } else {
        stack.push(frame)
        const next = enter(text, at, frame, visitor)
        if (typeof next === 'number') return next
        at = next.at
        pointer = next.pointer
        continue
      }
    } else {
      end = scalarEnd(text, at)
      if (end < 0) return at
      visitor.value?.(pointer, at, end)
    }
    // A value has ended: close what ends with it, then step to the next sibling.
    at = skipSpace(text, end)
    for (;;) {
      const frame = stack.at(-1)
      if (frame === undefined) return at === text.length ? undefined : at
      if (text[at] === ',') {
        frame.index++
        const next = enter(text, skipSpace(text, at + 1), frame, visitor)
        if (typeof next === 'number') return next
        at = next.at
        pointer = next.pointer
        break
      }
      if (text[at] !== (frame.keys ? '}' : ']')) return at
      visitor.value?.(frame.pointer, frame.start, at + 1)
      stack.pop()
      at = skipSpace(text, at + 1)
    }
  }
}

/** Reads a member's key, or counts an item: where its value starts and its pointer; a number is a syntax error. */
function enter(text: string, at: number, frame: Frame, visitor: JsonVisitor): number | { at: number; pointer: string } {
  if (frame.keys === undefined) return { at, pointer: `${frame.pointer}/${frame.index}` }
  const end = text[at] === '"' ? scalarEnd(text, at) : -1
  if (end < 0) return at
  const key = JSON.parse(text.slice(at, end)) as string
  const pointer = `${frame.pointer}/${escapeToken(key)}`
  visitor.key?.(pointer, frame.keys.has(key))
  frame.keys.add(key)
  const colon = skipSpace(text, end)
  return text[colon] === ':' ? { at: skipSpace(text, colon + 1), pointer } : colon
}

function scalarEnd(text: string, at: number): number {
  if (text[at] === '"') return stringEnd(text, at)
  numberPattern.lastIndex = at
  if (numberPattern.test(text)) return numberPattern.lastIndex
  const literal = literals.find(word => text.startsWith(word, at))
  return literal === undefined ? -1 : at + literal.length
}

/** A loop, not one regular expression: a long string would exhaust the pattern matcher's stack. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return -1
    if (code === 0x5c) {
      escapePattern.lastIndex = at
      if (!escapePattern.test(text)) return -1
      at = escapePattern.lastIndex - 1
    }
  }
  return -1
}

function skipSpace(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

/**
 * The source text of the value at a pointer in a text that is JSON, or undefined. A quick pass that enters nothing but
 * what the pointer names; of a member given twice it is the last, as JSON.parse has it.
 */
export function sourceAt(text: string, pointer: string): string | undefined {
  let at = skipSpace(text, 0)
  for (const token of tokensOf(pointer)) {
    const found = text[at] === '{' ? memberAt(text, at, token) : text[at] === '[' ? itemAt(text, at, token) : -1
    if (found < 0) return undefined
    at = found
  }
  return text.slice(at, valueEnd(text, at))
}

function memberAt(text: string, from: number, name: string): number {
  let found = -1
  for (let at = skipSpace(text, from + 1); text[at] === '"'; ) {
    const end = quoteEnd(text, at)
    const value = skipSpace(text, skipSpace(text, end) + 1)
    if (keyOf(text, at, end) === name) found = value
    at = next(text, value)
  }
  return found
}

function itemAt(text: string, from: number, token: string): number {
  let at = skipSpace(text, from + 1)
  if (text[at] === ']') return -1
  for (let index = 0; at < text.length; index++) {
    if (String(index) === token) return at
    const end = skipSpace(text, valueEnd(text, at))
    if (text[end] !== ',') return -1
    at = skipSpace(text, end + 1)
  }
  return -1
}

function keyOf(text: string, at: number, end: number): string {
  const inside = text.slice(at + 1, end - 1)
  return inside.includes('\\') ? (JSON.parse(text.slice(at, end)) as string) : inside
}

/** Past a value and the comma behind it. */
function next(text: string, from: number): number {
  const end = skipSpace(text, valueEnd(text, from))
  return text[end] === ',' ? skipSpace(text, end + 1) : end
}

function quoteEnd(text: string, from: number): number {
  let at = from + 1
  for (; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++
  return at + 1
}

function valueEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      at = quoteEnd(text, at) - 1
      if (depth === 0) return at + 1
    } else if (code === 0x7b || code === 0x5b) depth++
    else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (code === 0x2c || code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09))
      return at
  }
  return text.length
}
