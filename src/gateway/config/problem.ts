/** What is wrong with a configuration, and where. Messages never contain values: a value can be a secret. */
import { relative } from 'node:path'
import { ReplywireError } from '../../errors.ts'
import { printable } from '../../lib/printable.ts'
import type { FilePosition } from '../config.ts'

/** One mistake in a configuration. */
export interface ConfigProblem {
  /** Undefined for what has no place in a file: an environment variable, an option of the command line. */
  readonly at?: FilePosition | undefined
  /** What is wrong. */
  readonly message: string
  /** How to fix it. */
  readonly fix?: string | undefined
}

/** Problems that prevent a start are errors; the others are warnings. */
export interface ProblemList {
  readonly errors: ConfigProblem[]
  readonly warnings: ConfigProblem[]
}

const mostShown = 50

/** `gateway.yaml:3:5: there is no key "rout". Did you mean routes?` */
export function problemText({ at, message, fix }: ConfigProblem): string {
  const place = at === undefined ? '' : `${shownPath(at.file)}:${at.line}:${at.column}: `
  const end = /[.?!]$/.test(message) ? '' : '.'
  return printable(`${place}${message}${end}${fix === undefined ? '' : ` ${fix}`}`)
}

function shownPath(file: string): string {
  const short = relative(process.cwd(), file)
  return short === '' || short.startsWith('..') ? file : short
}

/**
 * All problems as one error: the first is its message, the others are further lines.
 *
 * @example
 * await loadConfig('gateway.yaml').catch(error => {
 *   if (error instanceof ConfigError) for (const { at, message } of error.problems) console.error(at?.line, message)
 * })
 */
export class ConfigError extends ReplywireError {
  readonly problems: readonly ConfigProblem[]
  /** Lines after the message. */
  readonly detail: readonly string[]

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.slice(0, mostShown).map(problemText)
    if (problems.length > mostShown) lines.push(`… and ${problems.length - mostShown} more.`)
    super('ERR_UNREADABLE', lines[0] ?? 'The configuration is not valid.')
    this.problems = problems
    this.detail = lines.slice(1)
  }
}
