import { isObject, type Json } from './json-value.ts'

/**
 * A short text that changes when a value does (FNV-1a, 32 bits): finds edits, and is no protection. The order of
 * members and the spelling of numbers do not count.
 */
export function fingerprint(value: Json): string {
  const hash = fold(value, 0x811c9dc5)
  return `${hex[hash >>> 24]}${hex[(hash >>> 16) & 255]}${hex[(hash >>> 8) & 255]}${hex[hash & 255]}`
}

/** Each byte as text: `toString(16)` of 32 bits takes longer than the hash. */
const hex: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Whether a value is such a text. */
export function isFingerprint(value: Json): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}$/.test(value)
}

function fold(value: Json, hash: number): number {
  if (typeof value === 'string') return foldText('string:', value, hash)
  if (Array.isArray(value)) {
    let last = foldText('[', '', hash)
    for (const item of value) last = fold(item, last)
    return foldText(']', '', last)
  }
  if (!isObject(value)) return foldText(`${typeof value}:`, String(value), hash)
  let last = foldText('{', '', hash)
  for (const name of Object.keys(value).sort()) {
    const member = value[name]
    if (member !== undefined) last = fold(member, foldText(name, '=', last))
  }
  return foldText('}', '', last)
}

/** Two texts as one: to join them first costs more than the hash. */
function foldText(text: string, more: string, hash: number): number {
  const last = foldUnits(more, foldUnits(text, hash))
  return Math.imul(last ^ (text.length + more.length), 0x01000193)
}

function foldUnits(text: string, hash: number): number {
  let last = hash
  for (let index = 0; index < text.length; index++) last = Math.imul(last ^ text.charCodeAt(index), 0x01000193)
  return last
}
