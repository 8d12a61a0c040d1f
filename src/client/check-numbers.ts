/** Times and counts that callers give. */
import { ReplywireError } from '../errors.ts'

/** Refuses what is no positive number: a typo must not become "at once" or "no limit". `Infinity` is no limit. */
export function checkNumbers(numbers: Readonly<Record<string, number | undefined>>): void {
  for (const name in numbers) {
    const value = numbers[name]
    if (value === undefined || (typeof value === 'number' && value > 0)) continue
    throw new ReplywireError('ERR_MISUSE', `${name} is a positive number; Infinity means no limit.`)
  }
}
