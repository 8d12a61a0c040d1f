/** JSON that is given on the command line: read as it is meant to the last digit, or refused. */

import { isCut } from '../inspect/source.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { type JsonNote, readJsonBytes, readJsonText } from '../wire/json.ts'
import { printable } from './columns.ts'
import { nameOf, readInput } from './input.ts'
import { usageError } from './usage.ts'

/** What JSON.parse would take otherwise than it is written. */
const changed: Partial<Record<JsonNote['code'], string>> = {
  'duplicate-key': 'is given twice: which is meant is not known',
  'inexact-number': 'is a number that cannot be read exactly; give it as a string',
}

/** The JSON of a text, or of a file's bytes. `what` is how the complaint begins: "--input takes a JSON object." */
export function givenJson(given: string | Uint8Array, what: string): Json {
  const reading = typeof given === 'string' ? readJsonText(given) : readJsonBytes(given)
  if (!reading.ok) throw usageError(`${what} ${reading.problem.message}`)
  for (const { code, pointer } of reading.notes) {
    const why = changed[code]
    if (why !== undefined) throw usageError(`${what} ${pointer === '' ? 'It' : printable(pointer)} ${why}.`)
  }
  return reading.value
}

/** The object of a text, of @FILE, or of @- for standard input. */
export async function givenObject(given: string, what: string): Promise<JsonObject> {
  const value = givenJson(given.startsWith('@') ? await bytesOf(given.slice(1)) : given, what)
  if (isObject(value)) return value
  throw usageError(`${what} This is none.`)
}

/** All bytes of a file, or of standard input for `-`. */
export async function bytesOf(path: string, hint = 'send less at once'): Promise<Uint8Array> {
  const input = await readInput(path)
  if (isCut(input)) throw usageError(`${nameOf(path)}: it is larger than 32 MiB; ${hint}.`)
  return input.bytes
}
