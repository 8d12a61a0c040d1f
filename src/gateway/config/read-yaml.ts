/** A YAML file as plain data, with the place of every key and value. Bounded in size, depth and number of values. */
import { dirname } from 'node:path'
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
} from 'yaml'
import { escapeToken } from '../../lib/pointer.ts'
import type { FilePosition } from '../config.ts'
import { type Expansion, expandText, hasReference } from './expand-text.ts'
import type { ConfigProblem } from './problem.ts'

/** The data of a file. */
export interface YamlData {
  readonly value: unknown
  /** The place of a value, or of its nearest parent. */
  at(pointer: string): FilePosition
  /** The place of a key. */
  keyAt(pointer: string): FilePosition
  readonly problems: readonly ConfigProblem[]
}

const largestBytes = 4 * 1024 * 1024
const deepest = 32
/** Values of a file, with those that its aliases repeat. */
const mostValues = 500_000

/** What ends the reading: everything after it would be guesswork. */
class TooMuch extends Error {}

/** Reads the text of a file. References in values are expanded; keys are taken as they are. */
export function readYaml(text: string, file: string, expansion: Omit<Expansion, 'folder'>): YamlData {
  const start = { file, line: 1, column: 1 }
  if (Buffer.byteLength(text) > largestBytes) return unreadable(start, 'the file is larger than 4 MiB')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true, logLevel: 'silent' })
  const position = (offset: number): FilePosition => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  if (document.errors.length > 0) {
    const problems = document.errors.slice(0, 10).map(({ pos, code }) => ({
      at: position(pos[0]),
      message: yamlProblems[code] ?? `this is not valid YAML (${code})`,
    }))
    return { value: undefined, at: () => start, keyAt: () => start, problems }
  }
  return new Reader(document, position, { ...expansion, folder: dirname(file) }).read(start)
}

/** The usual mistakes, in words. The parser's own would quote the text. */
const yamlProblems: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key is there twice',
  TAB_AS_INDENT: 'a tab is used to indent; YAML needs spaces',
  BAD_INDENT: 'this line is not indented like those around it',
  MISSING_CHAR: 'a character such as a colon, a quote or a bracket is missing here',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line, followed by a colon',
  BLOCK_AS_IMPLICIT_KEY: 'a key and its value must not be on one line with another key; indent it on a new line',
  UNEXPECTED_TOKEN: 'this is not expected here; quote the text if it contains special characters',
  MULTIPLE_DOCS: 'the file contains several YAML documents; only one is allowed',
}

function unreadable(at: FilePosition, message: string): YamlData {
  return { value: undefined, at: () => at, keyAt: () => at, problems: [{ at, message }] }
}

class Reader {
  readonly #document: Document
  readonly #position: (offset: number) => FilePosition
  readonly #expansion: Expansion
  readonly #values = new Map<string, FilePosition>()
  readonly #keys = new Map<string, FilePosition>()
  readonly #problems: ConfigProblem[] = []
  #count = 0

  constructor(document: Document, position: (offset: number) => FilePosition, expansion: Expansion) {
    this.#document = document
    this.#position = position
    this.#expansion = expansion
  }

  read(start: FilePosition): YamlData {
    let value: unknown
    try {
      value = this.#valueOf(this.#document.contents as Node | null, '', 0)
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error
      return unreadable(start, error.message)
    }
    const at = (pointer: string): FilePosition => {
      for (let path = pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
        const found = this.#values.get(path)
        if (found !== undefined) return found
        if (path === '') return start
      }
    }
    return { value, at, keyAt: pointer => this.#keys.get(pointer) ?? at(pointer), problems: this.#problems }
  }

  #valueOf(node: Node | null | undefined, pointer: string, depth: number): unknown {
    this.#count += 1
    if (this.#count > mostValues) throw new TooMuch('the file has too many values; look at its aliases')
    if (depth > deepest) throw new TooMuch(`the file is nested more than ${deepest} levels deep; look at its aliases`)
    const offset = node?.range?.[0]
    if (offset !== undefined && !this.#values.has(pointer)) this.#values.set(pointer, this.#position(offset))
    if (isAlias(node)) return this.#valueOf(node.resolve(this.#document), pointer, depth + 1)
    if (isMap(node)) return this.#mapOf(node.items as MapItems, pointer, depth)
    if (isSeq(node)) return node.items.map((item, at) => this.#valueOf(item as Node, `${pointer}/${at}`, depth + 1))
    return isScalar(node) ? this.#scalarOf(node, pointer) : null
  }

  #mapOf(items: MapItems, pointer: string, depth: number): Record<string, unknown> {
    const own: [string, unknown][] = []
    const merged: [string, unknown][] = []
    for (const { key, value } of items) {
      const name = isScalar(key) ? String(key.value) : undefined
      if (name === undefined) {
        this.#problems.push({ at: this.#position(key?.range?.[0] ?? 0), message: 'a key must be a plain text' })
        continue
      }
      if (name === '<<' && (isAlias(value) || isSeq(value))) {
        const parents = [this.#valueOf(value, pointer, depth + 1)].flat()
        for (const parent of parents.toReversed()) if (isPlainObject(parent)) merged.push(...Object.entries(parent))
        continue
      }
      const path = `${pointer}/${escapeToken(name)}`
      this.#keys.set(path, this.#position(key?.range?.[0] ?? 0))
      own.push([name, this.#valueOf(value, path, depth + 1)])
    }
    // `__proto__` is a key like any other here.
    return Object.fromEntries([...merged, ...own])
  }

  #scalarOf({ value, type, range }: Scalar, pointer: string): unknown {
    if (typeof value === 'bigint') return Number(value)
    if (typeof value !== 'string' || !hasReference(value)) return value
    const expanded = expandText(value, this.#expansion)
    if ('text' in expanded) return type === 'PLAIN' ? plainScalar(expanded.text) : expanded.text
    const at = this.#position(range?.[0] ?? 0)
    this.#problems.push({ at, message: `${pointer}: ${expanded.message}`, fix: expanded.fix })
    return value
  }
}

type MapItems = readonly { readonly key: Node | null; readonly value: Node | null }[]

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a text without quotes is: `port: ${PORT}` is a number. */
function plainScalar(text: string): unknown {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text
}
