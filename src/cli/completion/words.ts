/** What a shell can offer, derived from the command table. */
import {
  type ArgumentSpec,
  type Command,
  type CommandFamily,
  type Completion,
  isFamily,
  type OptionSpec,
} from '../command.ts'
import { optionsOf } from '../parse.ts'

/** What the registry knows, looked up when a script is made. */
export interface RegistryWords {
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
  /** The words after `replywire`: `validate`, `tasks list`. */
  readonly name: string
  readonly about: string
  readonly options: readonly OptionWord[]
  readonly arguments: readonly (Word & { readonly many: boolean })[]
}

/** Commands that share their first word. */
export interface FamilyWords {
  readonly name: string
  readonly about: string
  /** The command that runs when the second word is missing. */
  readonly default: string | undefined
  readonly commands: readonly CommandWords[]
}

export type RowWords = CommandWords | FamilyWords

/** The second word of a command in a family. */
export function verbOf({ name }: CommandWords): string {
  return name.split(' ').at(-1) ?? ''
}

/** The commands of a row: itself, or those of the family. */
export function commandsOf(row: RowWords): readonly CommandWords[] {
  return 'commands' in row ? row.commands : [row]
}

export const topOptions: readonly (readonly [name: string, short: string, about: string])[] = [
  ['help', 'h', 'Show help.'],
  ['version', 'v', 'Print the version.'],
]

export function rowWords(rows: readonly (Command | CommandFamily)[], known: RegistryWords): RowWords[] {
  const names = rows.map(({ name }) => name)
  const words = (commands: readonly Command[]) => commandWords(commands, known, names)
  return rows.flatMap((row): RowWords[] => {
    if (!isFamily(row)) return words([row])
    return [{ name: row.name, about: row.summary, default: row.default, commands: words(row.commands) }]
  })
}

function commandWords(commands: readonly Command[], known: RegistryWords, names: readonly string[]): CommandWords[] {
  const offer = ({ values, complete }: OptionSpec | ArgumentSpec): Offer => resolve(values ?? complete, known, names)
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

function resolve(completion: Completion | undefined, known: RegistryWords, names: readonly string[]): Offer {
  if (completion === 'contracts') return known.contracts
  if (completion === 'rules') return known.rules
  if (completion === 'commands') return names
  return completion
}
