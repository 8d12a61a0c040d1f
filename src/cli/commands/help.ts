/** `replywire help [COMMAND]`. */
import { type Command, exitCodes, type Invocation } from '../command.ts'
import { optionsOf, renderCommand, renderOverview, usageOf } from '../help.ts'
import { commands, type noOptions } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { unknownWord } from '../usage.ts'

export function run({ positionals: [name], terminal }: Invocation<typeof noOptions>): number {
  if (name === undefined) {
    if (terminal.json) terminal.out.line(JSON.stringify({ commands: commands.map(inJson) }))
    else terminal.out.write(renderOverview(commands, terminal.out))
    return exitCodes.ok
  }
  const command = commands.find(candidate => candidate.name === name)
  if (command === undefined) {
    const known = commands.map(candidate => candidate.name)
    throw unknownWord('command', name, known, 'See replywire --help.')
  }
  showHelp(command, terminal)
  return exitCodes.ok
}

/** Prints how to use a command. */
export function showHelp(command: Command, terminal: Terminal): void {
  if (terminal.json) terminal.out.line(JSON.stringify(inJson(command)))
  else terminal.out.write(renderCommand(command, terminal.out))
}

function inJson(command: Command): object {
  const { name, summary, about, examples } = command
  return {
    name,
    summary,
    usage: usageOf(command),
    about,
    arguments: command.arguments,
    options: optionsOf(command),
    examples,
  }
}
