/** A strict, slow JSON reader (RFC 8259) for what JSON.parse does not tell: where a text goes wrong, and each member's source. */
import { escapeToken } from '../lib/pointer.ts'

/** Hears about a text while it is walked. Spans are offsets into the text. */
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

/** The source text of the value at a pointer, or undefined. */
export function sourceAt(text: string, pointer: string): string | undefined {
  let found: string | undefined
  walkJson(text, {
    value(at, start, end) {
      if (at === pointer) found = text.slice(start, end)
    },
  })
  return found
}
