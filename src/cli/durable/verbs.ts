/** Commands of several verbs: which options and how many words go with which. */
import { printable } from '../columns.ts'
import { usageError } from '../usage.ts'

export interface VerbCall<V extends string> {
  command: string
  verb: V
  values: object
  positionals: readonly string[]
}

/** Refuses an option that goes with another verb only. Those that are not listed go with all. */
export function checkOptions<V extends string>(
  { command, verb, values }: VerbCall<V>,
  belongsTo: Readonly<Record<string, readonly V[]>>,
): void {
  for (const [option, goesWith] of Object.entries(belongsTo)) {
    if (!(option in values) || goesWith.includes(verb)) continue
    const where = goesWith.map(name => `${command} ${name}`).join(' and ')
    throw usageError(`--${printable(option)} goes with ${where}, not with ${command} ${verb}.`)
  }
}

/** The word after a verb that needs one; refused where none belongs. */
export function wordAfter<V extends string>(
  { command, verb, positionals }: VerbCall<V>,
  words: Readonly<Partial<Record<V, string>>>,
): string {
  const [, given] = positionals
  const needed = words[verb]
  if (needed === undefined && given !== undefined) {
    throw usageError(`"${printable(given)}" is one argument too many. See replywire ${command} --help.`)
  }
  if (needed !== undefined && given === undefined) {
    throw usageError(`${needed} is missing: replywire ${command} ${verb} ${needed}.`)
  }
  return given ?? ''
}
