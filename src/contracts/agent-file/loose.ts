/** Reading JSON as some writers spell it: Python's `json.dumps` writes NaN and Infinity, which JSON does not have. */
import { readBody } from '../../codec/json-rules.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import type { Json } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { defaultJsonLimits, type JsonLimits } from '../../wire/json.ts'
import { walkJson } from '../../wire/json-walk.ts'
import { rule } from './rules.ts'

/** Where a NaN or an Infinity was, by its pointer, and how it was spelled. */
export type NotNumbers = Map<string, string>

/** A body's JSON value, undefined when it has none. A number that is none is read as null, reported, and noted. */
export function readLoosely(
  body: Body,
  findings: Finding[],
  notNumbers: NotNumbers = new Map(),
  limits: JsonLimits = defaultJsonLimits,
): Json | undefined {
  const reading = body.json()
  if (!reading.ok && reading.problem.code === 'not-json') {
    const text = withoutNaN(body.text())
    if (text !== undefined) {
      const loose = Body.ofText(text.text, limits)
      if (loose.json().ok) {
        for (const [pointer, spelled] of pointersAt(text)) {
          findings.push(finding(rule('agent-file/no-nan'), pointer))
          notNumbers.set(pointer, spelled)
        }
        return readBody(loose, findings)
      }
    }
  }
  return readBody(body, findings)
}

interface Replaced {
  text: string
  /** Where in the new text a null stands for a number that is none, and for which. */
  places: ReadonlyMap<number, string>
}

const token = /NaN|-?Infinity/y

/** The text with `null` for every NaN and Infinity outside its strings; undefined when there is none. */
export function withoutNaN(text: string): Replaced | undefined {
  const pieces: string[] = []
  const places = new Map<number, string>()
  let from = 0
  let shift = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = stringEnd(text, at)
    else if (code === 0x4e || code === 0x49 || code === 0x2d) {
      token.lastIndex = at
      if (!token.test(text)) continue
      pieces.push(text.slice(from, at), 'null')
      from = token.lastIndex
      places.set(at + shift, text.slice(at, from))
      shift += 4 - (from - at)
      at = from - 1
    }
  }
  return places.size === 0 ? undefined : { text: [...pieces, text.slice(from)].join(''), places }
}

/** The offset of the quote that ends a string, or of the text's end. */
export function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at
  }
  return text.length
}

function pointersAt({ text, places }: Replaced): [string, string][] {
  const pointers: [string, string][] = []
  const bom = text.charCodeAt(0) === 0xfeff ? 1 : 0
  walkJson(text.slice(bom), {
    value(pointer, start) {
      const spelled = places.get(start + bom)
      if (spelled !== undefined) pointers.push([pointer, spelled])
    },
  })
  return pointers
}
