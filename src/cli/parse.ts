/** From the words of a command line to the options and arguments of a command. */
import { util } from './builtins.ts'
import { printable } from './columns.ts'
import type { ArgumentSpec, Command, Invocation, OptionSpec, Options } from './command.ts'
import { unknownWord, usageError } from './usage.ts'

/** Options of every command. */
export const commonOptions = {
  json: { type: 'boolean', about: 'Print JSON instead of text.' },
  help: { type: 'boolean', short: 'h', about: 'Show help.' },
} as const satisfies Options

export type ParsedCommand = Omit<Invocation, 'terminal'>

/** Every option of a command, the common ones last. */
export function optionsOf({ options }: Command): Options {
  return { ...options, ...commonOptions }
}

/**
 * Reads the words after a command's name. Throws a usage error that says how to fix them. `siblings` are the commands of
 * its family, one of which may have been meant.
 */
export function parse(command: Command, words: readonly string[], siblings: readonly Command[] = []): ParsedCommand {
  const options = optionsOf(command)
  const { tokens } = util.parseArgs({
    args: [...words],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, short }]) => [
        name,
        short === undefined ? { type } : { type, short },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values = new Map<string, unknown>()
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const { name } = token
    const spec = Object.hasOwn(options, name) ? options[name] : undefined
    if (spec === undefined) throw unknownOption(command, token.rawName, options, siblings)
    const before = values.get(name)
    const value = optionValue(name, spec, token.value, token.inlineValue)
    if (spec.many) values.set(name, [...(Array.isArray(before) ? before : []), value])
    else if (before !== undefined && spec.type === 'string') throw usageError(`--${name} is given twice.`)
    else values.set(name, value)
  }
  const given = new Set(values.keys())
  if (!given.has('help')) {
    checkArguments(command, positionals)
    for (const [name, value] of fromEnvironment(command, given)) values.set(name, value)
    checkTogether(command, given, values)
  }
  return { values: Object.fromEntries(values) as ParsedCommand['values'], given, positionals }
}

function unknownOption(command: Command, rawName: string, options: Options, siblings: readonly Command[]): Error {
  const owners = siblings.filter(sibling => Object.hasOwn(sibling.options, rawName.replace(/^--/, '')))
  if (owners.length > 0) {
    const names = owners.map(({ name }) => name).join(', ')
    return usageError(`replywire ${command.name} has no option "${rawName}"; it belongs to ${names}.`)
  }
  const argument = command.arguments.find(({ name }) => `--${name.toLowerCase()}` === rawName)
  if (argument !== undefined) {
    const usage = ['replywire', command.name, ...command.arguments.map(({ name }) => name)].join(' ')
    return usageError(`${argument.name} is an argument, not the option "${rawName}": ${usage}.`)
  }
  const known = Object.keys(options).map(name => `--${name}`)
  return unknownWord('option', rawName, known, `See replywire ${command.name} --help.`)
}

function optionValue(name: string, spec: OptionSpec, value: string | undefined, inline?: boolean): unknown {
  if (spec.type === 'boolean') {
    if (value !== undefined) throw usageError(`--${name} takes no value.`)
    return true
  }
  // `--contract --json`: an option was meant, not a value. A value that starts with a dash is written `--name=-x`.
  const isOption = inline !== true && value !== undefined && value.length > 1 && value.startsWith('-')
  if (value === undefined || value === '' || isOption) {
    throw usageError(`--${name} needs a value: --${name} ${spec.value ?? 'VALUE'}.`)
  }
  return readValue(`--${name}`, spec, value)
}

function readValue(name: string, { values, read }: OptionSpec, text: string): unknown {
  checkValue(`value for ${name}`, text, values)
  return read === undefined ? text : read(text, name)
}

/** The values of options that are not given and have an environment variable. */
function fromEnvironment({ options }: Command, given: ReadonlySet<string>): [name: string, value: unknown][] {
  return Object.entries(options).flatMap(([name, spec]): [string, unknown][] => {
    const text = spec.variable === undefined || given.has(name) ? undefined : process.env[spec.variable]
    return text === undefined || text === '' ? [] : [[name, readValue(spec.variable ?? name, spec, text)]]
  })
}

function checkTogether({ options }: Command, given: ReadonlySet<string>, values: ReadonlyMap<string, unknown>): void {
  for (const name of given) {
    const { needs, excludes } = options[name] ?? {}
    if (needs !== undefined && !values.has(needs)) throw usageError(`--${name} needs --${needs}: add it.`)
    if (excludes !== undefined && given.has(excludes)) {
      throw usageError(`--${name} and --${excludes} exclude each other: leave one out.`)
    }
  }
}

function checkArguments(command: Command, positionals: readonly string[]): void {
  const specs = command.arguments
  const missing = specs.find((spec, index) => !spec.optional && positionals[index] === undefined)
  if (missing !== undefined) {
    throw usageError(`${missing.name} is missing: ${missing.about} See replywire ${command.name} --help.`)
  }
  if (positionals.length > specs.length && specs.at(-1)?.many !== true) {
    const extra = printable(positionals[specs.length] ?? '')
    throw usageError(`"${extra}" is one argument too many. See replywire ${command.name} --help.`)
  }
  for (const [index, { name, values }] of specs.entries()) {
    const value = positionals[index]
    if (value !== undefined) checkValue(name.toLowerCase(), value, values)
  }
}

function checkValue(what: string, value: string, known: OptionSpec['values'] | ArgumentSpec['values']): void {
  if (known === undefined || known.includes(value)) return
  throw unknownWord(what, value, known, `Give one of ${known.join(', ')}.`)
}
