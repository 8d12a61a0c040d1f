/** Idempotency keys that can be sent as a header. */
import { ReplywireError } from '../../errors.ts'

/** Ids and keys that fit into a header. */
export function headerText(text: string | undefined): string | undefined {
  return text !== undefined && /^[\x21-\x7e]{1,255}$/.test(text) ? text : undefined
}

/** Refuses a key of the caller that cannot be sent: without it, a repeated call would do the work twice. */
export function checkKey(key: string | undefined): void {
  if (key === undefined || headerText(key) !== undefined) return
  const message = 'An idempotency key holds 1 to 255 characters of ASCII, without spaces and control characters.'
  throw new ReplywireError('ERR_MISUSE', message)
}

/** The key among headers, whatever the case of its name. */
export function keyAmong(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1]
}
