/** The command table. Parsing, help, completion and the reference page are derived from it. */
import { type Command, type CommandFamily, isFamily, type Section } from './command.ts'
import { agents } from './table/agents.ts'
import { checks } from './table/checks.ts'
import { files } from './table/files.ts'
import { gateway } from './table/gateway.ts'
import { keys } from './table/keys.ts'
import { messages } from './table/messages.ts'
import { runs } from './table/runs.ts'
import { shell } from './table/shell.ts'
import { store } from './table/store.ts'
import { unknownWord, usageError } from './usage.ts'

export const sections: readonly Section[] = [agents, messages, checks, gateway, runs, files, keys, store, shell]

/** Commands and families by their first word. */
export const rows: readonly (Command | CommandFamily)[] = sections.flatMap(({ commands }) => commands)

/** Every command. */
export const commands: readonly Command[] = rows.flatMap(row => (isFamily(row) ? row.commands : [row]))

/** The environment variables that commands read, and what they stand in for. */
export function variablesOf(): (readonly [name: string, about: string])[] {
  const found = new Map<string, Set<string>>()
  const add = (variable: string | undefined, name: string): void => {
    if (variable !== undefined) found.set(variable, (found.get(variable) ?? new Set()).add(name))
  }
  for (const command of commands) {
    for (const argument of command.arguments) add(argument.variable, argument.name)
    for (const [name, option] of Object.entries(command.options)) add(option.variable, `--${name}`)
  }
  return [
    ...[...found].map(([variable, names]) => [variable, `Used when ${[...names].join(' or ')} is not given.`] as const),
    ['REPLYWIRE_SECRET', 'The secret that all processes on a store share. Used when --secret-file is not given.'],
    ['REPLYWIRE_KEYS', 'The text of a key file, for machines without one. The keys in it can be used, not changed.'],
    ['NO_COLOR, FORCE_COLOR', 'Never, or always, print in colour. Default: in colour on a terminal.'],
  ]
}

export interface FoundCommand {
  readonly command: Command
  /** The words after its name. */
  readonly rest: readonly string[]
  /** The commands of its family. */
  readonly siblings: readonly Command[]
}

/** The row that the first word names. */
export function rowNamed(word: string): Command | CommandFamily {
  const row = rows.find(({ name }) => name === word)
  if (row !== undefined) return row
  const known = [...rows.map(({ name }) => name), '--help', '--version', '--json']
  throw unknownWord(word.startsWith('-') ? 'option' : 'command', word, known, 'See replywire --help.')
}

/** The command of a command line, which starts with a command's first word. */
export function findCommand([first = '', ...rest]: readonly string[]): FoundCommand {
  const row = rowNamed(first)
  if (!isFamily(row)) return { command: row, rest, siblings: [] }
  const { commands: siblings } = row
  const [second, ...others] = rest
  const command = row.commands.find(({ name }) => name === row.default)
  // An address is an argument of the default command: `replywire check http://…`.
  const isArgument = second?.includes(':') === true && command !== undefined && command.arguments.length > 0
  if (second !== undefined && !second.startsWith('-') && !isArgument) {
    return { command: commandIn(row, second), rest: others, siblings }
  }
  if (command !== undefined) return { command, rest, siblings }
  const verbs = row.commands.map(({ name }) => name.slice(row.name.length + 1))
  throw usageError(`replywire ${row.name} needs a command: ${verbs.join(', ')}. See replywire ${row.name} --help.`)
}

/** The command of a family that the second word names. */
export function commandIn(family: CommandFamily, word: string): Command {
  const name = `${family.name} ${word}`
  const known = family.commands.map(command => command.name)
  const command = family.commands.find(one => one.name === name)
  if (command === undefined) throw unknownWord('command', name, known, `See replywire ${family.name} --help.`)
  return command
}
