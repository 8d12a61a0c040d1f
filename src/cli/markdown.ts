/** The reference page of the command line, derived from the command table. */
import { type Command, type CommandFamily, exitsOf, isFamily } from './command.ts'
import { argumentText, argumentUsage, familyUsage, headline, optionText, optionUsage, usageOf } from './help.ts'
import { optionsOf } from './parse.ts'
import { sections, variablesOf } from './table.ts'

/** The whole table as Markdown, for docs/reference/cli.md. */
export function renderCliReference(): string {
  return `${[
    '# The command line',
    headline,
    fenced(['replywire COMMAND [options]', 'replywire --help', 'replywire --version']),
    ...sections.flatMap(({ title, commands }) => [`**${title}**`, listOf(commands)]),
    'Every command has `--json`, which prints JSON instead of text, and `--help`. Versions can be written `0.3` or `v0.3`. An error is one line on standard error; with `--json` it is `{"error": {"code", "message"}}`.',
    rows(
      ['Environment variable', 'Meaning'],
      variablesOf().map(([name, about]) => [name.split(', ').map(code).join(', '), about]),
    ),
    ...sections.flatMap(({ commands }) => commands.flatMap(row => (isFamily(row) ? family(row) : section(row, '##')))),
  ].join('\n\n')}\n`
}

function listOf(commands: readonly (Command | CommandFamily)[]): string {
  return rows(
    ['Command', 'What it does'],
    commands.map(({ name, summary }) => [`[\`${name}\`](#replywire-${name.replaceAll(' ', '-')})`, `${summary}.`]),
  )
}

function family(row: CommandFamily): string[] {
  const { name, summary, about, commands } = row
  return [
    `## replywire ${name}`,
    `${summary}.`,
    fenced([familyUsage(row)]),
    ...about,
    listOf(commands),
    ...commands.flatMap(command => section(command, '###')),
  ]
}

function section(command: Command, heading: string): string[] {
  return [
    `${heading} replywire ${command.name}`,
    `${command.summary}.`,
    fenced([usageOf(command)]),
    ...command.about,
    ...(command.arguments.length === 0
      ? []
      : [
          rows(
            ['Argument', 'Meaning'],
            command.arguments.map(argument => [code(argumentUsage(argument)), argumentText(argument)]),
          ),
        ]),
    rows(
      ['Option', 'Meaning'],
      Object.entries(optionsOf(command)).map(([name, option]) => [code(optionUsage(name, option)), optionText(option)]),
    ),
    rows(
      ['Exit code', 'Meaning'],
      exitsOf(command).map(([number, title]) => [String(number), `${title.charAt(0).toUpperCase()}${title.slice(1)}.`]),
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
