/** Misuse of the command line: one line that says what is wrong and how to fix it. */
import { ReplywireError } from '../errors.ts'
import { didYouMean } from '../lib/suggest.ts'
import { printable } from './columns.ts'

export function usageError(message: string): ReplywireError {
  return new ReplywireError('ERR_USAGE', message)
}

/** For a word that is not among the known ones. `what` is the noun: "command", "contract". */
export function unknownWord(what: string, word: string, known: readonly string[], otherwise: string): ReplywireError {
  return usageError(`There is no ${what} "${printable(word)}". ${didYouMean(word, known) ?? otherwise}`)
}
