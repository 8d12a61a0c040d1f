/** A reader bounds how deep a text nests (RFC 8259 §9): a strict writer leaves out what is deeper, and names the loss. */
import { isObject, type Json } from '../lib/json-value.ts'
import { escapeToken } from '../lib/pointer.ts'
import { defaultJsonLimits } from '../wire/json.ts'
import type { Loss } from './loss.ts'

const reason = `nests deeper than the ${defaultJsonLimits.maxDepth} levels that are read`

/** What nests no deeper fits in every frame that a contract puts around it. */
const safeDepth = 40
/** Deeper than that it fits nowhere, not even where a value is the whole text. */
const mostDepth = defaultJsonLimits.maxDepth + 8

export interface Shallow<T> {
  value: T
  cuts: Loss[]
}

/** The value without what cannot be read back where `write` puts it. What is shallow is looked at only. */
export function shallow<T extends object>(value: T, write: (value: T) => readonly string[]): Shallow<T> {
  if (!isDeeper(value, safeDepth)) return { value, cuts: [] }
  let limit = mostDepth
  for (;;) {
    const cuts: Loss[] = []
    const cut = cutAt(value, '', limit, cuts) as T
    const over = Math.max(...write(cut).map(writtenDepth)) - defaultJsonLimits.maxDepth
    if (over <= 0 || limit <= safeDepth) return { value: cut, cuts }
    limit -= over
  }
}

/** Whether a value has more than so many levels. On every writer's way: plain loops, and a leaf costs no call. */
function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item = value[index]
      if (typeof item === 'object' && item !== null && isDeeper(item, levels - 1)) return true
    }
    return false
  }
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name]
    if (typeof member === 'object' && member !== null && isDeeper(member, levels - 1)) return true
  }
  return false
}

/** The value less what begins below so many levels. */
function cutAt(value: unknown, at: string, levels: number, cuts: Loss[]): unknown {
  const isLeft = (member: unknown, place: string): boolean => {
    if (levels > 1 || typeof member !== 'object' || member === null) return true
    cuts.push({ pointer: place, reason })
    return false
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const place = `${at}/${index}`
      return isLeft(item, place) ? [cutAt(item, place, levels - 1, cuts)] : []
    })
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const place = `${at}/${escapeToken(name)}`
      return isLeft(member, place) ? [[name, cutAt(member, place, levels - 1, cuts)]] : []
    }),
  )
}

/** How deep a JSON text nests, its strings aside; of another text, something. */
function textDepth(text: string): number {
  let depth = 0
  let most = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++
    } else if (code === 0x7b || code === 0x5b) most = Math.max(most, ++depth)
    else if (code === 0x7d || code === 0x5d) depth--
  }
  return most
}

/** How deep a text nests, or a JSON text that is a string within it: each is read by itself. */
function writtenDepth(text: string): number {
  let most = textDepth(text)
  const inner = (value: Json): void => {
    if (typeof value === 'string' && /^\s*[[{]/.test(value)) most = Math.max(most, textDepth(value))
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(inner)
  }
  try {
    inner(JSON.parse(text))
  } catch {
    // Not JSON, and so never read as such.
  }
  return most
}
