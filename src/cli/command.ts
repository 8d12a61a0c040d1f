/** The rows of the command table. A command names its options and the module that runs it, which is loaded only then. */
import type { Terminal } from './terminal.ts'

/** What a shell offers for a value: words, or a list that is looked up when the script is written. */
export type Completion = readonly string[] | 'files' | 'contracts' | 'rules' | 'commands'

export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** May be given many times. */
  readonly many?: boolean
  /** The placeholder of the value in help. */
  readonly value?: string
  /** What the option means. Every command that has the option says it in these words. */
  readonly about: string
  /** What applies without the option, in words. */
  readonly default?: string
  /** The environment variable that is read when the option is not given. */
  readonly variable?: string
  /** Another option that must be given too. */
  readonly needs?: string
  /** Another option that must not be given too. */
  readonly excludes?: string
  /** The only allowed values. */
  readonly values?: readonly string[]
  readonly complete?: Completion
  /** Turns the text into the value, or throws a usage error. `name` is where the text comes from: `--limit`. */
  readonly read?: (text: string, name: string) => unknown
}

export interface Options {
  readonly [name: string]: OptionSpec
}

export interface ArgumentSpec {
  readonly name: string
  readonly about: string
  readonly optional?: boolean
  /** The last argument may be given many times. */
  readonly many?: boolean
  /** The only allowed values. */
  readonly values?: readonly string[]
  readonly complete?: Completion
  /** The environment variable that can stand in for the argument. */
  readonly variable?: string
}

type ValueOf<O extends OptionSpec> = O['type'] extends 'boolean'
  ? boolean
  : O extends { read: (text: string, name: string) => infer V }
    ? V
    : O extends { values: readonly (infer V)[] }
      ? V
      : string

/** The values of options, as their rows type them. */
export type ValuesOf<O extends Options> = {
  readonly [K in keyof O]?: (O[K] extends { many: true } ? readonly ValueOf<O[K]>[] : ValueOf<O[K]>) | undefined
}

/** One call of a command. */
export interface Invocation<O extends Options = Options> {
  readonly values: ValuesOf<O>
  /** The options on the command line. Other values come from the environment. */
  readonly given: ReadonlySet<string>
  readonly positionals: readonly string[]
  readonly terminal: Terminal
}

/** The exports of a command's module. */
export interface CommandModule {
  /** Returns the exit code. */
  run(invocation: Invocation): number | Promise<number>
}

/** Exit codes and what they mean. */
export type Exits = readonly (readonly [code: number, meaning: string])[]

export interface Command {
  /** The words after `replywire`: `validate`, `tasks list`. */
  readonly name: string
  /** One line, without a full stop. */
  readonly summary: string
  /** Paragraphs. */
  readonly about: readonly string[]
  readonly arguments: readonly ArgumentSpec[]
  readonly options: Options
  readonly examples: readonly { readonly run: string; readonly about: string }[]
  /** Default: 0 and 2. */
  readonly exits?: Exits
  readonly load: () => Promise<CommandModule>
}

/** Commands that share their first word. */
export interface CommandFamily {
  readonly name: string
  readonly summary: string
  readonly about: readonly string[]
  /** The command that runs when the second word is missing. */
  readonly default?: string
  readonly commands: readonly Command[]
}

/** Commands under one heading of the help. */
export interface Section {
  readonly title: string
  readonly commands: readonly (Command | CommandFamily)[]
}

export function isFamily(row: Command | CommandFamily): row is CommandFamily {
  return 'commands' in row
}

/** The exit codes of the process. */
export const exitCodes = {
  ok: 0,
  findings: 1,
  usage: 2,
  lossy: 3,
  interrupted: 130,
} as const

const plainExits: Exits = [
  [exitCodes.ok, 'done'],
  [exitCodes.usage, 'wrong usage, or input that cannot be read'],
]

/** The exit codes of a command in words, for help and docs. */
export function exitsOf({ exits = plainExits }: Command): Exits {
  return exits
}
