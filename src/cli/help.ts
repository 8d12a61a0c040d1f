/** Help pages, derived from the command table. */
import { alignRows, wrap } from './columns.ts'
import {
  type ArgumentSpec,
  type Command,
  type CommandFamily,
  exitsOf,
  type OptionSpec,
  type Section,
} from './command.ts'
import { optionsOf } from './parse.ts'
import type { Style } from './terminal.ts'

export const headline =
  'Replywire serves an agent in every published agent-response contract. It also calls agents, and validates and translates their messages.'

interface Page {
  readonly style: Style
  readonly columns: number | undefined
}

/** `FILE|GLOB|-`, `[NAME]`, `FILE …` as in a usage line. */
export function argumentUsage({ name, optional, many }: ArgumentSpec): string {
  const repeated = many ? `${name} …` : name
  return optional ? `[${repeated}]` : repeated
}

/** What an argument means, with the variable that can stand in for it. */
export function argumentText({ about, variable }: ArgumentSpec): string {
  return variable === undefined ? about : `${about} Environment: ${variable}.`
}

/** `-h, --help`, `--limit NUMBER`. */
export function optionUsage(name: string, { short, value }: OptionSpec): string {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`
  return short === undefined ? long : `-${short}, ${long}`
}

/** What an option means, with its conditions, its default and its variable. */
export function optionText({
  about,
  value,
  values,
  needs,
  excludes,
  default: otherwise,
  variable,
}: OptionSpec): string {
  return [
    about,
    ...(values === undefined || value?.includes('|') ? [] : [`One of ${values.join(', ')}.`]),
    ...(needs === undefined ? [] : [`Only with --${needs}.`]),
    ...(excludes === undefined ? [] : [`Not with --${excludes}.`]),
    ...(otherwise === undefined ? [] : [`Default: ${otherwise}.`]),
    ...(variable === undefined ? [] : [`Environment: ${variable}.`]),
  ].join(' ')
}

/** The usage line of a command. */
export function usageOf(command: Command): string {
  return ['replywire', command.name, ...command.arguments.map(argumentUsage), '[options]'].join(' ')
}

/** The usage line of a family. */
export function familyUsage({ name, default: otherwise }: CommandFamily): string {
  return `replywire ${name} ${otherwise === undefined ? 'COMMAND' : '[COMMAND]'} [options]`
}

/** Environment variables and what they do. */
export type Variables = readonly (readonly [name: string, about: string])[]

/** The first page: every command in a line, under the heading of its section. */
export function renderOverview(sections: readonly Section[], variables: Variables, page: Page): string {
  const { strong, dim } = page.style
  const rows = sections.flatMap(({ commands }) => commands.map(({ name, summary }) => [name, summary]))
  const lined = table(rows, page)
  const groups = sections.map(({ title, commands }) => ({ title, count: commands.length }))
  return lines(
    ...wrap(headline, page.columns),
    '',
    strong('Usage'),
    '  replywire COMMAND [options]',
    '',
    strong('Start here'),
    ...table(
      [
        ['replywire demo', 'See what it does: agents, a gateway and the console on this machine, with a tour.'],
        ['replywire init greeter', 'Write your own agent, in ./greeter.'],
        ['replywire validate answer.json', 'Check an answer that you have.'],
        ['replywire doctor', 'Check this machine.'],
      ],
      page,
    ).flat(),
    '',
    ...groups.flatMap(({ title, count }) => [strong(title), ...lined.splice(0, count).flat(), '']),
    strong('Options'),
    ...table(
      [
        ['--json', 'Print JSON instead of text. Every command has it.'],
        ['-h, --help', 'Show help for replywire or a command.'],
        ['-v, --version', 'Print the version.'],
      ],
      page,
    ).flat(),
    '',
    strong('Environment'),
    ...table(variables, page).flat(),
    '',
    dim('replywire COMMAND --help shows more about a command.'),
  )
}

/** The page of a family: its commands. */
export function renderFamily(family: CommandFamily, page: Page): string {
  const { strong, dim } = page.style
  const verb = family.default?.slice(family.name.length + 1)
  return lines(
    `${family.summary}.`,
    '',
    strong('Usage'),
    `  ${familyUsage(family)}`,
    '',
    ...family.about.flatMap(paragraph => [...wrap(paragraph, page.columns), '']),
    strong('Commands'),
    ...table(
      family.commands.map(command => [command.name, command.summary]),
      page,
    ).flat(),
    '',
    ...(verb === undefined ? [] : [dim(`Without a command: ${verb}.`)]),
    dim(`replywire ${family.name} COMMAND --help shows the options of a command.`),
  )
}

/** The page of one command. */
export function renderCommand(command: Command, page: Page): string {
  const { strong, dim } = page.style
  const values = command.arguments.map(argument => [argumentUsage(argument), argumentText(argument)])
  const options = Object.entries(optionsOf(command)).map(([name, option]) => [
    optionUsage(name, option),
    optionText(option),
  ])
  return lines(
    `${command.summary}.`,
    '',
    strong('Usage'),
    `  ${usageOf(command)}`,
    '',
    ...command.about.flatMap(paragraph => [...wrap(paragraph, page.columns), '']),
    ...(values.length === 0 ? [] : [strong('Arguments'), ...table(values, page).flat(), '']),
    strong('Options'),
    ...table(options, page).flat(),
    '',
    strong('Examples'),
    ...command.examples.flatMap(({ run, about }) => [`  ${run}`, `      ${dim(about)}`]),
    '',
    strong('Exit codes'),
    ...table(
      exitsOf(command).map(([code, meaning]) => [String(code), meaning]),
      page,
    ).flat(),
  )
}

/** Two columns, the second wrapped under itself: the lines of every row. */
function table(rows: readonly (readonly string[])[], { columns }: Page): string[][] {
  const names = alignRows(
    rows.map(([name = '']) => [name, '']),
    2,
    50,
  )
  const indent = Math.max(0, ...names.map(name => name.length)) + 2
  return rows.map(([, about = ''], index) => {
    const name = names[index] ?? ''
    const [first = '', ...rest] = wrap(about, columns === undefined ? undefined : columns - indent)
    const head = `  ${name.padEnd(indent - 2)}${first}`
    return [head, ...rest.map(line => ' '.repeat(indent) + line)]
  })
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`
}
