/** From a command line to the command that runs, and from any error to one line. */
import type { ReplywireError } from '../errors.ts'
import { printable } from './columns.ts'
import { exitCodes, isFamily } from './command.ts'
import { parse } from './parse.ts'
import { findCommand, rowNamed } from './table.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Runs a command line. Returns the exit code; never throws for what a user did. */
export async function main(words: readonly string[]): Promise<number> {
  const end = words.indexOf('--')
  const terminal = openTerminal((end < 0 ? words : words.slice(0, end)).includes('--json'))
  try {
    return await dispatch(words, terminal)
  } catch (error) {
    return complain(error, terminal)
  }
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
  const line = words[0] === '--json' ? [...words.slice(1), '--json'] : words
  const [first, ...rest] = line
  if (first === undefined || first === '--json') {
    const { showOverview } = await import('./commands/help.ts')
    showOverview(terminal.err)
    return exitCodes.usage
  }
  if (first === '--help' || first === '-h') return dispatch(['help', ...rest], terminal)
  if (first === '--version' || first === '-v') {
    const { packageVersion } = await import('./package-root.ts')
    terminal.result({ version: packageVersion() }, packageVersion())
    return exitCodes.ok
  }
  const row = rowNamed(first)
  const isHelp = rest.find(word => word !== '--json')?.match(/^(?:--help|-h)$/) != null
  if (isFamily(row) && isHelp)
    return dispatch(['help', ...line.filter(word => !/^(?:--help|-h)$/.test(word))], terminal)
  const { command, rest: after, siblings } = findCommand(line)
  const { values, given, positionals } = parse(command, after, siblings)
  if (given.has('help')) {
    const { showHelp } = await import('./commands/help.ts')
    showHelp(command, terminal)
    return exitCodes.ok
  }
  const { run } = await command.load()
  return run({ values, given, positionals, terminal })
}

/** By the name of its class or a parent class: an agent may load another copy of Replywire. */
function isReplywireError(error: unknown): error is ReplywireError {
  if (!(error instanceof Error)) return false
  let kind: unknown = error.constructor
  while (typeof kind === 'function' && kind.name !== 'ReplywireError') kind = Object.getPrototypeOf(kind)
  return typeof kind === 'function' && kind.name !== ''
}

/** Further lines that an error has for its reader, such as those around a mistake in a source. */
function detailOf(error: ReplywireError & { readonly detail?: readonly string[] }): readonly string[] {
  return error.detail ?? []
}

/** One line on standard error. A stack helps only those who fix Replywire itself. */
function complain(error: unknown, { err, json }: Terminal): number {
  const known = isReplywireError(error)
  const code = known ? error.code : 'ERR_DEFECT'
  const message = known ? error.message : `A defect in Replywire: ${error instanceof Error ? error.message : error}`
  if (json) err.line(JSON.stringify({ error: { code, message } }))
  else err.line(`${err.style.bad('replywire:')} ${printable(message)}`)
  if (!json && known) for (const line of detailOf(error)) err.line(line === '' ? '' : `  ${printable(line)}`)
  if (!known && process.env.REPLYWIRE_DEBUG && error instanceof Error) err.line(error.stack)
  return exitCodes.usage
}
