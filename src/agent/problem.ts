/** A mistake of an agent's author, found while a call ran. Only `debug` shows it whole; a production log gets its fields. */
import { ReplywireError } from '../errors.ts'
import { classNameOf } from '../lib/class-name.ts'
import { valueAt } from '../lib/pointer.ts'
import type { Logger } from './context.ts'

/** One thing wrong with an answer. */
export interface ProblemIssue {
  /** JSON pointer into the answer. */
  readonly pointer: string
  readonly message: string
  /** What is there: its type, never its value. */
  readonly found?: string
}

/** A mistake of an author. `thrown` and `issues` may hold anything: they are for the author's own screen. */
export interface AuthorProblem {
  /** What happened, without any data: `handler threw`. */
  readonly summary: string
  /** Ids, class names and counts: all that a production log may have. */
  readonly fields: Readonly<Record<string, string | number | boolean>>
  readonly thrown?: unknown
  readonly issues?: readonly ProblemIssue[]
  /** What to write. */
  readonly fix?: string
}

/** A log that may also show problems whole. */
export interface ProblemLog extends Logger {
  problem?(problem: AuthorProblem): void
}

export function reportProblem(log: ProblemLog, problem: AuthorProblem): void {
  if (log.problem === undefined) log.warn({ ...problem.fields }, problem.summary)
  else log.problem(problem)
}

/** What a production log may have of something that was thrown: its class, and the code of our own errors. */
export function thrownFields(thrown: unknown): { error: string; code?: string } {
  const error = classNameOf(thrown)
  return thrown instanceof ReplywireError ? { error, code: thrown.code } : { error }
}

/** What is at a place: its type; where there is nothing, what is there instead. */
export function foundAt(root: unknown, pointer: string): string {
  const value = valueAt(root, pointer)
  if (value !== undefined) return typeOf(value)
  if (pointer === '') return 'nothing'
  const parent = valueAt(root, pointer.slice(0, pointer.lastIndexOf('/')))
  const names = typeof parent === 'object' && parent !== null ? Object.keys(parent) : []
  if (names.length === 0) return 'nothing'
  const listed = names.slice(0, mostNames).join(', ')
  return `nothing (there is ${names.length > mostNames ? `${listed} and more` : listed})`
}

const mostNames = 8

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value !== 'object') return typeof value
  const name = Object.getPrototypeOf(value)?.constructor?.name
  return typeof name === 'string' && name !== '' && name !== 'Object' ? name : 'object'
}
