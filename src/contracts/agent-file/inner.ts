/** Agent Response Format Specification, "Two-Level JSON Parsing": the second level, the text of `response`. */
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import type { JsonLimits } from '../../wire/json.ts'
import { walkJson } from '../../wire/json-walk.ts'
import { type NotNumbers, readLoosely, stringEnd } from './loose.ts'
import { rule } from './rules.ts'

/** A member of an enhancement's output that is no section of it. */
export const frontmatter = 'frontmatter_metadata'

export type Inner = { form: 'json'; value: Json; notNumbers: NotNumbers } | { form: 'text' }

const at = '/response'
const none: readonly number[] = []

/** Reads the inner text. `declared`: the metadata says that it is JSON, so it must be. */
export function readInner(text: string, declared: boolean, limits: JsonLimits, findings: Finding[]): Inner {
  const fenced = unfenced(text)
  const body = Body.ofText(fenced ?? text, limits)
  const reading = body.json()
  const found: Finding[] = []
  const notNumbers: NotNumbers = new Map()
  const value = reading.ok && reading.notes.length === 0 ? reading.value : readLoosely(body, found, notNumbers, limits)
  if (value !== undefined) {
    if (fenced !== undefined) findings.push(finding(rule('agent-file/inner-fences'), at))
    for (const each of found) findings.push(inside(each))
    for (const index of listed(value)) findings.push(frontmatterFinding(index))
    return { form: 'json', value, notNumbers }
  }
  const problem = reading.ok ? undefined : reading.problem
  if (problem?.code === 'too-large' || problem?.code === 'too-deep') findings.push(...found.map(inside))
  else findings.push(notJson(fenced ?? text, declared || fenced !== undefined, problem?.message ?? ''))
  return { form: 'text' }
}

/** The places of `sections` that list the front matter. */
export function listed(value: Json): readonly number[] {
  if (!isObject(value) || !Array.isArray(value.sections)) return none
  return value.sections.flatMap((name, index) => (name === frontmatter ? [index] : []))
}

function frontmatterFinding(index: number): Finding {
  const message = `Inner JSON at /sections/${index}: ${frontmatter} is no section.`
  return finding(rule('agent-file/frontmatter-metadata'), at, message)
}

/** A finding about the inner text, reported where the envelope holds it. */
function inside(found: Finding): Finding {
  const place = found.pointer === '' ? '' : ` at ${found.pointer}`
  return { ...found, pointer: at, message: `Inner JSON${place}: ${found.message}` }
}

function notJson(text: string, declared: boolean, message: string): Finding {
  const offset = walkJson(text, {}) ?? text.length
  const beginsAsJson = /^\s*[[{]/.test(text)
  if (beginsAsJson && isCut(text, offset)) {
    const place = message.slice(message.indexOf(' at line'))
    return finding(rule('agent-file/inner-whole'), at, `Inner JSON: what starts${place.replace(/\.$/, '')} has no end.`)
  }
  if (declared || beginsAsJson) {
    return finding(rule('agent-file/inner-json'), at, `Inner text: ${message}`)
  }
  const holdsJson = /```json\b|\{\s*"|\[\s*\{/i.test(text)
  const what = holdsJson
    ? 'The response is text with JSON in it: it is unknown which of the two is the answer.'
    : undefined
  return finding(rule('agent-file/content-type'), at, what)
}

const half = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|\.|[eE][+-]?)$/

/** Whether a text that starts as JSON only lacks its end. */
function isCut(text: string, offset: number): boolean {
  if (offset >= text.length) return true
  if (text[offset] === '"') return stringEnd(text, offset) === text.length
  return half.test(text.slice(offset, offset + 6))
}

const opening = /^\s*```[A-Za-z]*[ \t]*\r?\n/

/** The inside of a Markdown code fence around the whole text, closed or cut; undefined when there is none. */
export function unfenced(text: string): string | undefined {
  // Most texts are JSON from their first character on.
  if (text[0] === '{' || text[0] === '[') return undefined
  const start = opening.exec(text)?.[0].length
  if (start === undefined || !/^\s*```(?:json\b|[ \t]*\r?\n)/i.test(text)) return undefined
  const rest = text.slice(start).trimEnd()
  const inside = rest.endsWith('```') ? rest.slice(0, -3) : rest
  return inside.includes('```') ? undefined : inside
}
