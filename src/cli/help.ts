/** Help, derived from the command table. */
import { alignRows, wrap } from './columns.ts'
import { type ArgumentSpec, type Command, exitsOf, type OptionSpec, type Options } from './command.ts'
import { commonOptions } from './parse.ts'
import type { Style } from './terminal.ts'

interface Page {
  readonly style: Style
  readonly columns: number | undefined
}

/** `FILE|GLOB|-`, `[NAME]`, `FILE …` as a usage line has them. */
export function argumentUsage({ name, optional, many }: ArgumentSpec): string {
  const repeated = many ? `${name} …` : name
  return optional ? `[${repeated}]` : repeated
}

/** `-h, --help`, `--contract ID[@VERSION]`. */
export function optionUsage(name: string, { short, value }: OptionSpec): string {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`
  return short === undefined ? long : `-${short}, ${long}`
}

/** The usage line of a command. */
export function usageOf(command: Command): string {
  return ['replywire', command.name, ...command.arguments.map(argumentUsage), '[options]'].join(' ')
}

/** Every option of a command, the common ones last. */
export function optionsOf(command: Command): Options {
  return { ...command.options, ...commonOptions }
}

/** The first page: every command in a line. */
export function renderOverview(commands: readonly Command[], page: Page): string {
  const { strong, dim } = page.style
  return lines(
    'Reads, checks and translates the published agent response contracts.',
    '',
    strong('Usage'),
    '  replywire COMMAND [options]',
    '',
    strong('Commands'),
    ...table(
      commands.map(({ name, summary }) => [name, summary]),
      page,
    ),
    '',
    strong('Options'),
    ...table(
      [
        ['--json', 'Print JSON instead of text for people; every command has it.'],
        ['-h, --help', 'Say how to use replywire or a command.'],
        ['-V, --version', 'Print the version.'],
      ],
      page,
    ),
    '',
    dim('replywire help COMMAND says more about one.'),
  )
}

/** The page of one command. */
export function renderCommand(command: Command, page: Page): string {
  const { strong, dim } = page.style
  const values = command.arguments.map(argument => [argumentUsage(argument), argument.about])
  const options = Object.entries(optionsOf(command)).map(([name, option]) => [optionUsage(name, option), option.about])
  return lines(
    `${command.summary}.`,
    '',
    strong('Usage'),
    `  ${usageOf(command)}`,
    '',
    ...command.about.flatMap(paragraph => [...wrap(paragraph, page.columns), '']),
    ...(values.length === 0 ? [] : [strong('Arguments'), ...table(values, page), '']),
    strong('Options'),
    ...table(options, page),
    '',
    strong('Examples'),
    ...command.examples.flatMap(({ run, about }) => [`  ${run}`, `      ${dim(about)}`]),
    '',
    strong('Exit codes'),
    ...table(
      exitsOf(command).map(([code, meaning]) => [String(code), meaning]),
      page,
    ),
  )
}

/** Two columns, the second wrapped under itself. */
function table(rows: readonly (readonly string[])[], { columns }: Page): string[] {
  const names = alignRows(
    rows.map(([name = '']) => [name, '']),
    2,
    50,
  )
  const indent = Math.max(0, ...names.map(name => name.length)) + 2
  return rows.flatMap(([, about = ''], index) => {
    const name = names[index] ?? ''
    const [first = '', ...rest] = wrap(about, columns === undefined ? undefined : columns - indent)
    const head = `  ${name.padEnd(indent - 2)}${first}`
    return [head, ...rest.map(line => ' '.repeat(indent) + line)]
  })
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`
}
