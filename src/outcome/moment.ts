/** A stream is a sequence of moments and exactly one outcome, which is last. */
import type { Json } from '../lib/json-value.ts'
import type { Extra, Outcome, Part, Progress } from './outcome.ts'

/** One event of a stream: progress, a piece of the response, or the outcome that ends it. */
export type Moment =
  | ({ kind: 'progress'; extra?: Extra } & Progress)
  /** A piece of the answer: added to what is there, or in its place. */
  | { kind: 'delta'; mode: 'append' | 'replace'; part: Part; artifact?: string; extra?: Extra }
  /** An event that only its contract understands; its id is its place in the stream that it came from. */
  | { kind: 'opaque'; contract: string; event: string; data: Json; id?: string }
  | { kind: 'outcome'; outcome: Outcome }

/** Any moment but the last. */
export type Interim = Exclude<Moment, { kind: 'outcome' }>
