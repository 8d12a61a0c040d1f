/** `replywire help [COMMAND]`. */
import { type Command, type CommandFamily, exitCodes, type Invocation, isFamily } from '../command.ts'
import { familyUsage, headline, renderCommand, renderFamily, renderOverview, usageOf } from '../help.ts'
import { optionsOf } from '../parse.ts'
import type { noOptions } from '../table/messages.ts'
import { commandIn, rowNamed, rows, sections, variablesOf } from '../table.ts'
import type { OutputStream, Terminal } from '../terminal.ts'
import { usageError } from '../usage.ts'

export function run({ positionals: [first, second, more], terminal }: Invocation<typeof noOptions>): number {
  if (first === undefined) {
    terminal.result({ about: headline, commands: rows.map(inJson) }, showOverview)
    return exitCodes.ok
  }
  const row = rowNamed(first)
  const isTooLong = more !== undefined || (second !== undefined && !isFamily(row))
  if (isTooLong) throw usageError(`replywire help takes the name of one command. See replywire --help.`)
  showHelp(second !== undefined && isFamily(row) ? commandIn(row, second) : row, terminal)
  return exitCodes.ok
}

/** Prints the list of commands. */
export function showOverview(to: OutputStream): void {
  to.write(renderOverview(sections, variablesOf(), to))
}

/** Prints how to use a command or a family. */
export function showHelp(row: Command | CommandFamily, terminal: Terminal): void {
  terminal.result(inJson(row), out => out.write(isFamily(row) ? renderFamily(row, out) : renderCommand(row, out)))
}

function inJson(row: Command | CommandFamily): object {
  const { name, summary, about } = row
  if (isFamily(row)) return { name, summary, usage: familyUsage(row), about, commands: row.commands.map(inJson) }
  const { arguments: values, examples } = row
  return { name, summary, usage: usageOf(row), about, arguments: values, options: optionsOf(row), examples }
}
