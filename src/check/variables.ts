/** Values that pass from one case to a later one: `${name}` in an input. */
import type { ProbeAnswer, ProbeCase } from '../codec/probing.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { escapeToken, valueAt } from '../lib/pointer.ts'
import { NotProbed } from './not-probed.ts'

const variable = /\$\{([A-Za-z_]\w*)\}/g

export function hasVariables(value: Json): boolean {
  if (typeof value === 'string') return value.search(variable) >= 0
  if (Array.isArray(value)) return value.some(hasVariables)
  return isObject(value) && Object.values(value).some(hasVariables)
}

/** The variables of a value, each with the pointer to its text. */
export function variablesIn(value: Json, pointer = ''): { readonly name: string; readonly pointer: string }[] {
  if (typeof value === 'string') return [...value.matchAll(variable)].map(([, name = '']) => ({ name, pointer }))
  if (Array.isArray(value)) return value.flatMap((item, index) => variablesIn(item, `${pointer}/${index}`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => variablesIn(member, `${pointer}/${escapeToken(name)}`))
}

/** The input with its variables replaced. A text that is one variable becomes its value, of whatever type. */
export function fillVariables(input: JsonObject, saved: ReadonlyMap<string, Json>): JsonObject {
  return fill(input, saved) as JsonObject
}

function fill(value: Json, saved: ReadonlyMap<string, Json>): Json {
  if (typeof value === 'string') return fillText(value, saved)
  if (Array.isArray(value)) return value.map(item => fill(item, saved))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, saved)]))
}

function fillText(text: string, saved: ReadonlyMap<string, Json>): Json {
  const savedAs = (name: string): Json => {
    const value = saved.get(name)
    if (value === undefined) throw new NotProbed(`no earlier case saved a value for ${name}`)
    return value
  }
  const [, whole] = /^\$\{([A-Za-z_]\w*)\}$/.exec(text) ?? []
  if (whole !== undefined) return savedAs(whole)
  return text.replaceAll(variable, (_, name: string) => {
    const value = savedAs(name)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

/** Keeps what a case saves of its answer. */
export function saveValues(probeCase: ProbeCase, answer: ProbeAnswer, saved: Map<string, Json>): void {
  for (const [name, value] of foundValues(probeCase, answer)) if (value !== undefined) saved.set(name, value)
}

/** The names for which the answer to a case has no value. */
export function unsavedNames(probeCase: ProbeCase, answer: ProbeAnswer): string[] {
  return foundValues(probeCase, answer).flatMap(([name, value]) => (value === undefined ? [name] : []))
}

function foundValues({ saves = {} }: ProbeCase, { decoded }: ProbeAnswer): [string, Json | undefined][] {
  const payload = decoded?.outcome.payload
  const root = payload?.kind === 'value' ? payload.value : payload?.kind === 'rows' ? payload.rows : undefined
  return Object.entries(saves).map(([name, pointer]) => [name, valueAt(root, pointer) as Json | undefined])
}
