/** Idempotency keys that can be sent as a header. */
import { object, text } from '../../codec/read.ts'
import { ReplywireError } from '../../errors.ts'
import type { Call } from '../../outcome/call.ts'

/** Ids and keys that fit into a header. */
export function headerText(text: string | undefined): string | undefined {
  return text !== undefined && /^[\x21-\x7e]{1,255}$/.test(text) ? text : undefined
}

/**
 * The key of a call: its own, one among its arguments, where a contract may have it, or one among the headers. Refuses
 * a key that cannot be sent: without it, a repeated call would do the work twice.
 */
export function keyOf({ idempotencyKey, input }: Call, headers: Readonly<Record<string, string>>): string | undefined {
  const inHeaders = Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1]
  for (const key of [idempotencyKey, inHeaders]) {
    if (key === undefined || headerText(key) !== undefined) continue
    const message = 'An idempotency key holds 1 to 255 characters of ASCII, without spaces and control characters.'
    throw new ReplywireError('ERR_MISUSE', message)
  }
  return idempotencyKey ?? (text(object(input)?.idempotency_key) || undefined) ?? inHeaders
}
