/** The reference page of the command line, derived from the command table. */
import { type Command, exitsOf } from './command.ts'
import { argumentUsage, optionsOf, optionUsage, usageOf } from './help.ts'
import { commands as table } from './table.ts'

/** The whole table as Markdown, for docs/reference/cli.md. */
export function renderCliReference(commands: readonly Command[] = table): string {
  return `${[
    '# The command line',
    'Reads, checks and translates the published agent response contracts.',
    fenced(['replywire COMMAND [options]', 'replywire --help', 'replywire --version']),
    rows(
      ['Command', 'What it does'],
      commands.map(({ name, summary }) => [`[\`${name}\`](#replywire-${name})`, `${summary}.`]),
    ),
    'Every command has `--json`, which prints JSON instead of text for people, and `--help`. Text is coloured on a terminal unless `NO_COLOR` is set; `FORCE_COLOR` colours it anywhere. Versions are written `0.3` or `v0.3` alike. What goes wrong is one line on standard error; with `--json` it is `{"error": {"code", "message"}}`.',
    ...commands.flatMap(section),
  ].join('\n\n')}\n`
}

function section(command: Command): string[] {
  return [
    `## replywire ${command.name}`,
    `${command.summary}.`,
    fenced([usageOf(command)]),
    ...command.about,
    ...(command.arguments.length === 0
      ? []
      : [
          rows(
            ['Argument', 'Meaning'],
            command.arguments.map(argument => [code(argumentUsage(argument)), argument.about]),
          ),
        ]),
    rows(
      ['Option', 'Meaning'],
      Object.entries(optionsOf(command)).map(([name, option]) => [code(optionUsage(name, option)), option.about]),
    ),
    rows(
      ['Exit code', 'Meaning'],
      exitsOf(command).map(([code, title]) => [String(code), `${title.charAt(0).toUpperCase()}${title.slice(1)}.`]),
    ),
    'Examples:',
    fenced(
      command.examples.flatMap(({ run, about }) => [`# ${about}`, run]),
      'sh',
    ),
  ]
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [row(head), `|${head.map(() => '---').join('|')}|`, ...body.map(row)].join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}

function fenced(lines: readonly string[], language = ''): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n')
}
