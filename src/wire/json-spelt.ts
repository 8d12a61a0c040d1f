/** JSON whose numbers are written again as they were spelt (JSON.parse source text access). */
import type { Json } from '../lib/json-value.ts'

/** What the types of the language do not have yet. */
interface SpellingJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): Json
  rawJSON(text: string): unknown
}

/** Reads a text that is JSON. A number that a double would spell otherwise is an object which JSON.stringify writes to the letter. */
export function readJsonSpelt(text: string): Json {
  const { parse, rawJSON } = JSON as unknown as SpellingJson
  return parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && source !== JSON.stringify(value) ? rawJSON(source) : value,
  )
}
