/** An OpenAPI document in YAML or JSON, with the files that it refers to: one JSON text that can be validated. */
import { dirname, join, relative, sep } from 'node:path'
import { ReplywireError } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { printable } from '../columns.ts'
import { nameOf, type ReadInput, readFile } from '../input.ts'

/** Parsing YAML takes much longer than JSON. */
const mostYaml = 8 * 1024 * 1024
const mostFiles = 50
/** Where the other files are in the one text; references lead there. */
const place = 'x-replywire-files'

/**
 * The document as one text. Files in its folder are taken in; other references stay as they are, for the check to
 * report. Undefined when the text is no OpenAPI document.
 */
export async function readOpenapi(input: ReadInput): Promise<Body | undefined> {
  const body = Body.ofBytes(input.bytes)
  // Another text that quotes a document, such as an event of a stream, is neither.
  if (!body.json().ok && !/^["']?openapi["']?[ \t]*:/m.test(body.text())) return undefined
  const document = await parsed(input)
  if (!isObject(document) || typeof document.openapi !== 'string') return undefined
  const files: Json[] = []
  const indexes = new Map<string, number | undefined>()
  const root = dirname(input.path)
  const whole = await rewritten(document, input.path, undefined, 0)
  return Body.ofText(JSON.stringify(files.length === 0 ? whole : { ...(whole as JsonObject), [place]: files }))

  /** A copy whose references lead into the one text. `at` is the number of the file; the document itself has none. */
  async function rewritten(value: Json, path: string, at: number | undefined, depth: number): Promise<Json> {
    // Deeper than any text that is read.
    if (depth > 100 || typeof value !== 'object' || value === null) return value
    // One after the other: each file is read once.
    if (Array.isArray(value)) {
      const items: Json[] = []
      for (const item of value) items.push(await rewritten(item, path, at, depth + 1))
      return items
    }
    const entries: [string, Json][] = []
    for (const [name, member] of Object.entries(value)) {
      const isReference = name === '$ref' && typeof member === 'string'
      entries.push([name, isReference ? await target(member, path, at) : await rewritten(member, path, at, depth + 1)])
    }
    return Object.fromEntries(entries)
  }

  async function target(reference: string, path: string, at: number | undefined): Promise<string> {
    const [file = '', fragment = ''] = reference.split('#', 2)
    const index = file === '' ? at : await indexOf(file, path)
    if (file !== '' && index === undefined) return reference
    return index === undefined ? reference : `#/${place}/${index}${fragment}`
  }

  /** The number of a file, which is read once. */
  async function indexOf(file: string, from: string): Promise<number | undefined> {
    if (input.path === '-' || /^(?:[a-z][\w+.-]*:|[\\/])/i.test(file)) return undefined
    const path = join(dirname(from), file)
    if (relative(root, path).split(sep)[0] === '..') return undefined
    if (indexes.has(path)) return indexes.get(path)
    if (files.length === mostFiles) return undefined
    const content = await contentOf(path)
    const index = content === undefined ? undefined : files.push(null) - 1
    indexes.set(path, index)
    if (index !== undefined && content !== undefined) files[index] = await rewritten(content, path, index, 0)
    return index
  }
}

async function contentOf(path: string): Promise<Json | undefined> {
  try {
    return await parsed(readFile(path))
  } catch {
    return undefined
  }
}

async function parsed({ path, bytes }: ReadInput): Promise<Json | undefined> {
  const body = Body.ofBytes(bytes)
  const reading = body.json()
  if (reading.ok) return reading.value
  if (bytes.byteLength > mostYaml) throw unreadable(path, 'it is larger than 8 MiB of YAML; send less at once')
  const { parseDocument } = await import('yaml')
  const { circularAlias } = await import('../../check/yaml-circle.ts')
  try {
    const document = parseDocument(body.text(), { logLevel: 'silent' })
    const [error] = document.errors
    const [from] = error?.linePos ?? []
    if (error !== undefined)
      throw unreadable(path, `not YAML: ${error.code} at line ${from?.line}, column ${from?.col}`)
    const circle = circularAlias(document, body.text())
    if (circle !== undefined)
      throw unreadable(path, `line ${circle.line}, column ${circle.column}: ${printable(circle.message)}`)
    return document.toJS({ maxAliasCount: 100 }) as Json
  } catch (error) {
    throw error instanceof ReplywireError ? error : unreadable(path, 'it is nested too deep, or has too many aliases')
  }
}

function unreadable(path: string, why: string): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: ${why}.`)
}
