/** JSON for people: indented, with every number spelled as it was. */

/** JSON.parse with the source of each number, and JSON.rawJSON to write it again: newer than the type library. */
interface SourceJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
  rawJSON(text: string): unknown
}

/** An indented text; a text that is not JSON stays as it is. */
export function prettyJson(text: string): string {
  const { parse, rawJSON } = JSON as unknown as SourceJson
  try {
    const value = parse(text, (_, member, { source }) => {
      return typeof member === 'number' && source !== undefined ? rawJSON(source) : member
    })
    return JSON.stringify(value, null, 2)
  } catch {
    return text
  }
}
