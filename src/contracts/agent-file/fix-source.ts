/** What a file that is to be fixed says: JSON, JSON as some writers spell it, or a plain text. */
import { isObject, type Json } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import type { JsonReading } from '../../wire/json.ts'
import { bareOutput } from './bare.ts'
import { unfenced } from './inner.ts'
import { withoutNaN } from './loose.ts'
import { isRenamed } from './validate.ts'

export interface FixSource {
  value: Json
  done: string[]
  /** Whether a number is where it would be changed by writing the file again. */
  inexact: boolean
  textOf(value: Json, pointer: string): string
}

/** What a file says, when it can be read without a choice. A text that is no JSON is a value of its own. */
export function readFixSource(body: Body): FixSource | undefined {
  const bom = body.text().charCodeAt(0) === 0xfeff
  const text = bom ? body.text().slice(1) : body.text()
  const done = bom ? ['Removed the byte order mark.'] : []
  const reading = body.json()
  if (reading.ok) return sourceOf(text, reading, done)
  if (reading.problem.code !== 'not-json') return undefined
  for (const [other, how] of respelt(text)) {
    const again = Body.ofText(other).json()
    if (again.ok) return sourceOf(other, again, [...done, ...how])
  }
  return { value: text, done, inexact: false, textOf: part => JSON.stringify(part) }
}

/** What is nearly JSON, as JSON, and what was done to it. */
function respelt(text: string): [string, string[]][] {
  const bare = unfenced(text)?.trim()
  const fence = bare === undefined ? [] : ['Removed the code fence around the JSON.']
  const inside = bare ?? text
  const numbers = withoutNaN(inside)?.text
  return [
    [inside, fence],
    ...(numbers === undefined ? [] : [[numbers, [...fence, notNumbers]] satisfies [string, string[]]]),
  ]
}

const notNumbers = 'Wrote null for NaN and Infinity, which JSON does not have.'

function sourceOf(text: string, { value, notes }: Extract<JsonReading, { ok: true }>, done: string[]) {
  // Of two members with one name nobody knows which is meant.
  if (notes.some(({ code }) => code === 'duplicate-key')) return undefined
  const inexact = notes.filter(({ code }) => code === 'inexact-number')
  // An output that becomes a text keeps the spelling of its numbers.
  const answer = isObject(value) && isRenamed(value) ? /^\/result(?:\/|$)/ : /^\/response(?:\/|$)/
  const kept = 'output' in bareOutput(value) ? /^/ : answer
  return {
    value,
    done,
    inexact: inexact.some(({ pointer }) => !kept.test(pointer)),
    textOf: (part: Json, pointer: string) =>
      (inexact.length > 0 ? Body.ofText(text).source(pointer) : undefined) ?? JSON.stringify(part),
  }
}
