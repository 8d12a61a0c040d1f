/** What a shell can offer, derived from the command table. */
import type { ArgumentSpec, Command, Completion, OptionSpec } from '../command.ts'
import { optionsOf } from '../help.ts'

/** What the registry knows, looked up when a script is made. */
export interface Known {
  readonly contracts: readonly string[]
  readonly rules: readonly string[]
}

/** Words to choose from, files, or nothing that is known. */
export type Offer = readonly string[] | 'files' | undefined

export interface Word {
  readonly name: string
  readonly about: string
  readonly offer: Offer
}

export interface OptionWord extends Word {
  readonly short: string | undefined
  readonly takesValue: boolean
}

export interface CommandWords {
  readonly name: string
  readonly about: string
  readonly options: readonly OptionWord[]
  readonly arguments: readonly (Word & { readonly many: boolean })[]
}

export const topOptions: readonly (readonly [name: string, short: string, about: string])[] = [
  ['help', 'h', 'Say how to use replywire.'],
  ['version', 'V', 'Print the version.'],
]

export function commandWords(commands: readonly Command[], known: Known): CommandWords[] {
  const offer = ({ values, complete }: OptionSpec | ArgumentSpec): Offer => {
    return resolve(values ?? complete, known, commands)
  }
  return commands.map(command => ({
    name: command.name,
    about: command.summary,
    options: Object.entries(optionsOf(command)).map(([name, option]) => ({
      name,
      short: option.short,
      about: option.about,
      takesValue: option.type === 'string',
      offer: offer(option),
    })),
    arguments: command.arguments.map(argument => ({
      name: argument.name,
      about: argument.about,
      many: argument.many === true,
      offer: offer(argument),
    })),
  }))
}

function resolve(completion: Completion | undefined, known: Known, commands: readonly Command[]): Offer {
  if (completion === 'contracts') return known.contracts
  if (completion === 'rules') return known.rules
  if (completion === 'commands') return commands.map(({ name }) => name)
  return completion
}
