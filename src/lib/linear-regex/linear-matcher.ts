/**
 * Regular expressions whose time grows with the text and no faster, whatever the pattern: no backtracking. States of an
 * automaton are made when they are first needed, and forgotten when there are too many.
 */
import { type CodePoints, newline, wordPoints } from './code-points.ts'
import { compileProgram, type ProgramStep } from './compile-program.ts'
import type { Assertion, PatternNode } from './parse-pattern.ts'

/** What stands next to a place in the text. */
type Neighbour = 'edge' | 'word' | 'newline' | 'other'

interface State {
  /** Steps that are waiting, before what needs no character was followed. */
  readonly steps: readonly number[]
  readonly before: Neighbour
  /** By class of characters; undefined: not made yet. */
  readonly next: (State | typeof matched | undefined)[]
  endsWithMatch: boolean | undefined
}

const matched = Symbol('matched')
const mostStates = 2000
/** So many characters take some milliseconds in the worst case. */
const pointsPerTurn = 8192

/** A part of a text: from, to. */
export type TextSpan = readonly [number, number]

export class LinearMatcher {
  readonly #program: readonly ProgramStep[]
  readonly #first: number
  readonly #alphabet: Alphabet
  #states = new Map<string, State>()

  /** Patterns by `parsePattern`; of several, any one is enough. */
  constructor(...patterns: readonly PatternNode[]) {
    const [only] = patterns
    this.#program = compileProgram(
      patterns.length === 1 && only !== undefined ? only : { kind: 'choice', nodes: patterns },
    )
    this.#first = this.#program.length - 1
    this.#alphabet = new Alphabet(this.#program)
  }

  /** Whether it looks at what is around a place: such a pattern may match a part of a text, and not the whole. */
  get hasAssertions(): boolean {
    return this.#program.some(({ kind }) => kind === 'assertion')
  }

  /** Whether the pattern is anywhere in the text. A match of nothing is none. */
  test(text: string): boolean {
    return finish(this.search(text))
  }

  /** The same, but it stops now and then, so that others have their turn. */
  *search(text: string): Generator<undefined, boolean, undefined> {
    let state = this.#state([], 'edge')
    let pause = pointsPerTurn
    for (let at = 0; at < text.length; ) {
      const point = text.codePointAt(at) ?? 0
      const kind = this.#alphabet.classOf(point)
      const next = state.next[kind] ?? this.#step(state, kind)
      if (next === matched) return true
      state = next
      at += point > 0xffff ? 2 : 1
      if (at < pause) continue
      pause += pointsPerTurn
      yield
    }
    state.endsWithMatch ??= this.#closure(state, 'edge').isMatched
    return state.endsWithMatch
  }

  #step(from: State, kind: number): State | typeof matched {
    const { steps, isMatched } = this.#closure(from, this.#alphabet.neighbours[kind] ?? 'other')
    const found = isMatched ? matched : this.#after(steps, kind)
    from.next[kind] = found
    return found
  }

  #after(steps: readonly number[], kind: number): State {
    const next = new Set<number>()
    for (const step of steps) {
      const one = this.#program[step]
      if (one?.kind === 'points' && this.#alphabet.has(step, kind)) next.add(one.next)
    }
    return this.#state(
      [...next].toSorted((one, other) => one - other),
      this.#alphabet.neighbours[kind] ?? 'other',
    )
  }

  #state(steps: readonly number[], before: Neighbour): State {
    const key = `${before} ${steps.join(' ')}`
    const known = this.#states.get(key)
    if (known !== undefined) return known
    // A text that makes many states makes them again: slower, but no more than by a constant.
    if (this.#states.size >= mostStates) this.#states = new Map()
    const made: State = {
      steps,
      before,
      next: new Array(this.#alphabet.size).fill(undefined),
      endsWithMatch: undefined,
    }
    this.#states.set(key, made)
    return made
  }

  /** What can be reached without a character; a search may also begin here. */
  #closure({ steps, before }: State, after: Neighbour): { steps: readonly number[]; isMatched: boolean } {
    const reached = new Map<number, number>()
    for (const step of steps) this.#follow(step, before, after, reached)
    // A match that began earlier has a character; one that begins here would be of nothing.
    const isMatched = reached.has(0)
    this.#follow(this.#first, before, after, reached)
    return { steps: [...reached.keys()], isMatched }
  }

  /** Adds what a step leads to without a character, each with the place where its match began. */
  #follow(from: number, before: Neighbour, after: Neighbour, reached: Map<number, number>, origin = 0): void {
    const stack = [from]
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (reached.has(step)) continue
      reached.set(step, origin)
      const one = this.#program[step]
      if (one?.kind === 'split') stack.push(...one.next.toReversed())
      else if (one?.kind === 'assertion' && holds(one.assertion, before, after)) stack.push(one.next)
    }
  }

  /**
   * Every part of the text that belongs to a match, in order; parts that overlap are one. One pass over the text: each
   * step keeps only the earliest place that leads to it.
   */
  spans(text: string): TextSpan[] {
    return finish(this.searchSpans(text))
  }

  /** The same, but it stops now and then, so that others have their turn. */
  *searchSpans(text: string): Generator<undefined, TextSpan[], undefined> {
    let pause = pointsPerTurn
    const spans: [number, number][] = []
    let waiting = new Map<number, number>()
    let before: Neighbour = 'edge'
    for (let at = 0; ; ) {
      const point = text.codePointAt(at)
      const kind = point === undefined ? -1 : this.#alphabet.classOf(point)
      const after = point === undefined ? 'edge' : (this.#alphabet.neighbours[kind] ?? 'other')
      const origins = this.#origins(waiting, at, before, after)
      const start = origins.get(0)
      if (start !== undefined && start < at) addSpan(spans, start, at)
      if (point === undefined) return spans
      waiting = new Map()
      for (const [step, origin] of origins) {
        const one = this.#program[step]
        if (one?.kind !== 'points' || !this.#alphabet.has(step, kind)) continue
        if (!waiting.has(one.next)) waiting.set(one.next, origin)
      }
      before = after
      at += point > 0xffff ? 2 : 1
      if (at < pause) continue
      pause += pointsPerTurn
      yield
    }
  }

  /** Steps in the order of where they began: the first that reaches a step is the earliest. */
  #origins(waiting: ReadonlyMap<number, number>, at: number, before: Neighbour, after: Neighbour): Map<number, number> {
    const origins = new Map<number, number>()
    for (const [step, origin] of waiting) this.#follow(step, before, after, origins, origin)
    this.#follow(this.#first, before, after, origins, at)
    return origins
  }
}

function finish<T>(work: Generator<undefined, T, undefined>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

function addSpan(spans: [number, number][], start: number, end: number): void {
  let from = start
  for (let last = spans.at(-1); last !== undefined && last[1] > from; last = spans.at(-1)) {
    from = Math.min(from, last[0])
    spans.pop()
  }
  spans.push([from, end])
}

function holds(assertion: Assertion, before: Neighbour, after: Neighbour): boolean {
  switch (assertion) {
    case 'text-start':
      return before === 'edge'
    case 'text-end':
      return after === 'edge'
    case 'line-start':
      return before === 'edge' || before === 'newline'
    case 'line-end':
      return after === 'edge' || after === 'newline'
    case 'word-boundary':
      return (before === 'word') !== (after === 'word')
    case 'no-word-boundary':
      return (before === 'word') === (after === 'word')
  }
}

/** Characters that no step of a program distinguishes are one class. */
class Alphabet {
  readonly neighbours: readonly Neighbour[]
  readonly #starts: readonly number[]
  readonly #ascii: Uint16Array
  readonly #members: readonly (Uint8Array | undefined)[]

  constructor(program: readonly ProgramStep[]) {
    const sets: CodePoints[] = [wordPoints, newline]
    for (const step of program) if (step.kind === 'points') sets.push(step.points)
    this.#starts = [...new Set([0, ...sets.flat().flatMap(([low, high]) => [low, high + 1])])]
      .filter(start => start <= 0x10ffff)
      .toSorted((one, other) => one - other)
    this.#ascii = Uint16Array.from({ length: 128 }, (_, point) => this.#find(point))
    const membersOf = (points: CodePoints) => Uint8Array.from(this.#starts, start => (has(points, start) ? 1 : 0))
    this.#members = program.map(step => (step.kind === 'points' ? membersOf(step.points) : undefined))
    this.neighbours = this.#starts.map(start => (start === 10 ? 'newline' : has(wordPoints, start) ? 'word' : 'other'))
  }

  get size(): number {
    return this.#starts.length
  }

  classOf(point: number): number {
    return point < 128 ? (this.#ascii[point] ?? 0) : this.#find(point)
  }

  /** Whether a step takes the characters of a class. */
  has(step: number, kind: number): boolean {
    return this.#members[step]?.[kind] === 1
  }

  #find(point: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= point) low = middle
      else high = middle - 1
    }
    return low
  }
}

function has(points: CodePoints, point: number): boolean {
  return points.some(([low, high]) => point >= low && point <= high)
}
