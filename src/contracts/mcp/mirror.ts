/** server/tools, Structured Content: the same JSON once more, serialised in a text block for plain hosts. */
import { equalJson, type Json, type JsonObject } from '../../lib/json-value.ts'
import { readJsonText } from '../../wire/json.ts'
import { bareText } from './blocks.ts'

/** Where a value is serialised among text blocks; -1 where it is not. */
export function mirrorIndex(blocks: readonly Json[], value: Json, bareOnly: boolean): number {
  const compact = compactOf(value, !bareOnly)
  return blocks.findIndex(block => {
    const text = bareOnly ? bareText(block) : textOf(block)
    if (text === undefined || text === '') return false
    if (text === compact) return true
    const reading = mayBeJson(text, compact) ? readJsonText(text) : undefined
    return reading?.ok === true && equalJson(reading.value, value)
  })
}

const compacts = new WeakMap<object, string>()

/** A message is validated, then read: what the validation serialised is kept until the reader has asked for it. */
function compactOf(value: Json, isValidation: boolean): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const text = compacts.get(value) ?? JSON.stringify(value)
  if (isValidation) compacts.set(value, text)
  else compacts.delete(value)
  return text
}

/** A glance at the first characters spares the parsing of prose. */
function mayBeJson(text: string, compact: string): boolean {
  const first = text.trimStart()[0]
  return first === compact[0] || (first !== undefined && !'{["'.includes(first) && !'{["'.includes(compact[0] ?? ''))
}

function textOf(block: Json): string | undefined {
  const { type, text } = (block ?? {}) as JsonObject
  return type === 'text' && typeof text === 'string' ? text : undefined
}
