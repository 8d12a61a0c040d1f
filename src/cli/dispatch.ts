/** From the words of a command line to the command that answers, and from whatever goes wrong to one line. */
import type { ReplywireError } from '../errors.ts'
import { printable } from './columns.ts'
import { type Command, exitCodes, type Options, type ValuesOf } from './command.ts'
import { parse } from './parse.ts'
import { commands } from './table.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { unknownWord } from './usage.ts'

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
  const [first, ...rest] = words[0] === '--json' ? [...words.slice(1), '--json'] : words
  if (first === undefined || first === '--json') {
    const { renderOverview } = await import('./help.ts')
    terminal.err.write(renderOverview(commands, terminal.err))
    return exitCodes.usage
  }
  if (first === '--help' || first === '-h') return dispatch(['help', ...rest], terminal)
  if (first === '--version' || first === '-V') {
    const { packageVersion } = await import('./package-root.ts')
    terminal.out.line(terminal.json ? JSON.stringify({ version: packageVersion() }) : packageVersion())
    return exitCodes.ok
  }
  const command = commandNamed(first)
  const { values, positionals } = parse(command, rest)
  if (values.help === true) {
    const { showHelp } = await import('./commands/help.ts')
    showHelp(command, terminal)
    return exitCodes.ok
  }
  const { run } = await command.load()
  return run({ values: values as ValuesOf<Options>, positionals, terminal })
}

function commandNamed(word: string): Command {
  const command = commands.find(({ name }) => name === word)
  if (command !== undefined) return command
  const known = [...commands.map(({ name }) => name), '--help', '--version', '--json']
  throw unknownWord(word.startsWith('-') ? 'option' : 'command', word, known, 'See replywire --help.')
}

/** By its name, or its parent's: an agent may bring another copy of Replywire along. */
function isOwn(error: unknown): error is ReplywireError {
  if (!(error instanceof Error)) return false
  let kind: unknown = error.constructor
  while (typeof kind === 'function' && kind.name !== 'ReplywireError') kind = Object.getPrototypeOf(kind)
  return typeof kind === 'function' && kind.name !== ''
}

/** Further lines that an error has for its reader, such as those around a mistake in a source. */
function detailOf(error: ReplywireError & { readonly detail?: readonly string[] }): readonly string[] {
  return error.detail ?? []
}

/** One line on standard error. A stack is only of use to whoever mends Replywire itself. */
function complain(error: unknown, { err, json }: Terminal): number {
  const known = isOwn(error)
  const code = known ? error.code : 'ERR_DEFECT'
  const message = known ? error.message : `A defect in Replywire: ${error instanceof Error ? error.message : error}`
  if (json) err.line(JSON.stringify({ error: { code, message } }))
  else err.line(`${err.style.bad('replywire:')} ${printable(message)}`)
  if (!json && known) for (const line of detailOf(error)) err.line(line === '' ? '' : `  ${printable(line)}`)
  if (!known && process.env.REPLYWIRE_DEBUG && error instanceof Error) err.line(error.stack)
  return exitCodes.usage
}
