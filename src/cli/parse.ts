/** From the words of a command line to a command's options and arguments. */
import { util } from './builtins.ts'
import { printable } from './columns.ts'
import type { ArgumentSpec, Command, OptionSpec, Options } from './command.ts'
import { unknownWord, usageError } from './usage.ts'

/** Options that every command has. */
export const commonOptions = {
  json: { type: 'boolean', about: 'Print JSON instead of text for people.' },
  help: { type: 'boolean', short: 'h', about: 'Say how to use the command.' },
} as const satisfies Options

export interface Parsed {
  values: Record<string, string | boolean | string[]>
  positionals: string[]
}

/** Reads a command's arguments. Throws a usage error that says how to mend it. */
export function parse(command: Command, words: readonly string[]): Parsed {
  const options: Options = { ...command.options, ...commonOptions }
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
  const values = new Map<string, string | boolean | string[]>()
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const spec = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (spec === undefined) throw unknownOption(command, token.rawName, options)
    const before = values.get(token.name)
    const value = optionValue(token.name, spec, token.value, token.inlineValue)
    if (spec.many) values.set(token.name, [...(Array.isArray(before) ? before : []), String(value)])
    else if (before !== undefined && spec.type === 'string') throw usageError(`--${token.name} is given twice.`)
    else values.set(token.name, value)
  }
  if (values.get('help') !== true) checkArguments(command, positionals)
  return { values: Object.fromEntries(values), positionals }
}

function unknownOption(command: Command, rawName: string, options: Options): Error {
  const known = Object.keys(options).map(name => `--${name}`)
  return unknownWord('option', rawName, known, `See replywire ${command.name} --help.`)
}

function optionValue(name: string, spec: OptionSpec, value: string | undefined, inline?: boolean): string | boolean {
  if (spec.type === 'boolean') {
    if (value !== undefined) throw usageError(`--${name} takes no value.`)
    return true
  }
  // `--contract --json`: an option was meant, not a value. A value that starts with a dash is written `--name=-x`.
  const swallowed = inline !== true && value !== undefined && value.length > 1 && value.startsWith('-')
  if (value === undefined || value === '' || swallowed) {
    throw usageError(`--${name} needs a value: --${name} ${spec.value ?? 'VALUE'}.`)
  }
  checkValue(`value for --${name}`, value, spec.values)
  return value
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
    const given = positionals[index]
    if (given !== undefined) checkValue(name.toLowerCase(), given, values)
  }
}

function checkValue(what: string, value: string, known: OptionSpec['values'] | ArgumentSpec['values']): void {
  if (known === undefined || known.includes(value)) return
  throw unknownWord(what, value, known, `Give one of ${known.join(', ')}.`)
}
