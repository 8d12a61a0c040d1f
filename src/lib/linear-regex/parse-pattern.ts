/** Reads a regular expression in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax). */
import {
  anyPoint,
  type CodePoints,
  digits,
  foldCase,
  negate,
  newline,
  posixClass,
  spaces,
  unicodeClass,
  union,
  wordPoints,
} from './code-points.ts'

export type Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word-boundary' | 'no-word-boundary'

export type PatternNode =
  | { readonly kind: 'points'; readonly points: CodePoints }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number }

/** Why a pattern cannot be used. */
export class PatternError extends Error {
  constructor(message: string, at: number) {
    super(`${message} at character ${at + 1}`)
    this.name = 'PatternError'
  }
}

interface Flags {
  /** Cases are the same. */
  i: boolean
  /** `^` and `$` are at lines. */
  m: boolean
  /** `.` is a line break, too. */
  s: boolean
}

const mostRepeats = 1000
const mostLength = 10_000
const mostDepth = 100

export function parsePattern(source: string, flags: Partial<Flags> = {}): PatternNode {
  if (source.length > mostLength) throw new PatternError(`longer than ${mostLength} characters`, mostLength)
  return new PatternParser(source, { i: false, m: false, s: false, ...flags }).parse()
}

const escapes: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }
const perlClasses: Readonly<Record<string, CodePoints>> = {
  d: digits,
  D: negate(digits),
  w: wordPoints,
  W: negate(wordPoints),
  s: spaces,
  S: negate(spaces),
}

class PatternParser {
  readonly #points: readonly string[]
  #at = 0
  #flags: Flags
  #depth = 0

  constructor(source: string, flags: Flags) {
    this.#points = [...source]
    this.#flags = flags
  }

  parse(): PatternNode {
    const node = this.#choice()
    if (this.#at < this.#points.length) this.#fail('a parenthesis that was not opened')
    return node
  }

  #fail(message: string, at = this.#at): never {
    throw new PatternError(message, at)
  }

  #peek(ahead = 0): string {
    return this.#points[this.#at + ahead] ?? ''
  }

  #take(text: string): boolean {
    for (const [ahead, point] of [...text].entries()) if (this.#peek(ahead) !== point) return false
    this.#at += text.length
    return true
  }

  /** What stands before the next end mark; the mark is taken, too. */
  #until(mark: string): string {
    const from = this.#at
    const end = this.#points.indexOf(mark, from)
    if (end < 0) this.#fail(`"${mark}" is missing`, from)
    this.#at = end + 1
    return this.#points.slice(from, end).join('')
  }

  #choice(): PatternNode {
    if (++this.#depth > mostDepth) this.#fail(`nested deeper than ${mostDepth} levels`)
    const outer = this.#flags
    const nodes = [this.#sequence()]
    while (this.#take('|')) nodes.push(this.#sequence())
    this.#flags = outer
    this.#depth--
    return nodes.length === 1 ? (nodes[0] as PatternNode) : { kind: 'choice', nodes }
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = []
    while (this.#at < this.#points.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const node = this.#item()
      if (node !== undefined) nodes.push(this.#repeated(node))
    }
    return nodes.length === 1 ? (nodes[0] as PatternNode) : { kind: 'sequence', nodes }
  }

  #repeated(node: PatternNode): PatternNode {
    const range = this.#repeat()
    if (range === undefined) return node
    // Which of several matches is preferred makes no difference here.
    this.#take('?')
    if (this.#repeat() !== undefined) this.#fail('a repetition of a repetition')
    return { kind: 'repeat', node, ...range }
  }

  #repeat(): { min: number; max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
    if (this.#take('?')) return { min: 0, max: 1 }
    const [whole, from = '', comma, to] =
      /^\{(\d{1,9})(,(\d{0,9}))?\}/.exec(this.#points.slice(this.#at, this.#at + 24).join('')) ?? []
    if (whole === undefined) return undefined
    const min = Number(from)
    const max = comma === undefined ? min : to === '' ? Number.POSITIVE_INFINITY : Number(to)
    if (max < min || min > mostRepeats || (max !== Number.POSITIVE_INFINITY && max > mostRepeats)) {
      this.#fail(`a repetition of more than ${mostRepeats}, or the wrong way round`)
    }
    this.#at += whole.length
    return { min, max }
  }

  /** Undefined: it stands for nothing, such as flags. */
  #item(): PatternNode | undefined {
    const point = this.#peek()
    switch (point) {
      case '(':
        return this.#group()
      case '[':
        return this.#pointsNode(this.#brackets())
      case '.':
        this.#at++
        return { kind: 'points', points: this.#flags.s ? anyPoint : negate(newline) }
      case '^':
        this.#at++
        return { kind: 'assertion', assertion: this.#flags.m ? 'line-start' : 'text-start' }
      case '$':
        this.#at++
        return { kind: 'assertion', assertion: this.#flags.m ? 'line-end' : 'text-end' }
      case '\\':
        return this.#escape()
      case '*':
      case '+':
      case '?':
        return this.#fail('nothing to repeat')
      default:
        this.#at++
        return this.#literal(point)
    }
  }

  #literal(point: string): PatternNode {
    const code = point.codePointAt(0) ?? 0
    return this.#pointsNode([[code, code]])
  }

  #pointsNode(points: CodePoints): PatternNode {
    return { kind: 'points', points: this.#flags.i ? foldCase(points) : points }
  }

  #group(): PatternNode | undefined {
    const from = this.#at
    this.#at++
    if (!this.#take('?')) return this.#groupEnd(from)
    if (this.#take('P<') || (this.#peek() === '<' && !/[=!]/.test(this.#peek(1)) && this.#take('<'))) {
      if (!/^\w{1,64}$/.test(this.#until('>'))) this.#fail('a group whose name is not valid', from)
      return this.#groupEnd(from)
    }
    if (/[=!<]/.test(this.#peek())) this.#fail('lookahead and lookbehind are not supported', from)
    return this.#flagGroup(from)
  }

  #groupEnd(from: number, flags?: Flags): PatternNode {
    const outer = this.#flags
    this.#flags = { ...outer, ...flags }
    const node = this.#choice()
    this.#flags = outer
    if (!this.#take(')')) this.#fail('a parenthesis that is not closed', from)
    return node
  }

  /** `(?i)` up to the end of the group around it, `(?i:…)` for what is inside. */
  #flagGroup(from: number): PatternNode | undefined {
    const flags = { ...this.#flags }
    let value = true
    for (;;) {
      const point = this.#peek()
      this.#at++
      if (point === ':') return this.#groupEnd(from, flags)
      if (point === ')') {
        this.#flags = flags
        return undefined
      }
      if (point === '-' && value) value = false
      else if (point === 'i' || point === 'm' || point === 's') flags[point] = value
      else if (point !== 'U') this.#fail('a flag that is not known', this.#at - 1)
    }
  }

  #escape(): PatternNode {
    const from = this.#at
    const letter = this.#peek(1)
    const assertion = assertions[letter]
    if (assertion !== undefined) {
      this.#at += 2
      return { kind: 'assertion', assertion }
    }
    if (this.#take('\\Q')) {
      const rest = this.#points.slice(this.#at).join('')
      const end = rest.indexOf('\\E')
      const quoted = [...(end < 0 ? rest : rest.slice(0, end))]
      this.#at += quoted.length + (end < 0 ? 0 : 2)
      return { kind: 'sequence', nodes: quoted.map(point => this.#literal(point)) }
    }
    if (/[1-9k]/.test(letter)) this.#fail('backreferences are not supported', from)
    const found = this.#escapedPoints()
    // A class is folded whole; `\W` must not become everything by it.
    return typeof found === 'number' ? this.#pointsNode([[found, found]]) : { kind: 'points', points: found }
  }

  /** A code point, or a class of them. */
  #escapedPoints(): number | CodePoints {
    const from = this.#at
    this.#at++
    const letter = this.#peek()
    this.#at++
    const perl = perlClasses[letter]
    if (perl !== undefined) return perl
    if (letter === 'p' || letter === 'P') return this.#property(letter === 'P', from)
    if (letter === 'x') return this.#take('{') ? this.#code(this.#until('}'), from) : this.#code(this.#next(2), from)
    if (letter === 'u') return this.#take('{') ? this.#code(this.#until('}'), from) : this.#code(this.#next(4), from)
    if (letter === '0') return 0
    const code = escapes[letter]
    if (code !== undefined) return code
    if (letter === '') this.#fail('a backslash at the end', from)
    if (/[A-Za-z0-9]/.test(letter)) this.#fail(`\\${letter} is not known`, from)
    return letter.codePointAt(0) ?? 0
  }

  #next(count: number): string {
    this.#at += count
    return this.#points.slice(this.#at - count, this.#at).join('')
  }

  #code(digitsText: string, from: number): number {
    const code = /^[0-9a-fA-F]{1,6}$/.test(digitsText) ? Number.parseInt(digitsText, 16) : Number.NaN
    return code <= 0x10ffff ? code : this.#fail('a code point that is not valid', from)
  }

  #property(isNegated: boolean, from: number): CodePoints {
    const name = this.#take('{') ? this.#until('}') : this.#next(1)
    const isInverse = name.startsWith('^')
    const found = unicodeClass(isInverse ? name.slice(1) : name)
    if (found === undefined) return this.#fail('a Unicode class that is not known', from)
    return isNegated === isInverse ? found : negate(found)
  }

  #brackets(): CodePoints {
    const from = this.#at
    this.#at++
    const isNegated = this.#take('^')
    const sets: CodePoints[] = []
    while (this.#peek() !== ']' || sets.length === 0) {
      if (this.#at >= this.#points.length) this.#fail('a bracket that is not closed', from)
      sets.push(this.#bracketItem())
    }
    this.#at++
    // Folded first: `[^a]` in any case is neither `a` nor `A`.
    const all = union(...sets)
    const folded = this.#flags.i ? foldCase(all) : all
    return isNegated ? negate(folded) : folded
  }

  #bracketItem(): CodePoints {
    const from = this.#at
    if (this.#take('[:')) {
      const isNegated = this.#take('^')
      const found = posixClass(this.#until(':'))
      if (found === undefined || !this.#take(']')) return this.#fail('a class that is not known', from)
      return isNegated ? negate(found) : found
    }
    const low = this.#bracketPoint()
    if (typeof low !== 'number') return low
    if (this.#peek() !== '-' || this.#peek(1) === ']' || this.#peek(1) === '') return [[low, low]]
    this.#at++
    const high = this.#bracketPoint()
    if (typeof high !== 'number' || high < low) return this.#fail('a range that is not valid', from)
    return [[low, high]]
  }

  #bracketPoint(): number | CodePoints {
    if (this.#peek() === '\\') {
      if (this.#peek(1) === 'b') this.#fail('\\b is not allowed in brackets')
      return this.#escapedPoints()
    }
    return this.#next(1).codePointAt(0) ?? 0
  }
}

const assertions: Readonly<Record<string, Assertion | undefined>> = {
  A: 'text-start',
  z: 'text-end',
  b: 'word-boundary',
  B: 'no-word-boundary',
}
