/** Options that cannot be right. The messages name options, never what they hold. */
import { ReplywireError } from '../errors.ts'

export function misuse(message: string): never {
  throw new ReplywireError('ERR_MISUSE', message)
}

/** A number within bounds. */
export function numberIn(name: string, value: number, least: number, most: number): number {
  if (!(value >= least && value <= most)) misuse(`${name} must be a number from ${least} to ${most}.`)
  return value
}

/** A list of texts: a configuration file may hold a single one instead, which would be read letter by letter. */
export function textsOf(name: string, value: readonly string[]): readonly string[] {
  if (!Array.isArray(value) || !value.every(text => typeof text === 'string' && text !== '')) {
    misuse(`${name} must be a list of texts.`)
  }
  return value
}
