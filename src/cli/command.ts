/** What a command is: a row of the table, and the file that runs it, loaded only then. */
import type { Terminal } from './terminal.ts'

/** What a shell offers for a value: words, or something that is looked up when the script is made. */
export type Completion = readonly string[] | 'files' | 'contracts' | 'rules' | 'commands'

export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** May be given many times. */
  readonly many?: boolean
  /** What stands for the value in help. */
  readonly value?: string
  readonly about: string
  /** The only values there are. */
  readonly values?: readonly string[]
  readonly complete?: Completion
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
  /** The only values there are. */
  readonly values?: readonly string[]
  readonly complete?: Completion
}

/** The options that were given, as their types say. */
export type ValuesOf<O extends Options> = {
  readonly [K in keyof O]?:
    | (O[K]['type'] extends 'boolean'
        ? boolean
        : O[K] extends { many: true }
          ? readonly string[]
          : O[K] extends { values: readonly (infer V)[] }
            ? V
            : string)
    | undefined
}

/** One call of a command. */
export interface Invocation<O extends Options = Options> {
  readonly values: ValuesOf<O>
  readonly positionals: readonly string[]
  readonly terminal: Terminal
}

/** What a file in `commands/` exports. */
export interface CommandModule {
  /** Returns the exit code. */
  run(invocation: Invocation): number | Promise<number>
}

/** Exit codes and what they mean. */
export type Exits = readonly (readonly [code: number, meaning: string])[]

export interface Command {
  readonly name: string
  /** One line, without a full stop. */
  readonly summary: string
  /** Paragraphs. */
  readonly about: readonly string[]
  readonly arguments: readonly ArgumentSpec[]
  readonly options: Options
  readonly examples: readonly { readonly run: string; readonly about: string }[]
  /** What it ends with, in words; without it 0 and 2 alone. */
  readonly exits?: Exits
  readonly load: () => Promise<CommandModule>
}

/** What a process ends with. */
export const exitCodes = {
  ok: 0,
  findings: 1,
  usage: 2,
  lossy: 3,
} as const

const plainExits: Exits = [
  [exitCodes.ok, 'done'],
  [exitCodes.usage, 'wrong usage, or input that cannot be read'],
]

/** The exit codes of a command in words, for help and docs. */
export function exitsOf({ exits = plainExits }: Command): Exits {
  return exits
}
