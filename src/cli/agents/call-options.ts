/** Options of a call as they are meant. */
import { usageError } from '../usage.ts'

/** Headers by lower-case name; one that is given more than once is a list. */
export function headersOf(texts: readonly string[]): Record<string, string> {
  const headers = new Headers()
  for (const text of texts) {
    const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? []
    if (name === '') throw usageError('A header is NAME:VALUE, in Latin letters and on one line.')
    headers.append(name, value)
  }
  return Object.fromEntries(headers)
}

/** Seconds as milliseconds. */
export function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (seconds > 0) return Math.ceil(seconds * 1000)
  throw usageError('--timeout takes a number of seconds, such as 30.')
}
