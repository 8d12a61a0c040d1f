/** What the beginning of a request file says, for a file that is too large to be read. */
import type { Json } from '../lib/json-value.ts'

const headBytes = 65_536
const opening = /^\uFEFF?\s*\{/
/** One member whose value is a plain one: an object, an array or a long text ends the head. */
const member = /\s*"([a-z_]{1,40})"\s*:\s*("(?:[^"\\\n]|\\.){0,1000}"|-?\d[\d.eE+-]{0,30}|true|false|null)\s*,/y

/** The members at the top that come before the first large one. */
export function headOf(bytes: Uint8Array): Record<string, Json> {
  const text = new TextDecoder().decode(bytes.subarray(0, headBytes))
  const members: Record<string, Json> = {}
  member.lastIndex = opening.exec(text)?.[0].length ?? text.length
  for (;;) {
    const [, name, value] = member.exec(text) ?? []
    if (name === undefined || value === undefined) return members
    try {
      members[name] = JSON.parse(value)
    } catch {
      return members
    }
  }
}
